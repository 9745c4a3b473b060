import { valuesOf } from "#src/kernel/fields.ts";
import { idsOfEvents, rowIdOf } from "#src/record/events/index.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { toDelivery, type Delivery, type DeliveryStatus } from "./delivery.ts";
import type { WebhookEndpoint } from "./endpoint.ts";
import type { EndpointKey } from "./queue-queries.ts";
import type { Fault } from "./send-attempt.ts";

/** The SQL of deliveries as people see and replay them; the queue's own SQL is in queue-queries.ts. */
const COLUMNS = `delivery.org_id, delivery.webhook_id, delivery.delivery_id, delivery.event_id, delivery.event_type,
  delivery.status, delivery.attempt_count,
  delivery.due_at, delivery.created_at, delivery.finished_at, delivery.attempted_at, delivery.latency_ms,
    delivery.status_code, delivery.fault,
  delivery.reason, delivery.detail, delivery.response_body, delivery.earlier_attempts`;

type DeliveryFilter = { status: DeliveryStatus | null; eventType: string | null; eventId: string | null };
/** The last delivery of the page before, and the size of this one. */
type DeliveryPage = { afterId: string | null; limit: number };

const LIST_DELIVERIES = statement("webhooks.LIST_DELIVERIES")`
  SELECT ${COLUMNS} FROM webhook_deliveries AS delivery
    WHERE org_id = $1 AND webhook_id = $2 AND ($3::uuid IS NULL OR delivery_id < $3)
      AND ($4::text IS NULL OR status = $4) AND ($5::text IS NULL OR event_type = $5)
      AND ($6::uuid IS NULL OR delivery_id = webhook_delivery_id($6, $2))
    ORDER BY delivery_id DESC LIMIT $7`;

/** Deliveries, newest event first; one row more than requested. */
export async function findDeliveries(
  db: Queryable,
  { org_id, webhook_id }: EndpointKey,
  filter: DeliveryFilter,
  page: DeliveryPage,
): Promise<Delivery[]> {
  const wanted = valuesOf(filter, "status", "eventType", "eventId");
  const rows = await db.query(LIST_DELIVERIES, [org_id, webhook_id, page.afterId, ...wanted, page.limit + 1]);
  return rows.map(toDelivery);
}

const FIND_DEAD_LETTERS = statement("webhooks.FIND_DEAD_LETTERS")`
  SELECT ${COLUMNS} FROM webhook_deliveries AS delivery
    JOIN webhook_endpoints AS endpoint ON endpoint.org_id = delivery.org_id
      AND endpoint.webhook_id = delivery.webhook_id AND endpoint.status <> 'deleted'
    WHERE delivery.org_id = $1 AND delivery.status = 'dead' AND ($2::uuid IS NULL OR delivery.delivery_id < $2)
      AND ($3::uuid IS NULL OR delivery.webhook_id = $3) AND ($4::text IS NULL OR delivery.fault = $4)
    ORDER BY delivery.delivery_id DESC LIMIT $5`;

/** Dead letters of endpoints that still exist, newest event first; one row more than requested. */
export async function findDeadLetters(
  db: Queryable,
  orgId: string,
  filter: { webhookId: string | null; fault: Fault | null },
  page: DeliveryPage,
): Promise<Delivery[]> {
  const rows = await db.query(FIND_DEAD_LETTERS, [orgId, page.afterId, filter.webhookId, filter.fault, page.limit + 1]);
  return rows.map(toDelivery);
}

const FIND_DELIVERY = statement("webhooks.FIND_DELIVERY")`SELECT ${COLUMNS} FROM webhook_endpoints AS endpoint
  JOIN webhook_deliveries AS delivery ON delivery.org_id = endpoint.org_id
    AND delivery.webhook_id = endpoint.webhook_id
  WHERE endpoint.org_id = $1 AND endpoint.status <> 'deleted' AND delivery.delivery_id = $2`;

/** The request names no endpoint, so the delivery is searched among the organization's endpoints, which are few. */
export async function findDelivery(db: Queryable, orgId: string, deliveryId: string): Promise<Delivery | null> {
  const [row] = await db.query(FIND_DELIVERY, [orgId, deliveryId]);
  return row === undefined ? null : toDelivery(row);
}

const COUNT_DEAD = statement("webhooks.COUNT_DEAD")`SELECT count(*)::bigint AS count /* not null */ FROM (SELECT 1
    FROM webhook_deliveries WHERE status = 'dead'
  LIMIT $1) dead`;
const COUNT_DEAD_OF_ONE = statement("webhooks.COUNT_DEAD_OF_ONE")`SELECT count(*)::bigint AS count /* not null */
    FROM (SELECT 1 FROM webhook_deliveries WHERE status = 'dead'
  AND org_id = $2 LIMIT $1) dead`;

/** Counts to `limit` at most: a larger number is of no use, and counting takes time. */
export async function countDeadLetters(db: Queryable, scope: Scope, limit: number): Promise<number> {
  const [row] = await ("every" in scope
    ? db.query(COUNT_DEAD, [limit])
    : db.query(COUNT_DEAD_OF_ONE, [limit, scope.orgId]));
  return row!.count;
}

/** A finished delivery starts its retry schedule again. A waiting delivery keeps its schedule, and is tried at once. */
const BEGIN_AGAIN = `
  status = 'pending', finished_at = NULL,
  tries = CASE WHEN delivery.status = 'pending' THEN delivery.tries ELSE 0 END,
  due_at = CASE WHEN delivery.status = 'pending' THEN least(delivery.due_at, EXCLUDED.due_at) ELSE EXCLUDED.due_at END`;

const REPLAY_DELIVERY = statement("webhooks.REPLAY_DELIVERY")`
  INSERT INTO webhook_deliveries AS delivery (org_id, webhook_id, delivery_id, event_id, event_type, due_at,
    created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $6)
    ON CONFLICT (org_id, webhook_id, delivery_id) DO UPDATE SET ${BEGIN_AGAIN}`;

export async function replayDelivery(tx: Tx, delivery: Delivery, at: Date): Promise<void> {
  const which = valuesOf(delivery, "org_id", "webhook_id", "delivery_id", "event_id", "event_type");
  await tx.query(REPLAY_DELIVERY, [...which, at]);
}

/** If `eventTypes` is absent, the range covers every type. */
export type ReplayRange = { from: Date; to: Date; eventTypes: readonly string[] | null; onlyMissing: boolean };

/**
 * The event types that the endpoint subscribed to, and the test notifications that were sent to it. Others describe
 * nothing that happened, so it does not miss them. A scalar subquery runs for test notifications alone; for an EXISTS
 * the planner may build a table of all deliveries of the endpoint.
 */
const EVENTS_IN_RANGE = `
  SELECT event_at(events.event_id, told.place) AS event_id, told.type, events.created_at
  FROM events CROSS JOIN LATERAL unnest(events.types) WITH ORDINALITY AS told (type, place)
  WHERE events.org_id = $1 AND events.created_at >= $2 AND events.created_at < $3
    AND events.event_id >= $7 AND events.event_id <= $8
    AND ($4::text[] IS NULL OR told.type = ANY ($4))
  AND CASE WHEN events.resource_type = 'test_notification'
    THEN (SELECT true FROM webhook_deliveries AS sent
      WHERE sent.org_id = $1 AND sent.webhook_id = $5 AND sent.delivery_id = webhook_delivery_id(events.event_id, $5))
    ELSE $6::text[] IS NULL OR told.type = ANY ($6) END`;

async function rangeValues(db: Queryable, endpoint: WebhookEndpoint, range: ReplayRange, after: string | null) {
  const { from, to, eventTypes } = range;
  const { first, last } = await idsOfEvents(db, endpoint.org_id, { from, to });
  return [
    endpoint.org_id,
    from,
    to,
    eventTypes,
    endpoint.webhook_id,
    endpoint.events,
    after === null ? first : rowIdOf(after),
    last,
  ] as const;
}

const COUNT_EVENTS_UP_TO = statement("webhooks.COUNT_EVENTS_UP_TO")`
  SELECT count(*) AS count /* not null */ FROM (${EVENTS_IN_RANGE} LIMIT $9) AS found`;

export async function countEventsUpTo(db: Queryable, endpoint: WebhookEndpoint, range: ReplayRange, limit: number) {
  const [row] = await db.query(COUNT_EVENTS_UP_TO, [...(await rangeValues(db, endpoint, range, null)), limit]);
  return row!.count;
}

const REPLAY_RANGE = statement("webhooks.REPLAY_RANGE")`WITH event AS MATERIALIZED (
    ${EVENTS_IN_RANGE} AND ($9::uuid IS NULL OR event_at(events.event_id, told.place) > $9)
    ORDER BY events.event_id, told.place LIMIT $10
  ), written AS (
    INSERT INTO webhook_deliveries AS delivery (org_id, webhook_id, delivery_id, event_id, event_type, due_at,
      created_at)
    SELECT $1, $5, webhook_delivery_id(event_id, $5), event_id, type, $11, $11 FROM event
    ON CONFLICT (org_id, webhook_id, delivery_id) DO UPDATE SET ${BEGIN_AGAIN}
    WHERE NOT $12 OR delivery.status IN ('dead', 'canceled')
      OR (delivery.status = 'pending' AND delivery.due_at > $11)
    RETURNING delivery_id
  )
  SELECT (SELECT count(*) FROM written) AS replayed /* not null */, (SELECT count(*) FROM event) AS seen /* not null */,
    (SELECT event_id FROM event ORDER BY event_id DESC LIMIT 1) AS last`;

/**
 * One batch of a range, oldest first; `last` is null when the range is done. What is missing includes deliveries that
 * wait for their next attempt, which may be most of a day away. One that is due already is on its way.
 */
export async function replayRange(
  tx: Tx,
  endpoint: WebhookEndpoint,
  range: ReplayRange,
  { after, batch, at }: { after: string | null; batch: number; at: Date },
): Promise<{ replayed: number; last: string | null }> {
  const [row] = await tx.query(REPLAY_RANGE, [
    ...(await rangeValues(tx, endpoint, range, after)),
    after,
    batch,
    at,
    range.onlyMissing,
  ]);
  return { replayed: row!.replayed, last: row!.seen < batch ? null : row!.last };
}

const CANCEL_WAITING_DELIVERIES = statement("webhooks.CANCEL_WAITING_DELIVERIES")`WITH canceled AS (
    UPDATE webhook_deliveries SET status = 'canceled', due_at = NULL, finished_at = $3
    WHERE org_id = $1 AND webhook_id = $2 AND status = 'pending' RETURNING 1
  ) SELECT count(*) AS count /* not null */ FROM canceled`;

export async function cancelWaitingDeliveries(tx: Tx, endpoint: EndpointKey, at: Date): Promise<number> {
  const [row] = await tx.query(CANCEL_WAITING_DELIVERIES, [endpoint.org_id, endpoint.webhook_id, at]);
  return row!.count;
}
