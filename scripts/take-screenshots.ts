/**
 * Takes the pictures of the README and the guides: `node scripts/take-screenshots.ts`. It starts a service of its own
 * in a temporary folder, makes payments, and draws what the real commands print and what the real pages show. Run it
 * after a change of what they show; `npm run build:web` comes first.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type Browser, chromium, type Page } from "playwright-core";
import type { DemoFile } from "@corridor/server/commands/greeting.ts";
import { freePort } from "@corridor/test/harness/free-port.ts";
import { findChromium } from "@corridor/test/browser/find-chromium.ts";
import { drawTerminal } from "./docs/draw-terminal.ts";

const ROOT = join(import.meta.dirname, "..");
const IMAGES = join(ROOT, "docs/images");
const AMOUNTS = [1_250, 480.5, 960, 2_100, 75];
const WINDOW = { width: 1120, height: 640 };
const PHONE = { width: 390, height: 720 };

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** With the colors of a terminal. The log is silent: a reader's terminal shows other lines every time. */
function run(
  script: string,
  args: readonly string[],
  settings: Record<string, string>,
): { child: Child; printed: () => string } {
  const env = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    FORCE_COLOR: "1",
    LOG_LEVEL: "error",
    ...settings,
  };
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { child, printed: () => text };
}

async function untilPrinted({ child, printed }: ReturnType<typeof run>, wanted: RegExp): Promise<void> {
  while (!wanted.test(printed())) {
    if (child.exitCode !== null) throw new Error(`The command ended without printing ${wanted.source}:\n${printed()}`);
    await Promise.race([once(child.stdout, "data"), once(child.stderr, "data"), once(child, "exit")]);
  }
}

async function stop({ child }: ReturnType<typeof run>): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGINT");
  await ended;
}

/** What a command printed, with the addresses and paths of a plain start in place of this script's own. */
function drawCommand(name: string, command: string, output: string): void {
  const shown = output
    .replaceAll(directory, ".data")
    .replaceAll(`:${settings.PORT}`, ":3000")
    .replaceAll(`:${settings.SANDBOX_PORT}`, ":3001")
    .replaceAll(ROOT, "~/corridor");
  writeFileSync(
    join(IMAGES, `${name}.svg`),
    drawTerminal(
      `What ${command} prints`,
      `\u001b[90m$\u001b[39m \u001b[1m${command}\u001b[22m\n\n${shown.trimStart()}`,
    ),
  );
}

async function post(demo: DemoFile, path: string, body: object): Promise<any> {
  const headers = {
    Authorization: "NONE",
    "X-Api-Key": demo.organizations[0]!.api_key,
    "Content-Type": "application/json",
  };
  return (await fetch(`${demo.base_url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

async function makePayments(demo: DemoFile): Promise<void> {
  for (const amount of AMOUNTS)
    await post(demo, "/payments-init/initiate", {
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
}

async function drawCommands(): Promise<void> {
  const listening = run("packages/server/src/main.js", ["listen"], settings);
  await untilPrinted(listening, /Listening to/);
  const triggered = run("packages/server/src/main.js", ["trigger", "payment.refunded"], settings);
  await once(triggered.child, "exit");
  await untilPrinted(listening, /payment\.refunded/);
  await stop(listening);
  drawCommand("listen", "npm run -s corridor -- listen", listening.printed());
  // With one fault, so that the picture shows a remedy.
  const examined = run("packages/server/src/main.js", ["doctor"], {
    ...settings,
    CORRIDOR_API_KEY: "ck_test_of_another_service",
  });
  await once(examined.child, "exit");
  drawCommand("doctor", "npm run -s corridor -- doctor", examined.printed());
}

async function open(browser: Browser, viewport: { width: number; height: number }, address: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport, locale: "en-GB", reducedMotion: "reduce" })).newPage();
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  return page;
}

const take = (page: Page, name: string) => page.screenshot({ path: join(IMAGES, `${name}.png`) });

async function takeDashboard(browser: Browser, demo: DemoFile): Promise<void> {
  const { email, password } = demo.organizations[0]!.org_admin;
  const page = await open(browser, WINDOW, `${demo.dashboard_url}/sign-in`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Success rate").first().waitFor();
  await page.waitForLoadState("networkidle");
  await take(page, "dashboard");
}

async function takeCheckout(browser: Browser, demo: DemoFile): Promise<void> {
  const { data: link } = await post(demo, `/orgs/${demo.organizations[0]!.org_id}/payment-links`, {
    amount: 25.5,
    currency: "GHS",
    description: "Invoice 7",
  });
  const page = await open(browser, PHONE, link.url as string);
  await take(page, "checkout");
  await page.getByLabel("Your name").fill("Ama Owusu");
  await page.getByLabel("Network").selectOption("MTN");
  await page.getByLabel("Mobile money number").fill("+233241230012");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.getByRole("heading", { name: "Confirm on your phone" }).waitFor();
  await take(page, "phone-approval");
}

/** As its README says: webhooks come by `listen --forward-to`, signed with the secret that it prints. */
async function takeShop(browser: Browser, demo: DemoFile): Promise<void> {
  const port = String(await freePort());
  const forwarding = run(
    "packages/server/src/main.js",
    ["listen", "--forward-to", `http://127.0.0.1:${port}/hook`],
    settings,
  );
  await untilPrinted(forwarding, /whsec_/);
  const secret = /whsec_[\w+/=]+/.exec(forwarding.printed())![0];
  const access = {
    CORRIDOR_URL: demo.base_url,
    CORRIDOR_API_KEY: demo.organizations[0]!.api_key,
    CORRIDOR_WEBHOOK_SECRET: secret,
  };
  const shop = run("examples/shop.mjs", [], { ...settings, ...access, SHOP_PORT: port });
  await untilPrinted(shop, /localhost/);
  const page = await open(browser, { width: 720, height: 320 }, `http://127.0.0.1:${port}`);
  await page.getByRole("button", { name: "Buy" }).click();
  await page.getByText("Webhook: received").waitFor(); // The page reloads itself until then.
  await take(page, "shop");
  await stop(shop);
  await stop(forwarding);
}

const directory = mkdtempSync(join(tmpdir(), "corridor-pictures-"));
const settings = { DATA_DIR: directory, PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
const service = run("packages/server/src/main.js", ["start"], settings);
try {
  await untilPrinted(service, /Stop with Ctrl-C/);
  drawCommand("start", "npm start", service.printed());
  const demo = JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
  await makePayments(demo);
  await drawCommands();
  const found = findChromium()!;
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: ["--no-sandbox"],
    env: { ...process.env, ...found.env },
  });
  await takeDashboard(browser, demo);
  await takeCheckout(browser, demo);
  await takeShop(browser, demo);
  await take(await open(browser, WINDOW, `${demo.docs_url}/guides/payouts`), "guides");
  await browser.close();
} finally {
  await stop(service);
  rmSync(directory, { recursive: true, force: true });
}
