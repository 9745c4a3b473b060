import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { BROWSER_TEST_TIMEOUT_MS, launchBrowser, type Visitor, visit } from "./browser.ts";
import { type BrowserService, startBrowserService } from "./service.ts";

/** How an organization sees and answers disputes. */
vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

/** The sandbox takes two seconds, a busy machine longer. */
const DISPUTE_DEADLINE_MS = 90_000;

let service: BrowserService;
let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  [service, browser] = await Promise.all([startBrowserService(), launchBrowser()]);
  visitor = await visit(browser, service);
  await visitor.signIn(service.demo.organizations[0]!.org_admin);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const dialog = () => visitor.page.getByRole("dialog");
const statusIs = (status: string) => visitor.page.getByRole("status", { name: `Status: ${status}` });

/** A payin whose payer disputes it. */
async function disputed(): Promise<{ dispute_id: string; payment_id: string }> {
  const { response } = await service.call("POST", "/payments-init/initiate", mobileMoneyPayin("0011"));
  return vi.waitFor(
    async () => {
      const { data } = await service.call("GET", `/disputes?payment_id=${response.payment_id}`);
      expect(data).toHaveLength(1);
      return data[0];
    },
    { timeout: DISPUTE_DEADLINE_MS, interval: 250 },
  );
}

test("a dispute is found where attention is asked for, answered with evidence, and won", async () => {
  const { page } = visitor;
  const { dispute_id, payment_id } = await disputed();
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /1 dispute waits for your answer, the first until/ }).click();
  await page.getByRole("heading", { name: "Disputes", exact: true }).waitFor();
  await page.getByRole("link", { name: /1,500\.00/ }).click();
  await statusIs("needs_response").waitFor();
  await page.getByText(/Answer before .*after that the money is lost/).waitFor();

  await page.getByRole("button", { name: "Add evidence" }).click();
  await dialog().getByLabel("What it is").fill("Delivery note");
  await dialog().getByLabel("Text").fill("Signed by the payer on delivery.");
  await dialog().getByRole("button", { name: "Add" }).click();
  await page.getByText("Signed by the payer on delivery.").waitFor();
  await page.getByRole("button", { name: "Submit evidence" }).click();
  await dialog().getByRole("button", { name: "Submit" }).click();
  await dialog().waitFor({ state: "hidden" });
  await vi.waitFor(async () => expect((await service.call("GET", `/disputes/${dispute_id}`)).data.status).toBe("won"), {
    timeout: DISPUTE_DEADLINE_MS,
  });
  await page.reload();
  await statusIs("won").waitFor();
  expect(await page.getByRole("button", { name: /Add evidence|Accept|Submit/ }).count()).toBe(0);

  await page.getByRole("link", { name: "Open the payment" }).click();
  await page.waitForURL(`**/payments/${payment_id}`);
  await page.getByText("Disputed: won").waitFor();
  await statusIs("completed").waitFor();
  expect(visitor.problems).toEqual([]);
});

test("a dispute is accepted for good, and listed by its status", async () => {
  const { page } = visitor;
  const { dispute_id } = await disputed();
  await visitor.follow(`/disputes/${dispute_id}`);
  await page.getByRole("button", { name: "Accept" }).click();
  await dialog().getByRole("button", { name: "Accept the dispute" }).click();
  await statusIs("accepted").waitFor();
  await page.goto("/dashboard/disputes?status=accepted");
  await page.getByRole("row", { name: /1,500\.00/ }).waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
  expect(visitor.problems).toEqual([]);
});
