import type { Db } from "#src/kernel/db/client.ts";
import type { EndpointKey } from "./queue-queries.ts";

/** Deletes expired claims of endpoints for which no worker claims any more. */
export async function deleteLeftClaims(db: Db, now: Date): Promise<number> {
  const rows = await db.query(
    "DELETE FROM webhook_claims WHERE lease_until <= $1::timestamptz - interval '1 day' RETURNING 1",
    [now],
  );
  return rows.length;
}

/**
 * Endpoints that still have deliveries although they were disabled before `disabledBefore`, or are deleted: an event
 * written at the moment of the deletion saw the endpoint active, and its delivery came after the others were canceled.
 */
export async function findForgottenEndpoints(db: Db, disabledBefore: Date): Promise<EndpointKey[]> {
  return db.query<EndpointKey>(
    `SELECT org_id, webhook_id FROM webhook_endpoints AS endpoint
     WHERE (status = 'deleted' OR (status = 'disabled' AND disabled_at <= $1))
       AND EXISTS (SELECT FROM webhook_deliveries AS delivery
         WHERE delivery.org_id = endpoint.org_id AND delivery.webhook_id = endpoint.webhook_id
         AND delivery.status = 'pending')`,
    [disabledBefore],
  );
}

export async function findStoredEndpoints(db: Db): Promise<EndpointKey[]> {
  return db.query<EndpointKey>("SELECT org_id, webhook_id FROM webhook_endpoints ORDER BY org_id, webhook_id");
}

/** Reads the endpoint's oldest rows only, so it costs little when nothing is old enough. */
export async function deleteFinishedDeliveries(
  db: Db,
  endpoint: EndpointKey,
  before: Date,
  batch: number,
): Promise<number> {
  const rows = await db.query(
    `WITH oldest AS (
       SELECT delivery_id, created_at, finished_at FROM webhook_deliveries WHERE org_id = $1 AND webhook_id = $2
         ORDER BY delivery_id LIMIT $4
     )
     DELETE FROM webhook_deliveries AS delivery USING oldest
     WHERE delivery.org_id = $1 AND delivery.webhook_id = $2 AND delivery.delivery_id = oldest.delivery_id
       AND delivery.created_at < $3 AND delivery.finished_at < $3
     RETURNING 1`,
    [endpoint.org_id, endpoint.webhook_id, before, batch],
  );
  return rows.length;
}
