import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createLogger } from "#src/kernel/log.ts";
import type { ActionResult, Provider, ProviderName, StatusAnswer } from "@corridor/provider-kit/provider.ts";
import { createTestDatabase, type TestDatabase, testSecrets } from "@corridor/test/harness/database.ts";
import { createPaymentStore, type PaymentStore } from "#src/payments/store/payment-store.ts";
import { type AskDeps, createCheckJob, createPaymentContinuation } from "./check-payments.ts";
import type { Payment } from "#src/payments/core/payment.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { plainPayment } from "./dispatch-request.ts";
import { createAbsenceJudge } from "#src/payments/store/proof-of-absence.ts";

let database: TestDatabase;
let clock: SteppedClock;
let store: PaymentStore;
beforeAll(async () => {
  database = await createTestDatabase();
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
});
afterAll(() => database[Symbol.asyncDispose]());

const FAR_BEYOND_ANY_POLL_MS = 60 * 60_000;

async function pendingAt(provider: ProviderName, change: Partial<Payment> = {}): Promise<Payment> {
  const attempt = anAttempt({ provider, started_at: clock.now().toISOString() });
  const { payment } = await store.createPayment({
    payment: aPayment({ provider, attempts: [attempt], eventSequence: 0, ...change }),
    audit: { actor: { type: "system", id: "test" }, action: "payment.initiated" },
  });
  return payment;
}

function jobWith(providers: Partial<Record<ProviderName, Partial<Provider>>>) {
  const named = Object.entries(providers).map(
    ([name, provider]) => [name, { name, ...provider }] as unknown as [ProviderName, Provider],
  );
  const deps: AskDeps = {
    clock,
    log: createLogger({ level: "silent" }),
    store,
    providers: new Map(named),
    dispatcher: {} as AskDeps["dispatcher"],
    absence: createAbsenceJudge({ db: database.db, clock }),
  };
  return createCheckJob({
    ...deps,
    db: database.db,
    continuations: { payment: createPaymentContinuation(deps, async () => undefined), ramp: async () => undefined },
  });
}

const statusOf = async (payment: Payment) => (await store.findPayment(payment))!.status;
const found = (reference: string, status: "pending" | "completed"): StatusAnswer => ({
  outcome: "found",
  update: { kind: "payment", reference, providerStatus: status, status },
});

test("payments at a provider that does not answer do not hold up those at another", async () => {
  const healthy = await pendingAt("hybrid");
  await Promise.all(Array.from({ length: 40 }, () => pendingAt("fiat")));
  const late = await pendingAt("hybrid");
  clock.advance(FAR_BEYOND_ANY_POLL_MS);
  const silence = Promise.withResolvers<StatusAnswer>();
  const running = jobWith({
    fiat: { fetchStatus: () => silence.promise },
    hybrid: { fetchStatus: async ({ reference }) => found(reference, "completed") },
  }).runOnce();
  await expect.poll(async () => [await statusOf(healthy), await statusOf(late)]).toEqual(["completed", "completed"]);
  silence.resolve({ outcome: "unknown", reason: "no answer" });
  expect(await running).toBe(42);
});

test("what has expired is not canceled when the provider finds that it has just been paid", async () => {
  const payment = await pendingAt("fiat", { expiresAt: clock.now() });
  clock.advance(FAR_BEYOND_ANY_POLL_MS);
  let paid = false;
  const job = jobWith({
    fiat: {
      fetchStatus: async ({ reference }) => found(reference, paid ? "completed" : "pending"),
      submitAction: async (): Promise<ActionResult> => (
        (paid = true),
        { outcome: "done", status: "completed", providerStatus: "paid" }
      ),
    },
  });
  await job.runOnce();
  expect(await statusOf(payment)).toBe("pending");
  clock.advance(FAR_BEYOND_ANY_POLL_MS);
  await job.runOnce();
  expect(await statusOf(payment)).toBe("completed");
});

test("what has expired at a provider that is not set up here stays as it is until somebody can be asked: it may have been paid", async () => {
  const payment = await pendingAt("mtn_momo", { expiresAt: clock.now() });
  clock.advance(FAR_BEYOND_ANY_POLL_MS);
  await jobWith({}).runOnce();
  expect(await statusOf(payment)).toBe("pending");
  clock.advance(FAR_BEYOND_ANY_POLL_MS);
  await jobWith({ mtn_momo: { fetchStatus: async ({ reference }) => found(reference, "completed") } }).runOnce();
  expect(await statusOf(payment)).toBe("completed");
});

test("what has expired at a provider that can neither be told to stop nor says how it stands is kept for a word, for a while", async () => {
  const payment = await pendingAt("mtn_momo", { expiresAt: clock.now() });
  const job = jobWith({ mtn_momo: { fetchStatus: async () => ({ outcome: "unknown", reason: "no answer" }) } });
  clock.advance(FAR_BEYOND_ANY_POLL_MS / 2);
  await job.runOnce();
  expect(await statusOf(payment)).toBe("pending");
  clock.advance(FAR_BEYOND_ANY_POLL_MS);
  await job.runOnce();
  expect(await statusOf(payment)).toBe("canceled");
});

test("what has expired there and is said to be unpaid ends at once", async () => {
  const payment = await pendingAt("mtn_momo", { expiresAt: clock.now() });
  clock.advance(FAR_BEYOND_ANY_POLL_MS / 2);
  await jobWith({ mtn_momo: { fetchStatus: async ({ reference }) => found(reference, "pending") } }).runOnce();
  expect(await statusOf(payment)).toBe("canceled");
});

test("a provider that does not answer when its word would decide is asked again soon, not at the next poll a quarter of an hour later", async () => {
  const attempt = anAttempt({ provider: "fiat", outcome: "unknown", started_at: clock.now().toISOString() });
  const payment = await pendingAt("fiat", { progress: { ...aPayment().progress, attempts: [attempt] } });
  clock.advance(FAR_BEYOND_ANY_POLL_MS);
  let asked = 0;
  const answers: StatusAnswer[] = [{ outcome: "not_found" }, { outcome: "unknown", reason: "a 500" }];
  const job = jobWith({
    fiat: { settlesWithinMs: 0, fetchStatus: async () => answers[asked++] ?? { outcome: "unknown", reason: "a 500" } },
  });
  await job.runOnce();
  clock.advance(30_000); // The missing time has passed by now.
  await job.runOnce();
  expect(asked).toBe(2);
  clock.advance(30_000);
  await job.runOnce();
  expect(asked).toBe(3);
  expect(await statusOf(payment)).toBe("pending");
});
