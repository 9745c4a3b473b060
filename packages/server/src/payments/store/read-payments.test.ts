import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId, otherIdOfPayment } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase, testSecrets } from "@corridor/test/harness/database.ts";
import { createPaymentStore, type PaymentStore } from "./payment-store.ts";
import type { Payment } from "#src/payments/core/payment.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { plainPayment } from "#src/payments/at-providers/dispatch-request.ts";
import { createPaymentReader } from "./read-payments.ts";

let database: TestDatabase;
let store: PaymentStore;
let reader: ReturnType<typeof createPaymentReader>;
let rowsAnswered: number;

beforeAll(async () => {
  database = await createTestDatabase();
  store = createPaymentStore({
    db: database.db,
    clock: new SteppedClock(),
    secrets: testSecrets,
    listeners: [],
    causeOf: () => null,
    kinds: { payment: plainPayment, ramp: plainPayment },
  });
});
beforeEach(() => {
  rowsAnswered = 0;
  const query = async <R>(text: string, values?: readonly unknown[]): Promise<R[]> => {
    const rows = await database.db.query<R>(text, values);
    rowsAnswered += rows.length;
    return rows;
  };
  reader = createPaymentReader({ ...database.db, query });
});
afterAll(() => database[Symbol.asyncDispose]());

async function create(): Promise<Payment> {
  const planned = aPayment({
    status: "initiated",
    provider: null,
    providerPaymentId: null,
    providerStatus: null,
    eventSequence: 0,
    attempts: [anAttempt({ outcome: "dispatching" })],
  });
  return (
    await store.createPayment({
      payment: planned,
      audit: { actor: { type: "system", id: "test" }, action: "payment.initiated" },
    })
  ).payment;
}

/** Written by the store, of which the reader knows nothing, as by another process. */
async function fail(payment: Payment): Promise<Payment> {
  const attemptId = payment.progress.attempts[0]!.attempt_id;
  return (await store.applyTransition(payment, { type: "refused", attemptId, reason: "no", next: null })).payment;
}

const waysToRead = [
  { by: "key", read: ({ orgId, paymentId }: Payment) => reader.findPayment({ orgId, paymentId }) },
  { by: "transaction id", read: ({ transactionId }: Payment) => reader.findByTransactionId(transactionId) },
];

for (const { by, read } of waysToRead) {
  test(`a payment read again and again by its ${by} is as it was, and its row no longer travels`, async () => {
    const payment = await create();
    const first = await read(payment);
    expect(first).toMatchObject({ paymentId: payment.paymentId, status: "initiated" });
    for (let again = 0; again < 5; again++) expect(await read(payment)).toEqual(first);
    expect(rowsAnswered).toBe(2);
  });

  test(`a payment read again by its ${by} after somebody else changed it is as it is now`, async () => {
    const payment = await create();
    for (let before = 0; before < 3; before++) await read(payment);
    const changed = await fail(payment);
    expect(await read(payment)).toEqual(changed);
    expect(changed.status).toBe("failed");
  });

  test(`reads by ${by} of one moment each get their own payment, and nothing for one that does not exist`, async () => {
    const [known, fresh] = [await create(), await create()];
    for (let before = 0; before < 2; before++) await read(known);
    const missing = { ...known, orgId: newId(), paymentId: newId(), transactionId: newId() };
    const found = await Promise.all([known, missing, fresh, known].map(read));
    expect(found.map((payment) => payment?.paymentId)).toEqual([
      known.paymentId,
      undefined,
      fresh.paymentId,
      known.paymentId,
    ]);
  });
}

test("a payment that was pushed out by many others is read whole again", async () => {
  const payment = await create();
  for (let before = 0; before < 2; before++) await reader.findByTransactionId(payment.transactionId);
  const ids = Array.from({ length: 2_100 }, () => newId());
  await database.db.query(
    `INSERT INTO payments (org_id, payment_id, transaction_id, user_id, kind, direction, payment_method, status,
       country, amount, currency, target_amount, target_currency,
       fee_ids, total_fees, details, progress, event_sequence, created_at, updated_at)
     SELECT org_id, id, other, user_id, kind, direction, payment_method, status, country, amount, currency,
       target_amount, target_currency,
       fee_ids, total_fees, details, progress, event_sequence, created_at, updated_at
         FROM payments, unnest($2::uuid[], $3::uuid[]) AS one (id, other) WHERE payment_id = $1`,
    [payment.paymentId, ids, ids.map(otherIdOfPayment)],
  );
  const others = await database.db.query<{ transaction_id: string }>(
    "SELECT transaction_id FROM payments WHERE org_id = $1 AND payment_id <> $2",
    [payment.orgId, payment.paymentId],
  );
  for (let before = 0; before < 2; before++)
    await Promise.all(others.map(({ transaction_id }) => reader.findByTransactionId(transaction_id)));
  rowsAnswered = 0;
  expect(await reader.findByTransactionId(payment.transactionId)).toEqual(payment);
  expect(rowsAnswered).toBe(1);
});
