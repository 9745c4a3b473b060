import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import { schemaOfCell } from "#src/kernel/db/cells.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { cancelWaitingDeliveries } from "./delivery-queries.ts";
import type { EndpointKey } from "./queue-queries.ts";
import type { NotifyOrganization } from "./record-results.ts";

/** Events are kept forever; their deliveries are kept this long, and then to the end of their month. */
export const DELIVERY_RETENTION_DAYS = 90;
/** Deliveries for a disabled endpoint are held this long, in case it is enabled again. */
export const HELD_DAYS = 30;

const DAY_MS = 24 * 60 * 60_000;
const INTERVAL_MS = 10 * 60_000;

type Deps = {
  db: Db;
  cells: Pick<CellsInUse, "every">;
  cell: number;
  clock: Clock;
  notifyOrganization: NotifyOrganization;
};

const DROP_MONTHS = statement("webhooks.DROP_MONTHS")`
  SELECT drop_delivered_months($1::text::regclass, $2::timestamptz) AS count /* not null */`;

/** Drops old months of deliveries, and releases what nobody will claim. Returns how much that was. */
export function createRetentionJob(deps: Deps): Job {
  const { db, cells, clock } = deps;
  const deliveries = `${schemaOfCell(deps.cell)}.webhook_deliveries`;
  return {
    name: "webhook-retention",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const now = clock.now();
      await tellOfOutages(deps, now);
      let worked = await deleteLeftClaims(db, now);
      for (const endpoint of await findForgottenEndpoints(db, new Date(now.getTime() - HELD_DAYS * DAY_MS)))
        worked += await db.transaction((tx) => cancelWaitingDeliveries(tx, endpoint, now));
      const before = new Date(now.getTime() - DELIVERY_RETENTION_DAYS * DAY_MS);
      const [dropped] = await cells.every.query(DROP_MONTHS, [deliveries, before]);
      return worked + dropped!.count;
    },
  };
}

const TELL_OF_OUTAGES = statement("webhooks.TELL_OF_OUTAGES")`
  UPDATE webhook_endpoints SET outage_told_at = $1 WHERE (org_id, webhook_id) IN (
      SELECT org_id, webhook_id FROM webhook_endpoints
      WHERE status = 'active' AND failing_since <= $1::timestamptz - interval '1 hour'
        AND (outage_told_at IS NULL OR outage_told_at < failing_since) ORDER BY webhook_id FOR NO KEY UPDATE)
    RETURNING org_id, endpoint_url`;

/** After an hour without one success, once for each outage: the next one begins after the last was told. */
async function tellOfOutages({ db, notifyOrganization }: Deps, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const failing = await tx.query(TELL_OF_OUTAGES, [now]);
    const subject = "A webhook endpoint has failed for an hour";
    for (const { org_id, endpoint_url: url } of failing)
      await notifyOrganization(tx, org_id, {
        subject,
        text:
          `Every attempt to deliver to ${url} fails. Its deliveries, with the answers, are under Webhooks.\n\n` +
          "After five days without a success it is disabled. What was given up can be replayed.",
      });
  });
}

const DELETE_LEFT_CLAIMS = statement("webhooks.DELETE_LEFT_CLAIMS")`
  DELETE FROM webhook_claims WHERE lease_until <= $1::timestamptz - interval '1 day' RETURNING 1`;

/** Deletes expired claims of endpoints for which no worker claims any more. */
async function deleteLeftClaims(db: Db, now: Date): Promise<number> {
  const rows = await db.query(DELETE_LEFT_CLAIMS, [now]);
  return rows.length;
}

const FIND_FORGOTTEN_ENDPOINTS = statement("webhooks.FIND_FORGOTTEN_ENDPOINTS")`
  SELECT org_id, webhook_id FROM webhook_endpoints AS endpoint
    WHERE (status = 'deleted' OR (status = 'disabled' AND disabled_at <= $1))
      AND EXISTS (SELECT FROM webhook_deliveries AS delivery
        WHERE delivery.org_id = endpoint.org_id AND delivery.webhook_id = endpoint.webhook_id
        AND delivery.status = 'pending')`;

/**
 * Endpoints that still have deliveries although they were disabled before `disabledBefore`, or are deleted: an event
 * written at the moment of the deletion saw the endpoint active, and its delivery came after the others were canceled.
 */
async function findForgottenEndpoints(db: Db, disabledBefore: Date): Promise<EndpointKey[]> {
  return db.query(FIND_FORGOTTEN_ENDPOINTS, [disabledBefore]);
}
