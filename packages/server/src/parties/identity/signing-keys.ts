import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JSONWebKeySet,
  type JWK,
} from "jose";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { deleteSigningKey, findSigningKeys, insertSigningKey, type SigningKeyRow, updateSealedKey } from "./queries.ts";

/**
 * The keys that sign our tokens. Each lives through three times:
 *   published   for PUBLISHED_AHEAD_MS, so that every verifier has fetched it before the first token needs it;
 *   signing     for SIGNS_FOR_MS, as the newest one that is published long enough;
 *   retired     for RETIRED_FOR_MS more, while tokens that it signed may still be good; then it is deleted.
 * The very first key signs at once. Private parts are sealed with the master secret, bound to their key id.
 */
export const SIGNING_ALGORITHM = "ES256";
const PUBLISHED_AHEAD_MS = 15 * 60_000;
const SIGNS_FOR_MS = 90 * 24 * 60 * 60_000;
const RETIRED_FOR_MS = 2 * 24 * 60 * 60_000;
const REMEMBERED_FOR_MS = 60_000;
/** One process creates the next key. An arbitrary number that every version of this code must share. */
const ROTATION_LOCK = 7_305_311;

export type SigningKey = { readonly keyId: string; readonly privateKey: CryptoKey };

export type SigningKeys = ReturnType<typeof createSigningKeys>;

const ROTATE = statement("identity.ROTATE")`SELECT pg_advisory_xact_lock($1)`;

export function createSigningKeys(deps: { db: Db; secrets: SecretBox; clock: Clock }) {
  const { db, secrets, clock } = deps;
  let remembered: { key: SigningKey; untilMs: number } | undefined;

  async function current(): Promise<SigningKey> {
    const nowMs = clock.now().getTime();
    if (remembered !== undefined && nowMs < remembered.untilMs) return remembered.key;
    let rows = await findSigningKeys(db);
    if (rows.length === 0) {
      await rotate();
      rows = await findSigningKeys(db);
    }
    const row = signingRow(rows, nowMs);
    const privateJwk = JSON.parse(secrets.open(row.private_key_sealed, placeOf(row.key_id))) as JWK;
    const key = { keyId: row.key_id, privateKey: (await importJWK(privateJwk, SIGNING_ALGORITHM)) as CryptoKey };
    remembered = { key, untilMs: nowMs + REMEMBERED_FOR_MS };
    return key;
  }

  async function rotate(): Promise<number> {
    const next = await newKey(secrets, clock.now());
    return db.transaction(async (tx) => {
      await tx.query(ROTATE, [ROTATION_LOCK]);
      const rows = await findSigningKeys(tx);
      const nowMs = clock.now().getTime();
      const newest = rows[0];
      const isDue = newest === undefined || nowMs - newest.created_at.getTime() >= SIGNS_FOR_MS;
      if (isDue) await insertSigningKey(tx, next);
      const outdated = rows
        .slice(1)
        .filter((row) => nowMs - row.created_at.getTime() >= SIGNS_FOR_MS + PUBLISHED_AHEAD_MS + RETIRED_FOR_MS);
      for (const { key_id } of outdated) await deleteSigningKey(tx, key_id);
      return (isDue ? 1 : 0) + outdated.length;
    });
  }

  return {
    current,
    rotate,
    publicKeys: async (): Promise<JSONWebKeySet> => ({
      keys: (await findSigningKeys(db)).map((row) => row.public_jwk),
    }),
  };
}

const RESEAL_SIGNING_KEYS = statement("identity.RESEAL_SIGNING_KEYS")`SELECT pg_advisory_xact_lock($1)`;

/** Seals every private key under the current master secret, and returns how many were not. */
export async function resealSigningKeys({ db, secrets }: { db: Db; secrets: SecretBox }): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(RESEAL_SIGNING_KEYS, [ROTATION_LOCK]);
    const due = (await findSigningKeys(tx)).filter((row) => !secrets.isCurrent(row.private_key_sealed));
    for (const { key_id, private_key_sealed } of due) {
      const place = placeOf(key_id);
      await updateSealedKey(tx, key_id, secrets.seal(secrets.open(private_key_sealed, place), place));
    }
    return due.length;
  });
}

/** The newest key that has been published long enough; if there is none, the oldest key. */
function signingRow(rows: readonly SigningKeyRow[], nowMs: number): SigningKeyRow {
  const row = rows.find((candidate) => nowMs - candidate.created_at.getTime() >= PUBLISHED_AHEAD_MS) ?? rows.at(-1);
  if (row === undefined) throw new Error("there is no signing key, although one was just made");
  return row;
}

async function newKey(secrets: SecretBox, at: Date): Promise<SigningKeyRow> {
  const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const keyId = await calculateJwkThumbprint(publicJwk);
  return {
    key_id: keyId,
    public_jwk: { ...publicJwk, kid: keyId, alg: SIGNING_ALGORITHM, use: "sig" },
    private_key_sealed: secrets.seal(JSON.stringify(await exportJWK(privateKey)), placeOf(keyId)),
    created_at: at,
  };
}

function placeOf(keyId: string): string {
  return `identity.signing_keys/${keyId}`;
}
