import type { Environment } from "#src/config.ts";
import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import { lockMembership } from "#src/parties/organizations/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { conflict, invalidField } from "#src/kernel/http/errors.ts";
import type { KeyScope } from "#src/kernel/http/key-scopes.ts";
import { newId } from "@corridor/base/ids.ts";
import { API_KEY_TOPIC, hashOf, newApiKey, prefixOf, type ApiKey } from "./api-key.ts";
import { insertApiKey, lockApiKey, updateKey, type LockedApiKey } from "./queries.ts";

export type NewApiKey = {
  /** The id that an `Idempotency-Key` reserved: a key under it was created by the same request, before a crash. */
  repeatableId?: string | undefined;
  orgId: string;
  /** The member as whom the key acts. */
  userId: string;
  name: string;
  expiresAt?: Date | null;
  scopes?: readonly KeyScope[] | null;
  allowedAddresses?: readonly string[];
  environment: Environment;
  actor: AuditActor;
  requestId?: string;
  at: Date;
};

export type CreatedApiKey = {
  apiKey: ApiKey;
  /** The plain key, for the response. Only its hash is stored. */ key: string;
};

export async function createApiKey(tx: Tx, input: NewApiKey): Promise<CreatedApiKey> {
  // A key acts as a member, so that member must exist when the key is stored.
  if (!(await lockMembership(tx, input.orgId, input.userId)))
    throw invalidField("user_id", "must name a member of the organization, because a key acts as one");
  const earlier =
    input.repeatableId === undefined ? null : await lockApiKey(tx, { orgId: input.orgId }, input.repeatableId);
  if (earlier !== null) return replaceUnseenKey(tx, earlier, input);
  const key = newApiKey(input.environment);
  const apiKey: ApiKey = {
    api_key_id: input.repeatableId ?? newId(),
    org_id: input.orgId,
    user_id: input.userId,
    name: input.name.trim(),
    prefix: prefixOf(key),
    status: "active",
    expires_at: input.expiresAt ?? null,
    last_used_at: null,
    last_used_address: null,
    last_used_user_agent: null,
    scopes: input.scopes == null ? null : [...new Set(input.scopes)],
    allowed_addresses: [...new Set(input.allowedAddresses ?? [])],
    created_at: input.at,
    updated_at: input.at,
  };
  await insertApiKey(tx, apiKey, hashOf(key), makerOf(input));
  await recordKey(tx, { apiKey, key }, "api_key.created", input);
  return { apiKey, key };
}

/**
 * The crash kept the key from the caller, and only its hash is stored. So the same entry gets another key, and the
 * unseen one stops working.
 */
async function replaceUnseenKey(
  tx: Tx,
  { key_hash: unseenHash, rotated_to: _, ...earlier }: LockedApiKey,
  input: NewApiKey,
): Promise<CreatedApiKey> {
  if (earlier.status === "revoked")
    throw conflict("The key that this request created has been revoked since; create another");
  const key = newApiKey(input.environment);
  const apiKey: ApiKey = { ...earlier, prefix: prefixOf(key), updated_at: input.at };
  await updateKey(tx, apiKey, hashOf(key), makerOf(input));
  await recordKey(tx, { apiKey, key }, "api_key.replaced_unseen", input);
  tx.notify(API_KEY_TOPIC, unseenHash.toString("hex"));
  return { apiKey, key };
}

/** The person who sees the key: a platform admin may create one that acts as a member. */
function makerOf({ actor, userId }: NewApiKey): string {
  return actor.userId ?? userId;
}

async function recordKey(tx: Tx, { apiKey, key }: CreatedApiKey, action: string, input: NewApiKey): Promise<void> {
  await appendAudit(tx, [
    {
      orgId: apiKey.org_id,
      actor: input.actor,
      action,
      resourceType: "api_key",
      resourceId: apiKey.api_key_id,
      changes: {
        name: apiKey.name,
        prefix: apiKey.prefix,
        user_id: apiKey.user_id,
        expires_at: apiKey.expires_at,
        scopes: apiKey.scopes,
        allowed_addresses: apiKey.allowed_addresses,
      },
      requestId: input.requestId,
      at: input.at,
    },
  ]);
  tx.notify(API_KEY_TOPIC, hashOf(key));
}
