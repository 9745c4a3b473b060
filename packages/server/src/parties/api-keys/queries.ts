import { valuesOf } from "#src/kernel/fields.ts";
import type { UseRow } from "#src/kernel/http/use-recorder.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { ApiKey } from "./api-key.ts";

const COLUMNS =
  "org_id, api_key_id, user_id, name, prefix, status, expires_at, last_used_at, last_used_address, " +
  "last_used_user_agent, scopes, allowed_addresses, created_at, updated_at";

export type KeyColumns = Pick<ApiKey, "org_id" | "api_key_id">;

type KeyMade = { by: string; firstKeyId: string | undefined };

const INSERT_API_KEY = statement("api-keys.INSERT_API_KEY")`
  INSERT INTO api_keys (org_id, api_key_id, user_id, made_by, name, prefix, key_hash, status, expires_at, scopes,
    allowed_addresses, created_at, updated_at, first_key_id)
    VALUES ($1, $2, $3, $9, $4, $5, decode($6, 'hex'), 'active', $7, $10, $11, $8, $8, $12)`;

export async function insertApiKey(tx: Tx, key: ApiKey, keyHash: string, made: KeyMade): Promise<void> {
  const who = valuesOf(key, "org_id", "api_key_id", "user_id", "name", "prefix");
  const reach = [key.scopes, key.allowed_addresses] as const;
  await tx.query(INSERT_API_KEY, [...who, keyHash, key.expires_at, key.created_at, made.by, ...reach, made.firstKeyId]);
}

export type HashedApiKey = ApiKey & { readonly key_hash: Buffer };
type Lineage = { readonly first_key_id: string | null };
export type LockedApiKey = HashedApiKey & Lineage & { readonly rotated_to: string | null };

type MadeApiKey = HashedApiKey & Lineage & { readonly made_by: string };

const FIND_API_KEY_BY_HASH = statement("api-keys.FIND_API_KEY_BY_HASH")`
  SELECT ${COLUMNS}, made_by, key_hash, first_key_id FROM api_keys WHERE key_hash = decode($1, 'hex')`;

export async function findApiKeyByHash(db: Queryable, keyHash: string): Promise<MadeApiKey | null> {
  const [row] = await db.query(FIND_API_KEY_BY_HASH, [keyHash]);
  return row ?? null;
}

type KeyEnd = Pick<ApiKey, "status" | "expires_at">;

const FIND_KEY_END = statement("api-keys.FIND_KEY_END")`
  SELECT status, expires_at FROM api_keys WHERE org_id = $1 AND api_key_id = $2`;

export async function findKeyEnd(db: Queryable, orgId: string, apiKeyId: string): Promise<KeyEnd | null> {
  const [row] = await db.query(FIND_KEY_END, [orgId, apiKeyId]);
  return row ?? null;
}

/** The member as whom a key acts; that never changes. */
type KeyOwner = Pick<ApiKey, "org_id" | "user_id">;

const FIND_OWNER = statement("api-keys.FIND_OWNER")`
  SELECT org_id, user_id FROM api_keys WHERE ($1::uuid IS NULL OR org_id = $1) AND api_key_id = $2`;

export async function findOwner(db: Queryable, scope: Scope, apiKeyId: string): Promise<KeyOwner | null> {
  const [row] = await db.query(FIND_OWNER, [orgIdIn(scope), apiKeyId]);
  return row ?? null;
}

const LOCK_API_KEY = statement("api-keys.LOCK_API_KEY")`
  SELECT ${COLUMNS}, key_hash, rotated_to, first_key_id FROM api_keys
    WHERE ($1::uuid IS NULL OR org_id = $1) AND api_key_id = $2 FOR UPDATE`;

export async function lockApiKey(tx: Tx, scope: Scope, apiKeyId: string): Promise<LockedApiKey | null> {
  const [row] = await tx.query(LOCK_API_KEY, [orgIdIn(scope), apiKeyId]);
  return row ?? null;
}

const UPDATE_REVOKED = statement("api-keys.UPDATE_REVOKED")`
  UPDATE api_keys SET status = 'revoked', revoked_at = $3, updated_at = $3 WHERE org_id = $1 AND api_key_id = $2`;

export async function updateRevoked(tx: Tx, key: KeyColumns, at: Date): Promise<void> {
  await tx.query(UPDATE_REVOKED, [key.org_id, key.api_key_id, at]);
}

const UPDATE_REVOKED_OF_MEMBER = statement("api-keys.UPDATE_REVOKED_OF_MEMBER")`
  UPDATE api_keys SET status = 'revoked', revoked_at = $3, updated_at = $3
    WHERE org_id = $1 AND user_id = $2 AND status <> 'revoked'
    RETURNING ${COLUMNS}, key_hash`;

export async function updateRevokedOfMember(
  tx: Tx,
  member: { orgId: string; userId: string; at: Date },
): Promise<HashedApiKey[]> {
  return tx.query(UPDATE_REVOKED_OF_MEMBER, [member.orgId, member.userId, member.at]);
}

const UPDATE_KEY = statement("api-keys.UPDATE_KEY")`
  UPDATE api_keys SET key_hash = decode($3, 'hex'), prefix = $4, updated_at = $5, made_by = $6
    WHERE org_id = $1 AND api_key_id = $2`;

export async function updateKey(tx: Tx, key: ApiKey, keyHash: string, madeBy: string): Promise<void> {
  await tx.query(UPDATE_KEY, [key.org_id, key.api_key_id, keyHash, key.prefix, key.updated_at, madeBy]);
}

const UPDATE_ROTATED = statement("api-keys.UPDATE_ROTATED")`
  UPDATE api_keys SET rotated_to = $3, expires_at = $4, updated_at = $5 WHERE org_id = $1 AND api_key_id = $2`;

export async function updateRotated(
  tx: Tx,
  key: KeyColumns,
  rotatedTo: string,
  expiresAt: Date,
  at: Date,
): Promise<void> {
  await tx.query(UPDATE_ROTATED, [key.org_id, key.api_key_id, rotatedTo, expiresAt, at]);
}

const FIND_API_KEYS = statement("api-keys.FIND_API_KEYS")`
  SELECT ${COLUMNS} FROM api_keys WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::uuid IS NULL OR api_key_id < $2)
    ORDER BY api_key_id DESC LIMIT $3`;

export async function findApiKeys(db: Queryable, scope: Scope, page: Page): Promise<ApiKey[]> {
  return db.query(FIND_API_KEYS, [orgIdIn(scope), page.after?.[0], page.limit + 1]);
}

const COUNT_API_KEYS = statement("api-keys.COUNT_API_KEYS")`
  SELECT count(*) AS count /* not null */ FROM api_keys WHERE ($1::uuid IS NULL OR org_id = $1)`;

export async function countApiKeys(db: Queryable, scope: Scope): Promise<number> {
  const [row] = await db.query(COUNT_API_KEYS, [orgIdIn(scope)]);
  return row!.count;
}

const UPDATE_NAMED = statement("api-keys.UPDATE_NAMED")`
  UPDATE api_keys SET name = $3, allowed_addresses = $4, updated_at = $5 WHERE org_id = $1 AND api_key_id = $2`;

/** Changes a key's name and allowed addresses. Records refer to a key by its id, so they stay valid. */
export async function updateNamed(tx: Tx, key: ApiKey, at: Date): Promise<void> {
  await tx.query(UPDATE_NAMED, [key.org_id, key.api_key_id, key.name, key.allowed_addresses, at]);
}

const FIND_API_KEY = statement("api-keys.FIND_API_KEY")`
  SELECT ${COLUMNS} FROM api_keys WHERE ($1::uuid IS NULL OR org_id = $1) AND api_key_id = $2`;

export async function findApiKey(db: Queryable, scope: Scope, apiKeyId: string): Promise<ApiKey | null> {
  const [row] = await db.query(FIND_API_KEY, [orgIdIn(scope), apiKeyId]);
  return row ?? null;
}

export type ExpiringKey = ApiKey & { readonly event_sequence: number };

const TAKE_EXPIRING = statement("api-keys.TAKE_EXPIRING")`
  UPDATE api_keys SET expiry_warned_at = $1, event_sequence = event_sequence + 1 WHERE (org_id, api_key_id) IN (
      SELECT org_id, api_key_id FROM api_keys
      WHERE status = 'active' AND expires_at > $1 AND expires_at <= $2 AND expiry_warned_at IS NULL
        AND rotated_to IS NULL
      ORDER BY expires_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING ${COLUMNS}, event_sequence`;

/** Marks keys that expire soon and were not warned about, the nearest first, and returns them. */
export async function takeExpiring(tx: Tx, query: { now: Date; until: Date; limit: number }): Promise<ExpiringKey[]> {
  return tx.query(TAKE_EXPIRING, [query.now, query.until, query.limit]);
}

const NOTE_KEY_USES = statement("api-keys.NOTE_KEY_USES")`
  UPDATE api_keys SET last_used_at = used.at, last_used_address = used.address,
    last_used_user_agent = used.user_agent
    FROM json_to_recordset($1::json) AS used (org_id uuid, api_key_id uuid, at timestamptz, address text,
      user_agent text)
    WHERE api_keys.org_id = used.org_id AND api_keys.api_key_id = used.api_key_id
      AND (last_used_at IS NULL OR last_used_at < used.at)`;

/** Another process may have written a later use: the time only moves forward. */
export async function noteKeyUses(db: Queryable, uses: readonly UseRow<KeyColumns>[]): Promise<void> {
  await db.query(NOTE_KEY_USES, [JSON.stringify(uses)]);
}
