import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller, Scope } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { API_KEY_TOPIC } from "./api-key.ts";
import { type HashedApiKey, lockApiKey, updateRevoked, updateRevokedOfMember } from "./queries.ts";

type Revocation = { caller: Caller; requestId: string; at: Date };

/** After the commit, no process accepts the key for longer than a second. Revoking a revoked key changes nothing. */
export async function revokeApiKey(db: Db, input: Revocation & { apiKeyId: string; scope: Scope }): Promise<void> {
  await db.transaction(async (tx) => {
    const key = await lockApiKey(tx, input.scope, input.apiKeyId);
    if (key === null) throw notFound("API key");
    if (key.status === "revoked") return;
    await updateRevoked(tx, { orgId: key.org_id, apiKeyId: key.api_key_id, at: input.at });
    await record(tx, [key], input);
  });
}

/** For a member who is removed: active keys would work again once the person comes back, in whatever role. */
export async function revokeKeysOfMember(tx: Tx, input: Revocation & { orgId: string; userId: string }): Promise<void> {
  await record(tx, await updateRevokedOfMember(tx, input), input);
}

async function record(tx: Tx, keys: readonly HashedApiKey[], { caller, requestId, at }: Revocation): Promise<void> {
  await appendAudit(
    tx,
    keys.map((key) => ({
      orgId: key.org_id,
      actor: actorOf(caller),
      action: "api_key.revoked",
      resourceType: "api_key",
      resourceId: key.api_key_id,
      changes: { name: key.name, prefix: key.prefix },
      requestId,
      at,
    })),
  );
  for (const key of keys) tx.notify(API_KEY_TOPIC, key.key_hash.toString("hex"));
}
