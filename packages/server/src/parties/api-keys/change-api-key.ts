import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Caller, Scope } from "#src/kernel/http/caller.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import { API_KEY_TOPIC, type ApiKey } from "./api-key.ts";
import { lockApiKey, updateNamed } from "./queries.ts";

/** The changeable fields of a key: not its member, scopes or expiry, which define what its holder may do. */
export async function changeApiKey(
  { db, clock }: { db: Db; clock: Clock },
  input: {
    apiKeyId: string;
    change: { name?: string; allowedAddresses?: readonly string[] };
    scope: Scope;
    caller: Caller;
    requestId: string;
  },
): Promise<ApiKey> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    const locked = await lockApiKey(tx, input.scope, input.apiKeyId);
    if (locked === null) throw notFound("API key");
    if (locked.status === "revoked") throw conflict("A revoked key cannot be changed");
    const { key_hash: keyHash, rotated_to: _, ...key } = locked;
    const { name = key.name, allowedAddresses = key.allowed_addresses } = input.change;
    const changed: ApiKey = {
      ...key,
      name: name.trim(),
      allowed_addresses: [...new Set(allowedAddresses)],
      updated_at: at,
    };
    await updateNamed(tx, changed, at);
    await appendAudit(tx, [
      {
        orgId: key.org_id,
        actor: actorOf(input.caller),
        action: "api_key.changed",
        resourceType: "api_key",
        resourceId: key.api_key_id,
        changes: {
          name: changed.name,
          previous_name: key.name,
          allowed_addresses: changed.allowed_addresses,
          previous_allowed_addresses: key.allowed_addresses,
        },
        requestId: input.requestId,
        at,
      },
    ]);
    tx.notify(API_KEY_TOPIC, keyHash.toString("hex"));
    return changed;
  });
}
