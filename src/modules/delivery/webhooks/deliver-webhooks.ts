import type { AddressGuard } from "#src/platform/address-guard.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import { newId } from "#src/platform/ids.ts";
import type { Job } from "#src/platform/jobs/loop.ts";
import type { Logger } from "#src/platform/log.ts";
import type { Metrics } from "#src/platform/metrics.ts";
import type { SecretBox } from "#src/platform/secrets.ts";
import { attemptDelivery, createTargets } from "./attempt-delivery.ts";
import { initialWindow, windowAfter, type EndpointWindow } from "./endpoint-window.ts";
import {
  claimDeliveries,
  findWaitingEndpoints,
  releaseDeliveries,
  type AttemptResult,
  type ClaimedDelivery,
  type EndpointKey,
  type Share,
} from "./queue-queries.ts";
import { recordResults, type NotifyOrganization } from "./record-results.ts";
import { createResultBatches } from "./result-batches.ts";
import { RETRY_DELAYS_MS } from "./retry-schedule.ts";
import { ATTEMPT_LIMIT_MS, createSender, type Answer } from "./send-attempt.ts";

/**
 * The delivery worker: a pipeline in which one delivery goes
 *
 *   due -> claimed (leased, waiting here) -> sending (on the wire, no transaction open) -> recorded (with the batch it fell into)
 *
 * and every stage works at once: while one batch is on the wire the next is claimed and the last is recorded.
 *
 * What must stay true:
 * - A delivery is begun only while enough of its lease is left for the longest attempt and its record; else it is given back. A claim
 *   therefore ends before anybody else may take it, unless this process stops without a word; then it is free again after `leaseMs`.
 * - What an endpoint holds here is bounded by its window, what all hold by `maxHeld`, and careful endpoints by their part of the
 *   connections. A dead endpoint costs its own window and nobody else's.
 * - `runOnce` returns when nothing is due and nothing is under way, so a test that stepped the clock sees all it asked for.
 */
export type DeliverySettings = {
  readonly leaseMs: number;
  readonly attemptLimitMs: number;
  /** Left of a lease after the longest attempt, for the result to be written. */
  readonly recordSlackMs: number;
  readonly retryDelaysMs: readonly number[];
  readonly pollMs: number;
  readonly maxHeld: number;
  readonly maxSending: number;
  readonly maxSendingCareful: number;
  readonly maxSendingPerEndpoint: number;
  readonly claimBatch: number;
  readonly recordBatch: number;
};

export const DELIVERY_SETTINGS: DeliverySettings = {
  leaseMs: 25_000,
  attemptLimitMs: ATTEMPT_LIMIT_MS,
  recordSlackMs: 5_000,
  retryDelaysMs: RETRY_DELAYS_MS,
  pollMs: 100,
  maxHeld: 4_000,
  maxSending: 512,
  maxSendingCareful: 256,
  maxSendingPerEndpoint: 64,
  claimBatch: 400,
  recordBatch: 400,
};

export type DeliveryDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  secrets: SecretBox;
  guard: AddressGuard;
  notifyOrganization: NotifyOrganization;
  settings?: Partial<DeliverySettings>;
};

/**
 * `close` ends a running `runOnce` early: nothing more is claimed, what was not begun is given back, and what is on the wire is recorded if it
 * is answered soon, else given back too.
 */
export type DeliveryJob = Job & { close(): Promise<void> };

type Claimed = { readonly delivery: ClaimedDelivery; readonly beginBeforeMs: number };

type EndpointState = {
  readonly key: EndpointKey;
  window: EndpointWindow;
  queue: Claimed[];
  /** Claimed and not yet recorded, on the wire or waiting for it. */
  held: number;
  sending: number;
  /** The latest `due_at` that was claimed since the last look at everything that is due. */
  claimedUpTo: Date | null;
  claimedUpToRound: number;
};

const MAX_KNOWN_ENDPOINTS = 10_000;
const ROUND_MS = 5_000;
/** Shorter than a process is commonly given to stop, and than a receiver may take to answer. */
const CLOSE_WAIT_MS = 4_000;
const LATE_COMMIT_MS = 10_000;
const DISCOVER_REST_FACTOR = 20;
const LATENCY_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createDeliveryJob(deps: DeliveryDeps): DeliveryJob {
  const { db, clock, log, metrics } = deps;
  const settings: DeliverySettings = { ...DELIVERY_SETTINGS, ...deps.settings };
  const sender = createSender({ guard: deps.guard, attemptLimitMs: settings.attemptLimitMs });
  const attemptDeps = { clock, sender, targetOf: createTargets(deps.secrets), retryDelaysMs: settings.retryDelaysMs };
  const results = createResultBatches({
    write: (batch, done) => recordResults(deps, batch, done),
    written: noteRecorded,
    failed: noteUnrecorded,
    log,
    maxBatch: settings.recordBatch,
  });

  const attemptsTotal = metrics.counter("webhook_attempts_total", "Webhook attempts by outcome", ["outcome"]);
  const delivered = attemptsTotal.labels({ outcome: "delivered" });
  const attemptSeconds = metrics.histogram("webhook_attempt_duration_seconds", "Time from the start of an attempt to its end", [], LATENCY_BUCKETS_SECONDS);
  const leasesLost = metrics.counter("webhook_leases_lost_total", "Results that came after their lease had been taken over");

  const endpoints = new Map<string, EndpointState>();
  /** Endpoints that have more due than they hold here. */
  const withWork = new Set<EndpointState>();
  /** Endpoints whose claimed deliveries wait for a connection. */
  const withQueue = new Set<EndpointState>();
  /** Of the attempts that ended in this turn of the event loop: their endpoints, their results, and whether any connection was free before; see `refill`. */
  const freed = new Set<EndpointState>();
  let toRecord: AttemptResult[] = [];
  let wasFull = false;
  let held = 0;
  let sending = 0;
  let sendingCareful = 0;
  let discoverAtMs = Number.NEGATIVE_INFINITY;
  let round = 0;
  let roundBeganMs = Number.NEGATIVE_INFINITY;
  let discoverAfter: EndpointKey | null = null;
  let progress = Promise.withResolvers<void>();
  let closing = false;
  let isCutOff = false;
  let closed: Promise<void> | undefined;
  let running: Promise<number> | undefined;

  function signalProgress(): void {
    progress.resolve();
    progress = Promise.withResolvers<void>();
  }

  async function run(): Promise<number> {
    let worked = 0;
    let workedInRound = 0;
    beginRound();
    for (;;) {
      let claimed = 0;
      if (!closing) {
        if (performance.now() - roundBeganMs >= ROUND_MS) beginRound();
        if (performance.now() >= discoverAtMs) await discover();
        claimed = await claim();
        worked += claimed;
        workedInRound += claimed;
      }
      if (claimed > 0) continue;
      if (held > 0) await nextProgress();
      else if (closing || (workedInRound === 0 && discoverAfter === null && !hasClaimableWork())) return worked;
      else {
        // Only a whole round that found nothing says that nothing is due.
        beginRound();
        workedInRound = 0;
      }
    }
  }

  /** Within a round, claims step over what was claimed before; each round begins with everything that is due. */
  function beginRound(): void {
    round += 1;
    roundBeganMs = performance.now();
    discoverAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Until a delivery was recorded or, at the latest, the next look for waiting endpoints is due. */
  async function nextProgress(): Promise<void> {
    const timer = setTimeout(signalProgress, settings.pollMs);
    await progress.promise;
    clearTimeout(timer);
  }

  async function discover(): Promise<void> {
    const beganMs = performance.now();
    const found = await findWaitingEndpoints(db, clock.now(), discoverAfter);
    discoverAfter = found.after;
    for (const endpoint of found.endpoints) if (endpoint.is_due) withWork.add(stateOf(endpoint, endpoint.is_failing));
    // A look that takes long must not be taken all the time.
    const endedMs = performance.now();
    discoverAtMs = endedMs + Math.max(settings.pollMs, (endedMs - beganMs) * DISCOVER_REST_FACTOR);
  }

  function stateOf(key: EndpointKey, isFailing: boolean): EndpointState {
    let state = endpoints.get(key.webhook_id);
    if (state === undefined) {
      if (endpoints.size >= MAX_KNOWN_ENDPOINTS) forgetIdleEndpoints();
      state = {
        key: { org_id: key.org_id, webhook_id: key.webhook_id },
        window: initialWindow(isFailing),
        queue: [],
        held: 0,
        sending: 0,
        claimedUpTo: null,
        claimedUpToRound: 0,
      };
      endpoints.set(key.webhook_id, state);
    }
    return state;
  }

  function forgetIdleEndpoints(): void {
    for (const [webhookId, state] of endpoints) if (state.held === 0 && !withWork.has(state)) endpoints.delete(webhookId);
  }

  /** A batch must fit, or half of a small window be free, so that claims are batches and not single rows. */
  function claimableRoom(state: EndpointState): number {
    const room = state.window.size - state.held;
    const least = Math.max(1, Math.min(settings.claimBatch, state.window.size >> 1));
    return room >= least ? Math.min(room, settings.claimBatch) : 0;
  }

  function hasClaimableWork(): boolean {
    for (const state of withWork) if (claimableRoom(state) > 0) return true;
    return false;
  }

  function chooseShares(): { state: EndpointState; room: number }[] {
    const shares: { state: EndpointState; room: number }[] = [];
    let room = settings.maxHeld - held;
    let carefulRoom = settings.maxSendingCareful - sendingCareful;
    for (const state of withWork) {
      if (room <= 0) break;
      const share = Math.min(claimableRoom(state), room, state.window.careful ? carefulRoom : room);
      if (share <= 0) continue;
      shares.push({ state, room: share });
      room -= share;
      if (state.window.careful) carefulRoom -= share;
    }
    return shares;
  }

  async function claim(): Promise<number> {
    const shares = chooseShares();
    if (shares.length === 0) return 0;
    const now = clock.now();
    const wanted: Share[] = shares.map(({ state, room }) => ({ ...state.key, claim_id: newId(), room, due_from: dueFrom(state) }));
    const deliveries = await claimDeliveries(db, wanted, now, new Date(now.getTime() + settings.leaseMs));
    const beginBeforeMs = now.getTime() + settings.leaseMs - settings.attemptLimitMs - settings.recordSlackMs;
    const counts = new Map<string, number>();
    for (const delivery of deliveries) {
      const state = stateOf(delivery.claim, false);
      state.queue.push({ delivery, beginBeforeMs });
      state.held += 1;
      if (state.claimedUpToRound !== round || delivery.due_at > state.claimedUpTo!) [state.claimedUpTo, state.claimedUpToRound] = [delivery.due_at, round];
      withQueue.add(state);
      counts.set(delivery.claim.webhook_id, (counts.get(delivery.claim.webhook_id) ?? 0) + 1);
    }
    held += deliveries.length;
    for (const claim of wanted) {
      const count = counts.get(claim.webhook_id);
      if (count !== undefined) results.expect(claim.claim_id, count);
    }
    for (const { state, room } of shares) {
      withWork.delete(state);
      // A full share says that there may be more, and its endpoint stands behind the others next time. A short one says that nothing else is due.
      if (counts.get(state.key.webhook_id) === room) withWork.add(state);
    }
    pump();
    return deliveries.length;
  }

  /** A transaction may commit a delivery somewhat later than the time it bears; what is later still, or was given back, waits for the next round. */
  function dueFrom(state: EndpointState): Share["due_from"] {
    return state.claimedUpTo !== null && state.claimedUpToRound === round ? new Date(state.claimedUpTo.getTime() - LATE_COMMIT_MS) : "-infinity";
  }

  function pump(): void {
    // The set is changed on the way: whoever could not send all stands at its end afterwards.
    for (const state of Array.from(withQueue)) {
      if (sending >= settings.maxSending) return;
      pumpEndpoint(state);
    }
  }

  function pumpEndpoint(state: EndpointState): void {
    let late: Claimed[] | undefined;
    const bound = Math.min(state.window.size, settings.maxSendingPerEndpoint);
    const nowMs = clock.now().getTime();
    while (
      state.queue.length > 0 &&
      state.sending < bound &&
      sending < settings.maxSending &&
      !(state.window.careful && sendingCareful >= settings.maxSendingCareful)
    ) {
      const claimed = state.queue.shift()!;
      if (closing || nowMs > claimed.beginBeforeMs) (late ??= []).push(claimed);
      else send(state, claimed);
    }
    if (state.queue.length === 0) withQueue.delete(state);
    else if (withQueue.size > 1) {
      withQueue.delete(state);
      withQueue.add(state); // Behind the others.
    }
    if (late !== undefined) void giveBack(late);
  }

  function send(state: EndpointState, claimed: Claimed): void {
    const isCareful = state.window.careful;
    state.sending += 1;
    sending += 1;
    if (isCareful) sendingCareful += 1;
    attemptDelivery(attemptDeps, claimed.delivery, (answer, result) => {
      if (sending === settings.maxSending || (isCareful && sendingCareful === settings.maxSendingCareful)) wasFull = true;
      state.sending -= 1;
      sending -= 1;
      if (isCareful) sendingCareful -= 1;
      if (isCutOff && answer.statusCode === null) return void giveBack([claimed]);
      state.window = windowAfter(state.window, answer);
      observe(answer);
      if (freed.size === 0) queueMicrotask(refill);
      freed.add(state);
      toRecord.push(result);
    });
  }

  /** Attempts often end together. What takes their places is on its way before anything is done with their results. */
  function refill(): void {
    if (wasFull) pump();
    else for (const state of freed) if (state.queue.length > 0) pumpEndpoint(state);
    wasFull = false;
    freed.clear();
    results.add(toRecord);
    toRecord = [];
    if (sending === 0) results.flush();
  }

  function noteRecorded(batch: readonly AttemptResult[], recorded: ReadonlySet<AttemptResult>): void {
    if (recorded.size < batch.length)
      for (const result of batch)
        if (!recorded.has(result)) {
          leasesLost.inc();
          log.warn({ deliveryId: result.delivery.delivery_id }, "a webhook attempt outlived its lease; its result was not recorded");
        }
    letGo(batch);
  }

  function noteUnrecorded(batch: readonly AttemptResult[], error: unknown): void {
    for (const { delivery } of batch)
      log.error({ err: error, deliveryId: delivery.delivery_id }, "a webhook attempt could not be recorded; it is made again when its lease ends");
    letGo(batch);
  }

  async function giveBack(claims: readonly Claimed[]): Promise<void> {
    try {
      await releaseDeliveries(
        db,
        claims.map(({ delivery }) => delivery),
      );
      for (const { delivery } of claims) results.forget(delivery.claim.claim_id, 1);
    } catch (error) {
      log.error({ err: error }, "claimed webhook deliveries could not be given back; they are free when their lease ends");
    }
    letGo(claims);
  }

  function letGo(claims: readonly { readonly delivery: ClaimedDelivery }[]): void {
    for (const { delivery } of claims) endpoints.get(delivery.claim.webhook_id)!.held -= 1;
    held -= claims.length;
    if (held === 0 || hasClaimableWork()) signalProgress();
  }

  function observe(answer: Answer): void {
    if (answer.failure === null) delivered.inc();
    else attemptsTotal.inc({ outcome: answer.failure.reason });
    attemptSeconds.observe(answer.latencyMs / 1_000);
  }

  async function close(): Promise<void> {
    closing = true;
    for (const state of endpoints.values()) {
      const waiting = state.queue.splice(0);
      withQueue.delete(state);
      if (waiting.length > 0) await giveBack(waiting);
    }
    signalProgress();
    const ended = running?.catch((error: unknown) => log.error({ err: error }, "webhook delivery ended with a failure"));
    const cut = setTimeout(() => {
      isCutOff = true;
      void sender.close();
    }, CLOSE_WAIT_MS);
    await ended;
    clearTimeout(cut);
    await sender.close();
  }

  return {
    name: "webhook-delivery",
    intervalMs: settings.pollMs,
    runOnce() {
      running ??= run().finally(() => (running = undefined));
      return running;
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}
