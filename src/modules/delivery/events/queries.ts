import { type RawBuilder, sql } from "kysely";
import type { Db } from "#src/platform/db/client.ts";
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

export type FeedRow = Pick<EventRow, "event_id" | "payload" | "created_at">;

/** Only the conditions that were given stand in the statement, so that each combination gets the index it needs. */
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

/** One row more than asked. */
export async function findEvents(db: Db, orgId: string, filter: EventFilter, page: FeedPage): Promise<FeedRow[]> {
  const beyond = sql.raw(page.order === "asc" ? ">" : "<");
  const direction = sql.raw(page.order);
  const conditions = [
    ...conditionsOf(orgId, filter),
    ...(page.after === null ? [] : [sql`(created_at, event_id) ${beyond} (${page.after.createdAt}, ${page.after.eventId}::uuid)`]),
  ];
  const { rows } = await sql<FeedRow>`
    SELECT event_id, payload, created_at FROM events WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY created_at ${direction}, event_id ${direction} LIMIT ${page.limit + 1}`.execute(db.kysely);
  return rows;
}
