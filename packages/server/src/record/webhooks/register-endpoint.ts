import { audit, type AuditActor } from "#src/record/audit/index.ts";
import { AddressError, type AddressGuard } from "#src/kernel/address-guard.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { conflict, invalidField } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import {
  MAX_ENDPOINTS_PER_ORGANIZATION,
  readSubscription,
  sealingPlace,
  subscribedTypes,
  type WebhookEndpoint,
} from "./endpoint.ts";
import { countEndpointsExclusively, findRegistration, insertEndpoint } from "./queries.ts";
import { newSigningSecret } from "./signature.ts";

type NewEndpoint = {
  /** The id that an `Idempotency-Key` reserved: an endpoint under it was registered by this request before a crash. */
  repeatableId?: string | undefined;
  orgId: string;
  endpointUrl: string;
  events: readonly string[] | null | undefined;
  actor: AuditActor;
  requestId: string;
  at: Date;
};

type Deps = { db: Db; guard: AddressGuard; secrets: SecretBox };
type Registered = { endpoint: WebhookEndpoint; secretKey: string };

/** The plain secret exists only in the returned value. */
export async function registerEndpoint(deps: Deps, input: NewEndpoint): Promise<Registered> {
  const earlier = input.repeatableId === undefined ? null : await findEarlier(deps, input.orgId, input.repeatableId);
  if (earlier !== null) return earlier;
  const events = readSubscription(input.events);
  await checkEndpointUrl(deps.guard, input.endpointUrl);
  const endpoint: WebhookEndpoint = {
    org_id: input.orgId,
    webhook_id: input.repeatableId ?? newId(),
    endpoint_url: input.endpointUrl,
    events,
    status: "active",
    disabled_reason: null,
    disabled_at: null,
    previous_secret_expires_at: null,
    failing_since: null,
    made_by: input.actor.userId ?? null,
    created_at: input.at,
    updated_at: input.at,
  };
  const secretKey = newSigningSecret();
  const secretSealed = deps.secrets.seal(secretKey, sealingPlace(endpoint));
  await deps.db.transaction(async (tx) => {
    const count = await countEndpointsExclusively(tx, input.orgId);
    if (count >= MAX_ENDPOINTS_PER_ORGANIZATION)
      throw conflict(
        `An organization has at most ${MAX_ENDPOINTS_PER_ORGANIZATION} webhook endpoints; delete one first`,
        "WEBHOOK_LIMIT_REACHED",
      );
    await insertEndpoint(tx, endpoint, secretSealed);
    const changes = { endpoint_url: endpoint.endpoint_url, events: subscribedTypes(endpoint) };
    await audit(tx, input, "webhook.created", endpoint.webhook_id, changes);
  });
  return { endpoint, secretKey };
}

/**
 * The endpoint that the same request registered before a crash. It keeps its secret, because events may have been
 * signed with it; the caller never received it.
 */
async function findEarlier(deps: Deps, orgId: string, webhookId: string): Promise<Registered | null> {
  const found = await findRegistration(deps.db, orgId, webhookId);
  if (found === null) return null;
  if (found.secret_sealed === null) throw conflict("The webhook that this request registered has been deleted since");
  const { secret_sealed, ...endpoint } = found;
  return { endpoint, secretKey: deps.secrets.open(secret_sealed, sealingPlace(endpoint)) };
}

/** Every connection has the same guard; this check only reports a mistake to the caller at once. */
export async function checkEndpointUrl(guard: AddressGuard, endpointUrl: string): Promise<void> {
  try {
    await guard.checkHost(guard.checkUrl(endpointUrl));
  } catch (error) {
    if (error instanceof AddressError) throw invalidField("endpoint_url", error.message);
    throw error;
  }
}
