import { type RawBuilder, sql } from "kysely";
import type { Db } from "#src/kernel/db/client.ts";
import { EVENT_TEXT, JOIN_KEEPER } from "./event-text.ts";
import type { EventRow } from "./write-events.ts";

export type EventFilter = {
  readonly types: readonly string[] | null;
  readonly resourceType: string | null;
  readonly resourceId: string | null;
  /** Inclusive. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
};

export type FeedPage = {
  readonly order: "asc" | "desc";
  readonly after: { readonly createdAt: Date; readonly eventId: string } | null;
  readonly limit: number;
};

export type FeedRow = Pick<EventRow, "event_id" | "created_at"> & { readonly payload: string };

/** The statement has only the conditions that were given, so that each combination uses the index it needs. */
export function conditionsOf(orgId: string, filter: EventFilter): RawBuilder<unknown>[] {
  return [
    sql`org_id = ${orgId}`,
    ...(filter.types === null ? [] : [sql`type IN (${sql.join(filter.types)})`]),
    ...(filter.resourceId === null ? [] : [sql`resource_id = ${filter.resourceId}`]),
    ...(filter.resourceType === null ? [] : [sql`resource_type = ${filter.resourceType}`]),
    ...(filter.from === null ? [] : [sql`created_at >= ${filter.from}`]),
    ...(filter.to === null ? [] : [sql`created_at < ${filter.to}`]),
  ];
}

export const TEXT = sql.raw(EVENT_TEXT);
export const KEEPER = sql.raw(JOIN_KEEPER);

/** One page and one row more, which says whether another follows. The rows are found first, then their data. */
export async function findEvents(db: Db, orgId: string, filter: EventFilter, page: FeedPage): Promise<FeedRow[]> {
  const beyond = sql.raw(page.order === "asc" ? ">" : "<");
  const direction = sql.raw(page.order);
  const conditions = [
    ...conditionsOf(orgId, filter),
    ...(page.after === null
      ? []
      : [sql`(created_at, event_id) ${beyond} (${page.after.createdAt}, ${page.after.eventId}::uuid)`]),
  ];
  const { rows } = await sql<FeedRow>`
    SELECT event.event_id, ${TEXT}, event.created_at
    FROM (SELECT * FROM events WHERE ${sql.join(conditions, sql` AND `)} ORDER BY created_at ${direction}, event_id ${direction} LIMIT ${page.limit + 1}) AS event
    ${KEEPER} ORDER BY event.created_at ${direction}, event.event_id ${direction}`.execute(db.kysely);
  return rows;
}
