import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";

export type Account = { readonly user_id: string; readonly password_hash: string; readonly token_generation: number };

const UPSERT_ACCOUNT = statement("identity.UPSERT_ACCOUNT")`
  INSERT INTO identity.accounts (user_id, password_hash, created_at, updated_at) VALUES ($1, $2, $3, $3)
    ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash,
      token_generation = accounts.token_generation + 1, updated_at = excluded.updated_at
    RETURNING token_generation`;

/** A new password, or the first one; either way tokens of the previous generation are refused from the commit on. */
export async function upsertAccount(
  tx: Tx,
  account: { userId: string; passwordHash: string; at: Date },
): Promise<number> {
  const [row] = await tx.query(UPSERT_ACCOUNT, [account.userId, account.passwordHash, account.at]);
  return row!.token_generation;
}

const FIND_ACCOUNT = statement("identity.FIND_ACCOUNT")`
  SELECT user_id, password_hash, token_generation FROM identity.accounts WHERE user_id = $1`;

export async function findAccount(db: Queryable, userId: string): Promise<Account | null> {
  const [row] = await db.query(FIND_ACCOUNT, [userId]);
  return row ?? null;
}

type NamedAccount = Account & { email: string; name: string };

const FIND_ACCOUNT_BY_EMAIL = statement("identity.FIND_ACCOUNT_BY_EMAIL")`
  SELECT a.user_id, a.password_hash, a.token_generation, u.email, u.name FROM users u
    JOIN identity.accounts a USING (user_id) WHERE u.email = $1 AND u.disabled_at IS NULL`;

export async function findAccountByEmail(db: Queryable, email: string): Promise<NamedAccount | null> {
  const [row] = await db.query(FIND_ACCOUNT_BY_EMAIL, [email]);
  return row ?? null;
}

export type SigningKeyRow = Row<"identity.FIND_SIGNING_KEYS">;

const FIND_SIGNING_KEYS = statement("identity.FIND_SIGNING_KEYS")`
  SELECT key_id, public_jwk, private_key_sealed, created_at FROM identity.signing_keys
    ORDER BY created_at DESC, key_id DESC`;

export async function findSigningKeys(db: Queryable): Promise<SigningKeyRow[]> {
  return db.query(FIND_SIGNING_KEYS);
}

const INSERT_SIGNING_KEY = statement("identity.INSERT_SIGNING_KEY")`
  INSERT INTO identity.signing_keys (key_id, algorithm, public_jwk, private_key_sealed, created_at)
    VALUES ($1, 'ES256', $2, $3, $4)`;

export async function insertSigningKey(tx: Tx, key: SigningKeyRow): Promise<void> {
  await tx.query(INSERT_SIGNING_KEY, [key.key_id, key.public_jwk, key.private_key_sealed, key.created_at]);
}

const UPDATE_SEALED_KEY = statement("identity.UPDATE_SEALED_KEY")`
  UPDATE identity.signing_keys SET private_key_sealed = $2 WHERE key_id = $1`;

export async function updateSealedKey(tx: Tx, keyId: string, sealed: string): Promise<void> {
  await tx.query(UPDATE_SEALED_KEY, [keyId, sealed]);
}

const DELETE_SIGNING_KEY = statement("identity.DELETE_SIGNING_KEY")`
  DELETE FROM identity.signing_keys WHERE key_id = $1`;

export async function deleteSigningKey(tx: Tx, keyId: string): Promise<void> {
  await tx.query(DELETE_SIGNING_KEY, [keyId]);
}

const INSERT_REVOKED_TOKEN = statement("identity.INSERT_REVOKED_TOKEN")`
  INSERT INTO identity.revoked_tokens (user_id, token_id, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

export async function insertRevokedToken(
  tx: Tx,
  token: { userId: string; tokenId: string; expiresAt: Date },
): Promise<void> {
  await tx.query(INSERT_REVOKED_TOKEN, [token.userId, token.tokenId, token.expiresAt]);
}

const INSERT_PASSWORD_RESET = statement("identity.INSERT_PASSWORD_RESET")`
  INSERT INTO identity.password_resets (token_hash, user_id, expires_at, created_at) VALUES ($1, $2, $3, $4)`;

export async function insertPasswordReset(
  tx: Tx,
  reset: { tokenHash: Buffer; userId: string; expiresAt: Date; at: Date },
): Promise<void> {
  await tx.query(INSERT_PASSWORD_RESET, [reset.tokenHash, reset.userId, reset.expiresAt, reset.at]);
}

const LOCK_ACCOUNT_OF_RESET = statement("identity.LOCK_ACCOUNT_OF_RESET")`
  SELECT FROM identity.accounts a JOIN identity.password_resets r USING (user_id) WHERE r.token_hash = $1
    FOR NO KEY UPDATE OF a`;

export async function lockAccountOfReset(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.query(LOCK_ACCOUNT_OF_RESET, [tokenHash]);
}

const TAKE_PASSWORD_RESET = statement("identity.TAKE_PASSWORD_RESET")`
  DELETE FROM identity.password_resets WHERE token_hash = $1 AND expires_at > $2 RETURNING user_id`;

/** Consumes the link: of concurrent requests one succeeds. Null when the link is no longer valid. */
export async function takePasswordReset(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | null> {
  const [row] = await tx.query(TAKE_PASSWORD_RESET, [tokenHash, now]);
  return row?.user_id ?? null;
}

const DELETE_PASSWORD_RESETS_OF = statement("identity.DELETE_PASSWORD_RESETS_OF")`
  DELETE FROM identity.password_resets WHERE user_id = $1`;

export async function deletePasswordResetsOf(tx: Tx, userId: string): Promise<void> {
  await tx.query(DELETE_PASSWORD_RESETS_OF, [userId]);
}

export type SignUpRow = Row<"identity.TAKE_SIGN_UP">;

const INSERT_SIGN_UP = statement("identity.INSERT_SIGN_UP")`
  INSERT INTO identity.sign_ups (token_hash, email, name, country, organization_name, password_hash, expires_at,
    created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

export async function insertSignUp(
  tx: Tx,
  signUp: SignUpRow & { tokenHash: Buffer; expiresAt: Date; at: Date },
): Promise<void> {
  const { tokenHash, email, name, country, organization_name, password_hash, expiresAt, at } = signUp;
  await tx.query(INSERT_SIGN_UP, [tokenHash, email, name, country, organization_name, password_hash, expiresAt, at]);
}

const FIND_SIGN_UP_COUNTRY = statement("identity.FIND_SIGN_UP_COUNTRY")`
  SELECT country FROM identity.sign_ups WHERE token_hash = $1`;

/** The country of a sign-up, which may determine the cell of the new organization. */
export async function findSignUpCountry(db: Queryable, tokenHash: Buffer): Promise<string | null> {
  const [row] = await db.query(FIND_SIGN_UP_COUNTRY, [tokenHash]);
  return row?.country ?? null;
}

const TAKE_SIGN_UP = statement("identity.TAKE_SIGN_UP")`
  DELETE FROM identity.sign_ups WHERE token_hash = $1 AND expires_at > $2
    RETURNING email, name, country, organization_name, password_hash`;

export async function takeSignUp(tx: Tx, tokenHash: Buffer, now: Date): Promise<SignUpRow | null> {
  const [row] = await tx.query(TAKE_SIGN_UP, [tokenHash, now]);
  return row ?? null;
}

export type AttemptCount = {
  readonly bucket: string;
  readonly resets_at: Date;
  readonly is_full: boolean;
  readonly is_last: boolean;
};

const COUNT_ATTEMPTS = statement("identity.COUNT_ATTEMPTS")`
  WITH wanted AS (SELECT * FROM json_to_recordset($1::json) AS attempt
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
    SELECT bucket /* not null */, counted.resets_at /* not null */, count > max AS is_full /* not null */,
    count = max AS is_last /* not null */
    FROM counted JOIN wanted USING (bucket)
    UNION ALL SELECT bucket, resets_at, true, false FROM already_full`;

/** Increments every bucket, or none when one is full, and marks the full ones. One order: calls never deadlock. */
export async function countAttempts(
  db: Queryable,
  buckets: readonly { bucket: string; max: number; resets_at: Date }[],
  now: Date,
): Promise<AttemptCount[]> {
  return db.query(COUNT_ATTEMPTS, [JSON.stringify(buckets), now]);
}

const UNCOUNT_ATTEMPTS = statement("identity.UNCOUNT_ATTEMPTS")`
  UPDATE identity.attempts SET count = GREATEST(count - 1, 0) WHERE bucket = ANY ($1::text[])`;

export async function uncountAttempts(db: Queryable, buckets: readonly string[]): Promise<void> {
  await db.query(UNCOUNT_ATTEMPTS, [buckets]);
}

const CLEAR_ATTEMPTS = statement("identity.CLEAR_ATTEMPTS")`DELETE FROM identity.attempts WHERE bucket = $1`;

export async function clearAttempts(db: Queryable, bucket: string): Promise<void> {
  await db.query(CLEAR_ATTEMPTS, [bucket]);
}

const DELETE_EXPIRED = statement("identity.DELETE_EXPIRED")`
  WITH tokens AS (DELETE FROM identity.revoked_tokens WHERE expires_at <= $1),
         resets AS (DELETE FROM identity.password_resets WHERE expires_at <= $1),
         sessions AS (DELETE FROM identity.sessions WHERE expires_at <= $1),
         challenges AS (DELETE FROM identity.challenges WHERE expires_at <= $1),
         sign_ups AS (DELETE FROM identity.sign_ups WHERE expires_at <= $1)
    DELETE FROM identity.attempts WHERE resets_at <= $1`;

/** Deletes everything that has expired. It counts as no work, after which a job would run again at once. */
export async function deleteExpired(db: Queryable, now: Date): Promise<0> {
  await db.query(DELETE_EXPIRED, [now]);
  return 0;
}

export type PersonRow = Row<"identity.FIND_PERSON_ROW">;

const FIND_PERSON_ROW = statement("identity.FIND_PERSON_ROW")`
  SELECT u.user_id, u.platform_role, u.default_org_id, a.token_generation,
      (EXISTS (SELECT FROM identity.totp f WHERE f.user_id = u.user_id AND f.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM identity.passkeys p WHERE p.user_id = u.user_id)) AS has_second_factor /* not null */,
      ARRAY(SELECT token_id FROM identity.revoked_tokens t
        WHERE t.user_id = u.user_id AND t.expires_at > $2) AS revoked_token_ids /* not null */
    FROM users u LEFT JOIN identity.accounts a USING (user_id) WHERE u.user_id = $1 AND u.disabled_at IS NULL`;

export async function findPersonRow(db: Queryable, userId: string, now: Date): Promise<PersonRow | null> {
  const [row] = await db.query(FIND_PERSON_ROW, [userId, now]);
  return row ?? null;
}

export type MembershipRow = { org_id: string; role: string; permissions: string[] };

const FIND_MEMBERSHIP_ROWS = statement("identity.FIND_MEMBERSHIP_ROWS")`
  SELECT org_id, role, permissions FROM members WHERE user_id = $1`;

/** `db` must read all cells: people are in the directory, their memberships in the cells of their organizations. */
export async function findMembershipRows(db: Queryable, userId: string): Promise<MembershipRow[]> {
  return db.query(FIND_MEMBERSHIP_ROWS, [userId]);
}
