import { sql, type RawBuilder } from "kysely";
import type { EventType } from "#src/modules/delivery/webhooks/event-types.ts";
import type { Db, Queryable } from "#src/platform/db/client.ts";
import { rowSource } from "#src/platform/db/row-source.ts";
import type { Write } from "#src/platform/db/write-together.ts";

export type EventRow = {
  readonly org_id: string;
  readonly event_id: string;
  readonly type: EventType;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly sequence: number;
  readonly payload: string;
  readonly created_at: Date;
};

const EVENTS = rowSource<EventRow>({
  org_id: ["uuid", (row) => row.org_id],
  event_id: ["uuid", (row) => row.event_id],
  type: ["text", (row) => row.type],
  resource_type: ["text", (row) => row.resource_type],
  resource_id: ["text", (row) => row.resource_id],
  sequence: ["integer", (row) => row.sequence],
  payload: ["text", (row) => row.payload],
  created_at: ["timestamptz", (row) => row.created_at],
});
/** The position is the same for all of them, and is asked for once. */
const INSERT_EVENTS = `INSERT INTO events (${EVENTS.names}, position) SELECT ${EVENTS.names}, (SELECT event_position(pg_current_xact_id())) FROM ${EVENTS.source}`;

export function eventInserts(rows: readonly EventRow[]): Write {
  return { text: INSERT_EVENTS, values: EVENTS.values(rows) };
}

/** The stored text of an event: what was signed and sent. */
export async function findEventText(db: Queryable, orgId: string, eventId: string): Promise<string | null> {
  const [row] = await db.query<{ payload: string }>("SELECT payload FROM events WHERE org_id = $1 AND event_id = $2", [orgId, eventId]);
  return row?.payload ?? null;
}

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

/** Reading only: whether a platform person named an organisation that exists. */
export async function organizationExists(db: Queryable, orgId: string): Promise<boolean> {
  return (await db.query("SELECT FROM organizations WHERE org_id = $1", [orgId])).length === 1;
}
