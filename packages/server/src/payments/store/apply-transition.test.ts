import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase, testSecrets } from "@corridor/test/harness/database.ts";
import { createPaymentStore, type PaymentStore } from "./payment-store.ts";
import type { Payment } from "#src/payments/core/payment.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { plainPayment } from "#src/payments/at-providers/dispatch-request.ts";
import type { Move } from "#src/payments/core/moves.ts";

/** Two stores on one database behave like two processes: each remembers only its own writes. */
let database: TestDatabase;
let ours: PaymentStore;
let theirs: PaymentStore;
let statements: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const clock = new SteppedClock();
  const watched = {
    ...database.db,
    query: <R>(text: string, values?: readonly unknown[]) => (
      statements.push(text),
      database.db.query<R>(text, values)
    ),
    transaction: ((work) =>
      database.db.transaction((tx) =>
        work({
          ...tx,
          query: <R>(text: string, values?: readonly unknown[]) => (statements.push(text), tx.query<R>(text, values)),
        }),
      )) as typeof database.db.transaction,
  };
  const store = (db: typeof database.db): PaymentStore =>
    createPaymentStore({
      db,
      clock,
      secrets: testSecrets,
      listeners: [],
      causeOf: () => null,
      kinds: { payment: plainPayment, ramp: plainPayment },
    });
  ours = store(watched);
  theirs = store(database.db);
});
afterAll(() => database[Symbol.asyncDispose]());

async function create(newId = false): Promise<Payment> {
  const planned = aPayment({
    status: "initiated",
    provider: null,
    providerPaymentId: null,
    providerStatus: null,
    eventSequence: 0,
    attempts: [anAttempt({ outcome: "dispatching", provider_payment_id: null, finished_at: null })],
  });
  const { outcome, payment } = await ours.createPayment({
    payment: planned,
    audit: { actor: { type: "system", id: "test" }, action: "payment.initiated" },
    newId,
  });
  expect(outcome).toBe("created");
  statements = [];
  return payment;
}

function accepted(payment: Payment): Move {
  return {
    type: "accepted",
    attemptId: payment.progress.attempts[0]!.attempt_id,
    result: { outcome: "accepted", status: "processing", providerPaymentId: "provider-1", providerStatus: "submitted" },
  };
}

function completed(payment: Payment): Move {
  return {
    type: "provider_said",
    source: "callback",
    update: {
      kind: "payment",
      reference: payment.progress.attempts[0]!.attempt_id,
      providerPaymentId: "provider-1",
      providerStatus: "done",
      status: "completed",
      reason: undefined,
      receivedAmount: undefined,
      occurredAt: undefined,
      data: undefined,
    },
  };
}

const keyOf = ({ orgId, paymentId }: Payment): { orgId: string; paymentId: string } => ({ orgId, paymentId });
const eventsOf = (payment: Payment): Promise<{ type: string; sequence: number }[]> =>
  database.db.query(
    "SELECT unnest(types) AS type, generate_series(sequence, sequence + cardinality(types) - 1) AS sequence FROM events WHERE org_id = $1 AND resource_id = $2 ORDER BY sequence",
    [payment.orgId, payment.paymentId],
  );

test("a payment that nobody else touched is moved on without being read back", async () => {
  const payment = await create();
  const moved = await ours.applyTransition(payment, accepted(payment));
  expect(moved).toMatchObject({ outcome: "applied", payment: { status: "processing", eventSequence: 3 } });
  expect(statements).toHaveLength(1);
  expect(statements[0]).toContain("UPDATE payments");
  expect(await theirs.findPayment(keyOf(payment))).toEqual(moved.payment);
});

test("a payment that another process moved on meanwhile is decided on as it is, not as it was remembered", async () => {
  const payment = await create();
  await theirs.applyTransition(payment, completed(payment));
  const late = await ours.applyTransition(payment, accepted(payment));
  expect(late).toMatchObject({ outcome: "unchanged", payment: { status: "completed" } });
  expect((await eventsOf(payment)).map(({ type }) => type)).toEqual([
    "transaction.updated",
    "payment.processing",
    "payment.completed",
    "transaction.updated",
  ]);
});

test("a change without an event counts as a change", async () => {
  const payment = await create();
  const next = anAttempt({ outcome: "dispatching", provider: "hybrid", provider_payment_id: null, finished_at: null });
  await theirs.applyTransition(payment, {
    type: "refused",
    attemptId: payment.progress.attempts[0]!.attempt_id,
    reason: "no",
    next,
  });
  const late = await ours.applyTransition(payment, accepted(payment));
  expect(late.payment.progress.attempts.map(({ outcome }) => outcome)).toEqual(["refused", "dispatching"]);
});

test("one that was overtaken does not keep the others of its batch from their move", async () => {
  const payments = await Promise.all(Array.from({ length: 5 }, () => create()));
  await theirs.applyTransition(payments[2]!, completed(payments[2]!));
  const moved = await Promise.all(payments.map((payment) => ours.applyTransition(payment, accepted(payment))));
  expect(moved.map(({ payment }) => payment.status)).toEqual([
    "processing",
    "processing",
    "completed",
    "processing",
    "processing",
  ]);
  expect(await eventsOf(payments[0]!)).toHaveLength(3);
});

test("nothing of a batch is stored before all of it is decided anew, when one of its payments was overtaken", async () => {
  const payments = await Promise.all(Array.from({ length: 3 }, () => create(true)));
  await theirs.applyTransition(payments[1]!, completed(payments[1]!));
  await Promise.all(payments.map((payment) => ours.applyTransition(payment, accepted(payment))));
  // The second one runs under locks.
  expect(statements.filter((text) => text.includes(`UPDATE payments`))).toHaveLength(2);
  const sequences = await Promise.all(
    payments.map(async (payment) => (await eventsOf(payment)).map(({ sequence }) => sequence)),
  );
  expect(sequences).toEqual([
    [1, 2, 3],
    [1, 2, 3, 4],
    [1, 2, 3],
  ]);
});

test("a payment that moves on stays in its page, so that none of its index entries is written again", async () => {
  const pages = (): Promise<{ page: number }[]> =>
    database.db.query(
      `SELECT (ctid::text::point)[0]::integer AS page FROM payments WHERE payment_id = ANY ($1::uuid[])
        ORDER BY payment_id`,
      [payments.map(({ paymentId }) => paymentId)],
    );
  const payments = await Promise.all(Array.from({ length: 40 }, () => create(true)));
  const before = await pages();
  await Promise.all(payments.map((payment) => ours.applyTransition(payment, accepted(payment))));
  expect(await pages()).toEqual(before);
});

test("two moves of one payment in one batch follow each other", async () => {
  const payment = await create();
  const [first, second] = await Promise.all([
    ours.applyTransition(payment, accepted(payment)),
    ours.applyTransition(payment, completed(payment)),
  ]);
  expect([first.payment.status, second.payment.status]).toEqual(["processing", "completed"]);
  expect((await eventsOf(payment)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
});

test("a move of a payment that does not exist fails alone", async () => {
  const payment = await create();
  const [moved, missing] = await Promise.allSettled([
    ours.applyTransition(payment, accepted(payment)),
    ours.applyTransition({ orgId: payment.orgId, paymentId: newId() }, accepted(payment)),
  ]);
  expect(moved.status).toBe("fulfilled");
  expect(missing).toMatchObject({ status: "rejected", reason: { name: "PaymentMissing" } });
});
