import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import { START } from "./follow-queries.ts";
import type { Position } from "./log-place.ts";

/**
 * A read model that follows the changes of payments: what a reader can wait a second for is not written with the money.
 * A change and the follower's place are one commit, so each is applied exactly once, by one worker at a time.
 */
export type Follower = {
  readonly name: string;
  /** Whether `apply` reads the payload of the changes; otherwise it is left out. */
  readonly readsPayload: boolean;
  /** Applies these changes, oldest first. */
  apply(tx: Tx, changes: readonly PaymentChange[]): Promise<unknown>;
  /**
   * Makes the read model again from the payments, and leaves the follower where it is: months of the log may be retired,
   * and imported payments have none. The service may run meanwhile.
   */
  rebuild(db: Db): Promise<unknown>;
};
export type PaymentChange = Position & {
  readonly orgId: string;
  readonly paymentId: string;
  readonly types: readonly string[];
  /** The payment after the change, as JSON; empty if the follower does not read it. */
  readonly payload: string;
};

const INTERVAL_MS = 500;
const BATCH = 500;

const FIND_PLACE = statement("events.FIND_PLACE")`SELECT position::text AS position /* not null */,
    event_id AS "eventId" FROM followers WHERE name = $1`;
const HOLD_PLACE = statement("events.HOLD_PLACE")`
  INSERT INTO followers AS follower (name, position, event_id) VALUES ($1, $2::bigint, $3::uuid)
  ON CONFLICT (name) DO UPDATE SET name = EXCLUDED.name
  RETURNING follower.position::text AS position /* not null */, follower.event_id AS "eventId"`;
const MOVE = statement("events.MOVE")`UPDATE followers SET position = $2::bigint, event_id = $3::uuid WHERE name = $1`;
const AFTER = `event.resource_type = 'payment' AND event.position >= $1::bigint
    AND (event.position, event.event_id) > ($1::bigint, $2::uuid)`;
const CHANGE = `event.org_id AS "orgId", event.resource_id AS "paymentId", event.types,
    CASE WHEN $3 THEN event.payload ELSE '' END AS payload /* not null */,
    event.position::text AS position /* not null */, event.event_id AS "eventId"`;
/** No open transaction can still write anything before it. */
const IS_SETTLED = "event.position < event_position(pg_snapshot_xmin(pg_current_snapshot()))";
const NEXT = statement("events.NEXT")`
  SELECT ${CHANGE} FROM events AS event WHERE ${AFTER} AND ${IS_SETTLED} ORDER BY event.position, event.event_id LIMIT $4`;
const ALL_VISIBLE = statement("events.ALL_VISIBLE")`
  SELECT ${CHANGE} FROM events AS event WHERE ${AFTER} ORDER BY event.position, event.event_id`;
const FIRST_AFTER = statement("events.FIRST_AFTER")`
  SELECT event.created_at AS at, ${IS_SETTLED} AS "isSettled" /* not null */
  FROM events AS event WHERE ${AFTER} ORDER BY event.position, event.event_id LIMIT 1`;

async function findPlace(db: Queryable, { name }: Follower): Promise<Position> {
  return (await db.query(FIND_PLACE, [name]))[0] ?? START;
}

/** Until the transaction ends nobody follows: for a change of what was followed already. */
export async function holdFollower(tx: Tx, { name }: Follower): Promise<Position> {
  return (await tx.query(HOLD_PLACE, [name, START.position, START.eventId]))[0]!;
}

async function firstBehind(db: Queryable, follower: Follower): Promise<RowOf<typeof FIRST_AFTER> | undefined> {
  const { position, eventId } = await findPlace(db, follower);
  const [first] = await db.query(FIRST_AFTER, [position, eventId]);
  return first;
}

/** Whether nothing that is settled waits for the follower. */
export async function isCaughtUp(db: Db, follower: Follower): Promise<boolean> {
  return (await firstBehind(db, follower))?.isSettled !== true;
}

/** Everything that this snapshot has and the follower has not applied. */
export async function findUnapplied(tx: Tx, follower: Follower): Promise<PaymentChange[]> {
  const { position, eventId } = await findPlace(tx, follower);
  return tx.query(ALL_VISIBLE, [position, eventId, follower.readsPayload]);
}

async function follow(db: Db, follower: Follower): Promise<number> {
  return db.transaction(async (tx) => {
    const { position, eventId } = await holdFollower(tx, follower);
    const changes = await tx.query(NEXT, [position, eventId, follower.readsPayload, BATCH]);
    const last = changes.at(-1);
    if (last === undefined) return 0;
    await follower.apply(tx, changes);
    await tx.query(MOVE, [follower.name, last.position, last.eventId]);
    return changes.length;
  });
}

/** Applies everything that is settled by now. */
export async function catchUp(db: Db, follower: Follower): Promise<void> {
  while ((await follow(db, follower)) > 0);
}

export type FollowDeps = { db: Db; clock: Clock; metrics: Metrics; cell: number };

export function followJob({ db, clock, metrics, cell }: FollowDeps, follower: Follower): Job {
  const { name } = follower;
  const help = "How long the oldest change waits that a read model has not applied, whatever it waits for";
  const lag = metrics.gauge("follower_lag_seconds", help, ["cell", "name"]);
  return {
    name,
    intervalMs: INTERVAL_MS,
    fullRun: BATCH,
    async runOnce() {
      const first = await firstBehind(db, follower);
      const behindMs = first === undefined ? 0 : clock.now().getTime() - first.at.getTime();
      lag.set({ cell, name }, Math.max(0, behindMs) / 1_000);
      return first?.isSettled === true ? follow(db, follower) : 0;
    },
  };
}
