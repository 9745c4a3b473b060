import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";

export type TotpRow = Row<"identity.FIND_TOTP">;

const FIND_TOTP = statement("identity.FIND_TOTP")`
  SELECT user_id, secret_sealed, confirmed_at, last_step FROM identity.totp WHERE user_id = $1`;

export async function findTotp(db: Queryable, userId: string): Promise<TotpRow | null> {
  const [row] = await db.query(FIND_TOTP, [userId]);
  return row ?? null;
}

const UPSERT_UNCONFIRMED_TOTP = statement("identity.UPSERT_UNCONFIRMED_TOTP")`
  INSERT INTO identity.totp (user_id, secret_sealed, created_at) VALUES ($1, $2, $3)
    ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
      WHERE totp.confirmed_at IS NULL
    RETURNING user_id`;

/** Replaces the person's unconfirmed authenticator; false when a confirmed one exists. */
export async function upsertUnconfirmedTotp(
  tx: Tx,
  totp: { userId: string; secretSealed: string; at: Date },
): Promise<boolean> {
  const rows = await tx.query(UPSERT_UNCONFIRMED_TOTP, [totp.userId, totp.secretSealed, totp.at]);
  return rows.length === 1;
}

const CONFIRM_TOTP = statement("identity.CONFIRM_TOTP")`
  UPDATE identity.totp SET confirmed_at = $3, last_step = $2 WHERE user_id = $1 AND confirmed_at IS NULL
    RETURNING user_id`;

export async function confirmTotp(tx: Tx, userId: string, step: number, at: Date): Promise<boolean> {
  const rows = await tx.query(CONFIRM_TOTP, [userId, step, at]);
  return rows.length === 1;
}

const USE_STEP = statement("identity.USE_STEP")`
  UPDATE identity.totp SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING user_id`;

/** False when this code, or a later one, was used before. */
export async function useStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  const rows = await db.query(USE_STEP, [userId, step]);
  return rows.length === 1;
}

const DELETE_TOTP = statement("identity.DELETE_TOTP")`DELETE FROM identity.totp WHERE user_id = $1`;

export async function deleteTotp(tx: Tx, userId: string): Promise<void> {
  await tx.query(DELETE_TOTP, [userId]);
}

const DELETE_RECOVERY_CODES = statement("identity.DELETE_RECOVERY_CODES")`
  DELETE FROM identity.recovery_codes WHERE user_id = $1`;

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.query(DELETE_RECOVERY_CODES, [userId]);
}

const REPLACE_RECOVERY_CODES = statement("identity.REPLACE_RECOVERY_CODES")`
  INSERT INTO identity.recovery_codes (user_id, code_hash, created_at) SELECT $1, decode(code, 'hex'), $3
    FROM unnest($2::text[]) AS code`;

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[], at: Date): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx.query(REPLACE_RECOVERY_CODES, [userId, hashes.map((hash) => hash.toString("hex")), at]);
}

const TAKE_RECOVERY_CODE = statement("identity.TAKE_RECOVERY_CODE")`
  DELETE FROM identity.recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING user_id`;

/** Consumes the code: of concurrent requests with it, only one succeeds. */
export async function takeRecoveryCode(db: Queryable, userId: string, codeHash: Buffer): Promise<boolean> {
  const rows = await db.query(TAKE_RECOVERY_CODE, [userId, codeHash]);
  return rows.length === 1;
}

const COUNT_RECOVERY_CODES = statement("identity.COUNT_RECOVERY_CODES")`
  SELECT count(*) AS count /* not null */ FROM identity.recovery_codes WHERE user_id = $1`;

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.query(COUNT_RECOVERY_CODES, [userId]);
  return row!.count;
}

const FIND_ALL_TOTP = statement("identity.FIND_ALL_TOTP")`
  SELECT user_id, secret_sealed, confirmed_at, last_step FROM identity.totp ORDER BY user_id FOR UPDATE`;

export async function findAllTotp(tx: Tx): Promise<TotpRow[]> {
  return tx.query(FIND_ALL_TOTP);
}

const UPDATE_SEALED_TOTP = statement("identity.UPDATE_SEALED_TOTP")`
  UPDATE identity.totp SET secret_sealed = $2 WHERE user_id = $1`;

export async function updateSealedTotp(tx: Tx, userId: string, secretSealed: string): Promise<void> {
  await tx.query(UPDATE_SEALED_TOTP, [userId, secretSealed]);
}
