import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postTransactions } from "#src/record/ledger/post-transactions.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { TEST_CELL } from "@corridor/test/harness/test-cell.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const RETRY_AFTER_MS = 60_000;

/** Signs as the sandbox does for one of its providers. */
function signed(provider: string, body: string): Record<string, string> {
  const key = createHmac("sha256", app.sandbox.key).update(`callbacks:${provider}`).digest();
  const seconds = Math.floor(app.clock.now().getTime() / 1_000);
  const signature = createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex");
  return { "content-type": "application/json", "x-sandbox-signature": `t=${seconds},v1=${signature}` };
}

function send(provider: string, body: string) {
  return app.request(null, "POST", `/callbacks/${provider}`, body, signed(provider, body));
}

function bodyOf(provider: string, callbackId: string, ...events: object[]): string {
  return JSON.stringify({
    callback_id: callbackId,
    events: events.map((event) => ({ provider, occurred_at: app.clock.now().toISOString(), ...event })),
  });
}

function tell(provider: string, callbackId: string, ...events: object[]) {
  return send(provider, bodyOf(provider, callbackId, ...events));
}

const paid = (reference: string, change: object = {}) => ({
  event: "payment.updated",
  reference,
  id: `p_${reference}`,
  status: "completed",
  provider_status: "completed",
  currency: "GHS",
  ...change,
});
const arrived = (accountNumber: string, amount: string) => ({
  event: "deposit.received",
  id: newId(),
  amount,
  currency: "GHS",
  data: { account_number: accountNumber, rail: "bank_transfer" },
});

/** A payin whose callback never comes by itself. */
async function silentPayin() {
  const { body } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin("0009"));
  const read = async () =>
    (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${body.response.transaction_id}`)).body;
  return {
    read,
    reference: (await read()).attempts[0].attempt_id as string,
    paymentId: body.response.payment_id as string,
  };
}

async function account() {
  const userId = newId();
  const { orgId } = app.callers.orgAdmin;
  await app.db.query(
    "INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-viewer', $3, $3)",
    [orgId, userId, app.clock.now()],
  );
  const { body } = await app.request(app.callers.orgAdmin, "POST", "/virtual-accounts/internal/bank", {
    org_id: orgId,
    user_id: userId,
    currency: "GHS",
  });
  return {
    number: body.data.account_number as string,
    balance: async () =>
      (await app.request(app.callers.orgAdmin, "GET", `/virtual-accounts/${body.data.account_id}`)).body.data
        .balance as number,
  };
}

const stored = async (externalId: string) =>
  (
    await app.db.query<{ applied_at: Date | null; failure: string | null }>(
      "SELECT applied_at, failure FROM provider_callbacks WHERE external_id = $1",
      [externalId],
    )
  )[0];
const itemsOf = async (paymentId: string) =>
  (await app.request(app.callers.orgAdmin, "GET", `/payments/reconciliation-items?payment_id=${paymentId}`)).body.data;

test("a provider cannot complete what another one carries, however well it signs", async () => {
  const payin = await silentPayin();
  expect((await tell("hybrid", "foreign", paid(payin.reference))).status).toBe(200);
  expect(await payin.read()).toMatchObject({ status: "pending", provider: "fiat" });
  expect(await itemsOf(payin.paymentId)).toMatchObject([{ kind: "said_by_another", status: "open" }]);
  await tell("fiat", "own", paid(payin.reference));
  expect((await payin.read()).status).toBe("completed");
});

test("a callback about a payment of another cell is not this cell's own, however often it is sent", async () => {
  const theirs = bodyOf("fiat", "of-another-cell", paid(newId()));
  const { receiver } = app.service.partsOf(TEST_CELL);
  const isOurs = async (text: string): Promise<boolean> =>
    (
      await receiver.receive("fiat", {
        rawBody: Buffer.from(text),
        path: "/callbacks/fiat",
        headers: signed("fiat", text),
      })
    ).isOurs;
  expect([await isOurs(theirs), await isOurs(theirs)]).toEqual([false, false]);
  const payin = await silentPayin();
  const own = bodyOf("fiat", "of-this-cell", paid(payin.reference));
  expect([await isOurs(own), await isOurs(own)]).toEqual([true, true]);
});

test("half a character in a provider's text is stored so that every statement can look into the payment", async () => {
  const payin = await silentPayin();
  await tell(
    "fiat",
    "half",
    paid(payin.reference, { status: "failed", provider_status: "failed", reason: "no money \ud83d" }),
  );
  expect((await payin.read()).status).toBe("failed");
  const [row] = await app.db.query(
    `SELECT progress ->> 'failure_reason' AS reason, progress::jsonb IS NOT NULL AS is_read FROM payments
      WHERE payment_id = $1`,
    [payin.paymentId],
  );
  expect(row).toEqual({ reason: "no money \ufffd", is_read: true });
});

test("a contradiction is published once, however often it is seen, and its resolution after it", async () => {
  const payin = await silentPayin();
  for (const callback of ["again-1", "again-2"]) await tell("hybrid", callback, paid(payin.reference));
  const [item] = await itemsOf(payin.paymentId);
  const published = () =>
    app.db.query(
      "SELECT unnest(types) AS type, generate_series(sequence, sequence + cardinality(types) - 1) AS sequence FROM events WHERE resource_id = $1 ORDER BY sequence",
      [item.item_id],
    );
  const resolve = (id: string) =>
    app.request(app.callers.orgAdmin, "POST", `/payments/reconciliation-items/${id}/resolve`, {
      resolution: "theirs was a test",
    });
  for (let run = 0; run < 2; run++) await app.run("reconciliation-events");
  expect(await published()).toEqual([{ type: "reconciliation.item_opened", sequence: 1 }]);
  expect((await resolve(item.item_id)).status).toBe(200);
  const whole = [
    { type: "reconciliation.item_opened", sequence: 1 },
    { type: "reconciliation.item_resolved", sequence: 2 },
  ];
  expect(await published()).toEqual(whole);

  // Resolved before the job processed it: followers of the payment see both changes in their order.
  await tell("hybrid", "again-3", paid(payin.reference));
  const [next] = await itemsOf(payin.paymentId);
  await resolve(next.item_id);
  await app.run("reconciliation-events");
  expect(
    await app.db.query(
      "SELECT unnest(types) AS type, generate_series(sequence, sequence + cardinality(types) - 1) AS sequence FROM events WHERE resource_id = $1 ORDER BY sequence",
      [next.item_id],
    ),
  ).toEqual(whole);
});

test("money in another currency is for a person to look at; the payments of the same moment go on", async () => {
  const [odd, plain] = [await silentPayin(), await silentPayin()];
  const answers = await Promise.all([
    tell("fiat", "odd", paid(odd.reference, { currency: "USD", received_amount: "1500.00" })),
    tell("fiat", "plain", paid(plain.reference)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([(await odd.read()).status, (await plain.read()).status]).toEqual(["pending", "completed"]);
  expect(await itemsOf(odd.paymentId)).toMatchObject([{ kind: "wrong_currency" }]);
  expect((await stored("odd"))!.applied_at).not.toBeNull();
});

test("a reference that is no id of ours is not ours, and nothing is tried again for it", async () => {
  expect((await tell("fiat", "stranger", paid("order-77"))).status).toBe(200);
  expect((await stored("stranger"))!.applied_at).not.toBeNull();
});

test("words that the database cannot store are stored as far as it can: the payment goes on", async () => {
  const payin = await silentPayin();
  const reason = "paid by \u0000 Ama \ud83d\ude00 \ud83d, file C:\\u0000.txt";
  expect(
    (await tell("fiat", "odd-words", paid(payin.reference, { reason, data: { note: reason, ["odd\u0000name"]: 1 } })))
      .status,
  ).toBe(200);
  expect(await payin.read()).toMatchObject({
    status: "completed",
    provider_data: { note: "paid by  Ama \ud83d\ude00 \ufffd, file C:\\u0000.txt", oddname: 1 },
  });
});

test("of what one callback tells, a piece that cannot be applied does not hold up the others", async () => {
  const [payin, owner] = [await silentPayin(), await account()];
  const amount = Money.parse("1.00", "GHS");
  // The ledger has another completion of this payment, so this update can never be applied.
  await app.db.transaction((tx) =>
    postTransactions(tx, [
      {
        orgId: app.callers.orgAdmin.orgId!,
        cause: `${payin.paymentId}:completed`,
        description: "Something else",
        at: app.clock.now(),
        postings: [
          { account: { purpose: "settlement" }, amount },
          { account: { purpose: "suspense" }, amount: amount.negate() },
        ],
      },
    ]),
  );
  expect((await tell("fiat", "mixed", paid(payin.reference), arrived(owner.number, "250.00"))).status).toBe(200);
  expect(await owner.balance()).toBe(0);
  for (let tries = 0; tries < 2; tries++) {
    app.clock.advance(RETRY_AFTER_MS);
    await app.run("callback-retries");
  }
  expect(await owner.balance()).toBe(250);
  expect(await stored("mixed")).toMatchObject({
    applied_at: null,
    failure: expect.stringContaining("posted before with other lines"),
  });
});

test("a signed callback that cannot be read is kept, and applied once it can be", async () => {
  const payin = await silentPayin();
  const body = JSON.stringify({
    callback_id: "unread",
    events: [
      {
        ...paid(payin.reference),
        provider: "fiat",
        occurred_at: app.clock.now().toISOString(),
        status: "partly_settled",
      },
    ],
  });
  expect((await send("fiat", body)).status).toBe(200);
  expect(await stored("unread")).toMatchObject({ applied_at: null });
  // Simulates a release that understands the update: the stored body is rewritten to a known one.
  await app.db.query(
    "UPDATE provider_callbacks SET body = replace(body, 'partly_settled', 'completed') WHERE external_id = 'unread'",
  );
  app.clock.advance(RETRY_AFTER_MS);
  await app.run("callback-retries");
  expect((await payin.read()).status).toBe("completed");
  expect((await stored("unread"))!.applied_at).not.toBeNull();
});

test("callbacks of a provider that is no longer set up do not keep the others from their turn", async () => {
  const payin = await silentPayin();
  const [before, now] = [new Date(app.clock.now().getTime() - 3_600_000), app.clock.now()];
  await app.db.query(
    `INSERT INTO provider_callbacks (provider, external_id, body, received_at, due_at)
      SELECT 'paystack', 'gone-' || n, '{}', $1, $1 FROM generate_series(1, 120) n`,
    [before],
  );
  const body = JSON.stringify({
    callback_id: "waiting",
    events: [{ ...paid(payin.reference), provider: "fiat", occurred_at: now.toISOString() }],
  });
  await app.db.query(
    `INSERT INTO provider_callbacks (provider, external_id, body, received_at, due_at)
      VALUES ('fiat', 'waiting', $1, $2, $2)`,
    [body, now],
  );
  app.clock.advance(RETRY_AFTER_MS);
  for (let runs = 0; runs < 2; runs++) await app.run("callback-retries");
  expect((await payin.read()).status).toBe("completed");
});

const disputed = (reference: string, id: string) => ({
  event: "dispute.updated",
  id,
  reference,
  status: "pending",
  provider_status: "needs_response",
  amount: "1500.00",
  currency: "GHS",
  data: { fee: "15.00", respond_by: "2030-01-05T09:00:00.000Z" },
});
const disputesOf = async ({ paymentId }: { paymentId: string }) =>
  (await app.request(app.callers.apiKey, "GET", `/disputes?payment_id=${paymentId}`)).body.data;

test("a dispute that is quicker than the completion of its payment is booked once that has come", async () => {
  const payin = await silentPayin();
  expect((await tell("fiat", "early-dispute", disputed(payin.reference, "dp_early"))).status).toBe(200);
  expect([await disputesOf(payin), (await stored("early-dispute"))!.applied_at]).toEqual([[], null]);
  await tell("fiat", "early-dispute-paid", paid(payin.reference));
  app.clock.advance(RETRY_AFTER_MS);
  await app.run("callback-retries");
  expect(await disputesOf(payin)).toMatchObject([{ status: "needs_response", provider_dispute_id: "dp_early" }]);
});

test("a dispute of a payment that failed here, or that another provider carries, takes no money and is for a person", async () => {
  const [failed, foreign] = [await silentPayin(), await silentPayin()];
  await tell("fiat", "failed-first", paid(failed.reference, { status: "failed", reason: "declined" }));
  await tell("fiat", "failed-dispute", disputed(failed.reference, "dp_failed"));
  await tell("fiat", "foreign-paid", paid(foreign.reference));
  await tell("hybrid", "foreign-dispute", disputed(foreign.reference, "dp_foreign"));
  expect([await disputesOf(failed), await disputesOf(foreign)]).toEqual([[], []]);
  expect(await itemsOf(failed.paymentId)).toMatchObject([{ kind: "contradicts_dispute" }]);
  expect(await itemsOf(foreign.paymentId)).toMatchObject([{ kind: "said_by_another" }]);
});

test("a stored callback that can never be applied is tried ever more rarely, and never given up", async () => {
  await app.db.query(
    `INSERT INTO provider_callbacks (provider, external_id, body, received_at, due_at)
      VALUES ('paystack', 'never', '{}', $1, $1)`,
    [app.clock.now()],
  );
  const tries = async () =>
    (await app.db.query<{ tries: number }>("SELECT tries FROM provider_callbacks WHERE external_id = 'never'"))[0]!
      .tries;
  const passHours = async (hours: number) => {
    for (let minutes = 0; minutes < hours * 60; minutes += 5) {
      app.clock.advance(5 * 60_000);
      await app.run("callback-retries");
    }
  };
  await passHours(6);
  const early = await tries();
  expect(early).toBeGreaterThan(5);
  expect(early).toBeLessThan(15);
  await passHours(3);
  expect((await tries()) - early).toBeGreaterThan(1);
});
