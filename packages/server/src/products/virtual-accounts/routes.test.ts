import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestAnswer, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { newId } from "@corridor/base/ids.ts";

/**
 * Each test has its own accounts. Members inserted here serve as users, because an account needs nothing more of them.
 */
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

async function newMember(orgId = admin.orgId!): Promise<string> {
  const userId = newId();
  await app.db.query(
    "INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-viewer', $3, $3)",
    [orgId, userId, app.clock.now()],
  );
  return userId;
}

function open(change: Record<string, unknown> = {}, caller = admin): Promise<TestAnswer> {
  return app.request(caller, "POST", "/virtual-accounts/internal/bank", {
    org_id: admin.orgId,
    currency: "NGN",
    ...change,
  });
}

async function opened(currency = "NGN"): Promise<{ account_id: string; account_number: string; user_id: string }> {
  const { status, body } = await open({ user_id: await newMember(), currency });
  expect(status).toBe(201);
  return body.data;
}

async function deposit(
  accountNumber: string,
  amount: number,
  currency = "NGN",
  narration = "Invoice 7",
): Promise<void> {
  const answer = await fetch(`${app.sandbox.url}/deposits`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      account_number: accountNumber,
      amount,
      currency,
      narration,
      sender_name: "Ngozi Obi",
    }),
  });
  expect(answer.status).toBe(201);
  await app.advance(0);
}

async function funded(amount: number): Promise<{ account_id: string; account_number: string; user_id: string }> {
  const account = await opened();
  await deposit(account.account_number, amount);
  return account;
}

async function read(accountId: string): Promise<{ balance: number; available_balance: number; status: string }> {
  return (await app.request(admin, "GET", `/virtual-accounts/${accountId}`)).body.data;
}

async function eventsOf(
  accountId: string,
): Promise<{ type: string; sequence: number; data: Record<string, unknown> }[]> {
  return app.db.query(
    `SELECT types[1] AS type, sequence, payload::json AS data FROM events
      WHERE org_id = $1 AND resource_id = $2 ORDER BY sequence`,
    [admin.orgId, accountId],
  );
}

describe("opening", () => {
  test("gives an active account with a zero balance and a bank account number of the provider", async () => {
    const userId = await newMember();
    const { status, body, text } = await open({ user_id: userId, customer_id: "cust-1", org_name: "Fresh Savings" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "success",
      data: {
        org_id: admin.orgId,
        user_id: userId,
        customer_id: "cust-1",
        virtual_account_name: "Fresh Savings",
        currency: "NGN",
        balance: 0,
        status: "active",
        account_type: "currency",
        provider: "fiat",
      },
    });
    expect(text).toContain('"balance":0.00');
    expect(body.data.account_number).toMatch(/^\d{6,}$/);
    expect((await read(body.data.account_id)).status).toBe("active");
  });

  test("the same organization, user and currency again is a 409, also at the same moment; another currency is not", async () => {
    const userId = await newMember();
    const answers = await Promise.all(Array.from({ length: 5 }, () => open({ user_id: userId })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
    expect(await open({ user_id: userId })).toMatchObject({ status: 409, body: { code: "ACCOUNT_EXISTS" } });
    expect((await open({ user_id: userId, currency: "USD" })).status).toBe(201);
  });

  test.each([
    ["a currency that does not exist", { currency: "XYZ" }, 400],
    ["a crypto asset", { currency: "BTC" }, 400],
    ["no currency", { currency: undefined }, 400],
    ["a user who is not of the organization", { user_id: newId() }, 404],
    ["a user id that is none", { user_id: "somebody" }, 404],
    ["no user", { user_id: undefined }, 400],
    ["another organization", { org_id: newId() }, 404],
    ["a number where a text belongs", { customer_id: 7 }, 400],
  ])("with %s is refused", async (_case, change, expected) => {
    expect((await open({ user_id: await newMember(), ...change })).status).toBe(expected);
  });

  test("is for org-admins of an organization that has the feature", async () => {
    const userId = await newMember();
    for (const caller of [app.callers.orgMember, app.callers.orgViewer, app.callers.staff])
      expect((await open({ user_id: userId }, caller)).status).toBe(403);
    expect((await open({ user_id: userId }, app.callers.otherOrgAdmin)).status).toBe(404);
    expect((await open({ user_id: userId }, app.callers.admin)).status).toBe(201);
  });

  test("with an Idempotency-Key opens once and answers the same again", async () => {
    const body = { org_id: admin.orgId, user_id: await newMember(), currency: "NGN" };
    const headers = { "idempotency-key": newId() };
    const first = await app.request(admin, "POST", "/virtual-accounts/internal/bank", body, headers);
    const second = await app.request(admin, "POST", "/virtual-accounts/internal/bank", body, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
  });

  test("works while the provider does not answer: the number comes later, by the job", async () => {
    await fetch(`${app.sandbox.url}/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ provider: "fiat", mode: "lost_answer", share: 1, seconds: 20 }),
    });
    const { status, body } = await open({ user_id: await newMember() });
    await fetch(`${app.sandbox.url}/faults`, { method: "DELETE" });
    expect(status).toBe(201);
    expect([body.data.status, "account_number" in body.data]).toEqual(["active", false]);
    await app.run("virtual-account-numbers");
    expect((await read(body.data.account_id)) as object).not.toHaveProperty("account_number");
    await app.advance(60_000);
    await app.run("virtual-account-numbers");
    expect((await read(body.data.account_id)) as object).toMatchObject({
      account_number: expect.stringMatching(/^\d+$/),
    });
  });
});

describe("reading", () => {
  test("lists the organization's accounts, newest first, filtered and paged", async () => {
    const first = await opened("KES");
    const second = await opened("KES");
    const list = async (query: string): Promise<string[]> =>
      (await app.request(admin, "GET", `/virtual-accounts?currency=KES&${query}`)).body.data.map(
        (account: { account_id: string }) => account.account_id,
      );
    expect(await list("")).toEqual([second.account_id, first.account_id]);
    expect(await list(`user_id=${first.user_id}`)).toEqual([first.account_id]);
    expect(await list("status=frozen")).toEqual([]);
    const page = await app.request(admin, "GET", "/virtual-accounts?currency=KES&limit=1");
    expect(await list(`limit=1&last_evaluated_key=${page.body.last_evaluated_key}`)).toEqual([first.account_id]);
  });

  test("shows nothing of another organization: 404 for the account, its transactions, its statement, its actions", async () => {
    const account = await funded(10);
    const [transaction] = (await app.request(admin, "GET", `/virtual-accounts/${account.account_id}/transactions`)).body
      .data;
    const stranger = app.callers.otherOrgAdmin;
    const base = `/virtual-accounts/${account.account_id}`;
    for (const path of [
      base,
      `${base}/transactions`,
      `${base}/statement`,
      `/virtual-accounts/transactions/${transaction.transaction_id}`,
    ]) {
      expect((await app.request(stranger, "GET", path)).status, path).toBe(404);
      expect((await app.request(app.callers.orgViewer, "GET", path)).status, path).toBe(200);
      expect((await app.request(app.callers.staff, "GET", path)).status, path).toBe(200);
      expect((await app.request(null, "GET", path)).status, path).toBe(401);
    }
    for (const action of ["freeze", "unfreeze", "close"])
      expect((await app.request(stranger, "POST", `${base}/${action}`)).status).toBe(404);
    expect(
      (await app.request(stranger, "POST", `${base}/withdraw`, { amount: 1, beneficiary_id: newId() })).status,
    ).toBe(404);
    expect(
      (await app.request(stranger, "POST", `${base}/transfer`, { amount: 1, to_account_id: newId() })).status,
    ).toBe(404);
    expect((await app.request(admin, "GET", "/virtual-accounts/nonsense")).status).toBe(404);
  });

  test("one transaction can be narrowed to its user", async () => {
    const account = await funded(10);
    const [transaction] = (await app.request(admin, "GET", `/virtual-accounts/${account.account_id}/transactions`)).body
      .data;
    const path = `/virtual-accounts/transactions/${transaction.transaction_id}`;
    expect((await app.request(admin, "GET", `${path}?user_id=${account.user_id}`)).body).toMatchObject({
      status: "success",
      data: { type: "credit", status: "completed", amount: 10, fee: 0, currency: "NGN" },
    });
    expect((await app.request(admin, "GET", `${path}?user_id=${newId()}`)).status).toBe(404);
    expect((await app.request(admin, "GET", `/virtual-accounts/transactions/${newId()}`)).status).toBe(404);
  });
});

describe("a deposit", () => {
  test("shows and publishes no card number that the sender wrote into the transfer", async () => {
    const account = await opened();
    await deposit(account.account_number, 10, "NGN", "for card 4242 4242 4242 4242");
    const { body } = await app.request(admin, "GET", `/virtual-accounts/${account.account_id}/transactions`);
    expect(body.data[0].description).toBe("for card [redacted]");
    expect(JSON.stringify(await eventsOf(account.account_id))).not.toContain("4242 4242");
  });

  test("is credited, shown as a transaction and told as an event", async () => {
    const account = await opened();
    await deposit(account.account_number, 1500.5);
    expect(await read(account.account_id)).toMatchObject({ balance: 1500.5, available_balance: 1500.5 });
    const { body } = await app.request(admin, "GET", `/virtual-accounts/${account.account_id}/transactions`);
    expect(body.data).toMatchObject([
      {
        type: "credit",
        status: "completed",
        amount: 1500.5,
        description: "Invoice 7",
        counterparty: "Ngozi Obi",
        payment_rail: "bank_transfer",
      },
    ]);
    expect(await eventsOf(account.account_id)).toMatchObject([
      {
        type: "virtual_account.deposit",
        sequence: 1,
        data: {
          transaction_id: body.data[0].transaction_id,
          amount: 1500.5,
          account: { account_id: account.account_id, balance: 1500.5 },
        },
      },
    ]);
    const ledger = await app.request(admin, "GET", `/ledger/transactions?resource_id=${body.data[0].transaction_id}`);
    expect(ledger.body.data[0].postings).toMatchObject([
      { purpose: "provider", owner_id: "fiat", amount: -1500.5 },
      { purpose: "virtual_account", amount: 1500.5 },
    ]);
  });
});

describe("a transfer", () => {
  const transfer = (from: string, body: Record<string, unknown>, caller = admin): Promise<TestAnswer> =>
    app.request(caller, "POST", `/virtual-accounts/${from}/transfer`, body);

  test("is answered for itself, however many come at once", async () => {
    const [from, to] = [await funded(100), await opened()];
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, () => transfer(from.account_id, { to_account_id: to.account_id, amount: 10 })),
      transfer(from.account_id, { to_account_id: newId(), amount: 1 }),
      transfer(from.account_id, { to_account_id: "nobody", amount: 1 }),
      transfer(from.account_id, { to_account_id: from.account_id, amount: 1 }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 15).toSorted()).toEqual([...Array<number>(10).fill(201), ...Array<number>(5).fill(409)]);
    expect(statuses.slice(15)).toEqual([404, 404, 400]);
    expect([(await read(from.account_id)).balance, (await read(to.account_id)).balance]).toEqual([0, 100]);
    expect((await eventsOf(to.account_id)).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
  });

  test("in a list is answered for itself, in the order of the list, and made once however often the list is sent", async () => {
    const [from, to] = [await funded(100), await opened()];
    const list = [
      { to_account_id: to.account_id, amount: 60, reference: "first" },
      { to_account_id: to.account_id, amount: 50 },
      { to_account_id: newId(), amount: 1 },
      { to_account_id: to.account_id, amount: 1.001 },
      { to_account_id: to.account_id, amount: 15.5, reference: "last" },
    ];
    const send = (headers: Record<string, string>, body: unknown = list) =>
      app.request(admin, "POST", `/virtual-accounts/${from.account_id}/transfer`, body, headers);
    const headers = { "idempotency-key": newId() };
    const { status, body } = await send(headers);
    expect([status, body.message]).toEqual([207, "2 of 5 transferred"]);
    expect(body.data).toMatchObject([
      { status_code: 201, data: { type: "debit", amount: 60, reference: "first", account_id: from.account_id } },
      { status_code: 409, error: { code: "INSUFFICIENT_FUNDS", message: expect.any(String) } },
      { status_code: 404, error: { code: "VIRTUAL_ACCOUNT_NOT_FOUND" } },
      { status_code: 400, error: { code: "VALIDATION_ERROR", details: [{ path: "amount" }] } },
      { status_code: 201, data: { amount: 15.5, reference: "last" } },
    ]);
    expect((await send(headers)).body).toEqual(body);

    // The request was retried after a crash: its answer was lost, but its transfers were made.
    await app.db.query(
      "UPDATE idempotency_keys SET status_code = NULL, response = NULL, locked_until = created_at WHERE key = $1",
      [headers["idempotency-key"]],
    );
    const again = await send(headers);
    expect(again.body.data.map((one: any) => one.data?.transaction_id)).toEqual(
      body.data.map((one: any) => one.data?.transaction_id),
    );
    expect([(await read(from.account_id)).balance, (await read(to.account_id)).balance]).toEqual([24.5, 75.5]);
  });

  test("in a list is refused with the list when the list is empty, too long or has a field that is wrong", async () => {
    const from = await funded(10);
    const one = { to_account_id: newId(), amount: 1 };
    const paths = async (body: unknown) => {
      const answer = await app.request(admin, "POST", `/virtual-accounts/${from.account_id}/transfer`, body);
      return [answer.status, answer.body.details?.[0]?.path];
    };
    expect(await paths([])).toEqual([400, "body"]);
    expect(await paths(Array(101).fill(one))).toEqual([400, "body"]);
    expect(await paths([one, { ...one, amount: "1" }])).toEqual([400, "1.amount"]);
    expect(await paths({ ...one, amount: "1" })).toEqual([400, "amount"]);
  });

  test("moves money at once, and both accounts show and tell it", async () => {
    const [from, to] = [await funded(100), await opened()];
    const { status, body } = await transfer(
      from.account_id,
      { to_account_id: to.account_id, amount: 40.25, description: "Rent", reference: "r-1" },
      app.callers.orgMember,
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      account_id: from.account_id,
      type: "debit",
      status: "completed",
      amount: 40.25,
      reference: "r-1",
      counterparty: to.account_id,
      payment_rail: "internal",
    });
    expect([(await read(from.account_id)).balance, (await read(to.account_id)).balance]).toEqual([59.75, 40.25]);
    expect((await eventsOf(from.account_id)).map(({ type }) => type)).toEqual([
      "virtual_account.deposit",
      "virtual_account.withdrawal",
    ]);
    expect((await eventsOf(to.account_id)).map(({ type }) => type)).toEqual(["virtual_account.deposit"]);
  });

  test("between currencies needs a locked rate, and goes through the fx account", async () => {
    const [from, to] = [await funded(200_000), await opened("GHS")];
    expect((await transfer(from.account_id, { to_account_id: to.account_id, amount: 100_000 })).body.message).toMatch(
      /org_rate_id/,
    );
    const rate = (await app.request(admin, "GET", "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=GHS"))
      .body.data;
    const wrongWay = (
      await app.request(admin, "GET", "/organizations/admin/exchange-rate?fromCurrency=GHS&toCurrency=NGN")
    ).body.data;
    expect(
      (
        await transfer(from.account_id, {
          to_account_id: to.account_id,
          amount: 100_000,
          org_rate_id: wrongWay.org_rate_id,
        })
      ).status,
    ).toBe(400);
    expect(
      (await transfer(from.account_id, { to_account_id: to.account_id, amount: 100_000, org_rate_id: newId() })).status,
    ).toBe(400);
    expect(
      (
        await transfer(from.account_id, {
          to_account_id: to.account_id,
          amount: 100_000,
          org_rate_id: rate.org_rate_id,
        })
      ).status,
    ).toBe(201);
    expect((await read(from.account_id)).balance).toBe(100_000);
    const { balance } = await read(to.account_id);
    expect(balance).toBeLessThanOrEqual(100_000 * rate.rate);
    expect(balance).toBeGreaterThan(100_000 * rate.rate - 0.01);
    await app.advance(16 * 60_000);
    expect(
      (await transfer(from.account_id, { to_account_id: to.account_id, amount: 1000, org_rate_id: rate.org_rate_id }))
        .body.message,
    ).toMatch(/expired/);
  });

  test("between currencies never credits more than the money is worth, whatever its amount", async () => {
    const [from, to] = [await funded(1_000), await opened("USD")];
    for (const cents of [1.5, 1.99, 2.51]) {
      const rate = (
        await app.request(admin, "GET", "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=USD")
      ).body.data;
      const { balance: before } = await read(to.account_id);
      const amount = Math.floor(cents / rate.rate) / 100;
      expect(
        (await transfer(from.account_id, { to_account_id: to.account_id, amount, org_rate_id: rate.org_rate_id }))
          .status,
      ).toBe(201);
      expect((await read(to.account_id)).balance - before).toBeCloseTo(Math.floor(cents) / 100, 6);
    }
  });

  test.each([
    ["more than the account holds", { amount: 100.01 }, 409],
    ["to itself", { to_account_id: "self" }, 400],
    ["to an account that does not exist", { to_account_id: newId() }, 404],
    ["with too many decimals", { amount: 1.001 }, 400],
    ["of nothing", { amount: 0 }, 400],
    ["of a text", { amount: "10" }, 400],
  ])("%s is refused and moves nothing", async (_case, change, expected) => {
    const [from, to] = [await funded(100), await opened()];
    const body: Record<string, unknown> = { to_account_id: to.account_id, amount: 10, ...change };
    if (body.to_account_id === "self") body.to_account_id = from.account_id;
    expect((await transfer(from.account_id, body)).status).toBe(expected);
    expect([(await read(from.account_id)).balance, (await read(to.account_id)).balance]).toEqual([100, 0]);
  });

  test("with an Idempotency-Key moves the money once", async () => {
    const [from, to] = [await funded(100), await opened()];
    const headers = { "idempotency-key": newId() };
    const body = { to_account_id: to.account_id, amount: 60 };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.request(admin, "POST", `/virtual-accounts/${from.account_id}/transfer`, body, headers),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.data.transaction_id)).size).toBe(1);
    expect((await read(to.account_id)).balance).toBe(60);
  });
});

describe("freezing and closing", () => {
  const act = (accountId: string, action: string, caller = admin): Promise<TestAnswer> =>
    app.request(caller, "POST", `/virtual-accounts/${accountId}/${action}`, { reason: "checking" });

  test("a frozen account pays nothing out and still takes deposits; unfrozen it works again", async () => {
    const [account, other] = [await funded(100), await opened()];
    expect((await act(account.account_id, "freeze")).body.data).toMatchObject({ status: "frozen" });
    expect((await act(account.account_id, "freeze")).status).toBe(409);
    const transfer = { to_account_id: other.account_id, amount: 1 };
    expect(
      (await app.request(admin, "POST", `/virtual-accounts/${account.account_id}/transfer`, transfer)).status,
    ).toBe(409);
    const withdrawal = { amount: 1, beneficiary_id: app.demo.organizations[0]!.beneficiary_id };
    expect(
      (await app.request(admin, "POST", `/virtual-accounts/${account.account_id}/withdraw`, withdrawal)).status,
    ).toBe(409);
    await deposit(account.account_number, 5);
    expect(await read(account.account_id)).toMatchObject({ balance: 105, status: "frozen" });
    expect((await act(account.account_id, "unfreeze")).body.data).toMatchObject({ status: "active" });
    expect(
      (await app.request(admin, "POST", `/virtual-accounts/${account.account_id}/transfer`, transfer)).status,
    ).toBe(201);
    const events = await eventsOf(account.account_id);
    expect(events.map(({ type }) => type)).toEqual([
      "virtual_account.deposit",
      "virtual_account.frozen",
      "virtual_account.deposit",
      "virtual_account.unfrozen",
      "virtual_account.withdrawal",
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(events[1]!.data).toMatchObject({ status: "frozen", previous_status: "active", reason: "checking" });
  });

  test("only an empty account can be closed; what arrives after that is kept in suspense", async () => {
    const [account, other] = [await funded(100), await opened()];
    expect(await act(account.account_id, "close")).toMatchObject({ status: 409, body: { code: "ACCOUNT_NOT_EMPTY" } });
    await app.request(admin, "POST", `/virtual-accounts/${account.account_id}/transfer`, {
      to_account_id: other.account_id,
      amount: 100,
    });
    expect((await act(account.account_id, "close")).body.data).toMatchObject({ status: "closed" });
    for (const action of ["close", "freeze", "unfreeze"])
      expect((await act(account.account_id, action)).status).toBe(409);
    await deposit(account.account_number, 7);
    expect(await read(account.account_id)).toMatchObject({ balance: 0, status: "closed" });
    const { body } = await app.request(admin, "GET", "/ledger/accounts?purpose=suspense&currency=NGN");
    expect(body.data[0].balance).toBeGreaterThanOrEqual(7);
    expect((await open({ user_id: account.user_id })).status).toBe(201);
  });

  test("are for org-admins", async () => {
    const account = await opened();
    for (const action of ["freeze", "unfreeze", "close"])
      expect((await act(account.account_id, action, app.callers.orgMember)).status).toBe(403);
  });
});

describe("a statement", () => {
  test("is a CSV of opening balance, movements and closing balance, and no cell of it is a formula", async () => {
    const [account, other] = [await funded(100), await opened()];
    await app.request(admin, "POST", `/virtual-accounts/${account.account_id}/transfer`, {
      to_account_id: other.account_id,
      amount: 30.5,
      description: "=1+1",
    });
    const day = app.clock.now().toISOString().slice(0, 10);
    const { status, text, headers } = await app.request(
      admin,
      "GET",
      `/virtual-accounts/${account.account_id}/statement?from=${day}&to=${day}`,
    );
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="statement-${account.account_id}-${day}-${day}.csv"`,
    );
    const lines = text
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));
    expect(lines.map(([, , description, debit, credit, balance]) => [description, debit, credit, balance])).toEqual([
      ["description", "debit", "credit", "balance"],
      ["Opening balance", "", "", "0.00"],
      ["Deposit to a virtual account", "", "100.00", "100.00"],
      ["Transfer between virtual accounts", "30.50", "", "69.50"],
      ["Closing balance", "", "", "69.50"],
    ]);
  });

  test("of other days carries the balance over", async () => {
    const account = await funded(100);
    const text = async (days: number): Promise<string> => {
      const day = new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
      return (
        await app.request(admin, "GET", `/virtual-accounts/${account.account_id}/statement?from=${day}&to=${day}`)
      ).text;
    };
    expect(await text(2)).toMatch(/Opening balance,,,100\.00,NGN\r\n.*Closing balance,,,100\.00,NGN\r\n$/);
    expect(await text(-2)).toMatch(/Opening balance,,,0\.00,NGN\r\n.*Closing balance,,,0\.00,NGN\r\n$/);
  });

  test.each(["from=2026-01-02&to=2026-01-01", "from=2020-01-01&to=2026-01-01", "from=yesterday", "to=2026-13-01"])(
    "of %s is refused",
    async (query) => {
      const account = await opened();
      expect(
        (await app.request(admin, "GET", `/virtual-accounts/${account.account_id}/statement?${query}`)).status,
      ).toBe(400);
    },
  );
});
