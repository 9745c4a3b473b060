import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { admit, chooseShares, hasClaimableWork, noteWork, type DeliveryQueue } from "./delivery-queue.ts";
import {
  claimDeliveries,
  findWaitingEndpoints,
  type ClaimedDelivery,
  type EndpointKey,
  type Share,
} from "./queue-queries.ts";

/**
 * Finds endpoints with due deliveries and claims for them, under a lease, as many as the queue has room for. Within a
 * round, claims skip what was claimed before; only a whole round that found nothing proves that nothing is due. A
 * worker on standby (docs/decisions/0001-jobs-without-a-queue-library.md) finds only what the leading worker has left
 * for HELP_AFTER_MS: otherwise all would share every few deliveries, in batches that cost so much more.
 */
type Discovery = {
  beginRound(): void;
  /** Looks if a look is due, claims, and puts the claimed deliveries into the queue. */
  claimDue(): Promise<readonly ClaimedDelivery[]>;
  /** Whether everything was checked since `beginRound` and there was nothing to claim. */
  foundNothing(): boolean;
};

type DiscoveryDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly queue: DeliveryQueue<ClaimedDelivery>;
  readonly settings: { readonly leaseMs: number; readonly pollMs: number };
  readonly isStandby: () => boolean;
};

const ROUND_MS = 5_000;
/** A leading worker that is not behind claims within `pollMs`, or somewhat later on a busy machine. */
const HELP_AFTER_MS = 1_000;
/** Deliveries may be committed this much later than they are due; still later ones wait for the next round. */
const LATE_COMMIT_MS = 10_000;
/** A slow look for due deliveries is followed by a rest of this many times its duration. */
const LOOK_REST_FACTOR = 20;

export function createDiscovery({ db, clock, queue, settings, isStandby }: DiscoveryDeps): Discovery {
  /** The latest `due_at` that was claimed in this round, by endpoint. */
  const claimedUpTo = new Map<string, Date>();
  let roundBeganMs = Number.NEGATIVE_INFINITY;
  let lookAtMs = Number.NEGATIVE_INFINITY;
  let lookAfter: EndpointKey | null = null;
  let claimedSinceBegin = 0;

  function renewRound(): void {
    claimedUpTo.clear();
    roundBeganMs = performance.now();
    lookAtMs = Number.NEGATIVE_INFINITY;
  }

  function dueUpTo(now: Date): Date {
    return isStandby() ? new Date(now.getTime() - HELP_AFTER_MS) : now;
  }

  async function look(): Promise<void> {
    const beganMs = performance.now();
    const found = await findWaitingEndpoints(db, dueUpTo(clock.now()), lookAfter);
    lookAfter = found.after;
    for (const endpoint of found.endpoints)
      if (endpoint.is_due && !noteWork(queue, endpoint, endpoint.is_failing)) break;
    const endedMs = performance.now();
    lookAtMs = endedMs + Math.max(settings.pollMs, (endedMs - beganMs) * LOOK_REST_FACTOR);
  }

  function dueFrom({ webhook_id }: EndpointKey): Share["due_from"] {
    const upTo = claimedUpTo.get(webhook_id);
    return upTo === undefined ? "-infinity" : new Date(upTo.getTime() - LATE_COMMIT_MS);
  }

  async function claim(): Promise<readonly ClaimedDelivery[]> {
    const shares = chooseShares(queue);
    if (shares.length === 0) return [];
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + settings.leaseMs);
    const wanted: Share[] = shares.map(({ endpoint: { key }, room }) => {
      return { ...key, claim_id: newId(), room, due_from: dueFrom(key) };
    });
    const deliveries = await claimDeliveries(db, wanted, { now, dueUpTo: dueUpTo(now), leaseUntil });
    admit(queue, shares, deliveries, leaseUntil.getTime());
    for (const { claim, due_at } of deliveries) {
      const upTo = claimedUpTo.get(claim.webhook_id);
      if (upTo === undefined || due_at > upTo) claimedUpTo.set(claim.webhook_id, due_at);
    }
    claimedSinceBegin += deliveries.length;
    return deliveries;
  }

  return {
    beginRound() {
      claimedSinceBegin = 0;
      renewRound();
    },
    async claimDue() {
      if (performance.now() - roundBeganMs >= ROUND_MS) renewRound();
      if (performance.now() >= lookAtMs) await look();
      return claim();
    },
    foundNothing: () => claimedSinceBegin === 0 && lookAfter === null && !hasClaimableWork(queue),
  };
}
