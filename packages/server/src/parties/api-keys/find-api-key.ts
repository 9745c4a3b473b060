import { timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import type { Queryable } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import type { ApiKeyRecord } from "#src/kernel/http/authenticate.ts";
import { API_KEY_TOPIC, hashOf, isWellFormed, statusAt } from "./api-key.ts";
import { findApiKeyByHash, findKeyEnd } from "./queries.ts";

const MAX_ENTRIES = 20_000;
const TTL_MS = 5 * 60_000;

function networksOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of addresses) {
    const [address = "", bits] = one.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** A presented key, cached: every change notifies API_KEY_TOPIC. The caller compares its expiry with the clock. */
export function createFindApiKey(deps: {
  db: Queryable;
  invalidations: Invalidations;
}): (presented: string) => Promise<ApiKeyRecord | null> {
  const cache = createCache<string, ApiKeyRecord | null>({
    invalidations: deps.invalidations,
    topic: API_KEY_TOPIC,
    maxEntries: MAX_ENTRIES,
    ttlMs: TTL_MS,
    load: async (keyHash) => {
      const key = await findApiKeyByHash(deps.db, keyHash);
      // The index found the key. The comparison stays correct even if the lookup becomes a prefix search.
      if (key === null || !timingSafeEqual(key.key_hash, Buffer.from(keyHash, "hex"))) return null;
      return {
        apiKeyId: key.api_key_id,
        orgId: key.org_id,
        userId: key.user_id,
        madeBy: key.made_by,
        firstKeyId: key.first_key_id ?? key.api_key_id,
        revoked: key.status === "revoked",
        expiresAtMs: key.expires_at?.getTime() ?? null,
        scopes: key.scopes === null ? null : new Set(key.scopes),
        allowedAddresses: key.allowed_addresses.length === 0 ? null : networksOf(key.allowed_addresses),
      };
    },
  });
  return async (presented) => (isWellFormed(presented) ? cache.get(hashOf(presented)) : null);
}

export async function isApiKeyGood(db: Queryable, orgId: string, apiKeyId: string, now: Date): Promise<boolean> {
  const key = await findKeyEnd(db, orgId, apiKeyId);
  return key !== null && statusAt(key, now) === "active";
}
