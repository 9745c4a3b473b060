import { join, raw, type Sql, sql } from "#src/kernel/db/sql.ts";
import type { Db, Queryable } from "#src/kernel/db/client.ts";
import { datedTable, type Dates, idsOfDates, type IdRange } from "#src/kernel/db/ids-of-dates.ts";
import { eventIdAt, rowIdOf, STORED, type StoredChange, textOf } from "./event-text.ts";
import { FREQUENT_TYPES } from "./event-types.ts";

export type EventFilter = {
  readonly types: readonly string[] | null;
  readonly resourceType: string | null;
  readonly resourceId: string | null;
  /** Inclusive. */
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly to: Date | undefined;
};

export type FeedPage = {
  readonly order: "asc" | "desc";
  /** The last event of the page before. */
  readonly after: string | null;
  readonly limit: number;
};

const DATED_EVENTS = datedTable("events", "event_id");

/** The ids that an organization's events of these dates can have: only their months are read. */
export function idsOfEvents(db: Queryable, orgId: string, dates: Dates): Promise<IdRange> {
  return idsOfDates(db, DATED_EVENTS, dates, orgId);
}

export type FeedRow = { readonly event_id: string; readonly created_at: Date; readonly payload: string };

/** The statement has only the conditions that were given, so that each combination uses the index it needs. */
export function conditionsOf(orgId: string, filter: EventFilter): Sql[] {
  return [
    sql`org_id = ${orgId}`,
    ...(filter.types === null ? [] : [typeCondition(filter.types)]),
    ...(filter.resourceId === null ? [] : [sql`resource_id = ${filter.resourceId}`]),
    ...(filter.resourceType === null ? [] : [sql`resource_type = ${filter.resourceType}`]),
    ...(filter.from === undefined ? [] : [sql`created_at >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`created_at < ${filter.to}`]),
  ];
}

function typeCondition(types: readonly string[]): Sql {
  return types.some((type) => FREQUENT_TYPES.has(type))
    ? sql`types && ${types}::text[]`
    : sql`types[1] = ANY (${types}::text[])`;
}

/** Rows to read for a page: the first may have only events of the page before, and one says whether more follow. */
export const rowsFor = (limit: number): number => limit + 2;

type Shown = { readonly types: readonly string[] | null; readonly order: "asc" | "desc"; readonly limit: number };

/** The events of rows, in the order of the rows, beyond the page before; one more than the limit. */
export function eventsIn<R extends StoredChange>(
  rows: readonly R[],
  { types, order, limit }: Shown,
  isBeyond: (row: R, eventId: string) => boolean,
): (FeedRow & { readonly row: R })[] {
  return rows
    .flatMap((row) => {
      const events = row.types.flatMap((type, place) => {
        const event_id = eventIdAt(row.event_id, place);
        if ((types !== null && !types.includes(type)) || !isBeyond(row, event_id)) return [];
        return [{ event_id, created_at: row.created_at, payload: textOf(row, place), row }];
      });
      return order === "asc" ? events : events.toReversed();
    })
    .slice(0, limit + 1);
}

/** One page and one event more, which says whether another follows. */
export async function findEvents(db: Db, orgId: string, filter: EventFilter, page: FeedPage): Promise<FeedRow[]> {
  const { order, after, limit } = page;
  const direction = raw(order);
  const { first, last } = await idsOfEvents(db, orgId, filter);
  const ids = sql`event_id >= ${first} AND event_id <= ${last}`;
  const conditions = [...conditionsOf(orgId, filter), ids, ...(after === null ? [] : [beyond(order, after)])];
  const rows = await db.ask<StoredChange>(sql`
    SELECT event.org_id, event.event_id, ${raw(STORED)} FROM events AS event WHERE ${join(conditions)}
    ORDER BY event_id ${direction} LIMIT ${rowsFor(limit)}`);
  const isBeyond = (eventId: string): boolean =>
    after === null || (order === "asc" ? eventId > after : eventId < after);
  return eventsIn(rows, { types: filter.types, order, limit }, (_row, eventId) => isBeyond(eventId));
}

/** The row of the last event shown may have more. */
function beyond(order: "asc" | "desc", eventId: string): Sql {
  return order === "asc" ? sql`event_id >= ${rowIdOf(eventId)}` : sql`event_id < ${eventId}`;
}
