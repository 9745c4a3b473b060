import { initialWindow, windowAfter, type EndpointWindow } from "./endpoint-window.ts";
import type { EndpointKey } from "./queue-queries.ts";
import type { Answer } from "./send-attempt.ts";

/**
 * The deliveries that one worker holds, and the rules of what it may claim and send next. Plain data.
 *
 *   (due) --admit--> waiting --takeSendable--> sending --endAttempt--> leaving --letGo--> (recorded)
 *                       \------takeSendable, lease too short or closed-----^              (or released)
 *
 * What must stay true:
 * - Deliveries of one endpoint are begun in the order in which they were claimed.
 * - A delivery is begun only while enough of its lease is left for the longest attempt and its record. So a claim ends
 *   before another worker may take it, unless this process stops without releasing it.
 * - An endpoint's window bounds its deliveries, `maxHeld` bounds all held ones, `maxSending` those on the wire, and
 *   `maxSendingCareful` those on the wire to careful endpoints. A dead endpoint uses only its own window.
 * - After `takeSendable` no waiting delivery could be sent: only a limit holds it back.
 */
export type QueueLimits = {
  readonly attemptLimitMs: number;
  /** The part of a lease that remains after the longest attempt, for recording the result. */
  readonly recordSlackMs: number;
  readonly maxHeld: number;
  readonly maxSending: number;
  readonly maxSendingCareful: number;
  readonly maxSendingPerEndpoint: number;
  readonly claimBatch: number;
};

type Queued = { readonly claim: EndpointKey };

export type Endpoint<D extends Queued> = {
  readonly key: EndpointKey;
  window: EndpointWindow;
  readonly waiting: Held<D>[];
  sending: number;
  /** Ended attempts and released deliveries, until the database knows about them. */
  leaving: number;
};

export type Held<D extends Queued> = {
  readonly delivery: D;
  readonly endpoint: Endpoint<D>;
  readonly beginBeforeMs: number;
  /** Whether the attempt counts among those to careful endpoints; the endpoint itself may have changed since. */
  isCareful: boolean;
};

/** How many deliveries of an endpoint to claim. */
export type EndpointShare<D extends Queued> = { readonly endpoint: Endpoint<D>; readonly room: number };

export type DeliveryQueue<D extends Queued> = {
  readonly limits: QueueLimits;
  readonly endpoints: Map<string, Endpoint<D>>;
  /** Endpoints that have more due than they hold here. The first is served first. */
  readonly withWork: Set<Endpoint<D>>;
  /** Endpoints whose claimed deliveries wait for a connection. The first is served first. */
  readonly withWaiting: Set<Endpoint<D>>;
  /** Endpoints whose attempts ended since the last `takeSendable`. */
  readonly freed: Set<Endpoint<D>>;
  /** Whether `takeSendable` must check every waiting endpoint, and not only those whose own attempts ended. */
  mustLookAtAll: boolean;
  held: number;
  sending: number;
  sendingCareful: number;
  isClosed: boolean;
};

/** The next look finds an endpoint again that was turned away. */
export const MAX_KNOWN_ENDPOINTS = 10_000;

export function newDeliveryQueue<D extends Queued>(limits: QueueLimits): DeliveryQueue<D> {
  return {
    limits,
    endpoints: new Map(),
    withWork: new Set(),
    withWaiting: new Set(),
    freed: new Set(),
    mustLookAtAll: false,
    held: 0,
    sending: 0,
    sendingCareful: 0,
    isClosed: false,
  };
}

export function heldBy({ waiting, sending, leaving }: Endpoint<Queued>): number {
  return waiting.length + sending + leaving;
}

/** Remembers that an endpoint has deliveries due. False when too many endpoints are remembered already. */
export function noteWork<D extends Queued>(queue: DeliveryQueue<D>, key: EndpointKey, isFailing: boolean): boolean {
  let endpoint = queue.endpoints.get(key.webhook_id);
  if (endpoint === undefined) {
    if (queue.endpoints.size >= MAX_KNOWN_ENDPOINTS) forgetIdleEndpoints(queue);
    if (queue.endpoints.size >= MAX_KNOWN_ENDPOINTS) return false;
    const { org_id, webhook_id } = key;
    const window = initialWindow(isFailing);
    endpoint = { key: { org_id, webhook_id }, window, waiting: [], sending: 0, leaving: 0 };
    queue.endpoints.set(key.webhook_id, endpoint);
  }
  queue.withWork.add(endpoint);
  return true;
}

function forgetIdleEndpoints<D extends Queued>(queue: DeliveryQueue<D>): void {
  for (const [webhookId, endpoint] of queue.endpoints)
    if (heldBy(endpoint) === 0 && !queue.withWork.has(endpoint)) queue.endpoints.delete(webhookId);
}

/** Only if a whole batch fits, or half of a small window is free, so that claims are batches and not single rows. */
function claimableRoom<D extends Queued>({ limits }: DeliveryQueue<D>, endpoint: Endpoint<D>): number {
  const room = endpoint.window.size - heldBy(endpoint);
  const least = Math.max(1, Math.min(limits.claimBatch, endpoint.window.size >> 1));
  return room >= least ? Math.min(room, limits.claimBatch) : 0;
}

export function hasClaimableWork<D extends Queued>(queue: DeliveryQueue<D>): boolean {
  for (const endpoint of queue.withWork) if (claimableRoom(queue, endpoint) > 0) return true;
  return false;
}

export function chooseShares<D extends Queued>(queue: DeliveryQueue<D>): EndpointShare<D>[] {
  const shares: EndpointShare<D>[] = [];
  if (queue.isClosed) return shares;
  let room = queue.limits.maxHeld - queue.held;
  let carefulRoom = queue.limits.maxSendingCareful - queue.sendingCareful;
  for (const endpoint of queue.withWork) {
    if (room <= 0) break;
    const share = Math.min(claimableRoom(queue, endpoint), room, endpoint.window.careful ? carefulRoom : room);
    if (share <= 0) continue;
    shares.push({ endpoint, room: share });
    room -= share;
    if (endpoint.window.careful) carefulRoom -= share;
  }
  return shares;
}

/**
 * Accepts what was claimed for `shares`. A full share means that there may be more, and its endpoint goes behind the
 * others next time; a short one that nothing else is due.
 */
export function admit<D extends Queued>(
  queue: DeliveryQueue<D>,
  shares: readonly EndpointShare<D>[],
  deliveries: readonly D[],
  leaseUntilMs: number,
): void {
  const beginBeforeMs = leaseUntilMs - queue.limits.attemptLimitMs - queue.limits.recordSlackMs;
  const roomLeft = new Map(shares.map(({ endpoint, room }) => [endpoint, room]));
  for (const delivery of deliveries) {
    const endpoint = queue.endpoints.get(delivery.claim.webhook_id);
    const left = endpoint && roomLeft.get(endpoint);
    if (left === undefined || left === 0) throw broken("more deliveries were claimed than there was room for");
    roomLeft.set(endpoint!, left - 1);
    endpoint!.waiting.push({ delivery, endpoint: endpoint!, beginBeforeMs, isCareful: false });
    queue.withWaiting.add(endpoint!);
  }
  queue.held += deliveries.length;
  if (queue.held > queue.limits.maxHeld) throw broken("more deliveries are held than the limit allows");
  for (const [endpoint, left] of roomLeft) {
    queue.withWork.delete(endpoint);
    if (left === 0) queue.withWork.add(endpoint);
  }
  queue.mustLookAtAll = true;
}

/** Returns what to send now, in this order, and what to release because it waited too long or the queue is closed. */
export type Sendable<D extends Queued> = { readonly begin: readonly Held<D>[]; readonly giveBack: readonly Held<D>[] };

export function takeSendable<D extends Queued>(queue: DeliveryQueue<D>, nowMs: number): Sendable<D> {
  const sendable = { begin: [] as Held<D>[], giveBack: [] as Held<D>[] };
  if (queue.isClosed) {
    for (const endpoint of queue.withWaiting) takeAllFrom(endpoint, sendable.giveBack);
    queue.withWaiting.clear();
  } else {
    // The sets change during the loop: an endpoint that could not send everything is at the end afterwards.
    for (const endpoint of Array.from(queue.mustLookAtAll ? queue.withWaiting : queue.freed)) {
      if (queue.sending >= queue.limits.maxSending) break;
      if (endpoint.waiting.length > 0) takeFrom(queue, endpoint, nowMs, sendable);
    }
  }
  queue.mustLookAtAll = false;
  queue.freed.clear();
  return sendable;
}

function takeFrom<D extends Queued>(
  queue: DeliveryQueue<D>,
  endpoint: Endpoint<D>,
  nowMs: number,
  { begin, giveBack }: { begin: Held<D>[]; giveBack: Held<D>[] },
): void {
  const { limits, withWaiting } = queue;
  const isCareful = endpoint.window.careful;
  const bound = Math.min(endpoint.window.size, limits.maxSendingPerEndpoint);
  while (
    endpoint.waiting.length > 0 &&
    endpoint.sending < bound &&
    queue.sending < limits.maxSending &&
    !(isCareful && queue.sendingCareful >= limits.maxSendingCareful)
  ) {
    const held = endpoint.waiting.shift()!;
    if (nowMs > held.beginBeforeMs) {
      endpoint.leaving += 1;
      giveBack.push(held);
      continue;
    }
    held.isCareful = isCareful;
    endpoint.sending += 1;
    queue.sending += 1;
    if (isCareful) queue.sendingCareful += 1;
    begin.push(held);
  }
  if (endpoint.waiting.length === 0) withWaiting.delete(endpoint);
  else if (withWaiting.size > 1) {
    withWaiting.delete(endpoint);
    withWaiting.add(endpoint); // Moves the endpoint behind the others.
  }
}

function takeAllFrom<D extends Queued>(endpoint: Endpoint<D>, giveBack: Held<D>[]): void {
  endpoint.leaving += endpoint.waiting.length;
  for (const held of endpoint.waiting.splice(0)) giveBack.push(held);
}

/** The delivery stays held until `letGo`. `answer` is null for an attempt that we aborted: it says nothing. */
export function endAttempt<D extends Queued>(
  queue: DeliveryQueue<D>,
  { endpoint, isCareful }: Held<D>,
  answer: Pick<Answer, "statusCode" | "failure" | "latencyMs"> | null,
): void {
  const { limits } = queue;
  // A limit over all endpoints was reached: other endpoints may have waited for this connection, too.
  if (queue.sending === limits.maxSending || (isCareful && queue.sendingCareful === limits.maxSendingCareful))
    queue.mustLookAtAll = true;
  endpoint.sending -= 1;
  endpoint.leaving += 1;
  queue.sending -= 1;
  if (isCareful) queue.sendingCareful -= 1;
  if (endpoint.sending < 0 || queue.sendingCareful < 0) throw broken("an attempt ended twice");
  if (answer !== null) endpoint.window = windowAfter(endpoint.window, answer);
  queue.freed.add(endpoint);
}

/** The database knows the outcome of these deliveries: recorded, released, or left until their lease ends. */
export function letGo<D extends Queued>(queue: DeliveryQueue<D>, deliveries: readonly D[]): void {
  for (const { claim } of deliveries) {
    const endpoint = queue.endpoints.get(claim.webhook_id);
    if (endpoint === undefined || endpoint.leaving === 0) throw broken("a delivery was removed that had not ended");
    endpoint.leaving -= 1;
  }
  queue.held -= deliveries.length;
  if (queue.held === 0 && (queue.sending > 0 || queue.sendingCareful > 0 || queue.withWaiting.size > 0))
    throw broken("no delivery is held, but some are still counted");
}

/** From now on nothing is claimed or begun, and waiting deliveries are released. */
export function closeQueue<D extends Queued>(queue: DeliveryQueue<D>): void {
  queue.isClosed = true;
}

/** A bug. Going on could send a delivery twice or never; a process that stops leaves its leases to the others. */
function broken(what: string): Error {
  return new Error(`The webhook queue is broken: ${what}`);
}
