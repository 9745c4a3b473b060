import { audit, type AuditActor } from "#src/record/audit/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { badRequest, conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import type { EndpointAction } from "./change-endpoint.ts";
import type { Delivery } from "./delivery.ts";
import { countEventsUpTo, findDelivery, replayDelivery, replayRange, type ReplayRange } from "./delivery-queries.ts";
import type { WebhookEndpoint } from "./endpoint.ts";
import { findEndpoint } from "./queries.ts";
import { DELIVERY_RETENTION_DAYS } from "./retention.ts";

const DAY_MS = 24 * 60 * 60_000;
export const MAX_REPLAYED_EVENTS = 100_000;
const REPLAY_BATCH = 2_000;

/** Sends one delivery again, whatever its outcome, with a whole new retry schedule. */
export async function replayOne(
  deps: { db: Db },
  action: { orgId: string; deliveryId: string; actor: AuditActor; requestId: string; at: Date },
): Promise<Delivery> {
  return deps.db.transaction(async (tx) => {
    const delivery = await findDelivery(tx, action.orgId, action.deliveryId);
    if (delivery === null) throw notFound("Delivery");
    const endpoint = await findEndpoint(tx, { orgId: action.orgId }, delivery.webhook_id);
    if (endpoint === null) throw notFound("Delivery");
    assertActive(endpoint);
    await replayDelivery(tx, delivery, action.at);
    const { webhook_id, delivery_id, event_id, status: status_before } = delivery;
    await audit(tx, action, "webhook.delivery_replayed", webhook_id, { delivery_id, event_id, status_before });
    return (await findDelivery(tx, action.orgId, action.deliveryId))!;
  });
}

type ReplayWish = { from: Date; to: Date; event_types?: readonly string[] | null; only_missing?: boolean };

/**
 * Sends the events of a time range to one endpoint: all, or those it never acknowledged, also from before its
 * registration and from while it was disabled. Never types that it did not subscribe to, even if the request names
 * them. Each batch is its own transaction: an interrupted call has replayed a part, and a repetition does no harm to a
 * receiver that deduplicates by event id.
 */
export async function replayEvents(deps: { db: Db }, action: EndpointAction, wish: ReplayWish): Promise<number> {
  const endpoint = await findEndpoint(deps.db, action.scope, action.webhookId);
  if (endpoint === null) throw notFound("Webhook");
  assertActive(endpoint);
  const range = readRange(wish, action.at);
  if ((await countEventsUpTo(deps.db, endpoint, range, MAX_REPLAYED_EVENTS + 1)) > MAX_REPLAYED_EVENTS)
    throw badRequest(`The range holds more than ${MAX_REPLAYED_EVENTS} events; replay it in parts`);
  let replayed = 0;
  let after: string | null = null;
  do {
    const step: Parameters<typeof replayRange>[3] = { after, batch: REPLAY_BATCH, at: action.at };
    const done = await deps.db.transaction((tx) => replayRange(tx, endpoint, range, step));
    replayed += done.replayed;
    after = done.last;
  } while (after !== null);
  const { from, to, eventTypes: event_types, onlyMissing: only_missing } = range;
  const by = { ...action, orgId: endpoint.org_id };
  const changes = { from, to, event_types, only_missing, replayed };
  await deps.db.transaction((tx) => audit(tx, by, "webhook.replayed", endpoint.webhook_id, changes));
  return replayed;
}

function assertActive(endpoint: WebhookEndpoint): void {
  if (endpoint.status !== "active") throw conflict("The webhook is disabled; set its status to active first");
}

function readRange({ from, to, event_types = null, only_missing = false }: ReplayWish, now: Date): ReplayRange {
  if (from >= to) throw invalidField("to", "must be later than from");
  if (from.getTime() < now.getTime() - DELIVERY_RETENTION_DAYS * DAY_MS)
    throw invalidField(
      "from",
      `must not be more than ${DELIVERY_RETENTION_DAYS} days ago: older deliveries are no longer stored`,
    );
  return { from, to, eventTypes: event_types, onlyMissing: only_missing };
}
