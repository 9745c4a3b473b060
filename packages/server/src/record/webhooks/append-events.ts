import {
  changeInserts,
  type ChangeRow,
  changeRowsOf,
  eventsOfRow,
  type FanOutEvent,
  type NewEvent,
} from "#src/record/events/index.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import { type Write, writeTogether } from "#src/kernel/db/write-together.ts";
import { statement } from "#src/kernel/db/statement.ts";

const EVENTS = rowSource<FanOutEvent>({
  org_id: ["uuid", (event) => event.orgId],
  event_id: ["uuid", (event) => event.eventId],
  type: ["text", (event) => event.type],
  at: ["timestamptz", (event) => event.at],
});

/** OFFSET 0: the planner looks up each organization's few endpoints by index, whatever it believed about the size. */
const INSERT_DELIVERIES = statement("webhooks.INSERT_DELIVERIES")`
  INSERT INTO webhook_deliveries (org_id, webhook_id, delivery_id, event_id, event_type, due_at, created_at)
  SELECT r.org_id, endpoint.webhook_id, webhook_delivery_id(r.event_id, endpoint.webhook_id), r.event_id, r.type, r.at,
    r.at
  FROM ${EVENTS.source}
  CROSS JOIN LATERAL (
    SELECT webhook_id
    FROM webhook_endpoints
    WHERE org_id = r.org_id AND status = 'active' AND (events IS NULL OR r.type = ANY (events))
    OFFSET 0
  ) AS endpoint`;

/** Events and their deliveries, in the caller's transaction: no change without its event. Returns the ids in order. */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<string[]> {
  const rows = changeRowsOf(events);
  await writeTogether(tx, writesOf(rows));
  return rows.flatMap(eventsOfRow).map(({ eventId }) => eventId);
}

/** The same inserts as statements, to be written together with the change that the events describe. */
export function eventWrites(events: readonly NewEvent[]): Write[] {
  return writesOf(changeRowsOf(events));
}

function writesOf(rows: readonly ChangeRow[]): Write[] {
  if (rows.length === 0) return [];
  return [changeInserts(rows), { text: INSERT_DELIVERIES, values: EVENTS.values(rows.flatMap(eventsOfRow)) }];
}

const INSERT_FOR_EVERY_ENDPOINT = statement("webhooks.INSERT_FOR_EVERY_ENDPOINT")`
  INSERT INTO webhook_deliveries (org_id, webhook_id, delivery_id, event_id, event_type, due_at, created_at)
  SELECT r.org_id, endpoint.webhook_id, webhook_delivery_id(r.event_id, endpoint.webhook_id), r.event_id, r.type, r.at,
    r.at
  FROM ${EVENTS.source}
  CROSS JOIN LATERAL (SELECT webhook_id FROM webhook_endpoints WHERE org_id = r.org_id AND status = 'active'
    ORDER BY webhook_id OFFSET 0) AS endpoint
  RETURNING webhook_id, delivery_id`;

export type FannedOut = { webhook_id: string; delivery_id: string };

/** Test notifications go to every active endpoint of their organization, whatever its subscription. */
export async function deliverToEveryEndpoint(tx: Tx, event: FanOutEvent): Promise<FannedOut[]> {
  return tx.query(INSERT_FOR_EVERY_ENDPOINT, EVENTS.values([event]));
}

const FIND_DELIVERIES = statement("webhooks.FIND_DELIVERIES")`
  SELECT delivery.webhook_id, delivery.delivery_id
  FROM webhook_endpoints AS endpoint
  JOIN webhook_deliveries AS delivery ON delivery.org_id = endpoint.org_id AND delivery.webhook_id = endpoint.webhook_id
    AND delivery.delivery_id = webhook_delivery_id($2, endpoint.webhook_id)
  WHERE endpoint.org_id = $1
  ORDER BY delivery.webhook_id`;

/** The endpoints that an event was sent to. */
export async function findFannedOut(db: Queryable, orgId: string, eventId: string): Promise<FannedOut[]> {
  return db.query(FIND_DELIVERIES, [orgId, eventId]);
}
