import { join, raw, sql } from "#src/kernel/db/sql.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { idTimeMs } from "@corridor/base/ids.ts";
import type { Position } from "./log-place.ts";
import { rowIdOf, STORED, type StoredChange } from "./event-text.ts";
import { conditionsOf, type EventFilter, eventsIn, type FeedRow, idsOfEvents, rowsFor } from "./queries.ts";

/**
 * Above the horizon, an open transaction may still insert events. It must come from the snapshot of the events, so it
 * is a part of each statement that reads them.
 */
const HORIZON = raw("event_position(pg_snapshot_xmin(pg_current_snapshot()))");

/** The beginning of the log: a position below that of every event. */
export const START: Position = { position: "-1", eventId: "00000000-0000-0000-0000-000000000000" };

/**
 * When the oldest transaction that is writing now began, or `now`. Read in a separate statement before the events: what
 * is no longer open is committed, and the later snapshot sees it. (Other roles hide their times; we have one.)
 */
const FIND_OLDEST_WRITER = statement("events.FIND_OLDEST_WRITER")`
  SELECT least($1::timestamptz, min(xact_start)) AS began_at /* not null */ FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL`;

export async function findOldestWriter(db: Db, now: Date): Promise<Date> {
  const [row] = await db.query(FIND_OLDEST_WRITER, [now]);
  return row!.began_at;
}

/**
 * The organization's last event below the horizon and before a time. A place in the log is that of an event, never the
 * horizon: after a crash the server may assign the latest transaction ids again, but none whose event somebody saw.
 */
export async function findLastBefore(db: Db, orgId: string, since: Date | "infinity"): Promise<Position> {
  const { first } = await idsOfEvents(db, orgId, { from: since === "infinity" ? undefined : since });
  // OFFSET 0: by id, else the planner scans positions past all older events to the first recent one.
  const [row] = await db.ask<{ position: string; event_id: string }>(sql`
    SELECT event.position::text AS position, event.event_id FROM events AS event
    WHERE event.org_id = ${orgId} AND event.position < least(
      ${HORIZON},
      (SELECT min(recent.position) FROM (SELECT position FROM events WHERE org_id = ${orgId}
        AND event_id >= ${first} AND created_at >= ${since}::timestamptz OFFSET 0) AS recent)
    )
    ORDER BY event.position DESC, event.event_id DESC LIMIT 1`);
  return row === undefined ? START : { position: row.position, eventId: row.event_id };
}

type PositionedRow = FeedRow & { readonly position: string };

/** Events below the horizon, in the order of their positions; one row more than requested. */
export async function findEventsFrom(
  db: Db,
  orgId: string,
  filter: EventFilter,
  { after, limit }: { readonly after: Position; readonly limit: number },
): Promise<PositionedRow[]> {
  const conditions = [
    ...conditionsOf(orgId, filter),
    sql`(position, event_id) >= (${after.position}::bigint, ${rowIdOf(after.eventId)}::uuid)`,
    sql`position < ${HORIZON}`,
  ];
  const rows = await db.ask<StoredChange & { position: string }>(sql`
    SELECT event.org_id, event.event_id, ${raw(STORED)}, event.position::text AS position FROM events AS event
    WHERE ${join(conditions)} ORDER BY event.position, event_id LIMIT ${rowsFor(limit)}`);
  const isBeyond = ({ position }: { position: string }, eventId: string): boolean =>
    position !== after.position || eventId > after.eventId;
  return eventsIn(rows, { types: filter.types, order: "asc", limit }, isBeyond).map(({ row, ...event }) => ({
    ...event,
    position: row.position,
  }));
}

export type FollowerPlace = Position & { readonly orgId: string };

/** One index lookup for each follower, whatever its filters are, in the months from a day before its place. */
const FIND_FOLLOWERS_WITH_NEWS = statement("events.FIND_FOLLOWERS_WITH_NEWS")`
  SELECT (place.ordinal - 1)::integer AS index /* not null */
  FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[])
    WITH ORDINALITY AS place (org_id, position, event_id, since, ordinal)
  WHERE EXISTS (
    SELECT 1 FROM events
    WHERE events.org_id = place.org_id AND events.event_id >= place.since AND (events.position,
    events.event_id) > (place.position, place.event_id)
      AND events.position < event_position(pg_snapshot_xmin(pg_current_snapshot()))
  )`;

/** An id that was made this long before its event was committed wakes nobody; the next page has it. */
const EARLY_MS = 24 * 60 * 60_000;

function since(eventId: string): string {
  return `${Math.max(0, idTimeMs(eventId) - EARLY_MS)
    .toString(16)
    .padStart(12, "0")}${"0".repeat(20)}`;
}

/** Which of these followers have something to read, as indexes of `places`. */
export async function findFollowersWithNews(db: Db, places: readonly FollowerPlace[]): Promise<number[]> {
  const column = (name: keyof FollowerPlace): string[] => places.map((place) => place[name]);
  const columns = [
    column("orgId"),
    column("position"),
    column("eventId"),
    places.map(({ eventId }) => since(eventId)),
  ] as const;
  return (await db.query(FIND_FOLLOWERS_WITH_NEWS, columns)).map(({ index }) => index);
}
