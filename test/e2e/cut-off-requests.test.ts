import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { escrowFixtures } from "@corridor/server/products/escrow/escrow.fixtures.ts";
import { newId } from "@corridor/base/ids.ts";
import { startTestApp, type TestApp, type TestCaller } from "#test/harness/app.ts";
import { bankPayin, bankPayout, mobileMoneyPayin } from "#test/harness/payments.ts";

/**
 * A process that dies between its commit and its answer leaves an idempotency key without an answer. A repeated request
 * must get the outcome of the first one, even if the rules would refuse it now, and nothing is done twice.
 */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const RATE_LOCKED_MS = 15 * 60_000;

async function cutOff(key: string): Promise<void> {
  const rows = await app.db.query(
    `UPDATE idempotency_keys SET status_code = NULL, response = NULL, locked_until = created_at WHERE key = $1
      RETURNING key`,
    [key],
  );
  expect(rows).toHaveLength(1);
}

const send = (path: string, body: unknown, key: string, caller: TestCaller = app.callers.orgAdmin) =>
  app.request(caller, "POST", path, body, { "idempotency-key": key });
const rate = async (from: string, to: string) =>
  (
    await app.request(
      app.callers.orgAdmin,
      "GET",
      `/organizations/admin/exchange-rate?fromCurrency=${from}&toCurrency=${to}`,
    )
  ).body.data as {
    org_rate_id: string;
    rate: number;
  };
const count = async (table: string) =>
  (await app.db.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${table}`))[0]!.n;

async function beneficiary(currency = "NGN"): Promise<string> {
  const { body } = await app.request(app.callers.orgAdmin, "POST", "/beneficiaries", {
    account_type: "bank",
    country: "NG",
    currency,
    fname: "Ikeja",
    lname: "Farms",
    bank_details: { account_number: "0123456784", bank_code: "044", bank_name: "Access Bank" },
  });
  return body.data.beneficiary_id;
}

async function account(amount: number, currency = "NGN"): Promise<string> {
  const userId = newId();
  const { orgId } = app.callers.orgAdmin;
  await app.db.query(
    "INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-viewer', $3, $3)",
    [orgId, userId, app.clock.now()],
  );
  const { body } = await app.request(app.callers.orgAdmin, "POST", "/virtual-accounts/internal/bank", {
    org_id: orgId,
    user_id: userId,
    currency,
  });
  if (amount > 0)
    await fetch(`${app.sandbox.url}/deposits`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account_number: body.data.account_number, amount, currency }),
    });
  await app.advance(0);
  return body.data.account_id;
}

const insertsInto = (table: string) => `LOCK TABLE ${table} IN SHARE MODE`;

/** Starts a request that hangs in its transaction, where it waits for `lock`, until `goOn` is called. */
async function hang(lock: string, path: string, body: unknown, key: string, caller?: TestCaller) {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query(`BEGIN; ${lock}`);
  const answer = send(path, body, key, caller);
  const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBeGreaterThan(0);
  return async () => {
    await client.query("COMMIT");
    await client.end();
    return answer;
  };
}

test("a process that hung until its key went to another request, which was refused, makes no payment after all", async () => {
  const locked = await rate("NGN", "USD");
  const prices = {
    amount: 100_000,
    target_amount: Number((100_000 * locked.rate).toFixed(2)),
    target_currency: "USD",
    org_rate_id: locked.org_rate_id,
  };
  const before = await count("payments");
  const goOn = await hang(insertsInto("payments"), "/payments-init/initiate", bankPayin("6784", prices), "hung");
  await app.advance(RATE_LOCKED_MS);
  const second = await send("/payments-init/initiate", bankPayin("6784", prices), "hung");
  expect(second.status, second.text).toBe(400);
  const first = await goOn();
  expect([first.status, first.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await count("payments")).toBe(before);
  expect((await send("/payments-init/initiate", bankPayin("6784", prices), "hung")).body).toEqual(second.body);
});

test("a transfer that hung longer than its claim is not made, and its key is free", async () => {
  const [from, to] = [await account(5_000), await account(0)];
  const transfers = [{ to_account_id: to, amount: 4_000 }];
  const goOn = await hang(
    insertsInto("virtual_transactions"),
    `/virtual-accounts/${from}/transfer`,
    transfers,
    "hung transfer",
  );
  await app.advance(20_000);
  expect((await goOn()).status).toBe(503);
  const again = await send(`/virtual-accounts/${from}/transfer`, transfers, "hung transfer");
  expect([again.status, again.body.data[0].status_code]).toEqual([207, 201]);
  expect((await app.request(app.callers.orgAdmin, "GET", `/virtual-accounts/${from}`)).body.data.balance).toBe(1_000);
});

type Hung = { lock: string; path: string; body?: unknown; caller?: TestCaller; done: () => Promise<unknown> };

/** A project of one milestone that is ready to be released, funded from `from`. */
async function escrow() {
  const fixtures = escrowFixtures(app);
  const [from, to] = [await account(5_000), await account(0)];
  const { escrowId, milestones } = await fixtures.activeProject({
    milestones: [1_000],
    shares: [{ to: { account_id: to }, value: 100 }],
  });
  const path = `/virtual-accounts/escrow/${escrowId}`;
  const ready = async () => {
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { amount: 1_000, account_id: from });
    await fixtures.approve(escrowId, milestones[0]!);
  };
  return {
    ...fixtures,
    from,
    to,
    path,
    ready,
    milestone: milestones[0]!,
    lock: `SELECT 1 FROM escrow_projects WHERE escrow_id = '${escrowId}' FOR UPDATE`,
  };
}

const HUNG: Record<string, () => Promise<Hung>> = {
  "the funding of an escrow project from an account": async () => {
    const { lock, path, from, balance } = await escrow();
    return {
      lock,
      path: `${path}/fund`,
      body: { amount: 1_000, account_id: from },
      done: async () => (await balance(from)) === 4_000,
    };
  },
  "the release of an escrow milestone": async () => {
    const { lock, path, to, milestone, ready, balance } = await escrow();
    await ready();
    return { lock, path: `${path}/milestones/${milestone}/release`, done: async () => (await balance(to)) === 1_000 };
  },
  "the cancellation of an escrow project": async () => {
    const { lock, path, from, ready, balance } = await escrow();
    await ready();
    return { lock, path: `${path}/cancel`, body: {}, done: async () => (await balance(from)) === 5_000 };
  },
  "the cancellation of an escrow milestone": async () => {
    const { lock, path, from, milestone, ready, balance } = await escrow();
    await ready();
    return {
      lock,
      path: `${path}/milestones/${milestone}/cancel`,
      body: {},
      done: async () => (await balance(from)) === 5_000,
    };
  },
  "an adjustment of a balance": async () => {
    const body = { org_id: app.callers.orgAdmin.orgId, currency: "KES", amount: 500, reason: "prefunding" };
    const asked = "SELECT 1 FROM balance_adjustments WHERE reason = 'prefunding'";
    const done = async () => (await app.db.query(asked)).length === 1;
    return {
      lock: insertsInto("balance_adjustments"),
      path: "/balances/adjustments",
      body,
      caller: app.callers.admin,
      done,
    };
  },
  "the submission of a payout batch": async () => {
    const rows = [{ beneficiary_id: await beneficiary(), amount: 10, currency: "NGN", reference: "wage" }];
    const { batch_id } = (await app.request(app.callers.orgAdmin, "POST", "/payout-batches", { name: "Wages", rows }))
      .body.data;
    await app.run("payout-batch-previews");
    const { preview_hash } = (await app.request(app.callers.orgAdmin, "GET", `/payout-batches/${batch_id}`)).body.data;
    const lock = `SELECT 1 FROM payout_batches WHERE batch_id = '${batch_id}' FOR UPDATE`;
    const done = async () =>
      (await app.request(app.callers.orgAdmin, "GET", `/payout-batches/${batch_id}`)).body.data.status === "sending";
    return { lock, path: `/payout-batches/${batch_id}/submit`, body: { preview_hash }, done };
  },
};

test.each(Object.keys(HUNG))("%s that hung longer than its claim is not made, and its key is free", async (name) => {
  const { lock, path, body, caller, done } = await HUNG[name]!();
  const goOn = await hang(lock, path, body, name, caller);
  await app.advance(20_000);
  const first = await goOn();
  expect(first.status, first.text).toBe(503);
  expect(await done()).toBe(false);
  const again = await send(path, body, name, caller);
  expect(again.status, again.text).toBeLessThan(300);
  expect(await done()).toBe(true);
});

test("an initiation that is sent again when its rate has expired is answered with its payment", async () => {
  const locked = await rate("NGN", "USD");
  const [amount, target] = [100_000, Number((100_000 * locked.rate).toFixed(2))];
  const body = bankPayin("6784", {
    amount,
    target_amount: target,
    target_currency: "USD",
    org_rate_id: locked.org_rate_id,
  });
  const first = await send("/payments-init/initiate", body, "cross");
  expect(first.status, first.text).toBe(200);
  await cutOff("cross");
  await app.advance(RATE_LOCKED_MS);
  const operations = await count("payments");
  const again = await send("/payments-init/initiate", body, "cross");
  expect(again.status, again.text).toBe(200);
  expect(again.body.response).toMatchObject({
    payment_id: first.body.response.payment_id,
    next_action: "bank_transfer",
    account_number: first.body.response.account_number,
  });
  expect(await count("payments")).toBe(operations);
});

test("an initiation that is sent again when its first process died while sending does not claim that it waits for a review", async () => {
  const body = mobileMoneyPayin("0009");
  const first = await send("/payments-init/initiate", body, "sending");
  await cutOff("sending");
  // Restores the state after the first commit.
  await app.db.query("ALTER TABLE payments DISABLE TRIGGER payments_moves");
  await app.db.query(
    "UPDATE payments SET status = 'initiated', progress = jsonb_set(progress::jsonb, '{attempts,0,outcome}', " +
      "'\"dispatching\"')::json, provider = NULL, next_action = NULL WHERE payment_id = $1",
    [first.body.response.payment_id],
  );
  await app.db.query("ALTER TABLE payments ENABLE TRIGGER payments_moves");
  const again = await send("/payments-init/initiate", body, "sending");
  expect(again.body.response).toMatchObject({
    payment_id: first.body.response.payment_id,
    status: "initiated",
    message: "Payment is being processed",
  });
});

test("a payout that is sent again when its fee has changed is answered with its payment, at the fee of its day", async () => {
  const body = bankPayout(await beneficiary());
  const first = await send("/payments-init/initiate", body, "fee");
  expect(first.status, first.text).toBe(200);
  await cutOff("fee");
  expect(
    (
      await app.request(app.callers.admin, "POST", "/fees", {
        name: "New",
        currency: "NGN",
        direction: "outbound",
        org_id: app.callers.orgAdmin.orgId,
        fixed_amount: 7,
      })
    ).status,
  ).toBe(201);
  const again = await send("/payments-init/initiate", body, "fee");
  expect(again.status, again.text).toBe(200);
  expect(again.body.response.payment_id).toBe(first.body.response.payment_id);
});

test("an initiation that every provider had refused is refused again, and nobody is asked a second time", async () => {
  const first = await send("/payments-init/initiate", mobileMoneyPayin("0002"), "refused");
  expect(first.status).toBe(502);
  await cutOff("refused");
  const again = await send("/payments-init/initiate", mobileMoneyPayin("0002"), "refused");
  expect([again.status, again.body]).toEqual([502, first.body]);
});

test("a withdrawal and a transfer that are sent again when their rates have expired are answered with what they did", async () => {
  const [from, dollars, payee] = [await account(500_000), await account(0, "USD"), await beneficiary("USD")];
  const [locked, another] = [await rate("NGN", "USD"), await rate("NGN", "USD")];
  const withdrawal = {
    amount: 100_000,
    beneficiary_id: payee,
    org_rate_id: locked.org_rate_id,
    target_amount: Number((100_000 * locked.rate).toFixed(2)),
  };
  const transfer = { to_account_id: dollars, amount: 100_000, org_rate_id: another.org_rate_id };
  const firsts = [
    await send(`/virtual-accounts/${from}/withdraw`, withdrawal, "withdrawal"),
    await send(`/virtual-accounts/${from}/transfer`, transfer, "transfer"),
  ];
  expect(
    firsts.map(({ status }) => status),
    firsts.map(({ text }) => text).join(),
  ).toEqual([201, 201]);
  const balance = async () =>
    (await app.request(app.callers.orgAdmin, "GET", `/virtual-accounts/${from}`)).body.data.balance;
  const left = await balance();
  await cutOff("withdrawal");
  await cutOff("transfer");
  await app.advance(RATE_LOCKED_MS);
  const again = [
    await send(`/virtual-accounts/${from}/withdraw`, withdrawal, "withdrawal"),
    await send(`/virtual-accounts/${from}/transfer`, transfer, "transfer"),
  ];
  expect(again.map(({ status }) => status)).toEqual([201, 201]);
  expect(again.map(({ body }) => body.data.transaction_id)).toEqual(firsts.map(({ body }) => body.data.transaction_id));
  expect(await balance()).toBe(left);
});
