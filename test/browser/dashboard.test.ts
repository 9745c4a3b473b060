import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { BROWSER_TEST_TIMEOUT_MS, choose, launchBrowser, type Visitor, visit, unfold } from "./browser.ts";
import { type BrowserService, startBrowserService } from "./service.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

let service: BrowserService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startBrowserService(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const ours = () => service.demo.organizations[0]!;

async function signedIn(person = ours().org_admin, path = ""): Promise<Visitor> {
  const visitor = await visit(browser, service);
  await visitor.signIn(person, path);
  return visitor;
}

async function payin(ending: string, reference: string): Promise<{ payment_id: string; status: string }> {
  const { response } = await service.call(
    "POST",
    "/payments-init/initiate",
    mobileMoneyPayin(ending, { amount: 150.5, target_amount: 150.5, client_reference: reference }),
  );
  return response;
}

const statusIs = (visitor: Visitor, status: string) => visitor.page.getByRole("status", { name: `Status: ${status}` });

describe("API keys", () => {
  test("a new key is shown once, calls the API, and stops when it is revoked", async () => {
    const visitor = await signedIn();
    const { page } = visitor;
    await unfold(visitor, "Settings");
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("button", { name: "New API key" }).click();
    await page.getByLabel("Name").fill("Browser test");
    await page.getByRole("button", { name: "Create the key" }).click();
    const key = await page.getByRole("dialog").locator("pre").innerText();
    expect(key).toMatch(/^ck_test_/);
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "I have stored it" }).click();

    const call = () =>
      fetch(`${service.demo.base_url}/transactions?limit=1`, { headers: { Authorization: "NONE", "X-Api-Key": key } });
    expect((await call()).status).toBe(200);
    expect(await page.locator("body").innerText()).not.toContain(key);

    // An empty field is not zero hours: with zero, the old key would stop at once.
    await page.getByRole("button", { name: "Rotate Browser test" }).click();
    await page.getByLabel("Hours until the old key stops").fill("");
    await page.getByRole("button", { name: "Make a new key" }).click();
    await page.getByText("Enter the number of hours; 0 means at once").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect((await call()).status).toBe(200);

    await page.getByRole("button", { name: "Revoke Browser test" }).click();
    await page.getByRole("button", { name: "Revoke the key" }).click();
    await page.getByText("Browser test is revoked").waitFor();
    expect((await call()).status).toBe(401);
    expect(visitor.problems).toEqual([]);
  });
});

describe("days of the calendar", () => {
  test("are the same days west of Greenwich, where they were typed", async () => {
    const { data: escrow } = await service.call("POST", "/virtual-accounts/escrow", {
      title: "Jetty",
      currency: "NGN",
      total_amount: 500,
    });
    await service.call("POST", `/virtual-accounts/escrow/${escrow.escrow_id}/milestones`, {
      label: "Piles",
      expected_disbursement: 500,
      due_date: "2037-12-01",
      parties: [],
    });
    const visitor = await visit(browser, service, { timezoneId: "America/Los_Angeles" });
    const { page } = visitor;
    await visitor.signIn(ours().org_admin, `/escrow/${escrow.escrow_id}`);
    await page.getByText("Due 1 Dec 2037").waitFor();
    await visitor.follow("/settings/api-keys");
    await page.getByRole("button", { name: "New API key" }).click();
    await page.getByLabel("Name").fill("Until December");
    await page.getByLabel(/^Expires on/).fill("2037-12-01");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("cell", { name: "1 Dec 2037, 00:00" }).waitFor();
    expect(visitor.problems).toEqual([]);
  });
});

describe("payments", () => {
  test("the form makes a payment, shows it as curl, and the payment's page follows it to its end by itself", async () => {
    const visitor = await signedIn(ours().org_admin, "/payments/new");
    const { page } = visitor;
    await page.getByLabel("Amount").fill("42.5");
    await choose(visitor, "Currency", "GHS");
    await choose(visitor, "Country", "Ghana");
    await page.getByLabel("Name", { exact: true }).fill("Ama Owusu");
    await page.getByLabel("Phone", { exact: true }).fill("+233241234567");
    await choose(visitor, "Network", "MTN");
    await page.getByLabel("Mobile money number").fill("+233241234567");
    await page.getByLabel("Reference").fill("from-the-form");
    const curl = page.getByLabel("curl command", { exact: true });
    await expect.poll(() => curl.innerText()).toContain('"client_reference": "from-the-form"');
    expect(await curl.innerText()).toContain(`${service.origin}/v1/payments-init/initiate`);
    await page.getByRole("button", { name: "Collect the payment" }).click();
    await page.getByRole("heading", { name: "42.50 GHS" }).waitFor();
    await statusIs(visitor, "completed").waitFor();
    await page.getByRole("region", { name: "What happened" }).getByText("Completed").waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("a payment tells its whole story: the route, the refusal, the fallback, the books and the events", async () => {
    const { payment_id: paymentId } = await payin("0003", "the-whole-story");
    const visitor = await signedIn(ours().org_admin, `/payments/${paymentId}`);
    const { page } = visitor;
    await statusIs(visitor, "completed").waitFor();
    const story = page.getByRole("region", { name: "What happened" });
    for (const sentence of ["Payment requested", "Route chosen: fiat, then hybrid", "Fiat refused", "Hybrid accepted"])
      await story.getByText(sentence).first().waitFor();
    // What accountants and programmers read is folded away for others.
    const books = page.getByRole("region", { name: "Ledger" });
    expect(await books.getByText("Settlement").first().isVisible()).toBe(false);
    await books.getByRole("heading").click();
    await books.getByText("Settlement").first().waitFor();
    await page.getByRole("region", { name: "Events" }).getByRole("heading").click();
    await page.getByRole("region", { name: "Events" }).getByText("payment.completed").waitFor();
    await visitor.assertAccessible();
    expect(visitor.problems).toEqual([]);
  });

  test("a day of a chart is chosen by the arrow keys, and Enter shows its payments", async () => {
    const visitor = await signedIn(ours().org_admin, "/?currency=GHS");
    const { page } = visitor;
    const chart = page.getByRole("application", { name: "Completed volume in GHS per day" });
    await page.getByRole("table", { name: "Completed volume in GHS per day" }).waitFor();
    await chart.focus();
    await chart.press("ArrowRight");
    await page.locator(".recharts-tooltip-wrapper").getByText("Collected").first().waitFor();
    await visitor.assertAccessible();
    await chart.press("Enter");
    await page.getByRole("heading", { name: "Payments", level: 1 }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("from")).toBe(searchParams.get("to"));
    expect(searchParams.get("currency")).toBe("GHS");
    expect(visitor.problems).toEqual([]);
  });

  test("is found by its reference, exported, and refunded in part and then in whole", async () => {
    const { payment_id: paymentId } = await payin("4567", "to-be-refunded");
    const visitor = await signedIn(ours().org_admin, "/payments");
    const { page } = visitor;
    await page.getByLabel("Search by any id or reference").fill("to-be-refunded");
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^payments-.*\.csv$/);

    await page.getByRole("link", { name: /150\.50/ }).click();
    await statusIs(visitor, "completed").waitFor();
    await refund(visitor, "50.5", "One basket was bad");
    await page.getByText("Refund of 50.50 GHS requested").waitFor();
    await page.getByRole("region", { name: "What happened" }).getByText("Refund completed").first().waitFor();
    await refund(visitor, "100", "So was the other");
    await statusIs(visitor, "refunded").waitFor();
    expect((await service.call("GET", `/payments/${paymentId}`)).data).toMatchObject({
      status: "refunded",
      refunded_amount: 150.5,
    });
    expect(visitor.problems).toEqual([]);
  });

  test("a refund of more than the payment is refused in words, and never becomes a refund of all of it", async () => {
    const { payment_id: paymentId } = await payin("4567", "refund-mistyped");
    const visitor = await signedIn(ours().org_admin, `/payments/${paymentId}`);
    const { page } = visitor;
    await statusIs(visitor, "completed").waitFor();
    await page.getByRole("button", { name: "Refund" }).click();
    await page.getByLabel(/^Amount/).fill("1505");
    await page.getByLabel("Reason").fill("Meant 15.05");
    await page.getByRole("dialog").getByRole("button", { name: "Review" }).click();
    await page
      .getByRole("dialog")
      .getByText(/^Above zero, at most 150\.50/)
      .waitFor();
    expect(await page.getByLabel(/^Amount/).inputValue()).toBe("1505");
    expect((await service.call("GET", `/payments/${paymentId}`)).data).toMatchObject({
      status: "completed",
      refunded_amount: 0,
    });
    expect(visitor.problems).toEqual([]);
  });

  test("a large payout waits until somebody else approves it", async () => {
    const organization = ours();
    await service.call("PATCH", `/organizations/${organization.org_id}`, {
      settings: { payout_review_above: { NGN: 100_000 } },
    });
    const visitor = await signedIn(organization.org_member);
    const { page } = visitor;
    const account = { account_number: "0123456784", bank_code: "044", bank_name: "Access Bank" };
    const { response } = await service
      .call("POST", "/payments-init/initiate", {
        amount: 250_000,
        target_amount: 250_000,
        currency: "NGN",
        target_currency: "NGN",
        payment_method: "bank_transfer",
        direction: "payout",
        beneficiary_id: organization.beneficiary_id,
        bank_details: { account_name: "LFF", country: "NG", ...account },
        bank_account: account,
      })
      .catch((error: Error) => ({ response: { payment_id: "", message: error.message } }));
    expect(response).toMatchObject({ status: "initiated" });
    // The member may read but not approve. The administrator initiated the payment (it is their key) and may not
    // approve it either.
    await visitor.follow(`/payments/${response.payment_id}`);
    await statusIs(visitor, "waits for approval").waitFor();
    expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
    const initiator = await signedIn();
    await initiator.follow(`/payments/${response.payment_id}`);
    await initiator.page
      .getByText("Payout of 250,000.00 NGN to Ikeja Farms: the payout is 100,000.00 NGN or more")
      .waitFor();

    const platform = await signedIn(service.demo.admin, `/payments/${response.payment_id}`);
    await platform.page.getByRole("link", { name: "Decide it" }).click();
    await platform.page.getByRole("button", { name: "Reject" }).click();
    await statusIs(initiator, "rejected").waitFor();
    expect([...visitor.problems, ...initiator.problems, ...platform.problems]).toEqual([]);
  });
});

describe("webhooks", () => {
  let receiver: Server;
  let answerWith = 500;
  beforeAll(async () => {
    receiver = createServer((_request, response) => response.writeHead(answerWith).end());
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => receiver.close());

  test("an endpoint is registered with a secret shown once; a dead letter is found and sent again", async () => {
    const visitor = await signedIn();
    const { page } = visitor;
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await visitor.follow("/settings/webhooks");
    await page.getByRole("button", { name: "New endpoint" }).first().click();
    await page.getByLabel("Address").fill(address);
    await page.getByRole("button", { name: "Register" }).click();
    await page.getByRole("heading", { name: "Signing secret" }).waitFor();
    await page.getByRole("button", { name: "I have stored it" }).click();

    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Sent to 1 endpoint").waitFor();
    await page.keyboard.press("Escape");
    await vi.waitFor(
      async () => {
        const [tried] = await service.db.query("SELECT 1 FROM webhook_deliveries WHERE attempt_count > 0");
        expect(tried).toBeDefined();
      },
      { timeout: 60_000 },
    );
    await page.reload();
    await page.getByRole("cell", { name: "Failing" }).waitFor();
    await page.getByRole("link", { name: address }).click();
    await page.getByText("Every attempt fails").waitFor();
    await page.getByText("Failing", { exact: true }).waitFor();
    expect(await page.getByText("Active", { exact: true }).count()).toBe(0);
    await visitor.follow("/settings/webhooks");
    // Eight attempts would take two days, so the test writes the final state into the database.
    await service.db.query(
      "UPDATE webhook_deliveries SET status = 'dead', due_at = NULL, finished_at = created_at WHERE status = 'pending'",
    );

    answerWith = 204;
    await page.getByRole("tab", { name: "Failed deliveries" }).click();
    await page
      .getByRole("button", { name: /^Attempts of transaction.updated/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("cell", { name: "500", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Send again: transaction.updated/ }).click();
    await page.getByText("No failed deliveries").waitFor();

    await page.getByRole("tab", { name: "Endpoints" }).click();
    await page.getByRole("link", { name: address }).click();
    await page.getByRole("cell", { name: "Delivered" }).first().waitFor();
    await visitor.assertAccessible();
    expect(visitor.problems).toEqual([]);
  });
});

describe("escrow", () => {
  test("a project is planned, funded, approved and released on its board", async () => {
    const organization = ours();
    const open = async (userId: string) =>
      (
        await service.call("POST", "/virtual-accounts/internal/bank", {
          org_id: organization.org_id,
          user_id: userId,
          currency: "NGN",
        })
      ).data as {
        account_id: string;
      };
    const [payer, payee] = [await open(organization.org_admin.user_id), await open(organization.org_member.user_id)];
    const { data: account } = await service.call("GET", `/virtual-accounts/${payer.account_id}`);
    await fetch(`${service.sandboxUrl}/deposits`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ account_number: account.account_number, amount: 90_000, currency: "NGN" }),
    });
    await vi.waitFor(
      async () =>
        expect((await service.call("GET", `/virtual-accounts/${payer.account_id}`)).data.balance).toBe(90_000),
      { timeout: 60_000 },
    );

    const visitor = await signedIn(ours().org_admin, "/escrow");
    const { page } = visitor;
    await page.getByRole("button", { name: "New project" }).first().click();
    await page.getByLabel("Title").fill("Cold store");
    await page.getByLabel("Total amount").fill("90000");
    await choose(visitor, "Currency", "NGN");
    await page.getByRole("button", { name: "Create the draft" }).click();
    await page.getByRole("heading", { name: "Cold store" }).waitFor();

    await page.getByRole("button", { name: "Add a party" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ikeja Builders");
    await page.getByLabel("Role").fill("contractor");
    await choose(visitor, "Virtual account", "Lagos Fresh Foods, 0.00");
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    await page.getByRole("cell", { name: "Ikeja Builders", exact: true }).waitFor();

    await page.getByRole("button", { name: "Add a milestone" }).click();
    await page.getByLabel("What is reached").fill("Handover");
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    await page.getByRole("button", { name: "More for Handover" }).click();
    await page.getByRole("menuitem", { name: "Edit shares" }).click();
    await page.getByLabel("Share of Ikeja Builders", { exact: true }).fill("100");
    await page.getByText("The whole milestone is divided").waitFor();
    await page.getByRole("button", { name: "Save the shares" }).click();
    await page.getByRole("button", { name: "Activate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();

    await page.getByRole("button", { name: "Fund", exact: true }).click();
    await choose(visitor, "Virtual account", "Lagos Fresh Foods, 90,000.00");
    await page.getByRole("dialog").getByRole("button", { name: "Fund" }).click();
    const column = (title: string) => page.getByRole("region", { name: title, exact: true });
    await column("Planned").getByText("Funded").waitFor();
    await page.getByRole("button", { name: "Submit contract" }).click();
    await page.getByLabel("Terms").fill("Build it, and hand it over dry.");
    await page.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
    await column("Contract submitted").getByRole("button", { name: "Approve the contract of Handover" }).click();
    await page.getByText("Build it, and hand it over dry.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Approve the contract" }).click();
    await visitor.assertAccessible();
    await column("Approved").getByRole("button", { name: "Release Handover" }).click();
    await page
      .getByRole("dialog")
      .getByText(/^[\d,.]+\sNGN go to .+ at once\.$/)
      .waitFor();
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "Pay the parties" }).click();
    await page.getByRole("dialog").getByRole("heading", { name: "Handover is released" }).waitFor();
    await visitor.assertAccessible();
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await column("Paid").getByText("Handover").waitFor();
    expect(
      (await service.call("GET", `/virtual-accounts/${payee.account_id}`)).data.balance +
        (await service.call("GET", `/virtual-accounts/${payer.account_id}`)).data.balance,
    ).toBe(90_000);
    expect(visitor.problems).toEqual([]);
  });
});

describe("roles", () => {
  test("a viewer sees no way to change anything, and at the address of a page for others reads so", async () => {
    const visitor = await signedIn(ours().org_viewer);
    const { page } = visitor;
    const navigation = page.getByRole("navigation", { name: "Main" });
    expect(await page.getByRole("button", { name: "Platform", exact: true }).count()).toBe(0);
    await unfold(visitor, "People and products");
    await navigation.getByRole("link", { name: "Beneficiaries" }).waitFor();
    expect(await navigation.getByRole("link", { name: "Payment links", exact: true }).count()).toBe(0);
    await unfold(visitor, "Settings");
    await navigation.getByRole("link", { name: "Members" }).waitFor();
    for (const hidden of ["Audit log", "Checkout"])
      expect(await navigation.getByRole("link", { name: hidden, exact: true }).count()).toBe(0);
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("cell", { name: "Demo key" }).waitFor();
    expect(await page.getByRole("button", { name: /New API key|Revoke|Rotate/ }).count()).toBe(0);

    // Nothing is asked of the server that it would refuse, and no button stands there that cannot work.
    for (const [path, heading] of [
      ["/settings/audit-log", "Audit log"],
      ["/settings/accounts", "Provider accounts"],
      ["/exports", "Exports"],
      ["/quotes", "Quotes"],
      ["/payment-links", "Payment links"],
      ["/admin/routing", "Routing"],
    ] as const) {
      await visitor.follow(path);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      await page.getByText("Your role does not let you see this page").waitFor();
      expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
    }
    await page.getByText("It is for the people who run this service.").waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("an administrator of the platform changes the order of providers by keyboard, and the router follows", async () => {
    const visitor = await signedIn(
      service.demo.admin,
      "/admin/routing?country=KE&method=mobile_money&direction=inbound",
    );
    const { page } = visitor;
    await page.getByRole("button", { name: /^Move hybrid, number 2/ }).focus();
    await page.keyboard.press("ArrowUp");
    await page.getByRole("status").getByText("hybrid is now number 1 of 2").waitFor();
    await page.getByRole("button", { name: "Save order" }).click();
    await page.getByText("The order is saved").waitFor();
    await choose(visitor, "Organization", "Lagos Fresh Foods");
    await page.getByRole("button", { name: "Show the route" }).click();
    await page.getByText("Goes to hybrid").waitFor();
    await visitor.assertAccessible();
    expect(visitor.problems).toEqual([]);
  });
});

async function refund({ page }: Visitor, amount: string, reason: string): Promise<void> {
  await page.getByRole("button", { name: "Refund" }).click();
  await page.getByLabel(/^Amount/).fill(amount);
  await page.getByLabel("Reason").fill(reason);
  await page.getByRole("dialog").getByRole("button", { name: "Review" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Refund/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}
