import { NOTHING_STOPPED } from "#src/pricing/stops/stops.fixtures.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createCircuitBreaker } from "#src/pricing/routing/circuit-breaker.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { HTTP_CASES } from "@corridor/providers/conformance-cases.fixtures.ts";
import type { Accepted, DispatchRequest, Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import { type HttpStage, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { createTestDatabase, silentLog, type TestDatabase, testSecrets } from "@corridor/test/harness/database.ts";
import { type DatabaseTime, takeOverDatabaseTime } from "@corridor/test/harness/database-time.ts";
import { currentAttempt, type Payment, type RouteCandidate } from "#src/payments/core/payment.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { plainPayment } from "./dispatch-request.ts";
import { createPaymentStore } from "#src/payments/store/payment-store.ts";
import { createCheckJob, createPaymentContinuation } from "./check-payments.ts";
import { createDispatcher } from "./dispatch-payment.ts";
import { createAbsenceJudge } from "#src/payments/store/proof-of-absence.ts";

/**
 * Every adapter is tested with a request that takes effect late: the provider accepts it, the connection is cut, and
 * for the declared time its status lookups answer "not found". No second provider may be tried meanwhile.
 */
const STEP_MS = 30_000;
/**
 * Beyond the declared time: until no live process can still be sending the request, and until "not found" was reported
 * twice.
 */
const MARGIN_MS = 120_000;

let database: TestDatabase;
let time: DatabaseTime;
beforeAll(async () => {
  database = await createTestDatabase();
  time = await takeOverDatabaseTime(database.url);
});
afterAll(async () => {
  await time.close();
  await database[Symbol.asyncDispose]();
});

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/**
 * Requests go to `taken`, whose answer to the step that moves money is lost. Status lookups are answered by `empty`
 * until the request takes effect.
 */
async function lateServer(taken: HttpStage, empty: HttpStage): Promise<{ url: string; takeEffect(): void }> {
  let isLate = true;
  const server = await scriptedServer((response, request, body) => {
    const asks = request.method === "GET";
    const moves = !asks && taken.prelude?.({ method: request.method!, url: request.url!, body }) === undefined;
    void passOn(asks && isLate ? empty.url : taken.url, request, body).then((answer) => {
      if (moves && isLate) response.destroy();
      else writeTo(response, answer);
    });
  });
  closers.push(() => server.close());
  return { url: server.url, takeEffect: () => (isLate = false) };
}

type Passed = { status: number; body: string; headers: Headers };

async function passOn(to: string, { method, url, headers: sent }: IncomingMessage, body: string): Promise<Passed> {
  const {
    host: _host,
    connection: _connection,
    "content-length": _length,
    "transfer-encoding": _encoding,
    ...headers
  } = sent;
  const answer = await fetch(`${to}${url}`, {
    method: method!,
    headers: headers as Record<string, string>,
    ...(body === "" ? {} : { body }),
  });
  return { status: answer.status, body: await answer.text(), headers: answer.headers };
}

function writeTo(response: ServerResponse, { status, body, headers }: Passed): void {
  response.writeHead(status, { "content-type": headers.get("content-type") ?? "application/json" }).end(body);
}

/** A payment at the provider, a second provider as fallback, and the worker that checks the payment. */
async function play(stage: HttpStage, empty: HttpStage, provider: Provider) {
  const { clock } = stage;
  await time.set(clock.now());
  const second: ProviderName = provider.name === "fiat" ? "hybrid" : "fiat";
  const secondAsked: DispatchRequest[] = [];
  const accepts = {
    outcome: "accepted",
    providerPaymentId: "second-1",
    providerStatus: "ok",
    status: "processing",
  } as const satisfies Accepted;
  const providers = new Map<ProviderName, Provider>([
    [
      provider.name,
      { ...provider, dispatch: ({ reference }, signal) => provider.dispatch(stage.accepted({ reference }), signal) },
    ],
    [
      second,
      {
        name: second,
        dispatch: async (request: DispatchRequest) => (secondAsked.push(request), accepts),
      } as unknown as Provider,
    ],
  ]);
  const kinds = { payment: plainPayment, ramp: plainPayment };
  const store = createPaymentStore({
    secrets: testSecrets,
    db: database.db,
    clock,
    listeners: [],
    causeOf: () => null,
    kinds,
  });
  const dispatcher = createDispatcher({
    secrets: testSecrets,
    store,
    kinds,
    providers,
    breaker: createCircuitBreaker(clock),
    clock,
    log: silentLog,
    publicBaseUrl: "http://127.0.0.1:1",
    pageTokenOf: ({ paymentId }) => paymentId,
    gate: NOTHING_STOPPED,
    assertLockHolds: async () => undefined,
    findBeneficiary: async () => undefined,
  });
  const absence = createAbsenceJudge({ db: database.db, clock });
  const deps = { clock, log: silentLog, store, providers, dispatcher, absence };
  const job = createCheckJob({
    ...deps,
    db: database.db,
    continuations: { payment: createPaymentContinuation(deps, async () => undefined), ramp: async () => undefined },
  });
  const { payment } = await store.createPayment({
    payment: begun([provider.name, second], clock.now(), stage.accepted()),
    audit: { actor: { type: "system", id: "test" }, action: "payment.initiated" },
  });
  await dispatcher.dispatch(payment, undefined);
  return {
    secondAsked,
    attempt: async () => currentAttempt((await store.findPayment(payment))!)!,
    async wait(ms: number): Promise<void> {
      for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
        clock.advance(STEP_MS);
        empty.clock.advance(STEP_MS);
        await time.set(clock.now());
        while ((await job.runOnce()) > 0);
      }
    },
  };
}

function begun(providers: readonly ProviderName[], at: Date, { direction, amount }: DispatchRequest): Payment {
  const paymentId = newId();
  const candidate = (provider: string): RouteCandidate => ({
    provider,
    config_id: newId(),
    priority: 1,
    scope: "global",
    taken: true,
    reason: "test",
  });
  const route = providers.map(candidate);
  const attempt = anAttempt({
    attempt_id: paymentId,
    provider: providers[0]!,
    config_id: route[0]!.config_id,
    outcome: "dispatching",
    provider_payment_id: null,
    started_at: at.toISOString(),
    finished_at: null,
  });
  return aPayment({
    paymentId,
    direction,
    amount,
    targetAmount: amount,
    totalFees: Money.zero(amount.currency),
    refundedAmount: Money.zero(amount.currency),
    status: "initiated",
    // An account without a floor, because the money paid out here was never paid in.
    details: { funding: { purpose: "suspense" } },
    provider: null,
    providerPaymentId: null,
    eventSequence: 0,
    progress: { route, attempts: [attempt], timeline: [] },
  });
}

describe.each(HTTP_CASES)("$name: $title", ({ stage: openStage }) => {
  test("a request that takes effect at the end of the declared time is found, and never sent to a second provider", async () => {
    const [taken, empty] = [await openStage(), await openStage()];
    closers.push(taken.close, empty.close);
    const late = await lateServer(taken, empty);
    const provider = taken.at(late.url);
    const payment = await play(taken, empty, provider);
    expect(await payment.attempt()).toMatchObject({ provider: provider.name, outcome: "unknown" });
    await payment.wait(provider.settlesWithinMs);
    expect(payment.secondAsked).toEqual([]);
    late.takeEffect();
    await payment.wait(provider.settlesWithinMs + MARGIN_MS);
    expect(payment.secondAsked).toEqual([]);
    const { foundBy } = taken.traits;
    expect(await payment.attempt()).toMatchObject({
      provider: provider.name,
      outcome: foundBy === "reference" ? "accepted" : "unknown",
    });
  });

  test("a request that never takes effect goes to a second provider only after the declared time, and only where 'not found' says so", async () => {
    const [taken, empty] = [await openStage(), await openStage()];
    closers.push(taken.close, empty.close);
    const late = await lateServer(taken, empty);
    const provider = taken.at(late.url);
    const payment = await play(taken, empty, provider);
    await payment.wait(provider.settlesWithinMs);
    expect(payment.secondAsked).toEqual([]);
    await payment.wait(MARGIN_MS);
    const isGivenUp = payment.secondAsked.length > 0;
    // Wise returned the transfer's id before the step whose answer was lost. Its status lookup uses that id, and does
    // not report "not found".
    expect(isGivenUp).toBe(taken.traits.neverHad === "not_found" && provider.name !== "wise");
  });
});
