import type { Environment } from "#src/config.ts";
import { appendAudit, type AuditActor } from "#src/modules/audit/append-audit.ts";
import type { Tx } from "#src/platform/db/client.ts";
import { newId } from "#src/platform/ids.ts";
import { API_KEY_TOPIC, hashOf, newApiKey, prefixOf, type ApiKey } from "./api-key.ts";
import { insertApiKey } from "./queries.ts";

export type NewApiKey = {
  orgId: string;
  /** The member whom the key acts as. */
  userId: string;
  name: string;
  expiresAt?: Date | null;
  environment: Environment;
  actor: AuditActor;
  requestId?: string;
  at: Date;
};

/** The key itself exists in the returned value and nowhere else. */
export async function createApiKey(tx: Tx, input: NewApiKey): Promise<{ apiKey: ApiKey; key: string }> {
  const key = newApiKey(input.environment);
  const keyHash = hashOf(key);
  const apiKey: ApiKey = {
    api_key_id: newId(),
    org_id: input.orgId,
    user_id: input.userId,
    name: input.name.trim(),
    prefix: prefixOf(key),
    status: "active",
    expires_at: input.expiresAt ?? null,
    last_used_at: null,
    created_at: input.at,
    updated_at: input.at,
  };
  await insertApiKey(tx, apiKey, keyHash);
  await appendAudit(tx, [
    {
      orgId: input.orgId,
      actor: input.actor,
      action: "api_key.created",
      resourceType: "api_key",
      resourceId: apiKey.api_key_id,
      changes: { name: apiKey.name, prefix: apiKey.prefix, user_id: apiKey.user_id, expires_at: apiKey.expires_at },
      requestId: input.requestId,
      at: input.at,
    },
  ]);
  tx.notify(API_KEY_TOPIC, keyHash);
  return { apiKey, key };
}
