import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestAnswer, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { newId } from "@corridor/base/ids.ts";
import { createAccountReader } from "./read-accounts.ts";

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startTestApp();
  admin = app.callers.orgAdmin;
});
afterAll(async () => {
  const report = await verifyLedger(app.db);
  await app.close();
  expect(report.broken).toBeNull();
});

async function funded(amount: number): Promise<{ account_id: string; account_number: string }> {
  const userId = newId();
  await app.db.query(
    "INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-viewer', $3, $3)",
    [admin.orgId, userId, app.clock.now()],
  );
  const { body } = await app.request(admin, "POST", "/virtual-accounts/internal/bank", {
    org_id: admin.orgId,
    user_id: userId,
    currency: "NGN",
  });
  const answer = await fetch(`${app.sandbox.url}/deposits`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account_number: body.data.account_number, amount, currency: "NGN" }),
  });
  expect(answer.status).toBe(201);
  await app.advance(0);
  return body.data;
}

/** A bank beneficiary whose account number ends in the digits that control the sandbox. */
async function beneficiary(ending = "6789", change: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await app.request(admin, "POST", "/beneficiaries", {
    account_type: "bank",
    country: "NG",
    currency: "NGN",
    fname: "Ikeja",
    lname: "Farms",
    bank_details: { account_number: `012345${ending}`, bank_code: "044", bank_name: "Access Bank" },
    ...change,
  });
  expect(status).toBe(201);
  return body.data.beneficiary_id;
}

function withdraw(accountId: string, body: Record<string, unknown>, caller = admin): Promise<TestAnswer> {
  return app.request(caller, "POST", `/virtual-accounts/${accountId}/withdraw`, body);
}

async function available(accountId: string): Promise<number> {
  return (await app.request(admin, "GET", `/virtual-accounts/${accountId}`)).body.data.available_balance;
}

async function statusOf(transactionId: string): Promise<string> {
  return (await app.request(admin, "GET", `/virtual-accounts/transactions/${transactionId}`)).body.data.status;
}

async function eventTypes(accountId: string): Promise<string[]> {
  return (
    await app.db.query<{ type: string }>(
      "SELECT unnest(types) AS type FROM events WHERE resource_id = $1 ORDER BY sequence",
      [accountId],
    )
  ).map(({ type }) => type);
}

test("readers of one moment see transactions and accounts of their own organization only", async () => {
  const { account_id: accountId } = await funded(10);
  const [row] = await app.db.query<{ transaction_id: string }>(
    "SELECT transaction_id FROM virtual_transactions WHERE account_id = $1",
    [accountId],
  );
  const reader = createAccountReader(app.db);
  const orgIds = [admin.orgId!, app.callers.otherOrgAdmin.orgId!];
  const transactions = await Promise.all(
    orgIds.map((orgId) => reader.transaction({ orgId, transactionId: row!.transaction_id })),
  );
  const accounts = await Promise.all(orgIds.map((orgId) => reader.account({ orgId }, accountId)));
  expect([transactions.map((one) => one?.accountId), accounts.map((one) => one?.accountId)]).toEqual([
    [accountId, undefined],
    [accountId, undefined],
  ]);
});

describe("a withdrawal", () => {
  test("sets the money aside at once, is pending while the provider works, and is told when it is delivered", async () => {
    const account = await funded(1000);
    const { status, body } = await withdraw(
      account.account_id,
      { amount: 250.5, beneficiary_id: await beneficiary(), description: "March", reference: "w-1" },
      app.callers.orgMember,
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      account_id: account.account_id,
      type: "debit",
      status: "pending",
      amount: 250.5,
      fee: 0,
      currency: "NGN",
      description: "March",
      reference: "w-1",
      payment_rail: "bank_transfer",
      counterparty: "Ikeja Farms",
    });
    expect(await available(account.account_id)).toBe(749.5);
    expect(await eventTypes(account.account_id)).toEqual(["virtual_account.deposit"]);
    await app.advance(app.sandbox.delayMs);
    expect(await statusOf(body.data.transaction_id)).toBe("completed");
    expect(await available(account.account_id)).toBe(749.5);
    expect(await eventTypes(account.account_id)).toEqual(["virtual_account.deposit", "virtual_account.withdrawal"]);
    const payment = await app.request(admin, "GET", `/payments/transaction/${body.data.transaction_id}`);
    expect(payment.body).toMatchObject({
      status: "completed",
      payment_id: body.data.payment_id,
      direction: "outbound",
    });
  });

  test("that every provider refuses fails, and the money is back", async () => {
    const account = await funded(1000);
    expect(
      (await withdraw(account.account_id, { amount: 400, beneficiary_id: await beneficiary("0002") })).status,
    ).toBe(502);
    expect(await available(account.account_id)).toBe(1000);
    const { body } = await app.request(admin, "GET", `/virtual-accounts/${account.account_id}/transactions?type=debit`);
    expect(body.data).toMatchObject([{ status: "failed", amount: 400 }]);
  });

  test("that fails at the provider later gives the money back, even to a frozen account", async () => {
    const account = await funded(1000);
    const { body } = await withdraw(account.account_id, { amount: 400, beneficiary_id: await beneficiary("0005") });
    expect(await available(account.account_id)).toBe(600);
    expect((await app.request(admin, "POST", `/virtual-accounts/${account.account_id}/freeze`)).status).toBe(200);
    await app.advance(app.sandbox.delayMs);
    expect(await statusOf(body.data.transaction_id)).toBe("failed");
    expect(await available(account.account_id)).toBe(1000);
    expect(await eventTypes(account.account_id)).toEqual(["virtual_account.deposit", "virtual_account.frozen"]);
  });

  test("under way keeps the account from being closed, so that its money always has a way back", async () => {
    const account = await funded(400);
    const { body } = await withdraw(account.account_id, { amount: 400, beneficiary_id: await beneficiary("0005") });
    const close = () => app.request(admin, "POST", `/virtual-accounts/${account.account_id}/close`);
    expect((await close()).status).toBe(409);
    await app.advance(app.sandbox.delayMs);
    expect(await statusOf(body.data.transaction_id)).toBe("failed");
    expect(await available(account.account_id)).toBe(400);
    expect((await close()).status).toBe(409);
  });

  test("goes to mobile money too", async () => {
    const account = await funded(1000);
    const momo = await beneficiary("", {
      account_type: "mobile_money",
      country: "GH",
      currency: "GHS",
      bank_details: undefined,
      momo_details: { provider: "MTN", phone_number: "+233241234567" },
    });
    expect((await withdraw(account.account_id, { amount: 500, beneficiary_id: momo })).body.message).toMatch(
      /target_amount/,
    );
    const rate = (await app.request(admin, "GET", "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=GHS"))
      .body.data;
    const target = Number((500 * rate.rate).toFixed(2));
    const { status, body } = await withdraw(account.account_id, {
      amount: 500,
      target_amount: target,
      org_rate_id: rate.org_rate_id,
      beneficiary_id: momo,
    });
    expect([status, body.data?.payment_rail]).toEqual([201, "mobile_money"]);
    await app.advance(app.sandbox.delayMs);
    expect(await statusOf(body.data.transaction_id)).toBe("completed");
  });

  test.each([
    ["more than there is", { amount: 1000.01 }, 409],
    ["for nobody", { beneficiary_id: newId() }, 400],
    ["with too many decimals", { amount: 0.001 }, 400],
    ["of less than nothing", { amount: -5 }, 400],
  ])("%s is refused and moves nothing", async (_case, change, expected) => {
    const account = await funded(1000);
    expect(
      (await withdraw(account.account_id, { amount: 10, beneficiary_id: await beneficiary(), ...change })).status,
    ).toBe(expected);
    expect(await available(account.account_id)).toBe(1000);
  });

  test("into another currency never pays out over 0.1 percent more than it takes: half a cent is not rounded up to a whole one", async () => {
    const account = await funded(1000);
    const payee = await beneficiary("6789", { currency: "USD" });
    const dollars = async (amount: number, target_amount: number) => {
      const { org_rate_id } = (
        await app.request(admin, "GET", "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=USD")
      ).body.data;
      return withdraw(account.account_id, { amount, target_amount, org_rate_id, beneficiary_id: payee });
    };
    // 1,550 NGN are a dollar, so a cent is worth 15.50 NGN.
    for (const amount of [7.75, 7.77, 15.48]) {
      const refused = await dollars(amount, 0.01);
      expect([refused.status, refused.body.message], String(amount)).toEqual([
        400,
        "amount: is worth less than the smallest unit of USD",
      ]);
    }
    expect(await available(account.account_id)).toBe(1000);
    for (const [amount, asked, paid] of [
      [15.49, 0.01, 0.01],
      [15.5, 0.01, 0.01],
      [23.25, 0.02, 0.01],
      [31, 0.02, 0.02],
    ] as const) {
      const { status, body } = await dollars(amount, asked);
      expect(status, JSON.stringify(body)).toBe(201);
      const payment = (await app.request(admin, "GET", `/payments/transaction/${body.data.transaction_id}`)).body;
      expect([payment.amount, payment.target_amount, payment.target_currency]).toEqual([amount, paid, "USD"]);
    }
  });

  test("with an Idempotency-Key happens once", async () => {
    const account = await funded(1000);
    const body = { amount: 300, beneficiary_id: await beneficiary() };
    const headers = { "idempotency-key": newId() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        app.request(admin, "POST", `/virtual-accounts/${account.account_id}/withdraw`, body, headers),
      ),
    );
    expect(new Set(answers.map((answer) => answer.body.data.transaction_id)).size).toBe(1);
    expect(await available(account.account_id)).toBe(700);
  });

  test("100 at the same moment from a balance that covers 10: exactly 10 succeed", async () => {
    const account = await funded(1000);
    const payee = await beneficiary();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => withdraw(account.account_id, { amount: 100, beneficiary_id: payee })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(90);
    expect(await available(account.account_id)).toBe(0);
    await app.advance(app.sandbox.delayMs);
    const { body } = await app.request(
      admin,
      "GET",
      `/virtual-accounts/${account.account_id}/transactions?type=debit&limit=100`,
    );
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(
      Array.from({ length: 10 }, () => "completed"),
    );
  });
});

/** A deposit in the provider's signed callback; the same deposit may come in callbacks with different ids. */
function sendDeposit(
  accountNumber: string,
  amount: string,
  depositId: string,
  callbackId: string,
  currency = "NGN",
): Promise<Response> {
  const event = {
    event_id: newId(),
    event: "deposit.received",
    provider: "fiat",
    id: depositId,
    reference: depositId,
    status: "completed",
    provider_status: "received",
    amount,
    currency,
    occurred_at: app.clock.now().toISOString(),
    data: { account_number: accountNumber, rail: "bank_transfer", sender_name: "Ngozi Obi", narration: "Invoice" },
  };
  const body = JSON.stringify({ callback_id: callbackId, events: [event] });
  const seconds = Math.floor(app.clock.now().getTime() / 1000);
  const key = createHmac("sha256", app.sandbox.key).update("callbacks:fiat").digest();
  const signature = createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex");
  return fetch(`${app.url}/callbacks/fiat`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-sandbox-signature": `t=${seconds},v1=${signature}` },
    body,
  });
}

describe("a deposit callback", () => {
  test("that comes 20 times at the same moment credits once", async () => {
    const account = await funded(1);
    const [depositId, callbackId] = [newId(), newId()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendDeposit(account.account_number, "250.00", depositId, callbackId)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await available(account.account_id)).toBe(251);
    expect(await eventTypes(account.account_id)).toEqual(["virtual_account.deposit", "virtual_account.deposit"]);
  });

  test("that comes 20 times at the same moment in callbacks of 20 different ids credits once", async () => {
    const account = await funded(1);
    const depositId = newId();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendDeposit(account.account_number, "250.00", depositId, newId())),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await available(account.account_id)).toBe(251);
    expect(await eventTypes(account.account_id)).toEqual(["virtual_account.deposit", "virtual_account.deposit"]);
  });

  test("in a currency that is not the account's, or for a number that is nobody's, credits nobody and loses nothing", async () => {
    const account = await funded(1);
    expect((await sendDeposit(account.account_number, "9.00", "in-euro", newId(), "EUR")).status).toBe(200);
    expect((await sendDeposit("000", "9.00", "nobodys", newId())).status).toBe(200);
    expect(await available(account.account_id)).toBe(1);
    const { body } = await app.request(admin, "GET", "/ledger/accounts?purpose=suspense&currency=EUR");
    expect(body.data).toMatchObject([{ balance: 9 }]);
    const items = await app.request(admin, "GET", "/payments/reconciliation-items?status=open");
    expect(items.body.data).toMatchObject([
      {
        kind: "deposit_in_suspense",
        payment_id: null,
        detail: { deposit_id: "in-euro", account_id: account.account_id, amount: "9.00" },
      },
    ]);
    const rows = await app.db.query(
      `SELECT deposit_id, outcome, transaction_id FROM virtual_deposits WHERE deposit_id IN ('in-euro', 'nobodys')
        ORDER BY deposit_id`,
    );
    expect(rows).toEqual([
      { deposit_id: "in-euro", outcome: "suspense", transaction_id: null },
      { deposit_id: "nobodys", outcome: "unknown_account", transaction_id: null },
    ]);
  });

  test("for different accounts of one batch credits each, and tells each in order", async () => {
    const [first, second] = [await funded(1), await funded(1)];
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        sendDeposit(n % 2 === 0 ? first.account_number : second.account_number, "10.00", newId(), newId()),
      ),
    );
    expect([await available(first.account_id), await available(second.account_id)]).toEqual([61, 61]);
    const rows = await app.db.query<{ sequence: number }>(
      "SELECT sequence FROM events WHERE resource_id = $1 ORDER BY sequence",
      [first.account_id],
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
