/**
 * Takes the pictures of the README from a running development service: `npm start`, then `npm run screenshots`. Payments are made first, so that the
 * pages have something to show.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { DemoFile } from "#src/commands/greeting.ts";
import { findChromium } from "../test/browser/find-chromium.ts";

const IMAGES = join(import.meta.dirname, "../docs/images");
const demo = JSON.parse(readFileSync(join(process.env["DATA_DIR"] ?? ".data", "demo.json"), "utf8")) as DemoFile;
const organization = demo.organizations[0]!;
const AMOUNTS = [1_250, 480.5, 960, 2_100, 75];

async function post(path: string, body: object): Promise<any> {
  const answer = await fetch(`${demo.base_url}${path}`, {
    method: "POST",
    headers: { Authorization: "NONE", "X-Api-Key": organization.api_key, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

for (const amount of AMOUNTS)
  await post("/payments-init/initiate", {
    amount,
    target_amount: amount,
    currency: "GHS",
    target_currency: "GHS",
    country: "GH",
    payment_method: "mobile_money",
    direction: "payin",
    payer_details: { name: "Ama Owusu", phone: "+233241234567" },
    mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
  });
const { data: link } = await post(`/orgs/${organization.org_id}/payment-links`, { amount: 25.5, currency: "GHS", description: "Invoice 7" });

const found = findChromium()!;
const browser = await chromium.launch({ executablePath: found.executablePath, args: ["--no-sandbox"], env: { ...process.env, ...found.env } });
const desktop = await (await browser.newContext({ viewport: { width: 1120, height: 640 } })).newPage();
await desktop.goto(`${demo.dashboard_url}/sign-in`);
await desktop.getByLabel("E-mail").fill(organization.org_admin.email);
await desktop.getByLabel("Password", { exact: true }).fill(organization.org_admin.password);
await desktop.getByRole("button", { name: "Sign in" }).click();
await desktop.getByText("Success rate").first().waitFor();
await desktop.waitForLoadState("networkidle");
await desktop.screenshot({ path: join(IMAGES, "dashboard.png") });
const phone = await (await browser.newContext({ viewport: { width: 390, height: 720 } })).newPage();
await phone.goto(link.url as string);
await phone.waitForLoadState("networkidle");
await phone.screenshot({ path: join(IMAGES, "checkout.png") });
await browser.close();
