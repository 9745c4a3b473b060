import { NOTHING_STOPPED } from "#src/pricing/stops/stops.fixtures.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { postTransactions } from "#src/record/ledger/post-transactions.ts";
import type { ApprovalDeps } from "#src/parties/approvals/index.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { ClaimOver } from "#src/kernel/http/claim-over.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { createLogger } from "#src/kernel/log.ts";
import { Money } from "@corridor/base/money.ts";
import type { Provider, RefundRequest } from "@corridor/provider-kit/provider.ts";
import { createTestDatabase, type TestDatabase, testSecrets } from "@corridor/test/harness/database.ts";
import { type DatabaseTime, takeOverDatabaseTime } from "@corridor/test/harness/database-time.ts";
import { createPaymentStore, type PaymentStore } from "#src/payments/store/payment-store.ts";
import type { Payment } from "#src/payments/core/payment.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { plainPayment } from "#src/payments/at-providers/dispatch-request.ts";
import { ledgerOfCompletion } from "#src/payments/core/payment-ledger.ts";
import { type RefundDeps, sendRefund } from "./refund-payment.ts";
import { findRefund, refundsOfPayment } from "./refund-queries.ts";
import { createRefundWrites } from "./refund-writes.ts";
import { createAbsenceJudge } from "#src/payments/store/proof-of-absence.ts";
import { createRefundJob, REFUND_TIMEOUT_MS, type RefundJobDeps, settleRefundsIn } from "./settle-refund.ts";

let database: TestDatabase;
let time: DatabaseTime;
let clock: SteppedClock;
let store: PaymentStore;
let asked: RefundRequest[];
beforeAll(async () => {
  database = await createTestDatabase();
  time = await takeOverDatabaseTime(database.url);
});
beforeEach(() => {
  clock = new SteppedClock();
  store = createPaymentStore({
    secrets: testSecrets,
    db: database.db,
    clock,
    listeners: [],
    causeOf: () => null,
    kinds: { payment: plainPayment, ramp: plainPayment },
  });
  asked = [];
});
afterAll(async () => {
  await time.close();
  await database[Symbol.asyncDispose]();
});

const SETTLES_WITHIN_MS = 10 * 60_000;

/** Accepts every refund, and afterwards reports the refunds that it received. */
const provider = {
  name: "fiat",
  settlesWithinMs: SETTLES_WITHIN_MS,
  refund: async (request: RefundRequest) => (
    asked.push(request),
    { outcome: "accepted" as const, status: "pending" as const, providerRefundId: "r-1" }
  ),
  fetchRefund: async ({ reference }: { reference: string }) =>
    asked.some((request) => request.reference === reference)
      ? { outcome: "found" as const, status: "pending" as const }
      : { outcome: "not_found" as const },
} as unknown as Provider & Required<Pick<Provider, "refund">>;

/** No refund waits here; test/e2e/money-out.test.ts has those. */
const approvals = null as unknown as ApprovalDeps;

function depsOn(db: Db): RefundDeps & RefundJobDeps {
  return {
    db,
    clock,
    store,
    refundWrites: createRefundWrites({ db, clock, store, approvals }),
    profileOf: async () => ({ controls: null }),
    absence: createAbsenceJudge({ db: database.db, clock }),
    log: createLogger({ level: "silent" }),
    providers: new Map([["fiat", provider]]),
    gate: NOTHING_STOPPED,
    publicBaseUrl: "http://localhost",
  };
}

async function completedPayin() {
  const attempt = anAttempt();
  const { payment } = await store.createPayment({
    payment: aPayment({ status: "completed", attempts: [attempt], eventSequence: 0 }),
    audit: { actor: { type: "system", id: "test" }, action: "payment.initiated" },
  });
  await database.db.transaction((tx) => postTransactions(tx, ledgerOfCompletion(payment, clock.now())));
  return {
    payment,
    attempt,
    refundId: newId(),
    amount: Money.parse("900.00", "NGN"),
    reason: "returned goods",
    requestedBy: payment.userId,
    provider,
    audit: { actor: { type: "system" as const, id: "test" }, action: "payment.refund_requested" },
  };
}

/** The organization has already spent the payment's money. */
async function withdrawAll({ orgId, paymentId, amount: paid, totalFees }: Payment): Promise<void> {
  const amount = paid.minus(totalFees);
  const spent = { orgId, cause: `${paymentId}:spent`, description: "Spent", at: clock.now() };
  const postings = [
    { account: { purpose: "settlement" as const }, amount: amount.negate() },
    { account: { purpose: "fx" as const }, amount },
  ];
  await database.db.transaction((tx) => postTransactions(tx, [{ ...spent, postings }]));
}

/** Runs the worker's job while this time passes. */
async function pass(job: Job, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 30_000) {
    clock.advance(30_000);
    await time.set(clock.now());
    await job.runOnce();
  }
}

const itemsOf = (paymentId: string) =>
  database.db.query<{ kind: string; message: string }>(
    "SELECT kind, message FROM reconciliation_items WHERE payment_id = $1",
    [paymentId],
  );

test("refunds that come together share their commits, and one that is refused or not covered leaves the others alone", async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, completedPayin));
  const tooMuch = { ...(await completedPayin()), amount: Money.parse("9000.00", "NGN") };
  const [covered, uncovered] = [await completedPayin(), await completedPayin()];
  await withdrawAll(uncovered.payment);
  const twice = { ...orders[0]!, refundId: newId(), amount: orders[0]!.payment.amount };
  let commits = 0;
  const counting: Db = { ...database.db, transaction: (work) => ((commits += 1), database.db.transaction(work)) };
  const deps = depsOn(counting);
  const send = (list: readonly (typeof covered)[]) => Promise.allSettled(list.map((order) => sendRefund(deps, order)));

  const together = await send([...orders, tooMuch, twice]);
  expect(together.map(({ status }) => status)).toEqual([...Array<string>(6).fill("fulfilled"), "rejected", "rejected"]);
  expect(together.slice(6)).toMatchObject([
    { reason: { statusCode: 409, message: expect.stringContaining("refunds would exceed the payment") } },
    { reason: { statusCode: 409, message: expect.stringContaining("refunds would exceed the payment") } },
  ]);
  // Separately, the six would need twelve transactions, and the refused ones two more.
  expect(commits).toBeLessThanOrEqual(3);
  for (const { payment, refundId } of orders)
    expect(await refundsOfPayment(database.db, payment, null, 10)).toMatchObject([
      { refundId, status: "pending", providerRefundId: "r-1" },
    ]);

  expect(await send([covered, uncovered])).toMatchObject([
    { status: "fulfilled" },
    { reason: { code: "INSUFFICIENT_FUNDS" } },
  ]);
  expect(await refundsOfPayment(database.db, uncovered.payment, null, 10)).toEqual([]);

  const [inTime, late] = [await completedPayin(), { ...(await completedPayin()), commitBy: clock.now() }];
  expect(await send([inTime, late])).toMatchObject([{ status: "fulfilled" }, { reason: expect.any(ClaimOver) }]);
  expect(await refundsOfPayment(database.db, late.payment, null, 10)).toEqual([]);
});

test("two words of one refund in one batch are heard in their order: it ends once, and is told of once", async () => {
  const order = await completedPayin();
  const deps = depsOn(database.db);
  await sendRefund(deps, order);
  const heard = (["pending", "completed", "completed", "failed"] as const).map((status) => ({
    orgId: order.payment.orgId,
    refundId: order.refundId,
    report: { status },
  }));
  await database.db.transaction((tx) => settleRefundsIn(tx, deps, heard));
  expect(await refundsOfPayment(database.db, order.payment, null, 10)).toMatchObject([{ status: "completed" }]);
  expect(await itemsOf(order.payment.paymentId)).toMatchObject([{ kind: "contradicts_refund" }]);
  const events = await database.db.query(
    "SELECT unnest(types) AS type FROM events WHERE resource_id = $1 ORDER BY sequence",
    [order.refundId],
  );
  expect(events).toEqual([{ type: "refund.requested" }, { type: "refund.completed" }]);
});

test("a refund whose amount took too long to set aside is not asked for", async () => {
  const order = await completedPayin();
  // In effect, the reservation waits for a lock until the time to call the provider is over.
  const slow: Db = {
    ...database.db,
    transaction: async (work) => {
      const result = await database.db.transaction(work);
      clock.advance(REFUND_TIMEOUT_MS);
      return result;
    },
  };
  const { result } = await sendRefund(depsOn(slow), order);
  expect(result).toMatchObject({ outcome: "refused", code: "NOT_SENT" });
  expect(asked).toEqual([]);
  expect(await findRefund(database.db, order.payment.orgId, order.refundId)).toMatchObject({ status: "failed" });
  expect((await store.findPayment(order.payment))!.refundedAmount.isZero()).toBe(true);
});

test("a refund that the provider accepted stays open when it does not know it later: it may yet be paid, and a second one would be paid too", async () => {
  const order = await completedPayin();
  const deps = depsOn(database.db);
  await sendRefund(deps, order);
  asked = [];
  await pass(createRefundJob(deps), 2 * SETTLES_WITHIN_MS);
  expect(await refundsOfPayment(database.db, order.payment, null, 10)).toMatchObject([{ status: "pending" }]);
});

test.each([
  ["stays open when the settings were changed after it was sent", 1_000, "pending"],
  ["is given up when they are older", -60_000, "failed"],
])("a refund without an answer that the provider does not know %s", async (_, changedMs, status) => {
  const order = await completedPayin();
  const silent: Provider = {
    ...provider,
    refund: async () => ({ outcome: "unknown", reason: "no answer" }),
    setUpAt: new Date(clock.now().getTime() + changedMs),
  };
  const deps: ReturnType<typeof depsOn> = { ...depsOn(database.db), providers: new Map([["fiat", silent]]) };
  await sendRefund(deps, { ...order, provider: silent as typeof provider });
  const job = createRefundJob(deps);
  await pass(job, SETTLES_WITHIN_MS);
  expect(await refundsOfPayment(database.db, order.payment, null, 10)).toMatchObject([{ status: "pending" }]);
  await pass(job, SETTLES_WITHIN_MS);
  expect(await refundsOfPayment(database.db, order.payment, null, 10)).toMatchObject([{ status }]);
});

test("a provider that completes a refund which was given up is heard: the money has left twice, and a person must know", async () => {
  const order = await completedPayin();
  const deps = depsOn(database.db);
  await sendRefund(deps, order);
  const settle = (status: "completed" | "failed") =>
    database.db.transaction((tx) =>
      settleRefundsIn(tx, deps, [{ orgId: order.payment.orgId, refundId: order.refundId, report: { status } }]),
    );
  await settle("failed");
  await settle("failed");
  expect(await itemsOf(order.payment.paymentId)).toEqual([]);
  await settle("completed");
  await settle("completed");
  expect(await itemsOf(order.payment.paymentId)).toEqual([
    {
      kind: "contradicts_refund",
      message: expect.stringContaining("fiat reported completed for a refund of 900.00 NGN"),
    },
  ]);
  expect(await refundsOfPayment(database.db, order.payment, null, 10)).toMatchObject([{ status: "failed" }]);
});

test("only the provider that carries a refund has a word about it", async () => {
  const order = await completedPayin();
  const deps = depsOn(database.db);
  await sendRefund(deps, order);
  await database.db.transaction((tx) =>
    settleRefundsIn(tx, deps, [
      { orgId: order.payment.orgId, refundId: order.refundId, report: { status: "completed", from: "hybrid" } },
    ]),
  );
  expect(await refundsOfPayment(database.db, order.payment, null, 10)).toMatchObject([{ status: "pending" }]);
  expect(await itemsOf(order.payment.paymentId)).toMatchObject([{ kind: "said_by_another" }]);
});
