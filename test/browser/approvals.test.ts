import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mobileMoneyPayin, mobileMoneyPayout } from "#test/harness/payments.ts";
import { BROWSER_TEST_TIMEOUT_MS, launchBrowser, PHONE, type Visitor, visit } from "./browser.ts";
import { type BrowserService, startBrowserService } from "./service.ts";

/** Approvals as the requester and the approver see them. */
vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

let service: BrowserService;
let browser: Browser;
let admin: Visitor;
beforeAll(async () => {
  [service, browser] = await Promise.all([startBrowserService(), launchBrowser()]);
  const { org_id: orgId } = service.demo.organizations[0]!;
  await service.call("PATCH", `/organizations/${orgId}`, { settings: { payout_review_above: { GHS: 100 } } });
  admin = await visit(browser, service);
  await admin.signIn(service.demo.admin);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

async function heldPayout(amount: number): Promise<string> {
  const { data } = await service.call("POST", "/beneficiaries", {
    fname: "Ama",
    lname: "Owusu",
    email: "ama@example.com",
    country: "GH",
    account_type: "mobile_money",
    beneficiary_type: "individual",
    momo_details: { provider: "MTN", phone_number: "+233241234567" },
  });
  const body = mobileMoneyPayout(data.beneficiary_id, "4567", { amount, target_amount: amount });
  return (await service.call("POST", "/payments-init/initiate", body)).response.payment_id;
}
const statusOf = async (paymentId: string) =>
  (await service.call("GET", `/payments/${paymentId}`)).data.status as string;
const row = ({ page }: Visitor, table: string, text: string) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: text });

test("whoever asked sees what waits and cannot decide it; another person approves it with a comment, and the payout goes on", async () => {
  const paymentId = await heldPayout(250);
  const requester = await visit(browser, service, { viewport: PHONE });
  await requester.signIn(service.demo.organizations[0]!.org_admin, "/approvals");
  await row(requester, "Approvals", "Payout of 250.00 GHS to Ama Owusu").waitFor();
  expect(await requester.page.getByRole("button", { name: /Approve/ }).count()).toBe(0);
  await requester.page.getByRole("button", { name: "Open navigation" }).click();
  await requester.page.getByRole("link", { name: /Approvals 1 waiting/ }).waitFor();

  const { page } = admin;
  await page.goto("/dashboard/approvals");
  await page.getByRole("button", { name: "Approve: Payout of 250.00 GHS to Ama Owusu" }).click();
  await page.getByLabel("Comment").fill("confirmed by phone");
  await admin.assertAccessible();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await page.getByText("Nothing waits").waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Approvals" }).innerText()).toBe("Approvals");
  await expect.poll(() => statusOf(paymentId)).toBe("completed");
  await page.getByText("All", { exact: true }).click();
  await row(admin, "Approvals", "confirmed by phone").getByText("Approved", { exact: true }).waitFor();
  expect([...requester.problems, ...admin.problems]).toEqual([]);
});

test("several are approved at once, and each says what is unusual about it", async () => {
  const paymentIds = [await heldPayout(301), await heldPayout(302)];
  const { page } = admin;
  await page.goto("/dashboard/approvals");
  await row(admin, "Approvals", "301.00 GHS")
    .getByText("Unusual: the beneficiary was never paid at this account before")
    .waitFor();
  for (const amount of ["301.00", "302.00"])
    await page.getByRole("checkbox", { name: `Select: Payout of ${amount} GHS to Ama Owusu` }).check();
  await admin.assertAccessible();
  await page.getByRole("button", { name: "Approve selected" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await page.getByText("2 approved").waitFor();
  for (const paymentId of paymentIds) await expect.poll(() => statusOf(paymentId)).toBe("completed");
  expect(admin.problems).toEqual([]);
});

test("a rejected payout is not paid, and the page says who said why", async () => {
  const paymentId = await heldPayout(777);
  const { page } = admin;
  await page.goto("/dashboard/approvals");
  await page.getByRole("button", { name: /^Reject: Payout of 777.00 GHS/ }).click();
  await page.getByLabel("Comment").fill("nobody ordered it");
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await page.getByText("Nothing waits").waitFor();
  expect(await statusOf(paymentId)).toBe("rejected");
  await page.goto("/dashboard/approvals?status=all");
  await row(admin, "Approvals", "nobody ordered it").getByText("Payout of 777.00 GHS to Ama Owusu").waitFor();
  await row(admin, "Approvals", "777.00 GHS").getByRole("link", { name: "See the payment" }).click();
  await page.getByRole("heading", { level: 1, name: "777.00" }).waitFor();
  expect(admin.problems).toEqual([]);
});

test("a refund that waits is told at its payment, and is made when another person approves it", async () => {
  const { response } = await service.call("POST", "/payments-init/initiate", mobileMoneyPayin());
  await expect.poll(() => statusOf(response.payment_id), { timeout: 30_000 }).toBe("completed");
  const { data } = await service.call("POST", `/payments/${response.payment_id}/refund`, {
    amount: 900,
    reason: "broken",
  });
  const { page } = admin;
  await page.goto(`/dashboard/payments/${response.payment_id}`);
  await page.getByText("Refund of 900.00 GHS: the refund is 100.00 GHS or more.").waitFor();
  await admin.assertAccessible();
  await page.getByRole("link", { name: "Open the approvals" }).click();
  await page.getByRole("button", { name: "Approve: Refund of 900.00 GHS" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await page.getByText("Nothing waits").waitFor();
  const refunded = async () => (await service.call("GET", `/refunds/${data.refund_id}`)).data.status;
  await expect.poll(refunded, { timeout: 30_000 }).toBe("completed");
  expect(admin.problems).toEqual([]);
});
