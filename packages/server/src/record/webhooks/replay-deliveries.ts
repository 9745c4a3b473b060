import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { badRequest, conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import type { EndpointAction } from "./change-endpoint.ts";
import type { Delivery } from "./delivery.ts";
import {
  countEventsUpTo,
  findDelivery,
  replayDelivery,
  replayRange,
  type ReplayPosition,
  type ReplayRange,
} from "./delivery-queries.ts";
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
    await appendAudit(tx, [
      {
        orgId: action.orgId,
        actor: action.actor,
        action: "webhook.delivery_replayed",
        resourceType: "webhook",
        resourceId: delivery.webhook_id,
        changes: { delivery_id: delivery.delivery_id, event_id: delivery.event_id, status_before: delivery.status },
        requestId: action.requestId,
        at: action.at,
      },
    ]);
    return (await findDelivery(tx, action.orgId, action.deliveryId))!;
  });
}

export type ReplayWish = { from: Date; to: Date; event_types?: readonly string[]; only_missing?: boolean };

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
  if ((await countEventsUpTo(deps.db, endpoint, range, MAX_REPLAYED_EVENTS + 1)) > MAX_REPLAYED_EVENTS) {
    throw badRequest(`The range holds more than ${MAX_REPLAYED_EVENTS} events; replay it in parts`);
  }
  let replayed = 0;
  let after: ReplayPosition | null = null;
  do {
    const step: { after: ReplayPosition | null; batch: number; at: Date } = {
      after,
      batch: REPLAY_BATCH,
      at: action.at,
    };
    const done = await deps.db.transaction((tx) => replayRange(tx, endpoint, range, step));
    replayed += done.replayed;
    after = done.last;
  } while (after !== null);
  await deps.db.transaction((tx) =>
    appendAudit(tx, [
      {
        orgId: endpoint.org_id,
        actor: action.actor,
        action: "webhook.replayed",
        resourceType: "webhook",
        resourceId: endpoint.webhook_id,
        changes: {
          from: range.from,
          to: range.to,
          event_types: range.eventTypes,
          only_missing: range.onlyMissing,
          replayed,
        },
        requestId: action.requestId,
        at: action.at,
      },
    ]),
  );
  return replayed;
}

function assertActive(endpoint: WebhookEndpoint): void {
  if (endpoint.status !== "active") throw conflict("The webhook is disabled; set its status to active first");
}

function readRange(wish: ReplayWish, now: Date): ReplayRange {
  if (wish.from >= wish.to) throw invalidField("to", "must be later than from");
  if (wish.from.getTime() < now.getTime() - DELIVERY_RETENTION_DAYS * DAY_MS) {
    throw invalidField(
      "from",
      `must not be more than ${DELIVERY_RETENTION_DAYS} days ago: older deliveries are no longer stored`,
    );
  }
  return {
    from: wish.from,
    to: wish.to,
    eventTypes: wish.event_types ?? null,
    onlyMissing: wish.only_missing === true,
  };
}
