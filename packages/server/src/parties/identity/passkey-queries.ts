import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";

export type Passkey = Row<"identity.FIND_PASSKEYS">;
export type PasskeyOwner = Row<"identity.FIND_PASSKEY_OWNER">;
export type ChallengePurpose = "add" | "sign-in" | "step-up";
type Challenge = { challenge: string; purpose: ChallengePurpose; userId: string | null };

const FIND_PASSKEYS = statement("identity.FIND_PASSKEYS")`
  SELECT credential_id, name, transports, created_at, last_used_at FROM identity.passkeys WHERE user_id = $1
    ORDER BY created_at, credential_id`;

export function findPasskeys(db: Queryable, userId: string): Promise<Passkey[]> {
  return db.query(FIND_PASSKEYS, [userId]);
}

const FIND_PASSKEY_OWNER = statement("identity.FIND_PASSKEY_OWNER")`
  SELECT p.credential_id, p.user_id, u.email, a.token_generation, p.public_key, p.counter, p.transports
    FROM identity.passkeys p JOIN users u USING (user_id) LEFT JOIN identity.accounts a USING (user_id)
    WHERE p.credential_id = $1 AND u.disabled_at IS NULL`;

/** A passkey with its owner; null when the passkey is unknown or its owner is disabled. */
export async function findPasskeyOwner(db: Queryable, credentialId: string): Promise<PasskeyOwner | null> {
  const [row] = await db.query(FIND_PASSKEY_OWNER, [credentialId]);
  return row ?? null;
}

const INSERT_PASSKEY = statement("identity.INSERT_PASSKEY")`
  INSERT INTO identity.passkeys (credential_id, user_id, name, public_key, counter, transports, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT DO NOTHING RETURNING credential_id`;

export async function insertPasskey(
  tx: Tx,
  passkey: {
    credentialId: string;
    userId: string;
    name: string;
    publicKey: Uint8Array;
    counter: number;
    transports: readonly string[];
    at: Date;
  },
): Promise<boolean> {
  const { credentialId, userId, name, publicKey, counter, transports, at } = passkey;
  const rows = await tx.query(INSERT_PASSKEY, [
    credentialId,
    userId,
    name,
    Buffer.from(publicKey),
    counter,
    transports,
    at,
  ]);
  return rows.length === 1;
}

const USE_PASSKEY = statement("identity.USE_PASSKEY")`
  UPDATE identity.passkeys SET counter = greatest(counter, $2), last_used_at = $3 WHERE credential_id = $1`;

export async function usePasskey(db: Queryable, credentialId: string, counter: number, at: Date): Promise<void> {
  await db.query(USE_PASSKEY, [credentialId, counter, at]);
}

const UPDATE_PASSKEY_NAME = statement("identity.UPDATE_PASSKEY_NAME")`
  UPDATE identity.passkeys SET name = $3 WHERE user_id = $1 AND credential_id = $2 RETURNING credential_id`;

export async function updatePasskeyName(
  tx: Tx,
  passkey: { userId: string; credentialId: string; name: string },
): Promise<boolean> {
  const rows = await tx.query(UPDATE_PASSKEY_NAME, [passkey.userId, passkey.credentialId, passkey.name]);
  return rows.length === 1;
}

const DELETE_PASSKEY = statement("identity.DELETE_PASSKEY")`
  DELETE FROM identity.passkeys WHERE user_id = $1 AND credential_id = $2 RETURNING credential_id`;

export async function deletePasskey(tx: Tx, passkey: { userId: string; credentialId: string }): Promise<boolean> {
  const rows = await tx.query(DELETE_PASSKEY, [passkey.userId, passkey.credentialId]);
  return rows.length === 1;
}

const INSERT_CHALLENGE = statement("identity.INSERT_CHALLENGE")`
  INSERT INTO identity.challenges (challenge, purpose, user_id, expires_at) VALUES ($1, $2, $3, $4)`;

export async function insertChallenge(
  db: Queryable,
  { challenge, purpose, userId, expiresAt }: Challenge & { expiresAt: Date },
): Promise<void> {
  await db.query(INSERT_CHALLENGE, [challenge, purpose, userId, expiresAt]);
}

const TAKE_CHALLENGE = statement("identity.TAKE_CHALLENGE")`
  DELETE FROM identity.challenges WHERE challenge = $1 AND purpose = $2 AND user_id IS NOT DISTINCT FROM $3::uuid
    AND expires_at > $4 RETURNING challenge`;

/** Consumes the challenge: of concurrent answers to it, only one succeeds. */
export async function takeChallenge(
  db: Queryable,
  { challenge, purpose, userId, now }: Challenge & { now: Date },
): Promise<boolean> {
  const rows = await db.query(TAKE_CHALLENGE, [challenge, purpose, userId, now]);
  return rows.length === 1;
}
