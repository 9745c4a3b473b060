import { hash } from "node:crypto";
import type { Clock } from "@corridor/base/clock.ts";
import { type Log, type Outbound, OutboundError } from "@corridor/provider-kit/outbound.ts";
import { isSuccess } from "@corridor/provider-kit/speak.ts";
import { SANDBOX_PROVIDERS } from "./behaviour.ts";
import type { Notice, Operation } from "./operation.ts";
import type { OperationStore } from "./operation-store.ts";
import type { Scheduler } from "./scheduler.ts";
import { sign, signatureHeader, signingKey } from "./signature.ts";

/**
 * Delivers callbacks: a JSON body POSTed to the URL given with the operation, at least once, until it is answered with
 * a 2xx or the attempts are used up, signed as in signature.ts. KYB sends its decision alone, in its own form (kyb.ts).
 *
 *   { "callback_id": "cb_...", "events": [ { "event_id", "event", "provider", "reference", "status", ... } ] }
 *
 * Events for one address go together when they pile up while earlier ones are in flight. A repeated attempt goes alone,
 * so that one event that the receiver cannot process never holds up others.
 */
/** The first attempt is made at once. */
const RETRY_PAUSES_MS = [1_000, 5_000, 30_000, 120_000, 600_000];
const ATTEMPT_TIMEOUT_MS = 10_000;
const MAX_EVENTS_TOGETHER = 64;
const MAX_IN_FLIGHT_PER_ADDRESS = 4;
const MAX_IN_FLIGHT = 128;

/** A repeated event has the same id, even after a restart in the middle of its delivery. */
export function eventIdOf(operation: Operation, version: number): string {
  return `evt_${hash("sha256", `${operation.key}#${version}`).slice(0, 32)}`;
}

/** One round of an operation's reports: one after the other, because for the ending 0008 their order matters. */
type Round = { operation: Operation; attempt: number; failed: Set<number> };
type Event = { round: Round; notice: Notice };
/** All callbacks that one sender sends to one address. */
type Lane = { name: string; waiting: Round[]; inFlight: number };

export type CallbackSender = ReturnType<typeof createCallbackSender>;

export function createCallbackSender(parts: {
  sharedKey: string;
  store: OperationStore;
  scheduler: Scheduler;
  clock: Clock;
  outbound: Outbound;
  log: Log;
}) {
  const { store, scheduler, clock, outbound, log } = parts;
  const keys = new Map(
    ([...SANDBOX_PROVIDERS, "kyb"] as const).map((sender) => [sender, signingKey(parts.sharedKey, sender)]),
  );
  /** Lanes with something to send; the one that was served longest ago is first. */
  const lanes = new Map<string, Lane>();
  /** Operations that are in a round, which also sends their later reports. */
  const telling = new Set<Operation>();
  const inFlight = new Set<Promise<void>>();
  const stopping = new AbortController();

  /** Sends the operation's remaining reports. */
  function send(operation: Operation, attempt = 0): void {
    if (telling.has(operation) || operation.notices.length === 0) return;
    telling.add(operation);
    const lane = laneOf(operation);
    lane.waiting.push({ operation, attempt, failed: new Set() });
    work(lane);
  }

  function laneOf(operation: Operation): Lane {
    const name = `${operation.provider} ${operation.callbackUrl}`;
    let lane = lanes.get(name);
    if (lane === undefined) lanes.set(name, (lane = { name, waiting: [], inFlight: 0 }));
    return lane;
  }

  function work(lane: Lane): void {
    while (
      !stopping.signal.aborted &&
      lane.waiting.length > 0 &&
      lane.inFlight < MAX_IN_FLIGHT_PER_ADDRESS &&
      inFlight.size < MAX_IN_FLIGHT
    ) {
      const rounds = takeTogether(lane.waiting);
      lane.inFlight += 1;
      const delivery = deliver(lane, rounds)
        .catch((error: unknown) => log.error({ err: error }, "a callback could not be handled"))
        .finally(() => {
          lane.inFlight -= 1;
          inFlight.delete(delivery);
          goOn(lane);
        });
      inFlight.add(delivery);
    }
  }

  /** A slot became free: sends this lane's next callback and, while slots are left, those of other lanes. */
  function goOn(lane: Lane): void {
    lanes.delete(lane.name);
    if (lane.waiting.length > 0 || lane.inFlight > 0) lanes.set(lane.name, lane);
    for (const next of lanes.values()) {
      if (inFlight.size >= MAX_IN_FLIGHT) return;
      work(next);
    }
  }

  async function deliver(lane: Lane, rounds: readonly Round[]): Promise<void> {
    const events = rounds.map((round) => ({ round, notice: nextNotice(round)! }));
    const problem = await attemptOnce(events);
    if (stopping.signal.aborted) return;
    const told: { operation: Operation; notice: Notice }[] = [];
    for (const { round, notice } of events) {
      if (problem !== null && round.attempt < RETRY_PAUSES_MS.length) {
        round.failed.add(notice.number);
        continue;
      }
      if (problem !== null)
        log.warn({ operation: round.operation.key, event: notice.eventId, problem }, "a callback was given up");
      told.push({ operation: round.operation, notice });
    }
    store.told(told);
    for (const round of rounds) {
      if (nextNotice(round) !== undefined) lane.waiting.push(round);
      else endRound(round);
    }
  }

  function endRound({ operation, attempt, failed }: Round): void {
    telling.delete(operation);
    if (failed.size === 0) return;
    scheduler.at(clock.now().getTime() + RETRY_PAUSES_MS[attempt]!, () => send(operation, attempt + 1));
  }

  async function attemptOnce(events: readonly Event[]): Promise<string | null> {
    const { provider, callbackUrl } = events[0]!.round.operation;
    const body =
      provider === "kyb"
        ? decisionJson(events[0]!)
        : `{"callback_id":"${callbackIdOf(events)}","events":[${events.map(eventJson).join(",")}]}`;
    const headers = {
      "content-type": "application/json",
      [signatureHeader(provider)]: sign(keys.get(provider)!, body, clock.now()),
    };
    const request = { method: "POST", url: callbackUrl, headers, body, timeoutMs: ATTEMPT_TIMEOUT_MS } as const;
    try {
      const answer = await outbound.request({ ...request, signal: stopping.signal });
      return isSuccess(answer) ? null : `answered ${answer.statusCode}`;
    } catch (error) {
      if (error instanceof OutboundError) return error.message;
      throw error;
    }
  }

  return {
    send,
    /** Resolves when nothing is being sent or waits to be. Retries that are not due yet do not count. */
    async idle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    /** Starts nothing more and gives up callbacks in flight: they are in the journal, and sent after the next start. */
    stop: () => stopping.abort(),
  };
}

function nextNotice({ operation, failed }: Round): Notice | undefined {
  return operation.notices.find(({ number }) => !failed.has(number));
}

/** First attempts go together; a repeated attempt, and every KYB callback, goes alone. */
function takeTogether(waiting: Round[]): Round[] {
  let count = 1;
  if (canShare(waiting[0]!))
    while (count < MAX_EVENTS_TOGETHER && count < waiting.length && canShare(waiting[count]!)) count += 1;
  return waiting.splice(0, count);
}

function canShare({ operation, attempt }: Round): boolean {
  return attempt === 0 && operation.provider !== "kyb";
}

/** The same events get the same callback id, so that a receiver recognizes a repetition. */
function callbackIdOf(events: readonly { notice: Notice }[]): string {
  return `cb_${hash("sha256", events.map(({ notice }) => notice.eventId).join()).slice(0, 32)}`;
}

const EVENT_OF_KIND: Readonly<Record<Operation["kind"], string>> = {
  payin: "payment.updated",
  payout: "payment.updated",
  refund: "refund.updated",
  dispute: "dispute.updated",
  deposit: "deposit.received",
  virtual_account: "virtual_account.updated",
  kyb: "kyb.decided",
};

function decisionJson({ round: { operation }, notice }: Event): string {
  return JSON.stringify({
    event_id: notice.eventId,
    event: EVENT_OF_KIND[operation.kind],
    ...operation.data,
    reference: operation.reference,
    status: notice.word,
    reason: notice.reason,
    occurred_at: new Date(notice.atMs).toISOString(),
  });
}

function eventJson({ round: { operation }, notice }: Event): string {
  return JSON.stringify({
    event_id: notice.eventId,
    event: EVENT_OF_KIND[operation.kind],
    provider: operation.provider,
    id: operation.id,
    reference: operation.reference,
    status: notice.status,
    provider_status: notice.word,
    amount: operation.amount,
    currency: operation.currency,
    received_amount: notice.received,
    reason: notice.reason,
    code: notice.code ?? null,
    occurred_at: new Date(notice.atMs).toISOString(),
    data: operation.data,
  });
}
