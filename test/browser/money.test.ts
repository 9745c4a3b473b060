import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import {
  beginJob,
  BROWSER_TEST_TIMEOUT_MS,
  choose,
  launchBrowser,
  see,
  type Visitor,
  visit,
  unfold,
} from "./browser.ts";
import { type BrowserService, startBrowserService } from "./service.ts";

/** What an organization does with its money on the dashboard, and what the service records. */
vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

/** The sandbox takes a second, a busy machine longer. */
const COMPLETION_DEADLINE_MS = 20_000;

let service: BrowserService;
let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  [service, browser] = await Promise.all([startBrowserService(), launchBrowser()]);
  visitor = await visit(browser, service);
  await visitor.signIn(ours().org_admin);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const ours = () => service.demo.organizations[0]!;
const dialog = () => visitor.page.getByRole("dialog");
const statusIs = (status: string) => visitor.page.getByRole("status", { name: `Status: ${status}` });

async function untilCompleted(paymentId: string): Promise<void> {
  await vi.waitFor(
    async () => expect((await service.call("GET", `/payments/${paymentId}`)).data.status).toBe("completed"),
    {
      timeout: COMPLETION_DEADLINE_MS,
    },
  );
}

async function downloaded(press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([visitor.page.waitForEvent("download"), press()]).catch(async (error) => {
    throw new Error(`No file came; the page shows:\n${await visitor.page.locator("body").innerText()}`, {
      cause: error,
    });
  });
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

/**
 * Before a review of payouts is switched on below: with it, another person would have to approve the invitation of
 * somebody who may pay.
 */
describe("members", () => {
  test("a member is invited, gets another role and permissions, and is removed", async () => {
    const { page } = visitor;
    const membersOf = async () =>
      (await service.call("GET", `/organizations/${ours().org_id}/members`)).data as { email: string }[];
    await visitor.follow("/settings/members");
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await see(visitor, 'The list of payment links needs the permission "Keep payment links"');
    await page.getByLabel("E-mail").fill("kemi@example.com");
    await page.getByRole("button", { name: "Send the invitation" }).click();
    const invited = await visit(browser, service);
    await invited.page.goto(await service.mailedAddress(`${service.origin}/dashboard/accept-invite?token=`));
    await invited.page.getByLabel("Your name").fill("Kemi");
    await invited.page.getByLabel("New password").fill("a long enough password");
    await invited.page.getByLabel("Repeat it").fill("a long enough password");
    await invited.page.getByRole("button", { name: "Create the account and join" }).click();
    await invited.page.getByRole("heading", { name: "Overview" }).waitFor();
    await unfold(invited, "People and products");
    await invited.page.getByRole("link", { name: "Beneficiaries" }).waitFor();
    expect(await invited.page.getByRole("link", { name: "Payment links" }).count()).toBe(0);

    await page.reload();
    await page.getByRole("button", { name: "Change Kemi" }).click();
    await choose(visitor, "Role", "Viewer");
    await page.getByRole("checkbox", { name: "Keep webhooks" }).check();
    await page.getByRole("checkbox", { name: "Keep payment links" }).check();
    await dialog().getByRole("button", { name: "Save" }).click();
    await page.getByText("The member is changed").waitFor();
    expect((await membersOf()).find((member) => member.email === "kemi@example.com")).toMatchObject({
      role: "org-viewer",
      permissions: ["payment-links:write", "webhooks:write"],
    });
    await invited.page.goto("/dashboard/settings/webhooks");
    await invited.page.getByRole("button", { name: "New endpoint" }).first().waitFor();
    await unfold(invited, "People and products");
    await invited.page.getByRole("link", { name: "Payment links" }).click();
    await invited.page.getByText("No payment links", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Remove Kemi" }).click();
    await dialog().getByText("They leave no API keys or webhooks.").waitFor();
    await dialog().getByRole("button", { name: "Keep as it is" }).click();
    const madeBy = async () =>
      (
        await service.db.query<{ email: string }>(
          `SELECT email FROM webhook_endpoints JOIN users ON user_id = made_by
           WHERE endpoint_url = 'https://kemi.example/events'`,
        )
      ).map(({ email }) => email);
    await service.db.query(
      `INSERT INTO webhook_endpoints (org_id, webhook_id, endpoint_url, status, disabled_reason, secret_sealed, created_at,
         updated_at, made_by)
       SELECT $1, gen_random_uuid(), 'https://kemi.example/events', 'disabled', 'requested', '', now(), now(), user_id
       FROM users WHERE email = 'kemi@example.com'`,
      [ours().org_id],
    );
    expect(await madeBy()).toEqual(["kemi@example.com"]);
    await page.getByRole("button", { name: "Remove Kemi" }).click();
    await dialog().getByText("https://kemi.example/events").waitFor();
    await dialog().getByRole("button", { name: "Remove" }).click();
    await page.getByText("Kemi is no longer a member").waitFor();
    expect(await madeBy()).toEqual([ours().org_admin.email]);
    expect((await membersOf()).some((member) => member.email === "kemi@example.com")).toBe(false);
    await invited.page.reload();
    await invited.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await invited.page.getByLabel("E-mail").fill("kemi@example.com");
    await invited.page.getByLabel("Password", { exact: true }).fill("a long enough password");
    await invited.page.getByRole("button", { name: "Sign in" }).click();
    await invited.page.getByText("You belong to no organization").waitFor();
    expect(visitor.problems).toEqual([]);
  });
});

describe("payments", () => {
  test("one that waits for the customer is canceled, for good", async () => {
    const { page } = visitor;
    const { response } = await payin("0001", "to-be-canceled");
    await visitor.follow(`/payments/${response.payment_id}`);
    await page.getByRole("button", { name: "Cancel payment" }).click();
    await dialog().getByRole("button", { name: "Cancel the payment" }).click();
    await statusIs("canceled").waitFor();
    expect((await service.call("GET", `/payments/${response.payment_id}`)).data.status).toBe("canceled");
    expect(visitor.problems).toEqual([]);
  });

  test("a refund that was refused is asked for anew when the button is pressed again, with other words too", async () => {
    const { page } = visitor;
    const { response } = await payin("4567", "to-be-refunded");
    await untilCompleted(response.payment_id);
    await atSandbox("POST", "/faults", { provider: "fiat", mode: "refuse" });
    await visitor.follow(`/payments/${response.payment_id}`);
    await page.getByRole("button", { name: "Refund" }).click();
    await page.getByLabel("Reason").fill("A bad basket");
    await dialog().getByRole("button", { name: "Review" }).click();
    await dialog()
      .getByRole("button", { name: /^Refund/ })
      .click();
    await dialog()
      .getByText(/refused the refund/)
      .waitFor();
    await atSandbox("DELETE", "/faults");
    await dialog().getByRole("button", { name: "Back" }).click();
    await page.getByLabel("Reason").fill("A bad basket, asked for twice");
    await dialog().getByRole("button", { name: "Review" }).click();
    await dialog()
      .getByRole("button", { name: /^Refund/ })
      .click();
    await dialog().getByText("A bad basket, asked for twice").waitFor();
    await dialog().getByRole("button", { name: "Done" }).click();
    await dialog().waitFor({ state: "hidden" });
    await statusIs("refunded").waitFor();
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining("502")]);
  });

  test("the file holds the payments that the filters show, whole and harmless for a spreadsheet", async () => {
    const { page } = visitor;
    const harmful = await payin("4567", '=HYPERLINK("http://evil.example")');
    const { response } = await payin("4567", "in-the-file");
    for (const paymentId of [harmful.response.payment_id, response.payment_id]) await untilCompleted(paymentId);
    await visitor.follow("/payments?direction=inbound&status=completed");
    await page.getByRole("cell", { name: "in-the-file" }).waitFor();
    const { name, text } = await downloaded(() => page.getByRole("button", { name: "Export CSV" }).click());
    expect(name).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    const [header, ...rows] = text.trimEnd().split("\r\n");
    expect(header!.split(",").slice(0, 2)).toEqual(["payment_id", "transaction_id"]);
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row.includes("in-the-file"))).toContain(`${response.payment_id},`);
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(text).not.toContain("to-be-canceled");
  });

  test("go by amount within a currency, come to a total, and are kept as a view with their order", async () => {
    const { page } = visitor;
    await payin("4567", "for-a-view");
    await visitor.follow("/payments?currency=GHS");
    await page.getByRole("button", { name: "Amount" }).click();
    await page.getByRole("columnheader", { name: "Amount" }).and(page.locator("[aria-sort=descending]")).waitFor();
    await page.getByText(/^\d+ payments? in all: /).waitFor();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save this view" }).click();
    await dialog().getByLabel("Name").fill("Largest cedis");
    await visitor.assertAccessible();
    await dialog().getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "View: Largest cedis" }).waitFor();
    await visitor.follow("/payments");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Largest cedis" }).click();
    await page.getByRole("columnheader", { name: "Amount" }).and(page.locator("[aria-sort=descending]")).waitFor();
    await page.getByRole("button", { name: "View: Largest cedis" }).click();
    await page.getByRole("menuitem", { name: /^Delete/ }).click();
    await page.getByRole("button", { name: "Views" }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("one is shown as the API shows it, to the last zero", async () => {
    const { page } = visitor;
    const { response } = await payin("4567", "to-the-last-zero");
    await untilCompleted(response.payment_id);
    const answer = await fetch(`${service.demo.base_url}/payments/${response.payment_id}`, {
      headers: { Authorization: "NONE", "X-Api-Key": ours().api_key },
    });
    const [sent] = /"amount":\d+\.\d0\b/.exec(await answer.text())!;
    await visitor.follow(`/payments/${response.payment_id}`);
    await page.getByRole("heading", { name: "The payment as the API shows it" }).click();
    expect(await page.getByLabel("Payment as JSON", { exact: true }).innerText()).toContain(
      `${sent.replace(":", ": ")},\n`,
    );
    expect(visitor.problems).toEqual([]);
  });

  test("what is wrong with one field is said once", async () => {
    const { page } = visitor;
    visitor.expectFailedRequest(400);
    await visitor.follow("/payments?currency=NAIRA9");
    await page
      .getByRole("alert")
      .getByText(/Currency must be/)
      .first()
      .waitFor();
    expect(
      await page
        .getByRole("alert")
        .getByText(/Currency must be/)
        .count(),
    ).toBe(1);
    expect(visitor.problems).toEqual([]);
  });

  test("a limit of a day is set with four clicks, and what a role may do is one more away", async () => {
    const { page } = visitor;
    await visitor.follow("/");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const before = visitor.clicks();
    await unfold(visitor, "Settings");
    await page.getByRole("link", { name: "Controls" }).click();
    await page.getByRole("button", { name: "Add a limit" }).click();
    await page.getByLabel("At most in all").fill("5000000");
    await page.getByText("At most 5,000,000.00 NGN within a day by the whole organization; more waits").waitFor();
    await page.getByRole("button", { name: "Save the controls" }).click();
    await page.getByText("The controls are changed").waitFor();
    expect(visitor.clicks() - before).toBeLessThanOrEqual(4);
    const controls = async () => (await service.call("GET", `/organizations/${ours().org_id}`)).data.settings.controls;
    expect((await controls()).limits).toEqual([
      { per: "organization", window: "day", currency: "NGN", amount: 5_000_000, action: "review" },
    ]);
    await visitor.assertAccessible();

    await page.getByRole("button", { name: /^Remove: At most/ }).click();
    visitor.expectFailedRequest(409);
    await page.getByRole("button", { name: "Save the controls" }).click();
    await page.getByRole("status").getByText("Sent for approval").waitFor();
    expect((await controls()).limits).toHaveLength(1);
    await page.getByRole("link", { name: "See the request" }).click();
    await page.getByText("No longer").waitFor();
    await page.getByText("At most 5,000,000.00 NGN within a day").waitFor();
    await visitor.assertAccessible();

    await visitor.follow("/settings/members");
    await page.getByRole("link", { name: "What each role may do" }).click();
    await page.getByRole("row", { name: /^Approve payouts Yes – –/ }).waitFor();
    await visitor.assertAccessible();
    expect(visitor.problems).toEqual([]);
  });

  test("a payout above the limit of the organization goes out once somebody else approves it", async () => {
    const { page } = visitor;
    await visitor.follow("/settings/organization");
    await page.getByLabel("Name", { exact: true }).fill("Lagos Fresh Foods Ltd");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The organization is changed").waitFor();
    await visitor.follow("/settings/controls");
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByLabel("Amount").fill("100000");
    await page.getByRole("button", { name: "Save the controls" }).click();
    await page.getByText("The controls are changed").waitFor();
    expect((await service.call("GET", `/organizations/${ours().org_id}`)).data).toMatchObject({
      name: "Lagos Fresh Foods Ltd",
      settings: { payout_review_above: { NGN: 100_000 } },
    });

    const { response } = await service.call("POST", "/payments-init/initiate", {
      amount: 250_000,
      target_amount: 250_000,
      currency: "NGN",
      target_currency: "NGN",
      payment_method: "bank_transfer",
      direction: "payout",
      beneficiary_id: ours().beneficiary_id,
      bank_details: {
        account_name: "LFF",
        country: "NG",
        account_number: "0123456784",
        bank_code: "044",
        bank_name: "Access Bank",
      },
      bank_account: { account_number: "0123456784", bank_code: "044", bank_name: "Access Bank" },
    });
    const platform = await visit(browser, service);
    await platform.signIn(service.demo.admin, `/payments/${response.payment_id}`);
    await platform.page.getByRole("link", { name: "Decide it" }).click();
    await platform.page.getByText("Ikeja Farms Ltd, says the bank", { exact: true }).waitFor();
    await platform.page.getByLabel("Comment").fill("Seen the invoice");
    await platform.page.getByRole("button", { name: "Approve" }).click();
    await platform.page.getByText(/^Approved by .*: Seen the invoice$/).waitFor();
    await platform.page.getByRole("link", { name: "See the payment" }).click();
    await platform.page.getByRole("status", { name: "Status: completed" }).waitFor();
    expect((await service.call("GET", `/payments/${response.payment_id}`)).data.status).toBe("completed");
    expect([...visitor.problems, ...platform.problems]).toEqual([]);
  });
});

describe("payees", () => {
  test("a beneficiary is checked at its bank, added, changed and deleted", async () => {
    const { page } = visitor;
    await visitor.follow("/beneficiaries");
    await page.getByRole("button", { name: "New beneficiary" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("Kano Grain Traders");
    await choose(visitor, "Country", "Nigeria");
    await choose(visitor, "Who it is", "Business");
    // By its short name; then by a part of its name; then by its code.
    await choose(visitor, "Bank", "GTBank");
    await choose(visitor, "Bank", "First Bank");
    visitor.expectFailedRequest(404);
    await page.getByLabel("Account number").fill("123");
    await page.getByText("This account does not exist").waitFor();
    await page.getByRole("button", { name: "Add the beneficiary" }).click();
    await dialog().getByText("Account number must be a NUBAN of 10 digits", { exact: true }).waitFor();
    await page.getByLabel("Account number").fill("0000014579");
    await page.getByText(/^The account belongs to/).waitFor();
    await page.getByText("That is not the name you entered").waitFor();
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "Add the beneficiary" }).click();
    await page.getByText("The beneficiary is added").waitFor();
    const find = async (name: string) =>
      (await service.call("GET", "/beneficiaries?limit=100")).data.find((one: { fname: string }) => one.fname === name);
    expect(await find("Kano Grain Traders")).toMatchObject({ account_type: "bank", country: "NG", currency: "NGN" });

    await page.getByRole("button", { name: "Edit Kano Grain Traders" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Kano Grain");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Delete Kano Grain" }).click();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await page.getByText("Kano Grain is deleted").waitFor();
    expect(await find("Kano Grain")).toBeUndefined();
    expect(visitor.problems).toEqual([]);
  });

  // Before a customer is erased below, which takes every file away that may hold the customer.
  test("a file of payments is asked for, made, and downloaded, even while events are held back", async () => {
    const { page } = visitor;
    await visitor.follow("/exports");
    await page.getByRole("button", { name: "New export" }).first().click();
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "Make the file" }).click();
    await page.getByText("The file is being made").waitFor();
    // An open transaction holds back every later event, so nothing tells the page that the file is made.
    const { text } = await service.db.transaction(async (tx) => {
      await tx.query("SET LOCAL idle_in_transaction_session_timeout = 0");
      await tx.query("SELECT pg_current_xact_id()");
      return downloaded(() => page.getByRole("button", { name: "Download Transactions, CSV" }).first().click());
    });
    expect(text).toMatch(/^payment_id,transaction_id,/);
    expect(visitor.problems).toEqual([]);
  });

  test("a customer is added, changed and erased, and shows the payments that name it", async () => {
    const { page } = visitor;
    await visitor.follow("/customers");
    await page.getByRole("button", { name: "New customer" }).first().click();
    await page.getByRole("button", { name: "Add the customer" }).click();
    await page.getByText("Enter a name, or another detail").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Efua Sarpong");
    await page.getByLabel("Phone").fill("+233 24 123 4567");
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "Add the customer" }).click();
    await page.getByText("The customer is added").waitFor();
    const { data } = await service.call("GET", "/customers?phone=%2B233241234567");
    const { customer_id } = data.find((one: { name: string }) => one.name === "Efua Sarpong");
    await service.call("POST", "/payments-init/initiate", {
      amount: 77.7,
      target_amount: 77.7,
      currency: "GHS",
      target_currency: "GHS",
      country: "GH",
      payment_method: "mobile_money",
      direction: "payin",
      customer_id,
      mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
    });
    await page.getByRole("link", { name: "Efua Sarpong" }).click();
    await page.getByRole("heading", { name: "Efua Sarpong" }).waitFor();
    await page.getByRole("table", { name: "Payments of the customer" }).getByText("77.70").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Your own id").fill("C-7");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("C-7").waitFor();
    await page.getByRole("button", { name: "Erase" }).click();
    await dialog().getByRole("button", { name: "Erase" }).click();
    await page.getByText("The customer is being erased").waitFor();
    expect((await service.call("GET", `/customers/${customer_id}`)).data).not.toHaveProperty("name");
    expect(visitor.problems).toEqual([]);
  });

  test("a payment link is made, can be paid, and no longer once it is switched off", async () => {
    const { page } = visitor;
    await visitor.follow("/payment-links");
    await page.getByRole("button", { name: "New payment link" }).first().click();
    await page.getByLabel("Amount", { exact: true }).fill("1250.5");
    await choose(visitor, "Currency", "GHS");
    await page.getByLabel("Description").fill("A crate of mangoes");
    await dialog().getByRole("button", { name: "Review" }).click();
    await dialog()
      .getByText(/^Whoever has the link pays 1,250\.50.GHS\.$/)
      .waitFor();
    const job = beginJob(visitor, "payment-link");
    await visitor.assertAccessible();
    await job.picture("1-review");
    await page.getByRole("button", { name: "Make the link" }).click();
    await dialog().getByRole("button", { name: "Share" }).waitFor();
    await visitor.assertAccessible();
    await job.picture("2-done");
    const address = await dialog().locator("pre").innerText();
    await page.getByRole("button", { name: "Done" }).click();
    const customer = await visit(browser, service);
    await customer.page.goto(address);
    await customer.page.getByRole("button", { name: "Pay 1,250.50 GHS" }).waitFor();
    await customer.page.getByText("A crate of mangoes").waitFor();

    await page.getByRole("button", { name: /^Switch off the link/ }).click();
    await dialog().getByRole("button", { name: "Switch off" }).click();
    await page.getByText("The link is switched off").waitFor();
    customer.expectFailedRequest(410);
    await customer.page.reload();
    await customer.page.getByRole("heading", { name: "This link is no longer in use" }).waitFor();
    const { data } = await service.call("GET", `/orgs/${ours().org_id}/payment-links`);
    expect(data[0]).toMatchObject({ status: "disabled", amount: 1250.5, currency: "GHS" });
    expect([...visitor.problems, ...customer.problems]).toEqual([]);
  });

  test("crypto is bought at the rate that is shown", async () => {
    const { page } = visitor;
    await visitor.follow("/ramps");
    await page.getByRole("button", { name: "New ramp" }).first().click();
    await page.getByLabel("Fiat amount").fill("80000");
    await choose(visitor, "Fiat currency", "NGN");
    await choose(visitor, "Country", "Nigeria");
    await page.getByLabel("Wallet address").fill("TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC");
    const shown = await dialog()
      .getByText(/^1 NGN = /)
      .innerText();
    await dialog().getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Buy", exact: true }).click();
    await page.getByRole("heading", { name: "80,000.00 NGN" }).waitFor();
    await page.getByText(/^Buy crypto · USDT · TRON/).waitFor();
    const instructions = page.getByRole("alert").filter({ hasText: "Waiting for the customer" });
    expect(await instructions.innerText()).toMatch(/before \d+ \w{3,4} \d{4}, \d\d:\d\d$/);
    const paymentId = new URL(page.url()).pathname.split("/").at(-1)!;
    const { data } = await service.call("GET", `/payments/${paymentId}`);
    expect(data).toMatchObject({ direction: "external", amount: 80_000, currency: "NGN", target_currency: "USDT" });
    expect(shown).toContain(String(data.target_amount).slice(0, 5));
    await visitor.follow("/ramps");
    await page.getByRole("link", { name: "80,000.00 NGN" }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("a ramp is quoted with its rate, route and fee", async () => {
    const { page } = visitor;
    await visitor.follow("/quotes");
    await choose(visitor, "Kind", "Buy crypto");
    await page.getByLabel("Fiat amount").fill("80000");
    await choose(visitor, "Fiat currency", "NGN");
    await choose(visitor, "Country", "Nigeria");
    await page.getByRole("button", { name: "Get the quote" }).click();
    const quote = page.getByRole("status").filter({ hasText: "Holds until" });
    await quote.getByText("80,000.00 NGN").waitFor();
    expect(await quote.innerText()).toMatch(/1 NGN = [\d.]+ USDT[\s\S]*TRON[\s\S]*crypto, hybrid/);
    await visitor.assertAccessible();
    expect(visitor.problems).toEqual([]);
  });
});

test("a list of payouts is uploaded, its errors are shown by row, the rest is sent, and Ctrl+K finds it", async () => {
  const { page } = visitor;
  const csv = `beneficiary_id,amount,currency,reference\n${ours().beneficiary_id},700.00,NGN,wages-1\n${ours().beneficiary_id},70O,NGN,wages-2\n`;
  await visitor.follow("/payout-batches");
  await page.getByRole("button", { name: "Pay many" }).first().click();
  await visitor.assertAccessible();
  // A list that names our ids needs nothing more from anybody.
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "Wages of May.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await statusIs("Ready").waitFor();
  await page.getByText("Amount must be a plain number").waitFor();
  await visitor.assertAccessible();
  const errors = await downloaded(() => page.getByRole("button", { name: "Errors" }).click());
  expect(errors.text).toContain("70O");
  await page.getByRole("button", { name: "Submit" }).click();
  await dialog().getByRole("switch", { name: "Leave out 1 rows with errors" }).check();
  await dialog().getByRole("button", { name: "Submit" }).click();
  await statusIs("Completed").waitFor();
  const statement = await downloaded(() => page.getByRole("button", { name: "Statement" }).click());
  expect(statement.text).toMatch(/1,completed,.*,wages-1,700.00,NGN/);

  await visitor.follow("/");
  await page.getByRole("button", { name: "Find anything" }).first().waitFor();
  await page.keyboard.press("Control+K");
  await page.getByLabel("Search").fill("wages of");
  await page.getByRole("link", { name: /Wages of May/ }).waitFor();
  await visitor.assertAccessible();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Wages of May" }).waitFor();
  expect(visitor.problems).toEqual([]);
});

describe("virtual accounts", () => {
  const accountOf = async (accountId: string) => (await service.call("GET", `/virtual-accounts/${accountId}`)).data;

  test("money is moved between them, withdrawn, held back by a freeze, and all of it is in the statement", async () => {
    const { page } = visitor;
    await visitor.follow("/virtual-accounts");
    await page.getByRole("button", { name: "Open an account" }).first().click();
    await choose(visitor, "Currency", "NGN");
    await page.getByLabel("Name of the account").fill("Main account");
    await page.getByRole("button", { name: "Open the account" }).click();
    await page.getByRole("heading", { name: "Main account" }).waitFor();
    const mainId = new URL(page.url()).pathname.split("/").at(-1)!;
    const { data: other } = await service.call("POST", "/virtual-accounts/internal/bank", {
      org_id: ours().org_id,
      user_id: ours().org_member.user_id,
      currency: "NGN",
      org_name: "Petty cash",
    });
    await fetch(`${service.sandboxUrl}/deposits`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        account_number: (await accountOf(mainId)).account_number,
        amount: 90_000,
        currency: "NGN",
      }),
    });
    await vi.waitFor(async () => expect((await accountOf(mainId)).balance).toBe(90_000), { timeout: 60_000 });

    await page.reload();
    await page.getByRole("button", { name: "Transfer" }).click();
    await choose(visitor, "To", "Petty cash");
    await page.getByLabel(/^Amount/).fill("15000.25");
    await dialog().getByRole("button", { name: "Review" }).click();
    await dialog()
      .getByText(/^15,000\.25.NGN go to Petty cash/)
      .waitFor();
    await dialog().getByRole("button", { name: "Transfer" }).click();
    await dialog().getByRole("heading", { name: "The money is transferred" }).waitFor();
    await visitor.assertAccessible();
    await dialog().getByRole("button", { name: "Done" }).click();
    expect([(await accountOf(mainId)).balance, (await accountOf(other.account_id)).balance]).toEqual([
      74_999.75, 15_000.25,
    ]);

    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByLabel(/^Amount/).pressSequentially("1,50,0");
    await dialog().getByRole("button", { name: "Review" }).click();
    await dialog().getByText("Write the number in digits").waitFor();
    expect(await dialog().locator(":focus").inputValue()).toBe("1,50,0");
    await page.getByLabel(/^Amount/).fill("99999999");
    await dialog().getByRole("button", { name: "Review" }).click();
    await dialog()
      .getByText(/^Above zero, at most 74,999.75/)
      .waitFor();
    await page.getByLabel(/^Amount/).fill("");
    await page.getByLabel(/^Amount/).pressSequentially("4,999.75");
    await choose(visitor, "Beneficiary", " – ");
    await dialog().getByRole("button", { name: "Review" }).click();
    await dialog().getByRole("button", { name: "Withdraw" }).click();
    await dialog().getByRole("heading", { name: "The withdrawal is on its way" }).waitFor();
    await dialog().getByRole("button", { name: "Done" }).click();
    await vi.waitFor(
      async () => expect(await accountOf(mainId)).toMatchObject({ balance: 70_000, available_balance: 70_000 }),
      { timeout: 60_000 },
    );

    await page.getByRole("button", { name: "Freeze" }).click();
    await dialog().getByRole("button", { name: "Freeze" }).click();
    await page.getByRole("button", { name: "Unfreeze" }).waitFor();
    expect((await accountOf(mainId)).status).toBe("frozen");
    expect(await page.getByRole("button", { name: "Withdraw" }).count()).toBe(0);
    await page.getByRole("button", { name: "Unfreeze" }).click();
    await dialog().getByRole("button", { name: "Unfreeze" }).click();
    await page.getByRole("button", { name: "Withdraw" }).waitFor();
    expect((await accountOf(mainId)).status).toBe("active");

    await page.getByRole("button", { name: "Statement" }).click();
    await page.getByText("Days begin at midnight UTC").waitFor();
    const { name, text } = await downloaded(() => page.getByRole("button", { name: "Download CSV" }).click());
    expect(name).toContain(mainId);
    for (const amount of ["90000", "15000.25", "4999.75"]) expect(text).toContain(amount);
    expect(visitor.problems).toEqual([]);
  });
});

describe("people", () => {
  test("somebody changes their own name", async () => {
    const { page } = visitor;
    await visitor.follow("/account");
    await page.getByLabel("Name").fill("Ngozi Admin");
    await page.getByRole("button", { name: "Change the name" }).click();
    await page.getByRole("button", { name: "Account of Ngozi Admin" }).waitFor();
    const [user] = await service.db.query<{ name: string }>("SELECT name FROM users WHERE email = $1", [
      ours().org_admin.email,
    ]);
    expect(user?.name).toBe("Ngozi Admin");
  });
});

async function atSandbox(method: string, path: string, body?: unknown): Promise<void> {
  const answer = await fetch(`${service.sandboxUrl}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
}

function payin(ending: string, reference: string): Promise<{ response: { payment_id: string } }> {
  return service.call(
    "POST",
    "/payments-init/initiate",
    mobileMoneyPayin(ending, { amount: 150.5, target_amount: 150.5, client_reference: reference }),
  );
}
