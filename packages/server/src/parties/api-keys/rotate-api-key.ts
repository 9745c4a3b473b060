import type { Environment } from "#src/config.ts";
import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import { lockMembership } from "#src/parties/organizations/index.ts";
import type { Db, Queryable } from "#src/kernel/db/client.ts";
import type { Caller, Scope } from "#src/kernel/http/caller.ts";
import { conflict, forbidden, notFound } from "#src/kernel/http/errors.ts";
import { API_KEY_TOPIC, statusAt } from "./api-key.ts";
import { createApiKey, type CreatedApiKey } from "./create-api-key.ts";
import { isServiceAccountOf } from "#src/parties/users/index.ts";
import { findOwner, lockApiKey, updateRevoked, updateRotated } from "./queries.ts";

export type Rotation = {
  /** The id that an `Idempotency-Key` reserved: the same request rotated the key to it before a crash. */
  repeatableId?: string | undefined;
  apiKeyId: string;
  /** How long the old key keeps working beside the new one. */
  overlapSeconds: number;
  environment: Environment;
  scope: Scope;
  caller: Caller;
  requestId: string;
  at: Date;
};

/** An org-admin manages the keys of the organization's service accounts, which can never approve anything. */
export async function mayActFor(
  db: Queryable,
  caller: Caller,
  key: { org_id: string; user_id: string },
): Promise<boolean> {
  return (
    caller.role === "org-admin" &&
    caller.orgId === key.org_id &&
    (await isServiceAccountOf(db, key.user_id, key.org_id))
  );
}

/** A new key that replaces an old one. Without an overlap the old one stops at once. */
export async function rotateApiKey(db: Db, input: Rotation): Promise<CreatedApiKey & { previousExpiresAt: Date }> {
  const { at } = input;
  return db.transaction(async (tx) => {
    // The member is locked first: removing a member also locks the membership before the keys.
    const owner = await findOwner(tx, input.scope, input.apiKeyId);
    if (owner !== null) await lockMembership(tx, owner.org_id, owner.user_id);
    const old = await lockApiKey(tx, input.scope, input.apiKeyId);
    if (old === null) throw notFound("API key");
    // The answer holds a secret that acts as the key's member: another person could approve their own payouts with it.
    if (
      old.user_id !== input.caller.userId &&
      input.caller.platformRole !== "admin" &&
      !(await mayActFor(tx, input.caller, old))
    ) {
      throw forbidden("Only the member as whom a key acts may rotate it; revoke it, and create your own key");
    }
    const isRepeated = old.rotated_to !== null && old.rotated_to === input.repeatableId;
    const status = statusAt(old, at);
    if (status !== "active" && !isRepeated)
      throw conflict(`A key that is ${status} cannot be rotated; create a new one`);

    const next = await createApiKey(tx, {
      repeatableId: input.repeatableId,
      orgId: old.org_id,
      userId: old.user_id,
      name: old.name,
      expiresAt: old.expires_at,
      scopes: old.scopes,
      allowedAddresses: old.allowed_addresses,
      environment: input.environment,
      actor: actorOf(input.caller),
      requestId: input.requestId,
      at,
    });
    if (isRepeated) return { ...next, previousExpiresAt: old.expires_at! };
    const overlapEnd = new Date(at.getTime() + input.overlapSeconds * 1_000);
    const previousExpiresAt = old.expires_at !== null && old.expires_at < overlapEnd ? old.expires_at : overlapEnd;
    await updateRotated(tx, {
      orgId: old.org_id,
      apiKeyId: old.api_key_id,
      rotatedTo: next.apiKey.api_key_id,
      expiresAt: previousExpiresAt,
      at,
    });
    if (input.overlapSeconds === 0) await updateRevoked(tx, { orgId: old.org_id, apiKeyId: old.api_key_id, at });
    await appendAudit(tx, [
      {
        orgId: old.org_id,
        actor: actorOf(input.caller),
        action: "api_key.rotated",
        resourceType: "api_key",
        resourceId: old.api_key_id,
        changes: { rotated_to: next.apiKey.api_key_id, previous_expires_at: previousExpiresAt },
        requestId: input.requestId,
        at,
      },
    ]);
    tx.notify(API_KEY_TOPIC, old.key_hash.toString("hex"));
    return { ...next, previousExpiresAt };
  });
}
