import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createTestDatabase, type TestDatabase, testSecrets } from "@corridor/test/harness/database.ts";
import { createPaymentStore } from "#src/payments/store/payment-store.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { plainPayment } from "./dispatch-request.ts";
import { isAnythingUnderWayAt } from "./anything-under-way.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test("a provider is busy with whatever it holds of an unfinished payment, also when another one is at it now", async () => {
  const store = createPaymentStore({
    secrets: testSecrets,
    db: database.db,
    clock: new SteppedClock(),
    listeners: [],
    causeOf: () => null,
    kinds: { payment: plainPayment, ramp: plainPayment },
  });
  const attempts = [
    anAttempt({ provider: "stripe", outcome: "refused" }),
    // If the second leg fails, this leg must return the money.
    anAttempt({ provider: "mtn_momo", leg: "collect" }),
    anAttempt({ provider: "yellowcard", leg: "settle" }),
  ];
  await store.createPayment({
    payment: aPayment({ status: "processing", attempts, eventSequence: 0 }),
    audit: { actor: { type: "system", id: "test" }, action: "payment.initiated" },
  });
  const busy = async (...names: Parameters<typeof isAnythingUnderWayAt>[1][]) =>
    Promise.all(names.map((name) => isAnythingUnderWayAt(database.db, name)));
  expect(await busy("mtn_momo", "yellowcard", "stripe", "adyen")).toEqual([true, true, false, false]);
});
