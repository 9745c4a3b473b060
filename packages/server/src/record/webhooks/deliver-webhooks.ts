import type { AddressGuard } from "#src/kernel/address-guard.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { attemptDelivery, createTargets, type AttemptDeps } from "./attempt-delivery.ts";
import {
  closeQueue,
  endAttempt,
  hasClaimableWork,
  letGo,
  newDeliveryQueue,
  takeSendable,
  type DeliveryQueue,
  type Held,
  type QueueLimits,
} from "./delivery-queue.ts";
import { createDiscovery } from "./discover-deliveries.ts";
import { releaseDeliveries, type AttemptResult, type ClaimedDelivery } from "./queue-queries.ts";
import { recordResults, type NotifyOrganization } from "./record-results.ts";
import { createResultBatches, type ResultBatches } from "./result-batches.ts";
import { RETRY_DELAYS_MS } from "./retry-schedule.ts";
import { ATTEMPT_LIMIT_MS, createSender, type Answer } from "./send-attempt.ts";

/**
 * The delivery worker: a pipeline whose stages work at once. The queue decides what may be claimed and sent
 * (delivery-queue.ts), and the discovery finds what is due (discover-deliveries.ts). `runOnce` returns when nothing is
 * due and nothing is in flight, so a test that stepped the clock sees everything that became due.
 *
 *   due -> claimed (leased, waiting here) -> sending (on the wire, no transaction open) -> recorded (with its batch)
 */
export type DeliverySettings = QueueLimits & {
  readonly leaseMs: number;
  readonly retryDelaysMs: readonly number[];
  readonly pollMs: number;
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
  delivery?: Partial<DeliverySettings>;
  /** Whether another worker leads, which then leaves nothing for this one unless it is behind. */
  isStandby?: () => boolean;
};

/**
 * `close` ends a running `runOnce` early: nothing more is claimed, deliveries that were not begun are released, and
 * those on the wire are recorded if they are answered soon, and released otherwise.
 */
export type DeliveryJob = Job & { close(): Promise<void> };

/** Shorter than the usual stop timeout of a process, and than a receiver may take. */
const CLOSE_WAIT_MS = 4_000;
const LATENCY_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createDeliveryJob(deps: DeliveryDeps): DeliveryJob {
  const { db, clock, log } = deps;
  const settings: DeliverySettings = { ...DELIVERY_SETTINGS, ...deps.delivery };
  const queue = newDeliveryQueue<ClaimedDelivery>(settings);
  const discovery = createDiscovery({ db, clock, queue, settings, isStandby: deps.isStandby ?? (() => false) });
  const sender = createSender({ guard: deps.guard, attemptLimitMs: settings.attemptLimitMs });
  const { retryDelaysMs } = settings;
  const attemptDeps = { clock, sender, targetOf: createTargets(deps.secrets), retryDelaysMs };
  const pipeline = createPipeline(deps, settings, queue, attemptDeps);
  let closed: Promise<void> | undefined;
  let running: Promise<number> | undefined;

  async function run(): Promise<number> {
    let worked = 0;
    discovery.beginRound();
    for (;;) {
      const claimed = queue.isClosed ? [] : await discovery.claimDue();
      worked += claimed.length;
      if (claimed.length > 0) pipeline.begin(claimed);
      else if (queue.held > 0) await pipeline.progressWithin(settings.pollMs);
      else if (queue.isClosed || discovery.foundNothing()) return worked;
      else discovery.beginRound();
    }
  }

  async function close(): Promise<void> {
    closeQueue(queue);
    await pipeline.giveBackWaiting();
    const note = (error: unknown): void => log.error({ err: error }, "webhook delivery ended with a failure");
    const ended = running?.catch(note);
    const cut = setTimeout(() => {
      pipeline.cutOff();
      void sender.close();
    }, CLOSE_WAIT_MS);
    await ended;
    clearTimeout(cut);
    await sender.close();
  }

  return {
    name: "webhook-delivery",
    intervalMs: settings.pollMs,
    runOnce: () => (running ??= run().finally(() => (running = undefined))),
    close: () => (closed ??= close()),
  };
}

type Pipeline = {
  /** Sends as many of the claimed deliveries as the queue's limits allow. */
  begin(claimed: readonly ClaimedDelivery[]): void;
  /** Waits until more can be claimed or none is held, at most `ms`: the next look may be due then. */
  progressWithin(ms: number): Promise<void>;
  giveBackWaiting(): Promise<void>;
  /** After this, an unanswered attempt counts as aborted by us, and its delivery is released. */
  cutOff(): void;
};

/** Sends deliveries from the queue, and writes the answers to the database. */
function createPipeline(
  deps: DeliveryDeps,
  settings: DeliverySettings,
  queue: DeliveryQueue<ClaimedDelivery>,
  attemptDeps: AttemptDeps,
): Pipeline {
  const { db, clock, log } = deps;
  const { observe, leasesLost } = attemptMetrics(deps.metrics);
  const progress = createSignal();
  /** Results of the attempts that ended in this turn of the event loop; see `refill`. */
  let toRecord: AttemptResult[] = [];
  let isRefillQueued = false;
  let isCutOff = false;
  const results: ResultBatches = createResultBatches({
    write: (batch, done) => recordResults(deps, batch, done),
    written(batch, recorded) {
      if (recorded.size < batch.length) for (const result of batch) if (!recorded.has(result)) noteLostLease(result);
      release(batch.map(({ delivery }) => delivery));
    },
    failed(batch, error) {
      const message = "a webhook attempt could not be recorded; it is made again when its lease ends";
      for (const { delivery } of batch) log.error({ err: error, deliveryId: delivery.delivery_id }, message);
      release(batch.map(({ delivery }) => delivery));
    },
    log,
    maxBatch: settings.recordBatch,
  });

  function noteLostLease({ delivery }: AttemptResult): void {
    leasesLost.inc();
    log.warn({ deliveryId: delivery.delivery_id }, "a webhook attempt outlived its lease; its result was not recorded");
  }

  function release(deliveries: readonly ClaimedDelivery[]): void {
    letGo(queue, deliveries);
    if (queue.held === 0 || hasClaimableWork(queue)) progress.give();
  }

  function pump(): Promise<void> {
    const { begin, giveBack } = takeSendable(queue, clock.now().getTime());
    for (const held of begin) send(held);
    return giveBack.length === 0 ? Promise.resolve() : giveBackAll(giveBack);
  }

  function send(held: Held<ClaimedDelivery>): void {
    attemptDelivery(attemptDeps, held.delivery, (answer, result) => {
      const isBrokenOff = isCutOff && answer.statusCode === null;
      endAttempt(queue, held, isBrokenOff ? null : answer);
      if (isBrokenOff) return void giveBackAll([held]);
      observe(answer);
      toRecord.push(result);
      if (!isRefillQueued) queueMicrotask(refill);
      isRefillQueued = true;
    });
  }

  /** Attempts often end together. The next attempts are sent before the results are processed. */
  function refill(): void {
    isRefillQueued = false;
    void pump();
    results.add(toRecord);
    toRecord = [];
    if (queue.sending === 0) results.flush();
  }

  async function giveBackAll(held: readonly Held<ClaimedDelivery>[]): Promise<void> {
    const deliveries = held.map(({ delivery }) => delivery);
    try {
      await releaseDeliveries(db, deliveries);
      for (const { claim } of deliveries) results.forget(claim.claim_id, 1);
    } catch (error) {
      const message = "claimed webhook deliveries could not be released; they are free when their lease ends";
      log.error({ err: error }, message);
    }
    release(deliveries);
  }

  return {
    begin(claimed) {
      for (const [claimId, count] of countByClaim(claimed)) results.expect(claimId, count);
      void pump();
    },
    progressWithin: (ms) => progress.within(ms),
    async giveBackWaiting() {
      await pump();
      progress.give();
    },
    cutOff: () => void (isCutOff = true),
  };
}

/** Wakes the current waiter; the signal is not kept for later ones. */
function createSignal(): { give(): void; within(ms: number): Promise<void> } {
  let next = Promise.withResolvers<void>();
  const give = (): void => {
    next.resolve();
    next = Promise.withResolvers<void>();
  };
  return {
    give,
    async within(ms) {
      const timer = setTimeout(give, ms);
      await next.promise;
      clearTimeout(timer);
    },
  };
}

function countByClaim(deliveries: readonly ClaimedDelivery[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { claim } of deliveries) counts.set(claim.claim_id, (counts.get(claim.claim_id) ?? 0) + 1);
  return counts;
}

function attemptMetrics(metrics: Metrics) {
  const attemptsTotal = metrics.counter("webhook_attempts_total", "Webhook attempts by outcome", ["outcome"]);
  const delivered = attemptsTotal.labels({ outcome: "delivered" });
  const duration = "Time from the start of an attempt to its end";
  const attemptSeconds = metrics.histogram("webhook_attempt_duration_seconds", duration, [], LATENCY_BUCKETS_SECONDS);
  const lost = "Results that came after another worker had taken their lease over";
  return {
    leasesLost: metrics.counter("webhook_leases_lost_total", lost),
    observe(answer: Answer): void {
      if (answer.failure === null) delivered.inc();
      else attemptsTotal.inc({ outcome: answer.failure.reason });
      attemptSeconds.observe(answer.latencyMs / 1_000);
    },
  };
}
