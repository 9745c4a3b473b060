import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "@corridor/base/clock.ts";
import { combine, Overloaded } from "../combine.ts";
import type { Db } from "../db/client.ts";
import { statement } from "../db/statement.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Job } from "../jobs/loop.ts";
import type { Logger } from "../log.ts";

/**
 * The rows behind idempotency.ts. Starting and settling are each one statement for all concurrent requests. When the
 * database fails, a settlement waits in memory until the database accepts it: otherwise the key would stay "running"
 * until its lease ends, and every repeat would be told to wait for a request that has long finished.
 */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;
/** Longer than any handler runs: provider deadlines and statement timeouts end well before. */
const LEASE_MS = 60_000;
/**
 * From the claim of a key to its write, by the database's clock; later it is refused (`ClaimOver`): a suspended process
 * could write what the key's next holder was refused. The rest of the lease has room for what may follow the check: the
 * statement, and the idle transaction of a process that is suspended again.
 */
const COMMIT_WITHIN_MS = LEASE_MS / 5;
const MAX_BATCH = 64;
const MAX_BATCHES_IN_FLIGHT = 2;
const MAX_QUEUED = 10_000;
const CLEAN_UP_BATCH = 1_000;
const CLEAN_UP_INTERVAL_MS = 60_000;
const SETTLE_RETRY_MS = 200;
/** Answers are a few kilobytes each. Settlements beyond this wait for the end of their lease. */
const MAX_UNSETTLED = 5_000;

export type Claim = {
  readonly scopeId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** The fingerprint of the same request under an earlier master secret. */
  readonly earlierFingerprints: readonly Buffer[];
  /** A random id of this request. Only the request whose id is in the row may settle the key. */
  readonly holder: string;
};
export type Started = {
  readonly resourceId: string;
  readonly attempt: number;
  /** The end of the claim's writes. */ readonly commitBy: Date;
};
export type Found =
  | { readonly state: "absent" | "other-request" | "running" }
  | { readonly state: "free"; readonly fingerprint: Buffer }
  | { readonly state: "answered"; readonly statusCode: number; readonly response: string };

/** With its answer; free, with the same resource id, as something may exist; or unused, as no handler has run. */
export type Settlement =
  | { readonly type: "answered"; readonly statusCode: number; readonly response: string }
  | { readonly type: "released" }
  | { readonly type: "forgotten" };

export type IdempotencyStore = {
  /** Claims a new key, a key whose lease has ended, or a key older than a day; null when another request holds it. */
  start(claim: Claim): Promise<Started | null>;
  find(claim: Claim): Promise<Found>;
  /** Resolves when the settlement is written, or when a database failure has postponed it. */
  settle(claim: Claim, settlement: Settlement): Promise<void>;
  /** Writes the postponed settlements if that is possible now. */
  close(): Promise<void>;
};

type Settling = { readonly claim: Claim; readonly settlement: Settlement };

type StoreDeps = { readonly db: Db; readonly clock: Clock; readonly log: Logger };

const FIND = statement("http.FIND")`SELECT fingerprint, status_code, response, locked_until FROM idempotency_keys
  WHERE scope_id = $1 AND key = $2`;

export function createIdempotencyStore({ db, clock, log }: StoreDeps): IdempotencyStore {
  const batching = { maxBatch: MAX_BATCH, maxInFlight: MAX_BATCHES_IN_FLIGHT, maxQueued: MAX_QUEUED };
  const start = combine<Claim, Started | null>({
    ...batching,
    turns: db.turnsOf("claims"),
    orgOf: ({ scopeId }) => scopeId,
    refusesBehind: [],
    run: (claims) => startBatch(db, clock.now(), claims),
  });
  const settle = combine<Settling, void>({
    ...batching,
    turns: db.turnsOf("settlements"),
    orgOf: ({ claim }) => claim.scopeId,
    run: (items) => settleBatch(db, items),
  });
  const unsettled = new Map<string, Settling & { readonly untilMs: number }>();
  let retrying = false;
  let closed = false;

  function putOff(item: Settling): void {
    if (unsettled.size >= MAX_UNSETTLED)
      return log.warn(
        { limit: MAX_UNSETTLED },
        "too many idempotency keys wait to be settled; the others stay claimed until their leases end",
      );
    unsettled.set(item.claim.holder, { ...item, untilMs: performance.now() + LEASE_MS });
    if (!retrying && !closed) void retry();
  }

  async function settleOrPutOff(item: Settling): Promise<void> {
    try {
      await settle(item);
    } catch (error) {
      if (!isTrouble(error)) throw error;
      log.warn({ err: error }, "an idempotency key cannot be settled now; it will be settled later");
      putOff(item);
    }
  }

  async function settleAgain(): Promise<void> {
    const nowMs = performance.now();
    await Promise.all(
      [...unsettled].map(async ([holder, item]) => {
        try {
          if (item.untilMs > nowMs) await settle(item);
          unsettled.delete(holder);
        } catch (error) {
          if (!isTrouble(error)) unsettled.delete(holder);
          log.debug({ err: error }, "an idempotency key still cannot be settled");
        }
      }),
    );
  }

  async function retry(): Promise<void> {
    retrying = true;
    while (unsettled.size > 0 && !closed) {
      await pause(SETTLE_RETRY_MS, undefined, { ref: false });
      await settleAgain();
    }
    retrying = false;
  }

  return {
    async start(claim) {
      try {
        return await start(claim);
      } catch (error) {
        // The claim may have been stored although its answer was lost. No handler runs for it, so it is released.
        if (error instanceof DatabaseUnavailable) putOff({ claim, settlement: { type: "released" } });
        throw error;
      }
    },
    async find(claim) {
      const [row] = await db.query(FIND, [claim.scopeId, claim.key]);
      if (row === undefined) return { state: "absent" };
      const known = [claim.fingerprint, ...claim.earlierFingerprints];
      if (!known.some((fingerprint) => row.fingerprint.equals(fingerprint))) return { state: "other-request" };
      if (row.status_code !== null) return { state: "answered", statusCode: row.status_code, response: row.response! };
      return row.locked_until <= clock.now() ? { state: "free", fingerprint: row.fingerprint } : { state: "running" };
    },
    settle: (claim, settlement) => settleOrPutOff({ claim, settlement }),
    async close() {
      closed = true;
      await settleAgain();
    },
  };
}

function isTrouble(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof Overloaded;
}

/** The number is no parameter: Citus cannot infer the types of parameters after ON CONFLICT. */
const IS_OLD = `excluded.created_at - k.created_at >= interval '${KEPT_FOR_MS} milliseconds'`;

const START_BATCH = statement("http.START_BATCH")`
  INSERT INTO idempotency_keys AS k (scope_id, key, fingerprint, resource_id, locked_until, created_at, holder)
    SELECT r.scope_id, r.key, decode(r.fingerprint, 'hex'), r.resource_id, $2::timestamptz, $3::timestamptz, r.holder
    FROM json_to_recordset($1::json) AS r(scope_id uuid, key text, fingerprint text, resource_id uuid, holder uuid)
    ORDER BY r.scope_id, r.key
    ON CONFLICT (scope_id, key) DO UPDATE SET
      fingerprint = excluded.fingerprint, holder = excluded.holder,
      resource_id = CASE WHEN ${IS_OLD} THEN excluded.resource_id ELSE k.resource_id END,
      created_at = CASE WHEN ${IS_OLD} THEN excluded.created_at ELSE k.created_at END,
      attempt = k.attempt + 1, locked_until = excluded.locked_until, status_code = NULL, response = NULL
    WHERE ${IS_OLD} OR (k.status_code IS NULL AND k.locked_until <= excluded.created_at
      AND k.fingerprint = excluded.fingerprint)
    RETURNING k.scope_id, k.key, k.resource_id, k.attempt, (SELECT service_time()) AS claimed_at /* not null */`;

async function startBatch(db: Db, at: Date, claims: readonly Claim[]): Promise<(Started | null)[]> {
  // A statement may touch a row only once: of equal keys in one batch the first wins, and the others find it running.
  const first = new Map<string, Claim>();
  for (const claim of claims) if (!first.has(nameOf(claim))) first.set(nameOf(claim), claim);
  const rows = [...first.values()].map((claim) => ({
    scope_id: claim.scopeId,
    key: claim.key,
    fingerprint: claim.fingerprint.toString("hex"),
    resource_id: newId(),
    holder: claim.holder,
  }));
  const started = await db.query(START_BATCH, [JSON.stringify(rows), new Date(at.getTime() + LEASE_MS), at]);
  const byName = new Map(started.map((row) => [nameOf({ scopeId: row.scope_id, key: row.key }), startedOf(row)]));
  return claims.map((claim) => (first.get(nameOf(claim)) === claim ? (byName.get(nameOf(claim)) ?? null) : null));
}

function startedOf(row: { resource_id: string; attempt: number; claimed_at: Date }): Started {
  return {
    resourceId: row.resource_id,
    attempt: row.attempt,
    commitBy: new Date(row.claimed_at.getTime() + COMMIT_WITHIN_MS),
  };
}

const SETTLE_BATCH = statement("http.SETTLE_BATCH")`WITH r AS MATERIALIZED
    (SELECT * FROM json_to_recordset($1::json) AS r(scope_id uuid, key text, holder uuid, forgotten boolean,
      status_code smallint, response text)
     ORDER BY scope_id, key),
  forgotten AS
    (DELETE FROM idempotency_keys AS k USING r
     WHERE r.forgotten AND k.scope_id = r.scope_id AND k.key = r.key AND k.holder = r.holder
       AND k.status_code IS NULL)
  UPDATE idempotency_keys AS k SET
    status_code = r.status_code, response = r.response, locked_until = CASE
      WHEN r.status_code IS NULL THEN k.created_at ELSE k.locked_until END
  FROM r WHERE NOT r.forgotten AND k.scope_id = r.scope_id AND k.key = r.key AND k.holder = r.holder
    AND k.status_code IS NULL`;

/** A row that another request holds by now, because its lease ended, stays as it is. */
async function settleBatch(db: Db, items: readonly Settling[]): Promise<void[]> {
  const rows = items.map(({ claim, settlement }) => ({
    scope_id: claim.scopeId,
    key: claim.key,
    holder: claim.holder,
    forgotten: settlement.type === "forgotten",
    ...(settlement.type === "answered" ? { status_code: settlement.statusCode, response: settlement.response } : {}),
  }));
  await db.query(SETTLE_BATCH, [JSON.stringify(rows)]);
  return items.map(() => undefined);
}

function nameOf(claim: { readonly scopeId: string; readonly key: string }): string {
  return `${claim.scopeId} ${claim.key}`;
}

const RUN_ONCE = statement("http.RUN_ONCE")`DELETE FROM idempotency_keys WHERE (scope_id, key) IN
    (SELECT scope_id, key FROM idempotency_keys WHERE created_at <= $1 LIMIT $2
      FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

/** Removes keys older than a day. */
export function idempotencyCleanUp({ db, clock }: { readonly db: Db; readonly clock: Clock }): Job {
  return {
    name: "idempotency-clean-up",
    intervalMs: CLEAN_UP_INTERVAL_MS,
    async runOnce() {
      const rows = await db.query(RUN_ONCE, [new Date(clock.now().getTime() - KEPT_FOR_MS), CLEAN_UP_BATCH]);
      return rows.length;
    },
  };
}
