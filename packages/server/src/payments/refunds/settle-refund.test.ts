import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { newId } from "@corridor/base/ids.ts";
import { createLogger } from "#src/kernel/log.ts";
import type { Provider, ProviderName, RefundAnswer, RefundQuery } from "@corridor/provider-kit/provider.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import type { PaymentStore } from "#src/payments/store/payment-store.ts";
import type { Payment } from "#src/payments/core/payment.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { RECOVERY_AFTER_MS } from "#src/payments/core/check-schedule.ts";
import { createAbsenceJudge } from "#src/payments/store/proof-of-absence.ts";
import { claimPendingRefunds, findRefund, type Refund, refundInserts } from "./refund-queries.ts";
import { createRefundJob } from "./settle-refund.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const LONG_AFTER_MS = 60_000;
const SETTLES_WITHIN_MS = 60_000;

/** A refund of the payment that waits for `fiat`. Returns the requests that `fiat` received and the final refund. */
async function ask(payment: Payment, answer: RefundAnswer, change: Partial<Refund> = {}) {
  const clock = new SteppedClock();
  const refund: Refund = {
    orgId: payment.orgId,
    paymentId: payment.paymentId,
    refundId: newId(),
    amount: payment.amount,
    reason: "wrong goods",
    status: "pending",
    provider: "fiat",
    providerRefundId: null,
    failureReason: null,
    requestedBy: newId(),
    waitsFor: null,
    createdAt: clock.now(),
    updatedAt: clock.now(),
    ...change,
  };
  await database.db.transaction((tx) => writeTogether(tx, refundInserts([refund])));
  clock.advance(LONG_AFTER_MS);
  const asked: RefundQuery[] = [];
  const fetchRefund = async (query: RefundQuery) => (asked.push(query), answer);
  const job = createRefundJob({
    db: database.db,
    clock,
    log: createLogger({ level: "silent" }),
    store: { findPayment: async () => payment, applyTransitionsIn: async () => [] } as unknown as PaymentStore,
    absence: createAbsenceJudge({ db: database.db, clock }),
    providers: new Map([
      ["fiat", { name: "fiat", settlesWithinMs: SETTLES_WITHIN_MS, fetchRefund } as unknown as Provider] as [
        ProviderName,
        Provider,
      ],
    ]),
  });
  await job.runOnce();
  return { asked, clock, job, refund: (await findRefund(database.db, payment.orgId, refund.refundId))! };
}

test("a provider that carried both legs of a ramp is asked about the payment that it collected, not about the one that it paid out", async () => {
  const [collected, paidOut] = [
    anAttempt({ leg: "collect", provider_payment_id: "collected" }),
    anAttempt({ leg: "settle", provider_payment_id: "paid out, and failed later" }),
  ];
  const { asked } = await ask(aPayment({ kind: "ramp", attempts: [collected, paidOut] }), {
    outcome: "unknown",
    reason: "busy",
  });
  expect(asked).toMatchObject([{ paymentReference: collected.attempt_id, providerPaymentId: "collected" }]);
});

test("a refund that the provider does not know is not given up at its first word, and one that it took never is", async () => {
  const payment = aPayment({ status: "completed" });
  expect((await ask(payment, { outcome: "not_found" })).refund).toMatchObject({ status: "pending" });
  const taken = await ask(payment, { outcome: "not_found" }, { providerRefundId: "refund-1" });
  expect(taken.asked).toMatchObject([{ providerRefundId: "refund-1" }]);
  expect(taken.refund).toMatchObject({ status: "pending" });
});

test.each([
  ["as soon as another answer can decide, however old it is", { outcome: "not_found" }, 2],
  ["no earlier for an answer that decides nothing", { outcome: "unknown", reason: "busy" }, 1],
] as const)("a refund that the provider does not know is asked about again %s", async (_, answer, times) => {
  const createdAt = new Date(new SteppedClock().now().getTime() - 2 * 3_600_000);
  const { asked, clock, job, refund } = await ask(aPayment({ status: "completed" }), answer, {
    createdAt,
    updatedAt: createdAt,
  });
  const askedAboutIt = () => asked.filter(({ reference }) => reference === refund.refundId);
  clock.advance(SETTLES_WITHIN_MS / 2);
  await job.runOnce();
  expect(askedAboutIt()).toHaveLength(1);
  clock.advance(SETTLES_WITHIN_MS / 2 + RECOVERY_AFTER_MS);
  await job.runOnce();
  await job.runOnce();
  expect(askedAboutIt()).toHaveLength(times);
});

test("a refund that takes days is asked about ever more rarely, and at least every other hour", async () => {
  const { refund } = await ask(aPayment({ status: "completed" }), { outcome: "found", status: "pending" });
  const minute = (n: number) => new Date(refund.createdAt.getTime() + n * 60_000);
  const claims: number[] = [];
  for (let n = 2; n <= 12 * 60; n++) {
    const claimed = await claimPendingRefunds(database.db, {
      untouchedSince: new Date(minute(n).getTime() - 20_000),
      now: minute(n),
      limit: 50,
    });
    if (claimed.some(({ refundId }) => refundId === refund.refundId)) claims.push(n);
  }
  expect(claims.filter((n) => n <= 10).length).toBeGreaterThan(4);
  expect(claims.length).toBeLessThan(60);
  expect(12 * 60 - claims.at(-1)!).toBeLessThan(120);
});
