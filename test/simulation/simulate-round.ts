import { NOTHING_STOPPED } from "@corridor/server/pricing/stops/stops.fixtures.ts";
import {
  createDispatcher,
  type Dispatcher,
  newAttempt,
} from "@corridor/server/payments/at-providers/dispatch-payment.ts";
import {
  type Continuation,
  createPaymentContinuation,
  nextLookAt,
} from "@corridor/server/payments/at-providers/check-payments.ts";
import { type OwnAddresses, plainPayment, requestOf } from "@corridor/server/payments/at-providers/dispatch-request.ts";
import { createAbsenceJudge } from "@corridor/server/payments/store/proof-of-absence.ts";
import { aPayment } from "@corridor/server/payments/core/payment.fixtures.ts";
import type { Payment, RouteCandidate } from "@corridor/server/payments/core/payment.ts";
import { isFinal } from "@corridor/server/payments/core/payment-status.ts";
import { createCircuitBreaker } from "@corridor/server/pricing/routing/circuit-breaker.ts";
import { newId } from "@corridor/base/ids.ts";
import { isoOf } from "@corridor/base/instant.ts";
import { invalidField } from "@corridor/server/kernel/http/errors.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import { withSeal } from "@corridor/server/payments/core/payout-seal.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { Money } from "@corridor/base/money.ts";
import type { PaymentUpdate, ProviderName } from "@corridor/provider-kit/provider.ts";
import { createRandom, type Random } from "#test/prover/random.ts";
import type { Defect } from "./defects.ts";
import { createScheduler, type Faults, NO_FAULTS, type SimulatedProcess, startProcess } from "./scheduler.ts";
import { createProvider, type SimulatedProvider } from "./simulated-provider.ts";
import { createDatabase, type SimulatedDatabase, type SimulatedStore } from "./simulated-store.ts";

/**
 * One round: clients start payments at several processes of the service while processes crash and hang, the database
 * fails and the network misbehaves; then the faults stop and everything has time to come to its end. The dispatcher,
 * the polls, the proof of absence, the leg machine, the table of statuses, the postings and the events are the
 * product's own; clients, network, store and providers are simulated.
 */
export type Round = {
  readonly seed: number;
  readonly database: SimulatedDatabase;
  readonly providers: readonly SimulatedProvider[];
  /** Each client's request, and the payments in its answers. */
  readonly intents: readonly Intent[];
  readonly openings: ReadonlyMap<string, Money>;
  readonly crashes: number;
  readonly failures: readonly string[];
  /** The market of the round: whether it has left the payment's locked rate at a time. */
  isBeyondDrift(payment: Payment, atMs: number): boolean;
};
export type Intent = {
  readonly payment: Payment;
  readonly answeredWith: Set<string>;
  /** The idempotency key is claimed: a live process still works on it, and a repeated request has to wait. */
  isRunning: () => boolean;
};

const FAULTS: Faults = { crash: 0.004, hangs: 0.008, databaseFails: 0.01 };
/** Longer than the deadline of a payin, so that its expiry meets faults too. */
const FAULTS_FOR_MS = 40 * 60_000;
const CALM_FOR_MS = 3 * 24 * 60 * 60_000;
const START = Date.parse("2026-01-05T09:00:00.000Z");
const PAY_WITHIN_MS = 30 * 60_000;
const CLIENT_GIVES_UP_MS = 30_000;
const CALLBACK_RETRY_MS = 20_000;
const MAX_CALLBACK_TRIES = 5;
const PROVIDERS: readonly ProviderName[] = ["fiat", "hybrid", "crypto"];
const PROCESSES = 4;
const MARKET_PERIOD_MS = 10 * 60_000;
const MARKET_IS_OFF_MS = 3 * 60_000;
const rateLeft = (): Error => invalidField("org_rate_id", "the live rate has moved", "RATE_MISMATCH");
const LEAST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Some clients do not repeat their request. */
const ASKS_AGAIN = 0.8;
/** Longer than any process hangs. */
const NEARLY_OVER_MS = 6 * 60_000;
const ORG_ID = newId();
const log = createLogger({ level: "silent" });
const secrets = createSecretBox({ masterSecret: "a master secret for tests, long enough" });
const ADDRESSES: OwnAddresses = { publicBaseUrl: "https://pay.example.com", pageTokenOf: ({ paymentId }) => paymentId };
const kinds = { payment: plainPayment, ramp: plainPayment };

/** The memory of a process, which is lost when it crashes. */
type Service = { process: SimulatedProcess; store: SimulatedStore; dispatcher: Dispatcher; goOn: Continuation };

export async function simulateRound(options: {
  seed: number;
  payments: number;
  defect?: Defect | undefined;
}): Promise<Round> {
  const { seed, defect } = options;
  const random = createRandom(seed, "world");
  const scheduler = createScheduler(START);
  const isCalm = (): boolean => scheduler.nowMs() > START + FAULTS_FOR_MS;
  const faults = (): Faults => (isCalm() ? NO_FAULTS : FAULTS);
  const openings = new Map([["NGN", Money.parse("3000", "NGN")]]);
  const database = createDatabase({
    scheduler,
    random: createRandom(seed, "database"),
    faults,
    defect,
    kinds,
    openings,
  });
  const failures: string[] = [];
  let starts = 0;
  /** The market leaves every rate for some minutes, again and again. Payins are paid near theirs. */
  const marketShift = createRandom(seed, "market").between(0, MARKET_PERIOD_MS);
  const isBeyondDrift = ({ direction, orgRateId }: Payment, atMs: number): boolean =>
    direction === "outbound" && orgRateId !== null && (atMs + marketShift) % MARKET_PERIOD_MS < MARKET_IS_OFF_MS;

  const providers = PROVIDERS.map((name, index) =>
    createProvider({
      name,
      scheduler,
      random: createRandom(seed, name),
      misbehaves: () => !isCalm(),
      takesActions: index % 2 === 0,
      isNearlyOver: (paymentId) =>
        (database.payments.get(paymentId)?.expiresAt?.getTime() ?? Infinity) < scheduler.nowMs() + NEARLY_OVER_MS,
      defect,
      callBack,
    }),
  );
  const services = Array.from({ length: PROCESSES }, (_none, index) => {
    const service = {} as Service;
    const onStart = (process: SimulatedProcess): void => {
      starts += 1;
      Object.assign(service, serviceOf(process));
    };
    startProcess({ scheduler, random: createRandom(seed, `process ${index}`), faults, onStart });
    return service;
  });

  function serviceOf(process: SimulatedProcess): Service {
    const store = database.storeOf(process);
    const adapters = new Map(providers.map((provider) => [provider.name, provider.adapterOf(process)]));
    const { clock } = process;
    const dispatcher = createDispatcher({
      store,
      kinds,
      providers: adapters,
      breaker: createCircuitBreaker(clock),
      clock: defect === "deadline_ignored" ? { ...clock, now: () => new Date(START) } : clock,
      log,
      secrets,
      ...ADDRESSES,
      gate: NOTHING_STOPPED,
      findBeneficiary: async () => undefined,
      async assertLockHolds(payment) {
        if (defect !== "drift_ignored" && isBeyondDrift(payment, scheduler.nowMs())) throw rateLeft();
      },
    });
    const absence = createAbsenceJudge({ db: store.queryable, clock });
    const goOn = createPaymentContinuation(
      { clock, log, store, dispatcher, providers: adapters, absence },
      async () => {
        throw new Error("no payin of a round is given back");
      },
    );
    const goOnInTime: Continuation = async (payment) => {
      const again = await goOn(payment);
      return again === undefined ? undefined : nextLookAt({ absence, clock }, payment, again);
    };
    return { process, store, dispatcher, goOn: goOnInTime };
  }

  /** A process that is running; undefined while none is. */
  function somebody(): Service | undefined {
    const up = services.filter(({ process }) => process.isUp());
    return up.length === 0 ? undefined : random.pick(up);
  }

  /* ---- clients ---- */

  function ask(intent: Intent, isRepeat: boolean): void {
    const service = somebody();
    let isWaiting = true;
    scheduler.after(CLIENT_GIVES_UP_MS, () => {
      if (isWaiting && random.next() < ASKS_AGAIN) ask(intent, true);
      isWaiting = false;
    });
    if (service === undefined || intent.isRunning()) return;
    let isOver = false;
    intent.isRunning = () => !isOver && isSameLife();
    const isSameLife = service.process.lifeNow();
    initiate(service, intent, isRepeat)
      .then((paymentId) => {
        if (isWaiting) intent.answeredWith.add(paymentId ?? "refused");
        isWaiting = false;
      })
      .catch(noteFailure) // The client gets a 503, and repeats the request.
      .finally(() => (isOver = true));
  }

  async function initiate(
    { process, store, dispatcher }: Service,
    { payment }: Intent,
    isRepeat: boolean,
  ): Promise<string | null> {
    const earlier = isRepeat ? await store.findPayment(payment) : undefined;
    if (earlier !== undefined && defect !== "key_forgotten") return earlier.paymentId;
    const paymentId = isRepeat && defect === "key_forgotten" ? newId() : payment.paymentId;
    const now = process.clock.now();
    const first = payment.progress.route[0]!;
    const planned = withSeal(secrets, {
      ...payment,
      paymentId,
      createdAt: now,
      updatedAt: now,
      expiresAt: payment.direction === "inbound" ? new Date(now.getTime() + PAY_WITHIN_MS) : null,
      progress: {
        ...payment.progress,
        attempts: [newAttempt(first, "payment", now, paymentId)],
        timeline: [{ at: isoOf(now), from: null, to: "initiated", source: "api", note: null }],
      },
    });
    if (defect === "sent_before_stored") {
      const [attempt] = planned.progress.attempts;
      const adapter = providers.find(({ name }) => name === attempt!.provider)!.adapterOf(process);
      await adapter.dispatch(requestOf(ADDRESSES, kinds, planned, attempt!, undefined), new AbortController().signal);
    }
    if (!(await store.createPayment(planned))) return null;
    await dispatcher.dispatch(planned, undefined);
    return paymentId;
  }

  /* ---- callbacks and checks ---- */

  function callBack(from: ProviderName, update: PaymentUpdate, tries = 0): void {
    const service = somebody();
    const again = (): void => {
      if (tries < MAX_CALLBACK_TRIES) scheduler.after(CALLBACK_RETRY_MS, () => callBack(from, update, tries + 1));
    };
    if (service === undefined) return again();
    const paymentId = database.references.get(update.reference);
    if (paymentId === undefined) return again();
    service.store
      .applyTransition({ orgId: ORG_ID, paymentId }, { type: "provider_said", update, source: "callback", from })
      .catch((error: Error) => {
        noteFailure(error);
        again();
      });
  }

  async function look({ process, store, goOn }: Service, paymentId: string): Promise<void> {
    if (!(await store.claimCheck(paymentId))) return;
    const payment = await store.findPayment({ paymentId });
    if (payment === undefined || isFinal(payment.status)) return;
    if (defect === "expired_without_asking" && payment.expiresAt !== null && payment.expiresAt <= process.clock.now())
      await store.applyTransition({ orgId: ORG_ID, paymentId }, { type: "expired" });
    const again = await goOn(payment);
    if (again !== undefined) await store.reschedule(paymentId, again);
  }

  /** The workers: a running process handles what is due. */
  function watchChecks(): void {
    const nowMs = scheduler.nowMs();
    for (const [paymentId, dueAtMs] of database.checks) {
      const service = dueAtMs <= nowMs ? somebody() : undefined;
      if (service !== undefined) look(service, paymentId).catch(noteFailure);
    }
    const nextMs = Math.min(...database.checks.values());
    scheduler.after(Math.min(Math.max(nextMs - nowMs, LEAST_PAUSE_MS), LONGEST_PAUSE_MS), watchChecks);
  }

  function noteFailure(error: Error): void {
    if (error.name !== "DatabaseUnavailable") failures.push(`${error.name}: ${error.message}`);
  }

  const intents = Array.from({ length: options.payments }, (_none, index): Intent => ({
    payment: drawPayment(random, index),
    answeredWith: new Set(),
    isRunning: () => false,
  }));
  for (const intent of intents) scheduler.after(random.between(0, FAULTS_FOR_MS - 60_000), () => ask(intent, false));
  scheduler.after(1_000, watchChecks);
  await scheduler.runUntil(START + FAULTS_FOR_MS + CALM_FOR_MS);
  return { seed, database, providers, intents, openings, crashes: starts - PROCESSES, failures, isBeyondDrift };
}

/** A payin or a payout along a route of all providers, in a random order. */
function drawPayment(random: Random, index: number): Payment {
  const direction = random.next() < 0.5 ? "inbound" : "outbound";
  const amount = Money.ofMinor(BigInt(random.between(100, 100_000)), "NGN");
  const isExchanged = random.next() < 0.3;
  const first = random.between(0, PROVIDERS.length - 1);
  const route = PROVIDERS.map((_none, place): RouteCandidate => {
    const provider = PROVIDERS[(first + place) % PROVIDERS.length]!;
    return { provider, config_id: provider, priority: place, scope: "global", taken: true, reason: "" };
  });
  return aPayment({
    orgId: ORG_ID,
    direction,
    status: "initiated",
    amount,
    orgRateId: isExchanged ? newId() : null,
    targetAmount: isExchanged ? Money.ofMinor(BigInt(random.between(100, 100_000)), "GHS") : amount,
    // A payin that brings another currency would take its fee from a balance that may not cover it.
    totalFees: Money.ofMinor(isExchanged && direction === "inbound" ? 0n : BigInt(random.between(0, 100)), "NGN"),
    clientReference: `intent-${index}`,
    provider: null,
    providerPaymentId: null,
    providerStatus: null,
    eventSequence: 0,
    progress: { route, attempts: [], timeline: [] },
  });
}
