import { audit, type AuditActor } from "#src/record/audit/index.ts";
import type { AddressGuard } from "#src/kernel/address-guard.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { cancelWaitingDeliveries } from "./delivery-queries.ts";
import { readSubscription, subscribedTypes, type EndpointStatus, type WebhookEndpoint } from "./endpoint.ts";
import { lockEndpoint, markEndpointDeleted, updateEndpoint } from "./queries.ts";
import { checkEndpointUrl } from "./register-endpoint.ts";

export type EndpointAction = { scope: Scope; webhookId: string; actor: AuditActor; requestId: string; at: Date };

type EndpointWish = { endpoint_url?: string; events?: readonly string[] | null; status?: EndpointStatus };

/**
 * Absent fields stay. Deliveries that wait for an endpoint when it is disabled are held, and are sent when it is active
 * again. Events in between create no delivery; a replay of missing events sends them.
 */
export async function changeEndpoint(
  deps: { db: Db; guard: AddressGuard },
  action: EndpointAction,
  wish: EndpointWish,
): Promise<WebhookEndpoint> {
  const events = wish.events === undefined ? undefined : readSubscription(wish.events);
  if (wish.endpoint_url !== undefined) await checkEndpointUrl(deps.guard, wish.endpoint_url);
  return deps.db.transaction(async (tx) => {
    const before = await lockEndpoint(tx, action.scope, action.webhookId);
    const { endpoint_url = before.endpoint_url, status = before.status } = wish;
    const change = { endpoint_url, events: events === undefined ? before.events : events, status, at: action.at };
    const after = await updateEndpoint(tx, before, change);
    const changes = { before: auditView(before), after: auditView(after) };
    await audit(tx, { ...action, orgId: after.org_id }, "webhook.updated", after.webhook_id, changes);
    return after;
  });
}

function auditView(endpoint: WebhookEndpoint): object {
  return { endpoint_url: endpoint.endpoint_url, events: subscribedTypes(endpoint), status: endpoint.status };
}

/** Deliveries that still wait for the endpoint are canceled, because no worker will claim them. */
export async function deleteEndpoint(deps: { db: Db }, action: EndpointAction): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, action.scope, action.webhookId);
    await markEndpointDeleted(tx, endpoint, action.at);
    const canceled = await cancelWaitingDeliveries(tx, endpoint, action.at);
    const changes = { endpoint_url: endpoint.endpoint_url, canceled_deliveries: canceled };
    await audit(tx, { ...action, orgId: endpoint.org_id }, "webhook.deleted", endpoint.webhook_id, changes);
  });
}
