import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { nubanCheckDigit } from "@corridor/base/networks/account-format.ts";
import { zipOf } from "@corridor/server/kernel/zip.fixtures.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { beginJob, BROWSER_TEST_TIMEOUT_MS, launchBrowser, unfold, type Visitor, visit } from "./browser.ts";
import { type BrowserService, startBrowserService } from "./service.ts";

/** The everyday jobs of the people who move money, each with the clicks that it may take at most. */
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
const nuban = (bank: string, serial: string): string => serial + String(nubanCheckDigit(bank, serial));

async function at(path: string, person = ours().org_member): Promise<Visitor> {
  const visitor = await visit(browser, service);
  await visitor.signIn(person, path);
  return visitor;
}

/** Sets the organization's controls directly, without the second person that the API would ask for. */
async function given(controls: object): Promise<void> {
  await service.db.query("UPDATE organizations SET settings = $2 WHERE org_id = $1", [
    ours().org_id,
    JSON.stringify({ controls }),
  ]);
  await service.db.transaction(async (tx) => tx.notify("organizations", ours().org_id));
}

test("a new supplier is paid, up to the approval, with at most 7 clicks, and a wrong account is never added", async () => {
  await given({ policies: [{ when: "new_beneficiary", currency: "*", approvers: 1 }], limits: [] });
  const visitor = await at("/payments");
  const { page } = visitor;
  const job = beginJob(visitor, "pay-new-supplier");
  await page.getByRole("link", { name: "Send money" }).first().click();
  await page.getByRole("button", { name: "Pay somebody new" }).waitFor();
  await visitor.assertAccessible();
  await page.getByRole("button", { name: "Pay somebody new" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Kano Grain");
  const right = nuban("058", "112233441");
  await page.getByLabel("Account number").fill(right);
  await page
    .getByRole("combobox", { name: "Bank" })
    .or(page.getByRole("textbox", { name: "Bank" }))
    .first()
    .click();
  // Of all banks, those come first that may have given out this number.
  await page.getByText("May have given out this number").waitFor();
  await page.getByRole("option", { name: /GTBank/ }).click();
  // With a mistyped digit there is no such account, and Enter adds nobody.
  visitor.expectFailedRequest(404);
  await page.getByLabel("Account number").fill(`${right.slice(0, 9)}${(Number(right.at(-1)) + 1) % 10}`);
  await page.getByRole("alert").getByText("This account does not exist").waitFor();
  await page.getByLabel("Account number").press("Enter");
  await page.getByRole("heading", { name: "New beneficiary" }).waitFor();
  await page.getByLabel("Account number").fill(right);
  await page.getByText(/^The account belongs to/).waitFor();
  await job.picture("1-who");
  await visitor.assertAccessible();
  await page.getByRole("button", { name: "Add the beneficiary" }).click();
  await page.getByLabel(/^Amount/).fill("70,000.50");
  await page.getByText("the beneficiary was never paid at this account before").waitFor();
  await page.getByText("Left in the balance").waitFor();
  await job.picture("2-how-much");
  await visitor.assertAccessible();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByText(/70,000\.50.NGN go to Kano Grain, Guaranty Trust Bank/).waitFor();
  // The sandbox's bank knows the account under a name of its own.
  await page.getByText(/^The bank knows the account as /).waitFor();
  await job.picture("3-review");
  await visitor.assertAccessible();
  await page.getByRole("button", { name: "Ask for approval" }).click();
  await page.getByRole("heading", { name: "Sent for approval" }).waitFor();
  const asked = page.getByRole("region", { name: "What was asked for" });
  await asked.getByText("•••• ").waitFor();
  await asked.getByText("Waits for approval").waitFor();
  expect(await page.getByRole("button", { name: "Share" }).count()).toBe(0);
  await job.picture("4-sent-for-approval");
  await visitor.assertAccessible();
  expect(job.clicks()).toBeLessThanOrEqual(7);
  const { data } = await service.call("GET", "/approvals?status=pending");
  expect(data).toHaveLength(1);
  expect(data[0].reasons).toEqual(["the beneficiary was never paid at this account before"]);
  expect(visitor.problems).toEqual([]);
  await given({ policies: [], limits: [] });
});

test("who is known is found and paid in another currency, by what they are to get, with at most 7 clicks", async () => {
  const visitor = await at("/payments/send");
  const { page } = visitor;
  const job = beginJob(visitor, "pay-known");
  await page.getByLabel("Find by name, account or phone").fill("ikeja");
  await page.getByRole("button", { name: /^Ikeja Farms/ }).click();
  await page.getByLabel(/^Amount/).fill("1000");
  await page
    .getByRole("combobox", { name: "From the balance in" })
    .or(page.getByLabel("From the balance in"))
    .first()
    .click();
  await page.getByRole("option", { name: /^GHS/ }).click();
  await page.getByText("They get").first().waitFor();
  await page.getByText(/^1 GHS = /).waitFor();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: /^Send / }).click();
  await page.getByRole("heading", { name: "Ikeja Farms is paid" }).waitFor();
  await page.getByRole("region", { name: "Receipt" }).getByRole("button", { name: "Share" }).waitFor();
  await job.picture("receipt");
  expect(job.clicks()).toBeLessThanOrEqual(7);
  const [payment] = (await service.call("GET", "/transactions?direction=outbound&currency=GHS")).data;
  expect(payment.target_amount).toBeGreaterThanOrEqual(1000);
  expect(payment.target_amount).toBeLessThan(1010);
  expect(visitor.problems).toEqual([]);
});

test("what a limit refuses is said before anything is sent", async () => {
  await given({
    policies: [],
    limits: [{ per: "organization", window: "day", currency: "NGN", amount: "100", action: "refuse" }],
  });
  const visitor = await at("/payments/send");
  const { page } = visitor;
  visitor.expectFailedRequest(409);
  await page.getByRole("button", { name: /^Ikeja Farms/ }).click();
  await page.getByLabel(/^Amount/).fill("5000");
  await page.getByText(/the limit of 100\.00.NGN within 24 hours for the organization would be exceeded/).waitFor();
  await page.getByRole("button", { name: "Review" }).click();
  expect(await page.getByRole("button", { name: /^Send / }).count()).toBe(0);
  expect(visitor.problems).toEqual([]);
  await given({ policies: [], limits: [] });
});

test("half of a payment is refunded with at most 4 clicks, and read back before", async () => {
  const { response } = await service.call(
    "POST",
    "/payments-init/initiate",
    mobileMoneyPayin("4567", { amount: 150.5, target_amount: 150.5, client_reference: "half-back" }),
  );
  const stored = async () => (await service.call("GET", `/payments/${response.payment_id}`)).data;
  await expect.poll(async () => (await stored()).status, { timeout: 30_000 }).toBe("completed");
  const visitor = await at(`/payments/${response.payment_id}`, ours().org_admin);
  const { page } = visitor;
  const job = beginJob(visitor, "refund-half");
  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Half" }).click();
  await dialog.getByLabel("Reason").fill("One of two baskets was bad");
  await dialog.getByRole("button", { name: "Review" }).click();
  await dialog.getByText(/^75\.25.GHS go back to /).waitFor();
  await job.picture("review");
  await visitor.assertAccessible();
  await dialog.getByRole("button", { name: /^Refund 75\.25/ }).click();
  await dialog.getByRole("button", { name: "Share" }).waitFor();
  await job.picture("done");
  await visitor.assertAccessible();
  expect(job.clicks()).toBeLessThanOrEqual(4);
  await expect.poll(async () => (await stored()).refunded_amount, { timeout: 30_000 }).toBe(75.25);
  expect(visitor.problems).toEqual([]);
});

/** A list as a bank's own page saves it: a letterhead, columns by its own names, grouped amounts, and a total. */
function bankSheet(): Buffer {
  const people = Array.from({ length: 200 }, (_, index) => {
    const serial = String(310_000_000 + index * 7);
    return [
      String(index + 1),
      `Worker ${index + 1} Obi`,
      nuban("058", serial),
      "GTBank",
      `${70 + index},500.00`,
      "May",
    ];
  });
  people[10]![3] = "Bank of Atlantis";
  people[20]![2] = `${people[20]![2]!.slice(0, 9)}${(Number(people[20]![2]!.at(-1)) + 1) % 10}`;
  people[30]![4] = "70O.00";
  people[40]![2] = "3.1E+09";
  people[50] = [...people[49]!];
  const lines = [
    ["Kano Trust Bank, corporate"],
    ["Salaries, May 2026"],
    ["S/N", "Beneficiary Name", "Account No.", "Bank", "Amount (NGN)", "Narration"],
    ...people,
    ["", "TOTAL", "", "", "33,900,000.00", ""],
  ];
  const cells = (line: string[]) => line.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
  return zipOf({
    "xl/workbook.xml": "<workbook/>",
    "xl/worksheets/sheet1.xml": lines.map((line) => `<row>${cells(line)}</row>`).join(""),
  });
}

test("200 lines of a bank's own spreadsheet are paid, and five errors mended where they stand, with at most 9 clicks", async () => {
  const visitor = await at("/payout-batches", ours().org_admin);
  const { page } = visitor;
  const job = beginJob(visitor, "pay-200");
  visitor.expectFailedRequest(404);
  await page.getByRole("button", { name: "Pay many" }).first().click();
  await page.locator("input[type=file]").setInputFiles({
    name: "Salaries of May.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: bankSheet(),
  });
  await page.getByRole("heading", { name: "5 lines need you" }).waitFor();
  await page.getByText("195 lines are ready; 195 payees are new and will be added.").waitFor();
  await job.picture("1-five-errors");
  await visitor.assertAccessible();
  await page.getByLabel("Bank, line 14").first().click();
  await page.getByRole("option", { name: /GTBank/ }).click();
  await page.getByLabel("Account number, line 24").fill(nuban("058", String(310_000_000 + 20 * 7)));
  await page.getByLabel("Account number, line 24").press("Enter");
  await page.getByLabel("Amount, line 34").fill("70,000.00");
  await page.getByLabel("Amount, line 34").press("Enter");
  await page.getByLabel("Account number, line 44").fill(nuban("058", String(310_000_000 + 40 * 7)));
  await page.getByLabel("Account number, line 44").press("Enter");
  await page.getByRole("button", { name: "Leave out line 54" }).click();
  await page.getByText("199 lines are ready; 199 payees are new and will be added.").waitFor();
  await page.getByRole("checkbox", { name: /belong to somebody whom the list calls otherwise/ }).check();
  await page.getByRole("button", { name: "Add 199 payees and check the batch" }).click();
  await page.getByRole("status", { name: "Status: Ready" }).waitFor();
  await page.getByText("199 rows · 199 ready").waitFor();
  const totals = page.getByRole("table", { name: "Totals" });
  await totals.getByRole("columnheader", { name: "Left in the balance" }).waitFor();
  await totals.getByRole("cell", { name: /^1,[\d,]+\.\d\d.NGN$/ }).waitFor();
  await job.picture("2-checked");
  await visitor.assertAccessible();
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
  await page.getByRole("status", { name: /^Status: (?:Sending|Sent|Completed)/ }).waitFor();
  expect(job.clicks()).toBeLessThanOrEqual(9);
  expect(visitor.problems).toEqual([]);
});

test("the template is read back without an error, and forms begin with the currency of the country", async () => {
  const visitor = await at("/payout-batches/new", ours().org_admin);
  const { page } = visitor;
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Template" }).click();
  await page.locator("input[type=file]").setInputFiles(await (await download).path());
  await page.getByText("1 line is ready; 1 payee is new and will be added.").waitFor();
  await visitor.follow("/payment-links");
  await page.getByRole("button", { name: "New payment link" }).first().click();
  const currency = page.getByRole("dialog").getByLabel("Currency", { exact: true });
  await expect.poll(() => currency.inputValue()).toMatch(/^NGN/);
  expect(visitor.problems).toEqual([]);
});

test("of a list is said what it leaves, what limits it meets and who will be asked, before anybody is added", async () => {
  await given({
    policies: [{ when: "amount", currency: "NGN", above: "150000", approvers: 1 }],
    limits: [{ per: "beneficiary", window: "day", currency: "NGN", amount: "75000", action: "refuse" }],
  });
  const visitor = await at("/payout-batches/new", ours().org_admin);
  const { page } = visitor;
  const list = (first: string): string =>
    `Payee\tAcct no\tBank\tNet pay\nBisi Ojo\t${nuban("058", "510000001")}\tGTBank\t${first}\n` +
    `Dayo Ojo\t${nuban("058", "510000002")}\tGTBank\t70,500.00\n`;
  const pasted = page.getByLabel("Or paste from a spreadsheet");
  await pasted.fill(list("70,000.00"));
  await page.getByText("2 lines are ready; 2 payees are new and will be added.").waitFor();
  await page.getByText("By itself the list stays below the limits of your organization").waitFor();
  await page.getByRole("columnheader", { name: "Left before fees" }).waitFor();
  await pasted.fill(list("80,000.00"));
  const rules = page.getByRole("alert").filter({ hasText: "A rule of your organization will refuse this" });
  await rules.getByText(/^At most 75,000\.00.NGN within a day by each beneficiary; more is refused\.$/).waitFor();
  await rules.getByText(/^A payout of at least 150,000\.00.NGN waits for another person\.$/).waitFor();
  await beginJob(visitor, "list-rules").picture("before");
  await visitor.assertAccessible();
  expect(visitor.problems).toEqual([]);
  await given({ policies: [], limits: [] });
});

test("a list is pasted from a spreadsheet, and who is known is not added again", async () => {
  const visitor = await at("/payout-batches/new", ours().org_admin);
  const { page } = visitor;
  await page
    .getByLabel("Or paste from a spreadsheet")
    .fill("Payee\tAcct no\tBank\tNet pay\nIkeja Farms\t0123456784\tAccess\t1,500.00\n");
  await page.getByText("1 line is ready.").waitFor();
  await page.getByRole("cell", { name: "Known" }).waitFor();
  await page.getByRole("button", { name: "Check the batch" }).click();
  await page.getByText("1 rows · 1 ready").waitFor();
  expect(visitor.problems).toEqual([]);
});

test("a list split by semicolons is read below its letterhead, in the code page of an older spreadsheet", async () => {
  const visitor = await at("/payout-batches/new", ours().org_admin);
  const { page } = visitor;
  const lines = [
    "Kano Trust Bank, corporate",
    "Salaries, May 2026",
    "",
    "Beneficiary Name;Account No.;Bank;Amount (NGN)",
    `Adé Obi;${nuban("058", "410000001")};GTBank;70,500.00`,
    `Zoë Eze;${nuban("058", "410000002")};GTBank;81,500.00`,
  ];
  await page.locator("input[type=file]").setInputFiles({
    name: "Salaries.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\r\n"), "latin1"),
  });
  await page.getByText("2 lines are ready; 2 payees are new and will be added.").waitFor();
  await page.getByRole("cell", { name: "Adé Obi" }).waitFor();
  await page.getByRole("cell", { name: "152,000.00 NGN" }).waitFor();
  expect(visitor.problems).toEqual([]);
});

test("a limit is set with at most 4 clicks, and holds at once", async () => {
  await given({ policies: [], limits: [] });
  const visitor = await at("/", ours().org_admin);
  const { page } = visitor;
  const job = beginJob(visitor, "set-a-limit");
  await unfold(visitor, "Settings");
  await page.getByRole("link", { name: "Controls" }).click();
  await page.getByRole("button", { name: "Add a limit" }).click();
  await page.getByLabel("At most in all").fill("250,000");
  const sentence = /^At most 250,000\.00.NGN within a day by the whole organization; more waits for another person$/;
  await page.getByText(sentence).waitFor();
  await visitor.assertAccessible();
  await job.picture("sentence");
  await page.getByRole("button", { name: "Save the controls" }).click();
  await page.getByText("The controls are changed").waitFor();
  expect(job.clicks()).toBeLessThanOrEqual(4);
  const { data } = await service.call("GET", `/organizations/${ours().org_id}`);
  expect(data.settings.controls.limits).toEqual([
    { per: "organization", window: "day", currency: "NGN", amount: 250_000, action: "review" },
  ]);
  // Who may not change a rule reads it, without fields that cannot be used.
  const reader = await at("/settings/controls", ours().org_viewer);
  await reader.page.getByText(sentence).waitFor();
  expect(await reader.page.getByLabel("At most in all").count()).toBe(0);
  await reader.assertAccessible();
  expect([...visitor.problems, ...reader.problems]).toEqual([]);
  await given({ policies: [], limits: [] });
});

test("a payout that the operator's switch holds says so in a sentence, and what programmers read is folded away", async () => {
  const operator = await at("/admin/stops", service.demo.admin);
  const reason = "The bank is closed";
  const { data: stop } = await operator.page.evaluate<{ data: { stop_id: string } }>(
    `fetch("/dashboard-api/payments/stops", { method: "POST", headers: { "X-Requested-With": "corridor", "Content-Type": "application/json" }, body: '{"flow":"payouts","country":"NG","reason":"${reason}"}' }).then((answer) => answer.json())`,
  );
  const visitor = await at("/payments/send");
  const { page } = visitor;
  await page.getByLabel("Find by name, account or phone").fill("ikeja");
  await page.getByRole("button", { name: /^Ikeja Farms/ }).click();
  await page.getByLabel(/^Amount/).fill("4444");
  // Before anything is sent, the flow says so, and promises no arrival.
  const job = beginJob(visitor, "held-payout");
  for (const step of ["1-how-much", "2-review"]) {
    await page.getByText("Payouts in Nigeria are stopped: The bank is closed. If you ask for it now").waitFor();
    await page.getByText("Once the operator lets payouts go on").waitFor();
    await visitor.assertAccessible();
    await job.picture(step);
    if (step === "1-how-much") await page.getByRole("button", { name: "Review" }).click();
  }
  await page.getByRole("button", { name: /^Send / }).click();
  await page.getByRole("heading", { name: "Held by the operator" }).waitFor();
  await page.getByText("Once the operator allows it, the money is sent by itself.").waitFor();
  await page.getByRole("region", { name: "What was asked for" }).getByText("Held by the operator").waitFor();
  expect(await page.getByRole("button", { name: "Share" }).count()).toBe(0);
  await visitor.assertAccessible();
  await page.getByRole("link", { name: "Open the payment" }).click();
  await page
    .getByRole("alert")
    .getByText(
      /^Payouts in Nigeria are stopped: The bank is closed\. Nothing was sent since .*; it goes on by itself\.$/,
    )
    .waitFor();
  const story = page.getByRole("region", { name: "What happened" });
  await story.getByText("Held by the operator").waitFor();
  expect(await story.innerText()).not.toMatch(/could not be reached|→|[0-9a-f]{8}-/);
  expect(await page.locator("pre:visible").count()).toBe(0);
  await visitor.assertAccessible();
  // The desk of whoever pays and of whoever stopped it counts it, and leads to its row.
  for (const [who, desk] of Object.entries({ payer: visitor, operator })) {
    await desk.follow("/");
    const waiting = desk.page.getByRole("link", { name: /^Payouts that have not left: 1 held by the operator/ });
    await waiting.waitFor();
    await beginJob(desk, "held-payout").picture(`3-desk-of-${who}`);
    await waiting.click();
    const row = desk.page.getByRole("table", { name: "Payments" }).getByRole("row").filter({ hasText: "4,444.00" });
    await row.getByText("Held by the operator").waitFor();
    await beginJob(desk, "held-payout").picture(`4-rows-of-${who}`);
    await desk.assertAccessible();
  }
  await operator.page.evaluate(
    `fetch("/dashboard-api/payments/stops/${stop.stop_id}", { method: "DELETE", headers: { "X-Requested-With": "corridor" } })`,
  );
  expect([...visitor.problems, ...operator.problems]).toEqual([]);
});

test("why a payout waits is seen with one click, with its amounts grouped", async () => {
  await given({ policies: [{ when: "amount", currency: "NGN", above: "1050000", approvers: 1 }], limits: [] });
  const { response } = await service.call("POST", "/payments-init/initiate", {
    direction: "payout",
    beneficiary_id: ours().beneficiary_id,
    payment_method: "bank_transfer",
    amount: 1_234_567,
    currency: "NGN",
    target_amount: 1_234_567,
    target_currency: "NGN",
  });
  const visitor = await at("/");
  const { page } = visitor;
  const job = beginJob(visitor, "why-it-waits");
  const row = page.getByRole("table", { name: "Recent payments" }).getByRole("row").filter({ hasText: "1,234,567.00" });
  await row.getByText("Waits for approval").waitFor();
  await row.getByRole("link", { name: /1,234,567/ }).click();
  await page.getByRole("status", { name: "Status: waits for approval" }).waitFor();
  await page
    .getByRole("alert")
    .getByText(/the payout is 1,050,000\.00.NGN or more/)
    .waitFor();
  // The story says it, too.
  await page.getByText(/^waits for approval: .* 1,050,000\.00.NGN or more$/).waitFor();
  await job.picture("why");
  expect(job.clicks()).toBeLessThanOrEqual(1);
  const { data } = await service.call("GET", `/approvals?payment_id=${response.payment_id}`);
  expect(data[0].status).toBe("pending");
  expect(visitor.problems).toEqual([]);
  await given({ policies: [], limits: [] });
});

test("a role that may not pay reads so in plain words, with no button that cannot work", async () => {
  for (const [path, words] of [
    ["/payments/send", "Your role does not let you send money"],
    ["/payments/new", "Your role does not let you collect payments"],
    ["/payout-batches/new", "Your role does not let you pay lists of people"],
  ] as const) {
    const visitor = await at(path, ours().org_viewer);
    await visitor.page.getByText(words).waitFor();
    const shown = await visitor.page.getByRole("main").innerText();
    expect(shown).not.toMatch(/Try again|org-\w+|:write/);
    expect(await visitor.page.getByRole("main").getByRole("button").count()).toBe(0);
    await visitor.assertAccessible();
    expect(visitor.problems).toEqual([]);
  }
});
