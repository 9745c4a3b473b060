import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mobileMoneyPayin, mobileMoneyPayout } from "#test/harness/payments.ts";
import { beginJob, BROWSER_TEST_TIMEOUT_MS, launchBrowser, PHONE, type Visitor, visit } from "./browser.ts";
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

const beneficiary = {
  fname: "Ama",
  lname: "Owusu",
  email: "ama@example.com",
  country: "GH",
  account_type: "mobile_money",
  beneficiary_type: "individual",
  momo_details: { provider: "MTN", phone_number: "+233241234567" },
};

async function heldPayout(amount: number): Promise<string> {
  const { data } = await service.call("POST", "/beneficiaries", beneficiary);
  const body = mobileMoneyPayout(data.beneficiary_id, "4567", { amount, target_amount: amount });
  return (await service.call("POST", "/payments-init/initiate", body)).response.payment_id;
}
const statusOf = async (paymentId: string) =>
  (await service.call("GET", `/payments/${paymentId}`)).data.status as string;
const row = ({ page }: Visitor, table: string, text: string) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: text });

/** A director's phone. */
const HAND = { width: 390, height: 844 };

test("whoever asked sees what waits and cannot decide it; another person approves it on a phone with three clicks, from all the facts", async () => {
  const paymentId = await heldPayout(25_000);
  const requester = await visit(browser, service, { viewport: PHONE });
  await requester.signIn(service.demo.organizations[0]!.org_admin, "/approvals");
  await row(requester, "Approvals", "Payout of 25,000.00 GHS to Ama Owusu").waitFor();
  await requester.page.getByRole("button", { name: "Open navigation" }).click();
  await requester.page.getByRole("link", { name: /Approvals 1 waiting/ }).waitFor();
  await requester.follow(`/payments/${paymentId}`);
  await requester.page.getByRole("status", { name: "Status: waits for approval" }).waitFor();
  await requester.page.getByRole("link", { name: "Open the approval" }).click();
  await requester.page.getByText("anybody who may approve payouts, but not the requester").waitFor();
  expect(await requester.page.getByRole("button", { name: "Approve" }).count()).toBe(0);

  const director = await visit(browser, service, { viewport: HAND });
  const { page } = director;
  await director.signIn(service.demo.admin);
  const job = beginJob(director, "approve-on-a-phone");
  await page.getByRole("link", { name: /^Payout of 25,000.00 GHS to Ama Owusu/ }).click();
  for (const fact of [
    "25,000.00 Ghanaian cedis",
    "MTN •••• 4567 (mobile money)",
    "Never: this is the first time",
    "the payout is 100.00 GHS or more",
    /^Lagos Fresh Foods Admin \(API key\)/,
    /^12,3\d\d,\d{3}.00\sGHS$/,
  ])
    await page.getByText(fact).first().waitFor();
  expect(await page.locator("pre:visible").count()).toBe(0);
  await job.picture("facts");
  await director.assertAccessible();
  await page.getByRole("textbox", { name: "Comment" }).fill("confirmed by phone");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText(/^Approved by .*: confirmed by phone$/).waitFor();
  await job.picture("approved");
  expect(job.clicks()).toBeLessThanOrEqual(3);
  await expect.poll(() => statusOf(paymentId)).toBe("completed");
  await page.getByRole("main").getByRole("link", { name: "Approvals", exact: true }).click();
  await page.getByText("Nothing waits").waitFor();
  expect([...requester.problems, ...director.problems]).toEqual([]);
});

test("several are approved at once with their total, and each says what is unusual about it", async () => {
  const paymentIds = [await heldPayout(1301), await heldPayout(1302)];
  const { page } = admin;
  await page.goto("/dashboard/approvals");
  await row(admin, "Approvals", "1,301.00 GHS")
    .getByText("Unusual: the beneficiary was never paid at this account before")
    .waitFor();
  for (const amount of ["1,301.00", "1,302.00"])
    await page.getByRole("checkbox", { name: `Select: Payout of ${amount} GHS to Ama Owusu` }).check();
  await page.getByText("2 selected: 2,603.00 GHS together").waitFor();
  await admin.assertAccessible();
  await page.getByRole("button", { name: "Approve selected" }).click();
  await page
    .getByRole("dialog", { name: "Approve 2: 2,603.00 GHS together?" })
    .getByRole("button", { name: "Approve" })
    .click();
  await page.getByText("2 approved").waitFor();
  for (const paymentId of paymentIds) await expect.poll(() => statusOf(paymentId)).toBe("completed");
  expect(admin.problems).toEqual([]);
});

test("a rejected payout is not paid, and the page says who said why", async () => {
  const paymentId = await heldPayout(777);
  const { page } = admin;
  await page.goto("/dashboard/approvals");
  await page.getByRole("link", { name: /^Payout of 777.00 GHS/ }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("nobody ordered it");
  await page.getByRole("button", { name: "Reject" }).click();
  await page.getByText(/^Rejected by .*: nobody ordered it$/).waitFor();
  expect(await statusOf(paymentId)).toBe("rejected");
  await page.goto("/dashboard/approvals?status=all");
  await row(admin, "Approvals", "nobody ordered it").getByText("Payout of 777.00 GHS to Ama Owusu").click();
  await page.getByRole("link", { name: "See the payment" }).click();
  await page.getByRole("heading", { level: 1, name: "777.00" }).waitFor();
  expect(admin.problems).toEqual([]);
});

test("a payee who is paid again at another account is marked, with how often and where the money went before", async () => {
  const { data } = await service.call("POST", "/beneficiaries", beneficiary);
  const pay = async (ending: string, amount: number) => {
    const body = mobileMoneyPayout(data.beneficiary_id, ending, { amount, target_amount: amount });
    return (await service.call("POST", "/payments-init/initiate", body)).response.payment_id as string;
  };
  const first = await pay("4567", 50);
  await expect.poll(() => statusOf(first), { timeout: 30_000 }).toBe("completed");
  await service.call("PATCH", `/beneficiaries/${data.beneficiary_id}`, {
    momo_details: { provider: "MTN", phone_number: "+233241239876" },
  });
  await pay("9876", 1500);
  const { page } = admin;
  await page.goto("/dashboard/approvals");
  await page.getByRole("link", { name: /^Payout of 1,500.00 GHS/ }).click();
  await page.getByRole("link", { name: "Once, 50.00 GHS" }).waitFor();
  await page.getByText("Another account: it was MTN •••• 4567").waitFor();
  await page.getByText(/^, changed/).waitFor();
  await page.getByRole("button", { name: "Reject" }).click();
  await page.getByText(/^Rejected by/).waitFor();
  expect(admin.problems).toEqual([]);
});

test("an action that needs approval is shown as sent for approval, and is carried out by it", async () => {
  const organization = service.demo.organizations[0]!;
  const member = await visit(browser, service);
  await member.signIn(organization.org_admin, "/settings/members");
  await member.page.getByRole("button", { name: "Change Lagos Fresh Foods Viewer" }).click();
  await member.page.getByRole("checkbox", { name: "Approve payouts" }).check();
  member.expectFailedRequest(409);
  await member.page.getByRole("button", { name: "Save" }).click();
  await member.page.getByRole("status").getByText("Sent for approval").waitFor();
  expect(await member.page.getByRole("dialog").getByRole("button", { name: "Save" }).count()).toBe(0);
  expect(await member.page.getByRole("dialog").innerText()).not.toMatch(/[0-9a-f]{8}-/);
  await member.assertAccessible();
  await member.page.getByRole("link", { name: "See the request" }).click();
  await member.page.getByText("Lagos Fresh Foods Viewer, viewer@lagosfresh.example").waitFor();
  await member.page.getByText("Approve payouts", { exact: true }).waitFor();

  await admin.page.goto(member.page.url());
  await admin.page.getByRole("button", { name: "Approve" }).click();
  await admin.page.getByText("Done", { exact: true }).waitFor();
  const { data } = await service.call("GET", `/organizations/${organization.org_id}/members`);
  const { permissions } = data.find(({ user_id }: { user_id: string }) => user_id === organization.org_viewer.user_id);
  expect(permissions).toContain("payouts:approve");
  expect([...member.problems, ...admin.problems]).toEqual([]);
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
  await page.getByRole("link", { name: "Decide it" }).click();
  await page.getByText("broken").waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText(/^Approved by/).waitFor();
  const refunded = async () => (await service.call("GET", `/refunds/${data.refund_id}`)).data.status;
  await expect.poll(refunded, { timeout: 30_000 }).toBe("completed");
  expect(admin.problems).toEqual([]);
});
