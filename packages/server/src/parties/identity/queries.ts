import type { JWK } from "jose";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import type { PlatformRole } from "#src/kernel/http/caller.ts";

export type Account = { readonly user_id: string; readonly password_hash: string; readonly token_generation: number };

/** A new password, or the first one; either way tokens of the previous generation are refused from the commit on. */
export async function upsertAccount(
  tx: Tx,
  account: { userId: string; passwordHash: string; at: Date },
): Promise<number> {
  const [row] = await tx.query<{ token_generation: number }>(
    `INSERT INTO identity.accounts (user_id, password_hash, created_at, updated_at) VALUES ($1, $2, $3, $3)
     ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash,
       token_generation = accounts.token_generation + 1, updated_at = excluded.updated_at
     RETURNING token_generation`,
    [account.userId, account.passwordHash, account.at],
  );
  return row!.token_generation;
}

export async function findAccount(db: Queryable, userId: string): Promise<Account | null> {
  const [row] = await db.query<Account>(
    "SELECT user_id, password_hash, token_generation FROM identity.accounts WHERE user_id = $1",
    [userId],
  );
  return row ?? null;
}

type NamedAccount = Account & { email: string; name: string };

export async function findAccountByEmail(db: Queryable, email: string): Promise<NamedAccount | null> {
  const [row] = await db.query<NamedAccount>(
    `SELECT a.user_id, a.password_hash, a.token_generation, u.email, u.name FROM users u
      JOIN identity.accounts a USING (user_id) WHERE u.email = $1 AND u.disabled_at IS NULL`,
    [email],
  );
  return row ?? null;
}

export type SigningKeyRow = {
  readonly key_id: string;
  readonly public_jwk: JWK;
  readonly private_key_sealed: string;
  readonly created_at: Date;
};

export async function findSigningKeys(db: Queryable): Promise<SigningKeyRow[]> {
  return db.query<SigningKeyRow>(
    `SELECT key_id, public_jwk, private_key_sealed, created_at FROM identity.signing_keys
      ORDER BY created_at DESC, key_id DESC`,
  );
}

export async function insertSigningKey(tx: Tx, key: SigningKeyRow): Promise<void> {
  await tx.query(
    `INSERT INTO identity.signing_keys (key_id, algorithm, public_jwk, private_key_sealed, created_at)
      VALUES ($1, 'ES256', $2, $3, $4)`,
    [key.key_id, key.public_jwk, key.private_key_sealed, key.created_at],
  );
}

export async function updateSealedKey(tx: Tx, keyId: string, sealed: string): Promise<void> {
  await tx.query("UPDATE identity.signing_keys SET private_key_sealed = $2 WHERE key_id = $1", [keyId, sealed]);
}

export async function deleteSigningKey(tx: Tx, keyId: string): Promise<void> {
  await tx.query("DELETE FROM identity.signing_keys WHERE key_id = $1", [keyId]);
}

export async function insertRevokedToken(
  tx: Tx,
  token: { userId: string; tokenId: string; expiresAt: Date },
): Promise<void> {
  await tx.query(
    "INSERT INTO identity.revoked_tokens (user_id, token_id, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [token.userId, token.tokenId, token.expiresAt],
  );
}

export async function insertPasswordReset(
  tx: Tx,
  reset: { tokenHash: Buffer; userId: string; expiresAt: Date; at: Date },
): Promise<void> {
  await tx.query(
    "INSERT INTO identity.password_resets (token_hash, user_id, expires_at, created_at) VALUES ($1, $2, $3, $4)",
    [reset.tokenHash, reset.userId, reset.expiresAt, reset.at],
  );
}

export async function lockAccountOfReset(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.query(
    `SELECT FROM identity.accounts a JOIN identity.password_resets r USING (user_id) WHERE r.token_hash = $1
      FOR NO KEY UPDATE OF a`,
    [tokenHash],
  );
}

/** Consumes the link: of concurrent requests one succeeds. Null when the link is no longer valid. */
export async function takePasswordReset(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | null> {
  const [row] = await tx.query<{ user_id: string }>(
    "DELETE FROM identity.password_resets WHERE token_hash = $1 AND expires_at > $2 RETURNING user_id",
    [tokenHash, now],
  );
  return row?.user_id ?? null;
}

export async function deletePasswordResetsOf(tx: Tx, userId: string): Promise<void> {
  await tx.query("DELETE FROM identity.password_resets WHERE user_id = $1", [userId]);
}

export type SignUpRow = {
  readonly email: string;
  readonly name: string;
  readonly country: string;
  readonly organization_name: string;
  readonly password_hash: string;
};

export async function insertSignUp(
  tx: Tx,
  signUp: SignUpRow & { tokenHash: Buffer; expiresAt: Date; at: Date },
): Promise<void> {
  const { tokenHash, email, name, country, organization_name, password_hash, expiresAt, at } = signUp;
  await tx.query(
    `INSERT INTO identity.sign_ups (token_hash, email, name, country, organization_name, password_hash, expires_at,
     created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tokenHash, email, name, country, organization_name, password_hash, expiresAt, at],
  );
}

/** The country of a sign-up, which may determine the cell of the new organization. */
export async function findSignUpCountry(db: Queryable, tokenHash: Buffer): Promise<string | null> {
  const [row] = await db.query<{ country: string }>("SELECT country FROM identity.sign_ups WHERE token_hash = $1", [
    tokenHash,
  ]);
  return row?.country ?? null;
}

export async function takeSignUp(tx: Tx, tokenHash: Buffer, now: Date): Promise<SignUpRow | null> {
  const [row] = await tx.query<SignUpRow>(
    `DELETE FROM identity.sign_ups WHERE token_hash = $1 AND expires_at > $2
      RETURNING email, name, country, organization_name, password_hash`,
    [tokenHash, now],
  );
  return row ?? null;
}

export type AttemptCount = {
  readonly bucket: string;
  readonly resets_at: Date;
  readonly is_full: boolean;
  readonly is_last: boolean;
};

/** Increments every bucket, or none when one is full, and marks the full ones. One order: calls never deadlock. */
export async function countAttempts(
  db: Queryable,
  buckets: readonly { bucket: string; max: number; resets_at: Date }[],
  now: Date,
): Promise<AttemptCount[]> {
  return db.query<AttemptCount>(
    `WITH wanted AS (SELECT * FROM json_to_recordset($1::json) AS attempt
     (bucket text, max integer, resets_at timestamptz)),
     already_full AS (
       SELECT bucket, known.resets_at FROM wanted JOIN identity.attempts known USING (bucket)
         WHERE known.count >= max AND known.resets_at > $2
     ),
     counted AS (
       INSERT INTO identity.attempts (bucket, count, resets_at)
       SELECT bucket, 1, resets_at FROM wanted WHERE NOT EXISTS (SELECT FROM already_full) ORDER BY bucket
       ON CONFLICT (bucket) DO UPDATE SET
         count = CASE WHEN attempts.resets_at <= $2 THEN 1 ELSE attempts.count + 1 END,
         resets_at = CASE WHEN attempts.resets_at <= $2 THEN excluded.resets_at ELSE attempts.resets_at END
       RETURNING bucket, count, resets_at
     )
     SELECT bucket, counted.resets_at, count > max AS is_full, count = max AS is_last
     FROM counted JOIN wanted USING (bucket)
     UNION ALL SELECT bucket, resets_at, true, false FROM already_full`,
    [JSON.stringify(buckets), now],
  );
}

export async function uncountAttempts(db: Queryable, buckets: readonly string[]): Promise<void> {
  await db.query("UPDATE identity.attempts SET count = GREATEST(count - 1, 0) WHERE bucket = ANY ($1::text[])", [
    buckets,
  ]);
}

export async function clearAttempts(db: Queryable, bucket: string): Promise<void> {
  await db.query("DELETE FROM identity.attempts WHERE bucket = $1", [bucket]);
}

/** Deletes everything that has expired. It counts as no work, after which a job would run again at once. */
export async function deleteExpired(db: Queryable, now: Date): Promise<0> {
  await db.query(
    `WITH tokens AS (DELETE FROM identity.revoked_tokens WHERE expires_at <= $1),
          resets AS (DELETE FROM identity.password_resets WHERE expires_at <= $1),
          sessions AS (DELETE FROM identity.sessions WHERE expires_at <= $1),
          challenges AS (DELETE FROM identity.challenges WHERE expires_at <= $1),
          sign_ups AS (DELETE FROM identity.sign_ups WHERE expires_at <= $1)
     DELETE FROM identity.attempts WHERE resets_at <= $1`,
    [now],
  );
  return 0;
}

export type PersonRow = {
  user_id: string;
  platform_role: PlatformRole | null;
  default_org_id: string | null;
  token_generation: number | null;
  revoked_token_ids: string[];
  has_second_factor: boolean;
};

export async function findPersonRow(db: Queryable, userId: string, now: Date): Promise<PersonRow | null> {
  const [row] = await db.query<PersonRow>(
    `SELECT u.user_id, u.platform_role, u.default_org_id, a.token_generation,
       (EXISTS (SELECT FROM identity.totp f WHERE f.user_id = u.user_id AND f.confirmed_at IS NOT NULL)
         OR EXISTS (SELECT FROM identity.passkeys p WHERE p.user_id = u.user_id)) AS has_second_factor,
       ARRAY(SELECT token_id FROM identity.revoked_tokens t
         WHERE t.user_id = u.user_id AND t.expires_at > $2) AS revoked_token_ids
     FROM users u LEFT JOIN identity.accounts a USING (user_id) WHERE u.user_id = $1 AND u.disabled_at IS NULL`,
    [userId, now],
  );
  return row ?? null;
}

export type MembershipRow = { org_id: string; role: string; permissions: string[] };

/** `db` must read all cells: people are in the directory, their memberships in the cells of their organizations. */
export async function findMembershipRows(db: Queryable, userId: string): Promise<MembershipRow[]> {
  return db.query<MembershipRow>("SELECT org_id, role, permissions FROM members WHERE user_id = $1", [userId]);
}
