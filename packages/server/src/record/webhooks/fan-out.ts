import type { Queryable } from "#src/kernel/db/client.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import type { Write } from "#src/kernel/db/write-together.ts";
import type { EventType } from "#src/record/events/index.ts";

export type FannedOut = { webhook_id: string; delivery_id: string };
export type FanOutEvent = { orgId: string; eventId: string; type: EventType; at: Date };

const EVENTS = rowSource<FanOutEvent>({
  org_id: ["uuid", (event) => event.orgId],
  event_id: ["uuid", (event) => event.eventId],
  type: ["text", (event) => event.type],
  at: ["timestamptz", (event) => event.at],
});

/** OFFSET 0: the planner looks up each organization's few endpoints by index, whatever it believed about the size. */
const INSERT_DELIVERIES = `
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

/** One due delivery per event and subscribed endpoint: an event cannot exist without its deliveries. */
export function deliveryInserts(events: readonly FanOutEvent[]): Write {
  return { text: INSERT_DELIVERIES, values: EVENTS.values(events) };
}

const INSERT_FOR_EVERY_ENDPOINT = `
  INSERT INTO webhook_deliveries (org_id, webhook_id, delivery_id, event_id, event_type, due_at, created_at)
  SELECT r.org_id, endpoint.webhook_id, webhook_delivery_id(r.event_id, endpoint.webhook_id), r.event_id, r.type, r.at,
    r.at
  FROM ${EVENTS.source}
  CROSS JOIN LATERAL (SELECT webhook_id FROM webhook_endpoints WHERE org_id = r.org_id AND status = 'active'
    ORDER BY webhook_id OFFSET 0) AS endpoint
  RETURNING event_id, webhook_id, delivery_id`;

/** Test notifications go to every active endpoint of their organization, whatever its subscription. */
export function deliveriesToEveryEndpoint(events: readonly FanOutEvent[]): Write {
  return { text: INSERT_FOR_EVERY_ENDPOINT, values: EVENTS.values(events) };
}

const FIND_DELIVERIES = `
  SELECT delivery.webhook_id, delivery.delivery_id
  FROM webhook_endpoints AS endpoint
  JOIN webhook_deliveries AS delivery ON delivery.org_id = endpoint.org_id AND delivery.webhook_id = endpoint.webhook_id
    AND delivery.delivery_id = webhook_delivery_id($2, endpoint.webhook_id)
  WHERE endpoint.org_id = $1
  ORDER BY delivery.webhook_id`;

/** The endpoints that an event was sent to. */
export async function findFannedOut(db: Queryable, event: { orgId: string; eventId: string }): Promise<FannedOut[]> {
  return db.query(FIND_DELIVERIES, [event.orgId, event.eventId]);
}
