import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
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
  /** Applies these changes, oldest first: brings the read model to what the changed payments are now. */
  apply(tx: Tx, changes: readonly PaymentChange[]): Promise<unknown>;
  /** Removes the read model, which then follows from the beginning of the log. */
  forget(tx: Tx): Promise<unknown>;
};
export type PaymentChange = Position & {
  readonly orgId: string;
  readonly paymentId: string;
  readonly types: readonly string[];
  readonly at: Date;
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
/** Only what no open transaction can still write before. */
const NEXT = statement("events.NEXT")`
  SELECT event.org_id AS "orgId", event.resource_id AS "paymentId", event.types, event.created_at AS at,
    event.position::text AS position /* not null */, event.event_id AS "eventId"
  FROM events AS event
  WHERE event.resource_type = 'payment' AND event.position >= $1::bigint
    AND (event.position, event.event_id) > ($1::bigint, $2::uuid)
    AND event.position < event_position(pg_snapshot_xmin(pg_current_snapshot()))
  ORDER BY event.position, event.event_id LIMIT $3`;

function findNext(db: Queryable, { position, eventId }: Position, limit: number): Promise<PaymentChange[]> {
  return db.query(NEXT, [position, eventId, limit]);
}

/** Until the transaction ends nobody follows: for a change of what was followed already. */
export async function holdFollower(tx: Tx, { name }: Follower): Promise<Position> {
  return (await tx.query(HOLD_PLACE, [name, START.position, START.eventId]))[0]!;
}

/** Whether nothing that is settled waits for the follower. */
export async function isCaughtUp(db: Db, { name }: Follower): Promise<boolean> {
  const [place] = await db.query(FIND_PLACE, [name]);
  return (await findNext(db, place ?? START, 1)).length === 0;
}

async function follow(db: Db, follower: Follower): Promise<readonly PaymentChange[]> {
  if (await isCaughtUp(db, follower)) return [];
  return db.transaction(async (tx) => {
    const changes = await findNext(tx, await holdFollower(tx, follower), BATCH);
    const last = changes.at(-1);
    if (last === undefined) return [];
    await follower.apply(tx, changes);
    await tx.query(MOVE, [follower.name, last.position, last.eventId]);
    return changes;
  });
}

type FollowDeps = { db: Db; clock: Clock; metrics: Metrics; cell: number };

export function followJob({ db, clock, metrics, cell }: FollowDeps, follower: Follower): Job {
  const help = "How far a read model is behind the log of changes";
  const lag = metrics.gauge("follower_lag_seconds", help, ["cell", "name"]);
  return {
    name: follower.name,
    intervalMs: INTERVAL_MS,
    fullRun: BATCH,
    async runOnce() {
      const changes = await follow(db, follower);
      const behindMs = changes.length < BATCH ? 0 : clock.now().getTime() - changes.at(-1)!.at.getTime();
      lag.set({ cell, name: follower.name }, behindMs / 1_000);
      return changes.length;
    },
  };
}

/** Makes the read model again from the log. Whoever follows it meanwhile goes on from here. */
export async function rebuild(db: Db, follower: Follower): Promise<void> {
  await db.transaction(async (tx) => {
    await holdFollower(tx, follower);
    await follower.forget(tx);
    await tx.query(MOVE, [follower.name, START.position, START.eventId]);
  });
  while (!(await isCaughtUp(db, follower))) await follow(db, follower);
}
