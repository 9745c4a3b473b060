import type { Clock } from "../clock.ts";
import { combine } from "../combine.ts";
import type { Db } from "../db/client.ts";
import { newId } from "../ids.ts";
import type { Job } from "../jobs/loop.ts";

/** The rows behind idempotency.ts. Starting and answering are each one statement for all requests that do so at the moment. */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;
/** Longer than any handler runs: provider deadlines and statement timeouts end well before. */
const LEASE_MS = 60_000;
const MAX_BATCH = 64;
const MAX_BATCHES_IN_FLIGHT = 2;
const MAX_QUEUED = 10_000;
const CLEAN_UP_BATCH = 1_000;
const CLEAN_UP_INTERVAL_MS = 60_000;

export type Claim = {
  readonly scopeId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Of the same request, as a row from before a change of the master secret has it. */
  readonly earlierFingerprints: readonly Buffer[];
};
export type Lease = Claim & { readonly attempt: number };
export type Started = { readonly resourceId: string; readonly attempt: number };
export type Found =
  | { readonly state: "absent" | "other-request" | "running" }
  | { readonly state: "free"; readonly fingerprint: Buffer }
  | { readonly state: "answered"; readonly statusCode: number; readonly response: string };

export type IdempotencyStore = {
  /** Takes a new key, one whose lease is over, or one that is past its day; null when somebody else has it. */
  start(claim: Claim): Promise<Started | null>;
  find(claim: Claim): Promise<Found>;
  answer(item: { lease: Lease; statusCode: number; response: string }): Promise<void>;
  /** Free at once for the next request: with the same resource id, since something may have been created. */
  release(lease: Lease): Promise<void>;
  /** As if the key had never been used: nothing has run. */
  forget(lease: Lease): Promise<void>;
};

export function createIdempotencyStore({ db, clock }: { readonly db: Db; readonly clock: Clock }): IdempotencyStore {
  const batching = { maxBatch: MAX_BATCH, maxInFlight: MAX_BATCHES_IN_FLIGHT, maxQueued: MAX_QUEUED };
  const start = combine<Claim, Started | null>({ ...batching, run: (claims) => startBatch(db, clock.now(), claims) });
  const answer = combine<{ lease: Lease; statusCode: number; response: string }, void>({ ...batching, run: (items) => answerBatch(db, items) });

  return {
    start,
    answer,
    async find(claim) {
      const rows = await db.query<{ fingerprint: Buffer; status_code: number | null; response: string | null; locked_until: Date }>(
        "SELECT fingerprint, status_code, response, locked_until FROM idempotency_keys WHERE scope_id = $1 AND key = $2",
        [claim.scopeId, claim.key],
      );
      const row = rows[0];
      if (row === undefined) return { state: "absent" };
      const isSame = [claim.fingerprint, ...claim.earlierFingerprints].some((fingerprint) => row.fingerprint.equals(fingerprint));
      if (!isSame) return { state: "other-request" };
      if (row.status_code !== null) return { state: "answered", statusCode: row.status_code, response: row.response! };
      return row.locked_until <= clock.now() ? { state: "free", fingerprint: row.fingerprint } : { state: "running" };
    },
    async release(lease) {
      await db.query("UPDATE idempotency_keys SET locked_until = created_at WHERE scope_id = $1 AND key = $2 AND attempt = $3 AND status_code IS NULL", [
        lease.scopeId,
        lease.key,
        lease.attempt,
      ]);
    },
    async forget(lease) {
      await db.query("DELETE FROM idempotency_keys WHERE scope_id = $1 AND key = $2 AND attempt = $3 AND status_code IS NULL", [
        lease.scopeId,
        lease.key,
        lease.attempt,
      ]);
    },
  };
}

async function startBatch(db: Db, at: Date, claims: readonly Claim[]): Promise<(Started | null)[]> {
  // A statement may touch a row once: of equal keys in one batch the first goes, the others find it running.
  const first = new Map<string, Claim>();
  for (const claim of claims) if (!first.has(nameOf(claim))) first.set(nameOf(claim), claim);
  const rows = [...first.values()].map((claim) => ({
    scope_id: claim.scopeId,
    key: claim.key,
    fingerprint: claim.fingerprint.toString("hex"),
    resource_id: newId(),
  }));
  const started = await db.query<{ scope_id: string; key: string; resource_id: string; attempt: number }>(
    `INSERT INTO idempotency_keys AS k (scope_id, key, fingerprint, resource_id, locked_until, created_at)
     SELECT r.scope_id, r.key, decode(r.fingerprint, 'hex'), r.resource_id, $2, $3
     FROM json_to_recordset($1::json) AS r(scope_id uuid, key text, fingerprint text, resource_id uuid)
     ORDER BY r.scope_id, r.key
     ON CONFLICT (scope_id, key) DO UPDATE SET
       fingerprint = excluded.fingerprint,
       resource_id = CASE WHEN k.created_at <= $4 THEN excluded.resource_id ELSE k.resource_id END,
       created_at = CASE WHEN k.created_at <= $4 THEN excluded.created_at ELSE k.created_at END,
       attempt = k.attempt + 1, locked_until = excluded.locked_until, status_code = NULL, response = NULL
     WHERE k.created_at <= $4 OR (k.status_code IS NULL AND k.locked_until <= $3 AND k.fingerprint = excluded.fingerprint)
     RETURNING k.scope_id, k.key, k.resource_id, k.attempt`,
    [JSON.stringify(rows), new Date(at.getTime() + LEASE_MS), at, new Date(at.getTime() - KEPT_FOR_MS)],
  );
  const byName = new Map(started.map((row) => [nameOf({ scopeId: row.scope_id, key: row.key }), { resourceId: row.resource_id, attempt: row.attempt }]));
  return claims.map((claim) => (first.get(nameOf(claim)) === claim ? (byName.get(nameOf(claim)) ?? null) : null));
}

async function answerBatch(db: Db, items: readonly { lease: Lease; statusCode: number; response: string }[]): Promise<void[]> {
  const rows = items.map(({ lease, statusCode, response }) => ({
    scope_id: lease.scopeId,
    key: lease.key,
    attempt: lease.attempt,
    status_code: statusCode,
    response,
  }));
  await db.query(
    `UPDATE idempotency_keys AS k SET status_code = r.status_code, response = r.response
     FROM (SELECT * FROM json_to_recordset($1::json) AS r(scope_id uuid, key text, attempt integer, status_code smallint, response text) ORDER BY scope_id, key) AS r
     WHERE k.scope_id = r.scope_id AND k.key = r.key AND k.attempt = r.attempt AND k.status_code IS NULL`,
    [JSON.stringify(rows)],
  );
  return items.map(() => undefined);
}

function nameOf(claim: { readonly scopeId: string; readonly key: string }): string {
  return `${claim.scopeId} ${claim.key}`;
}

/** Removes keys that are past their day. */
export function idempotencyCleanUp({ db, clock }: { readonly db: Db; readonly clock: Clock }): Job {
  return {
    name: "idempotency-clean-up",
    intervalMs: CLEAN_UP_INTERVAL_MS,
    async runOnce() {
      const rows = await db.query(
        `DELETE FROM idempotency_keys WHERE (scope_id, key) IN
           (SELECT scope_id, key FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING 1`,
        [new Date(clock.now().getTime() - KEPT_FOR_MS), CLEAN_UP_BATCH],
      );
      return rows.length;
    },
  };
}
