import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { EndpointKey } from "./queue-queries.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import type { WebhookEndpoint } from "./endpoint.ts";

/** The SQL of endpoints. A deleted endpoint is kept for its deliveries and is invisible here. */
const COLUMNS = `org_id, webhook_id, endpoint_url, events, status /* like endpoint_status */, disabled_reason, disabled_at, failing_since,
  made_by, created_at, updated_at, previous_secret_expires_at`;

/** An arbitrary number that every version of this code must share. */
const REGISTRATION_LOCK = 7_305_115;

const TAKE_REGISTRATION_LOCK = statement("webhooks.TAKE_REGISTRATION_LOCK")`
  SELECT pg_advisory_xact_lock(${REGISTRATION_LOCK}, hashtext($1))`;

const FIND_WEBHOOK_ENDPOINTS = statement("webhooks.FIND_WEBHOOK_ENDPOINTS")`
  SELECT count(*) AS count /* not null */ FROM webhook_endpoints WHERE org_id = $1 AND status <> 'deleted'`;

/** Registrations of one organization are serialized, so that its limit also holds for concurrent requests. */
export async function countEndpointsExclusively(tx: Tx, orgId: string): Promise<number> {
  await tx.query(TAKE_REGISTRATION_LOCK, [orgId]);
  const [row] = await tx.query(FIND_WEBHOOK_ENDPOINTS, [orgId]);
  return row!.count;
}

const INSERT_ENDPOINT = statement("webhooks.INSERT_ENDPOINT")`
  INSERT INTO webhook_endpoints (org_id, webhook_id, endpoint_url, events, status, secret_sealed, created_at,
    updated_at, made_by)
    VALUES ($1, $2, $3, $4, 'active', $5, $6, $6, $7)`;

export async function insertEndpoint(tx: Tx, endpoint: WebhookEndpoint, secretSealed: string): Promise<void> {
  const { org_id, webhook_id, endpoint_url, events, created_at, made_by } = endpoint;
  await tx.query(INSERT_ENDPOINT, [org_id, webhook_id, endpoint_url, events, secretSealed, created_at, made_by]);
}

const FIND_REGISTRATION = statement("webhooks.FIND_REGISTRATION")`
  SELECT ${COLUMNS}, nullif(secret_sealed, '') AS secret_sealed FROM webhook_endpoints
    WHERE org_id = $1 AND webhook_id = $2`;

/** Finds an endpoint, even a deleted one, whose secret is erased. */
export async function findRegistration(db: Queryable, orgId: string, webhookId: string) {
  const [row] = await db.query(FIND_REGISTRATION, [orgId, webhookId]);
  return row ?? null;
}

const FIND_ENDPOINT = statement("webhooks.FIND_ENDPOINT")`
  SELECT ${COLUMNS} FROM webhook_endpoints WHERE ($1::uuid IS NULL OR org_id = $1) AND webhook_id = $2
    AND status <> 'deleted'`;

export async function findEndpoint(db: Queryable, scope: Scope, webhookId: string): Promise<WebhookEndpoint | null> {
  const [row] = await db.query(FIND_ENDPOINT, [orgIdIn(scope), webhookId]);
  return row ?? null;
}

type LockedEndpoint = WebhookEndpoint & { secret_sealed: string; previous_secret_sealed: string | null };

const LOCK_ENDPOINT = statement("webhooks.LOCK_ENDPOINT")`
  SELECT ${COLUMNS}, secret_sealed, previous_secret_sealed FROM webhook_endpoints
    WHERE ($1::uuid IS NULL OR org_id = $1) AND webhook_id = $2 AND status <> 'deleted' FOR NO KEY UPDATE`;

export async function lockEndpoint(tx: Tx, scope: Scope, webhookId: string): Promise<LockedEndpoint> {
  const [row] = await tx.query(LOCK_ENDPOINT, [orgIdIn(scope), webhookId]);
  if (row === undefined) throw notFound("Webhook");
  return row;
}

const FIND_ENDPOINTS = statement("webhooks.FIND_ENDPOINTS")`SELECT ${COLUMNS} FROM webhook_endpoints
  WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::uuid IS NULL OR webhook_id < $2) AND status <> 'deleted'
  ORDER BY webhook_id DESC LIMIT $3`;

/** Endpoints, newest first; one row more than requested. */
export async function findEndpoints(
  db: Queryable,
  query: { scope: Scope; afterId: string | null; limit: number },
): Promise<WebhookEndpoint[]> {
  return db.query(FIND_ENDPOINTS, [orgIdIn(query.scope), query.afterId, query.limit + 1]);
}

const COUNT_ENDPOINTS = statement("webhooks.COUNT_ENDPOINTS")`
  SELECT count(*) AS count /* not null */ FROM webhook_endpoints WHERE ($1::uuid IS NULL OR org_id = $1)
    AND status <> 'deleted'`;

export async function countEndpoints(db: Queryable, scope: Scope): Promise<number> {
  const [row] = await db.query(COUNT_ENDPOINTS, [orgIdIn(scope)]);
  return row!.count;
}

type EndpointChange = Pick<WebhookEndpoint, "endpoint_url" | "events" | "status"> & { at: Date };

const UPDATE_ENDPOINT = statement("webhooks.UPDATE_ENDPOINT")`
  UPDATE webhook_endpoints SET endpoint_url = $3, events = $4, status = $5, updated_at = $6,
      disabled_reason = CASE WHEN $5 = 'disabled' THEN coalesce(disabled_reason, 'requested') END,
      disabled_at = CASE WHEN $5 = 'disabled' THEN coalesce(disabled_at, $6) END,
      failing_since = CASE WHEN $5 = 'active' AND status = 'disabled' THEN NULL ELSE failing_since END
    WHERE org_id = $1 AND webhook_id = $2 RETURNING ${COLUMNS}`;

/** Activating an endpoint clears its failures; disabling it again keeps the first reason. */
export async function updateEndpoint(tx: Tx, endpoint: EndpointKey, change: EndpointChange): Promise<WebhookEndpoint> {
  const changed = valuesOf(change, "endpoint_url", "events", "status", "at");
  const [row] = await tx.query(UPDATE_ENDPOINT, [endpoint.org_id, endpoint.webhook_id, ...changed]);
  return row!;
}

const HAND_OVER_ENDPOINTS = statement("webhooks.HAND_OVER_ENDPOINTS")`
  UPDATE webhook_endpoints SET made_by = $3 WHERE org_id = $1 AND made_by = $2 AND status <> 'deleted'
    RETURNING endpoint_url`;

/** Of a member who leaves. Returns the addresses. */
export async function handOverEndpoints(tx: Tx, orgId: string, from: string, to: string | null): Promise<string[]> {
  const rows = await tx.query(HAND_OVER_ENDPOINTS, [orgId, from, to]);
  return rows.map(({ endpoint_url }) => endpoint_url);
}

type SecretChange = { secretSealed: string; previous: { sealed: string; expiresAt: Date } | null; at: Date };

const UPDATE_SECRET = statement("webhooks.UPDATE_SECRET")`
  UPDATE webhook_endpoints SET secret_sealed = $3, previous_secret_sealed = $4, previous_secret_expires_at = $5,
    updated_at = $6
    WHERE org_id = $1 AND webhook_id = $2 RETURNING ${COLUMNS}`;

export async function updateSecret(tx: Tx, endpoint: EndpointKey, change: SecretChange): Promise<WebhookEndpoint> {
  const { secretSealed, previous, at } = change;
  const sealed = [secretSealed, previous?.sealed, previous?.expiresAt] as const;
  const [row] = await tx.query(UPDATE_SECRET, [endpoint.org_id, endpoint.webhook_id, ...sealed, at]);
  return row!;
}

export type SealedSecrets = Pick<LockedEndpoint, "org_id" | "webhook_id" | "secret_sealed" | "previous_secret_sealed">;

const LOCK_SEALED_SECRETS = statement("webhooks.LOCK_SEALED_SECRETS")`
  SELECT org_id, webhook_id, secret_sealed, previous_secret_sealed FROM webhook_endpoints
    WHERE ($1::uuid IS NULL OR webhook_id > $1) AND status <> 'deleted' ORDER BY webhook_id LIMIT $2 FOR UPDATE`;

/** In the order of their ids, over all organizations, to be sealed again under another master secret. */
export async function lockSealedSecrets(tx: Tx, afterId: string | null, limit: number): Promise<SealedSecrets[]> {
  return tx.query(LOCK_SEALED_SECRETS, [afterId, limit]);
}

const UPDATE_SEALED_SECRETS = statement("webhooks.UPDATE_SEALED_SECRETS")`
  UPDATE webhook_endpoints e SET secret_sealed = r.secret_sealed, previous_secret_sealed = r.previous_secret_sealed
    FROM json_to_recordset($1::json) AS r (org_id uuid, webhook_id uuid, secret_sealed text,
      previous_secret_sealed text)
    WHERE e.org_id = r.org_id AND e.webhook_id = r.webhook_id`;

export async function updateSealedSecrets(tx: Tx, endpoints: readonly SealedSecrets[]): Promise<void> {
  await tx.query(UPDATE_SEALED_SECRETS, [JSON.stringify(endpoints)]);
}

const MARK_ENDPOINT_DELETED = statement("webhooks.MARK_ENDPOINT_DELETED")`
  UPDATE webhook_endpoints SET status = 'deleted', secret_sealed = '', previous_secret_sealed = NULL,
      previous_secret_expires_at = NULL,
      disabled_reason = NULL, disabled_at = NULL, updated_at = $3
    WHERE org_id = $1 AND webhook_id = $2`;

/** The secrets are erased with the endpoint: nothing will be signed with them again. */
export async function markEndpointDeleted(tx: Tx, endpoint: WebhookEndpoint, at: Date): Promise<void> {
  await tx.query(MARK_ENDPOINT_DELETED, [endpoint.org_id, endpoint.webhook_id, at]);
}
