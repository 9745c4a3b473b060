import type { Environment } from "#src/config.ts";
import { actorIn, appendAudit, audit, type AuditActor } from "#src/record/audit/index.ts";
import { lockMembership } from "#src/parties/organizations/index.ts";
import { isServiceAccountOf } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Call, type Caller, scopeOf } from "#src/kernel/http/caller.ts";
import { conflict, forbidden, invalidField, notFound } from "#src/kernel/http/errors.ts";
import type { KeyScope } from "#src/kernel/http/key-scopes.ts";
import { newId } from "@corridor/base/ids.ts";
import { API_KEY_TOPIC, type ApiKey, hashOf, newApiKey, prefixOf, statusAt } from "./api-key.ts";
import {
  findOwner,
  type HashedApiKey,
  insertApiKey,
  lockApiKey,
  type LockedApiKey,
  updateKey,
  updateNamed,
  updateRevoked,
  updateRevokedOfMember,
  updateRotated,
} from "./queries.ts";

type Deps = { db: Db; clock: Clock };

export type NewApiKey = {
  /** The id that an `Idempotency-Key` reserved: a key under it was created by the same request, before a crash. */
  repeatableId?: string | undefined;
  orgId: string;
  userId: string;
  name: string;
  expiresAt?: Date | null;
  scopes?: readonly KeyScope[] | null;
  allowedAddresses?: readonly string[];
  environment: Environment;
  actor: AuditActor;
  at: Date;
  /** Of a key that replaces another one. */
  firstKeyId?: string;
};

/** `key`: the plain key, for the response. Only its hash is stored. */
export type CreatedApiKey = { apiKey: ApiKey; key: string };

export async function createApiKey(tx: Tx, input: NewApiKey): Promise<CreatedApiKey> {
  const { orgId, userId, repeatableId, at } = input;
  // A key acts as a member, so that member must exist when the key is stored.
  if (!(await lockMembership(tx, orgId, userId)))
    throw invalidField("user_id", "must name a member of the organization, because a key acts as one");
  const earlier = repeatableId === undefined ? null : await lockApiKey(tx, { orgId }, repeatableId);
  if (earlier !== null) return replaceUnseenKey(tx, earlier, input);
  const key = newApiKey(input.environment);
  const apiKey: ApiKey = {
    api_key_id: repeatableId ?? newId(),
    org_id: orgId,
    user_id: userId,
    name: input.name.trim(),
    prefix: prefixOf(key),
    status: "active",
    expires_at: input.expiresAt ?? null,
    last_used_at: null,
    last_used_address: null,
    last_used_user_agent: null,
    scopes: input.scopes == null ? null : [...new Set(input.scopes)],
    allowed_addresses: [...new Set(input.allowedAddresses ?? [])],
    created_at: at,
    updated_at: at,
  };
  await insertApiKey(tx, apiKey, hashOf(key), { by: makerOf(input), firstKeyId: input.firstKeyId });
  return recordKey(tx, { apiKey, key }, "api_key.created", input);
}

/** The crash kept the key from the caller: the same entry gets another key, and the unseen one stops working. */
async function replaceUnseenKey(
  tx: Tx,
  { key_hash: unseenHash, rotated_to: _, first_key_id: __, ...earlier }: LockedApiKey,
  input: NewApiKey,
): Promise<CreatedApiKey> {
  if (earlier.status === "revoked")
    throw conflict("The key that this request created has been revoked since; create another");
  const key = newApiKey(input.environment);
  const apiKey: ApiKey = { ...earlier, prefix: prefixOf(key), updated_at: input.at };
  await updateKey(tx, apiKey, hashOf(key), makerOf(input));
  tx.notify(API_KEY_TOPIC, unseenHash.toString("hex"));
  return recordKey(tx, { apiKey, key }, "api_key.replaced_unseen", input);
}

/** The person who sees the key: a platform admin may create one that acts as a member. */
function makerOf({ actor, userId }: NewApiKey): string {
  return actor.userId ?? userId;
}

async function recordKey(tx: Tx, created: CreatedApiKey, action: string, by: NewApiKey): Promise<CreatedApiKey> {
  const { api_key_id, name, prefix, user_id, expires_at, scopes, allowed_addresses } = created.apiKey;
  // The random bits of a key cannot be found by their hash; `corridor verify` compares it with the stored one.
  const key_hash = hashOf(created.key);
  const entry = { name, prefix, key_hash, user_id, expires_at, scopes, allowed_addresses };
  await audit(tx, by, action, api_key_id, entry);
  tx.notify(API_KEY_TOPIC, key_hash);
  return created;
}

/** The changeable fields of a key: not its member, scopes or expiry, which define what its holder may do. */
export async function changeApiKey(
  { db, clock }: Deps,
  call: Call,
  apiKeyId: string,
  change: { name?: string | undefined; allowedAddresses?: readonly string[] | undefined },
): Promise<ApiKey> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    const locked = await lockApiKey(tx, scopeOf(call.caller), apiKeyId);
    if (locked === null) throw notFound("API key");
    if (locked.status === "revoked") throw conflict("A revoked key cannot be changed");
    const { key_hash: keyHash, rotated_to: _, first_key_id: __, ...key } = locked;
    const { name: previous_name, allowed_addresses: previous_allowed_addresses, org_id: orgId } = key;
    const name = (change.name ?? previous_name).trim();
    const allowed_addresses = [...new Set(change.allowedAddresses ?? previous_allowed_addresses)];
    const changed: ApiKey = { ...key, name, allowed_addresses, updated_at: at };
    await updateNamed(tx, changed, at);
    const changes = { name, previous_name, allowed_addresses, previous_allowed_addresses };
    await audit(tx, { orgId, actor: actorIn(call), at }, "api_key.changed", key.api_key_id, changes);
    tx.notify(API_KEY_TOPIC, keyHash.toString("hex"));
    return changed;
  });
}

/** After the commit, no process accepts the key for longer than a second. Revoking a revoked key changes nothing. */
export async function revokeApiKey({ db, clock }: Deps, call: Call, apiKeyId: string): Promise<void> {
  const by = { actor: actorIn(call), at: clock.now() };
  await db.transaction(async (tx) => {
    const key = await lockApiKey(tx, scopeOf(call.caller), apiKeyId);
    if (key === null) throw notFound("API key");
    if (key.status === "revoked") return;
    await updateRevoked(tx, key, by.at);
    await recordRevoked(tx, [key], by);
  });
}

type Revocation = { actor: AuditActor; at: Date };

/** For a member who is removed: active keys would work again once the person comes back, in whatever role. */
export async function revokeKeysOfMember(
  tx: Tx,
  member: Revocation & { orgId: string; userId: string },
): Promise<HashedApiKey[]> {
  const keys = await updateRevokedOfMember(tx, member);
  await recordRevoked(tx, keys, member);
  return keys;
}

async function recordRevoked(tx: Tx, keys: readonly HashedApiKey[], { actor, at }: Revocation): Promise<void> {
  const entry = { actor, at, action: "api_key.revoked", resourceType: "api_key" };
  await appendAudit(
    tx,
    keys.map(({ org_id: orgId, api_key_id: resourceId, name, prefix }) => ({
      ...entry,
      orgId,
      resourceId,
      changes: { name, prefix },
    })),
  );
  for (const key of keys) tx.notify(API_KEY_TOPIC, key.key_hash.toString("hex"));
}

export type Rotation = {
  /** The id that an `Idempotency-Key` reserved: the same request rotated the key to it before a crash. */
  repeatableId?: string | undefined;
  apiKeyId: string;
  overlapSeconds: number;
  environment: Environment;
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
export async function rotateApiKey(
  { db, clock }: Deps,
  call: Call,
  { repeatableId, apiKeyId, overlapSeconds, environment }: Rotation,
): Promise<CreatedApiKey & { previousExpiresAt: Date }> {
  const { caller } = call;
  const by = { actor: actorIn(call), at: clock.now() };
  const scope = scopeOf(caller);
  return db.transaction(async (tx) => {
    // The member is locked first: removing a member also locks the membership before the keys.
    const owner = await findOwner(tx, scope, apiKeyId);
    if (owner !== null) await lockMembership(tx, owner.org_id, owner.user_id);
    const old = await lockApiKey(tx, scope, apiKeyId);
    if (old === null) throw notFound("API key");
    // The answer holds a secret that acts as the key's member: another person could approve their own payouts with it.
    if (old.user_id !== caller.userId && caller.platformRole !== "admin" && !(await mayActFor(tx, caller, old)))
      throw forbidden("Only the member as whom a key acts may rotate it; revoke it, and create your own key");
    const isRepeated = old.rotated_to !== null && old.rotated_to === repeatableId;
    const status = statusAt(old, by.at);
    if (status !== "active" && !isRepeated)
      throw conflict(`A key that is ${status} cannot be rotated; create a new one`);

    const orgId = old.org_id;
    const next = await createApiKey(tx, {
      ...by,
      repeatableId,
      orgId,
      userId: old.user_id,
      name: old.name,
      expiresAt: old.expires_at,
      scopes: old.scopes,
      allowedAddresses: old.allowed_addresses,
      firstKeyId: old.first_key_id ?? old.api_key_id,
      environment,
    });
    if (isRepeated) return { ...next, previousExpiresAt: old.expires_at! };
    const overlapEnd = new Date(by.at.getTime() + overlapSeconds * 1_000);
    const previousExpiresAt = old.expires_at !== null && old.expires_at < overlapEnd ? old.expires_at : overlapEnd;
    const rotated_to = next.apiKey.api_key_id;
    await updateRotated(tx, old, rotated_to, previousExpiresAt, by.at);
    if (overlapSeconds === 0) await updateRevoked(tx, old, by.at);
    const changes = { rotated_to, previous_expires_at: previousExpiresAt };
    await audit(tx, { ...by, orgId }, "api_key.rotated", old.api_key_id, changes);
    tx.notify(API_KEY_TOPIC, old.key_hash.toString("hex"));
    return { ...next, previousExpiresAt };
  });
}
