import { appendAudit, type AuditActor } from "#src/modules/audit/append-audit.ts";
import { AddressError, type AddressGuard } from "#src/platform/address-guard.ts";
import type { Db } from "#src/platform/db/client.ts";
import { conflict, invalidField } from "#src/platform/http/errors.ts";
import { newId } from "#src/platform/ids.ts";
import type { SecretBox } from "#src/platform/secrets.ts";
import { MAX_ENDPOINTS_PER_ORGANIZATION, readSubscription, sealingPlace, subscribedTypes, type WebhookEndpoint } from "./endpoint.ts";
import { countEndpointsExclusively, insertEndpoint } from "./queries.ts";
import { newSigningSecret } from "./signature.ts";

export type NewEndpoint = {
  orgId: string;
  endpointUrl: string;
  events: readonly string[] | null | undefined;
  actor: AuditActor;
  requestId: string;
  at: Date;
};

/** The secret exists in clear in the returned value and nowhere else. */
export async function registerEndpoint(
  deps: { db: Db; guard: AddressGuard; secrets: SecretBox },
  input: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secretKey: string }> {
  const events = readSubscription(input.events);
  await checkEndpointUrl(deps.guard, input.endpointUrl);
  const endpoint: WebhookEndpoint = {
    org_id: input.orgId,
    webhook_id: newId(),
    endpoint_url: input.endpointUrl,
    events,
    status: "active",
    disabled_reason: null,
    disabled_at: null,
    previous_secret_expires_at: null,
    failing_since: null,
    created_at: input.at,
    updated_at: input.at,
  };
  const secretKey = newSigningSecret();
  const secretSealed = deps.secrets.seal(secretKey, sealingPlace(endpoint));
  await deps.db.transaction(async (tx) => {
    const count = await countEndpointsExclusively(tx, input.orgId);
    if (count >= MAX_ENDPOINTS_PER_ORGANIZATION) {
      throw conflict(`An organization has at most ${MAX_ENDPOINTS_PER_ORGANIZATION} webhook endpoints; delete one first`, "WEBHOOK_LIMIT_REACHED");
    }
    await insertEndpoint(tx, endpoint, secretSealed);
    await appendAudit(tx, [
      {
        orgId: input.orgId,
        actor: input.actor,
        action: "webhook.created",
        resourceType: "webhook",
        resourceId: endpoint.webhook_id,
        changes: { endpoint_url: endpoint.endpoint_url, events: subscribedTypes(endpoint) },
        requestId: input.requestId,
        at: input.at,
      },
    ]);
  });
  return { endpoint, secretKey };
}

/** The same guard stands in every connection; this check is for the caller's sake, who learns of a mistake at once. */
export async function checkEndpointUrl(guard: AddressGuard, endpointUrl: string): Promise<void> {
  try {
    await guard.checkHost(guard.checkUrl(endpointUrl));
  } catch (error) {
    if (error instanceof AddressError) throw invalidField("endpoint_url", error.message);
    throw error;
  }
}
