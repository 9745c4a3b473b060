import { actorOf } from "#src/modules/audit/actor-of.ts";
import { appendAudit } from "#src/modules/audit/append-audit.ts";
import type { Db } from "#src/platform/db/client.ts";
import type { Caller, Scope } from "#src/platform/http/caller.ts";
import { notFound } from "#src/platform/http/errors.ts";
import { API_KEY_TOPIC } from "./api-key.ts";
import { lockApiKey, updateRevoked } from "./queries.ts";

/** From the commit on, no process accepts the key for longer than a second. Revoking a revoked key changes nothing. */
export async function revokeApiKey(db: Db, input: { apiKeyId: string; scope: Scope; caller: Caller; requestId: string; at: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    const key = await lockApiKey(tx, input.scope, input.apiKeyId);
    if (key === null) throw notFound("API key");
    if (key.status === "revoked") return;
    await updateRevoked(tx, { orgId: key.org_id, apiKeyId: key.api_key_id, at: input.at });
    await appendAudit(tx, [
      {
        orgId: key.org_id,
        actor: actorOf(input.caller),
        action: "api_key.revoked",
        resourceType: "api_key",
        resourceId: key.api_key_id,
        changes: { name: key.name, prefix: key.prefix },
        requestId: input.requestId,
        at: input.at,
      },
    ]);
    tx.notify(API_KEY_TOPIC, key.key_hash.toString("hex"));
  });
}
