import { placeOf, STORED, textOf } from "#src/record/events/index.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Answer } from "./send-attempt.ts";

/**
 * A claim is one row that names a batch of deliveries of one endpoint, its end, and an ownership token. Claims of one
 * endpoint are made one after another (an advisory lock), and each sees all committed before it, so no delivery is in
 * two living claims. An expired claim is deleted by the worker that takes its deliveries. Results are recorded only
 * under an existing claim, locked meanwhile; so the holder of a deleted claim records nothing.
 */
export type EndpointKey = { readonly org_id: string; readonly webhook_id: string };

type WaitingEndpoint = EndpointKey & { readonly is_due: boolean; readonly is_failing: boolean };

const NIL = "00000000-0000-0000-0000-000000000000";
const FIRST_KEY: EndpointKey = { org_id: NIL, webhook_id: NIL };
const MAX_HOPS = 1_000;

/**
 * Jumps along the queue's index from one endpoint to the next: an endpoint with a million deliveries is one jump.
 * (SELECT DISTINCT reads them all; a LATERAL over every registered endpoint grows with idle ones.) Only the queue's
 * index has this order; so a plan made while the table was empty cannot walk the primary key through everything.
 */
const HOPS = `hop AS (
    (SELECT org_id, webhook_id, due_at FROM webhook_deliveries
     WHERE status = 'pending' AND (org_id, webhook_id) > ($2::uuid, $3::uuid)
     ORDER BY org_id, webhook_id, due_at LIMIT 1)
    UNION ALL
    SELECT following.org_id, following.webhook_id, following.due_at
    FROM hop CROSS JOIN LATERAL (
      SELECT org_id, webhook_id, due_at FROM webhook_deliveries
      WHERE status = 'pending' AND (org_id, webhook_id) > (hop.org_id, hop.webhook_id)
      ORDER BY org_id, webhook_id, due_at LIMIT 1
    ) AS following
  )`;
export const FIND_WAITING = statement("webhooks.FIND_WAITING")`
  WITH RECURSIVE ${HOPS}
  SELECT hop.org_id /* not null */, hop.webhook_id /* not null */, endpoint.failing_since IS NOT NULL AS is_failing /* not null */,
    coalesce(endpoint.status = 'active', false) AND hop.due_at <= $1 AS is_due /* not null */
  FROM (SELECT * FROM hop LIMIT ${MAX_HOPS}) AS hop
  LEFT JOIN webhook_endpoints AS endpoint ON endpoint.org_id = hop.org_id AND endpoint.webhook_id = hop.webhook_id`;

const FIND_OLDEST = statement("webhooks.FIND_OLDEST")`
  WITH RECURSIVE ${HOPS}
  SELECT min(hop.due_at) AS at FROM (SELECT * FROM hop LIMIT ${MAX_HOPS}) AS hop
  JOIN webhook_endpoints AS endpoint ON endpoint.org_id = hop.org_id AND endpoint.webhook_id = hop.webhook_id
  WHERE endpoint.status = 'active' AND hop.due_at <= $1`;

/** The due time of the delivery that has waited longest, among the first endpoints of the queue. */
export async function findOldestDue(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db.query(FIND_OLDEST, [now, NIL, NIL]);
  return row!.at;
}

type Waiting = { endpoints: WaitingEndpoint[]; after: EndpointKey | null };

/** A bounded number of endpoints with waiting deliveries. `after`: where the next call continues; null: at the start. */
export async function findWaitingEndpoints(db: Db, now: Date, after: EndpointKey | null): Promise<Waiting> {
  const from = after ?? FIRST_KEY;
  const endpoints = await db.query(FIND_WAITING, [now, from.org_id, from.webhook_id]);
  return { endpoints, after: endpoints.length === MAX_HOPS ? endpoints.at(-1)! : null };
}

/** For statements that find rows by key: a plan made while the tables are empty then still reads by index later. */
export const PIN_PLANS = statement("webhooks.PIN_PLANS")`
  SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;

/** Claims need not survive a crash: their deliveries are then due again, and former holders can record nothing. */
const NEED_NOT_LAST = statement("webhooks.NEED_NOT_LAST")`SELECT set_config('synchronous_commit', 'off', true)`;

/** An arbitrary number that every version of this code must share. */
const CLAIM_LOCK = 7_305_114;

/** The common facts of a claim's deliveries are read here, once per claim and not once per delivery. */
const LOCK_ENDPOINTS = statement("webhooks.LOCK_ENDPOINTS")`
  SELECT share.claim_id /* not null */, endpoint.org_id, endpoint.webhook_id, endpoint.endpoint_url, endpoint.secret_sealed,
    endpoint.failing_since,
    CASE WHEN endpoint.previous_secret_expires_at > $2 THEN endpoint.previous_secret_sealed
      END AS previous_secret_sealed
  FROM json_to_recordset($1::json) AS share (org_id uuid, webhook_id uuid, claim_id uuid)
  JOIN webhook_endpoints AS endpoint ON endpoint.org_id = share.org_id AND endpoint.webhook_id = share.webhook_id
    AND endpoint.status = 'active'
  WHERE pg_try_advisory_xact_lock(${CLAIM_LOCK}, hashtext(share.webhook_id::text))`;

const END_OLD_CLAIMS = statement("webhooks.END_OLD_CLAIMS")`
  DELETE FROM webhook_claims AS claim
  USING json_to_recordset($1::json) AS share (org_id uuid, webhook_id uuid)
  WHERE claim.org_id = share.org_id AND claim.webhook_id = share.webhook_id AND claim.lease_until <= $2`;

/** The subquery of claimed ids is uncorrelated: read into a hash table once, not for every delivery. */
export const CLAIM = statement("webhooks.CLAIM")`
  WITH due AS MATERIALIZED (
    SELECT share.claim_id, delivery.*
    FROM json_to_recordset($1::json) AS share (org_id uuid, webhook_id uuid, claim_id uuid, room integer,
      due_from timestamptz)
    CROSS JOIN LATERAL (
      SELECT org_id, webhook_id, delivery_id, event_id, event_row(event_id) AS row_id, tries, due_at
      FROM webhook_deliveries
      WHERE org_id = share.org_id AND webhook_id = share.webhook_id AND status = 'pending' AND due_at <= $2
        AND due_at >= share.due_from
        AND delivery_id NOT IN (
          SELECT unnest(claim.delivery_ids) FROM webhook_claims AS claim
          JOIN json_to_recordset($1::json) AS wanted (org_id uuid, webhook_id uuid) ON wanted.org_id = claim.org_id
            AND wanted.webhook_id = claim.webhook_id
        )
      ORDER BY due_at LIMIT share.room
    ) AS delivery
  ), claimed AS (
    INSERT INTO webhook_claims (org_id, webhook_id, claim_id, delivery_ids, lease_until)
    SELECT org_id, webhook_id, claim_id, array_agg(delivery_id), $3 FROM due GROUP BY org_id, webhook_id, claim_id
  )
  SELECT due.claim_id /* not null */, due.delivery_id, due.event_id AS told, due.tries, due.due_at /* not null */, event.org_id, event.event_id,
    ${STORED}
  FROM due JOIN events AS event ON event.org_id = due.org_id AND event.event_id = due.row_id`;

/**
 * How many deliveries of an endpoint to claim, and the token. Finished ones stay at the front of the index until the
 * next vacuum; `due_from` skips them when the caller knows that nothing older is waiting.
 */
export type Share = EndpointKey & { claim_id: string; room: number; due_from: Date | "-infinity" };

/** A claim, and its endpoint as it was when the claim was made. */
export type Claim = EndpointKey & {
  readonly claim_id: string;
  readonly endpoint_url: string;
  readonly secret_sealed: string;
  /** The previous secret while a rotation overlaps; otherwise null. */
  readonly previous_secret_sealed: string | null;
  readonly failing_since: Date | null;
};

type DueDelivery = { delivery_id: string; event_id: string; tries: number; due_at: Date; payload: string };
export type ClaimedDelivery = Readonly<DueDelivery> & { readonly claim: Claim };

/** An endpoint whose queue another worker is reading at this moment is skipped, not waited for. */
export async function claimDeliveries(
  db: Db,
  shares: readonly Share[],
  { now, dueUpTo, leaseUntil }: { now: Date; dueUpTo: Date; leaseUntil: Date },
): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    const [, , locked] = await Promise.all([
      tx.query(PIN_PLANS),
      tx.query(NEED_NOT_LAST),
      tx.query(LOCK_ENDPOINTS, [JSON.stringify(shares), now]),
    ]);
    const claims = new Map(locked.map((claim) => [claim.claim_id, claim]));
    const ours = JSON.stringify(shares.filter((share) => claims.has(share.claim_id)));
    const [, rows] = await Promise.all([
      tx.query(END_OLD_CLAIMS, [ours, now]),
      tx.query(CLAIM, [ours, dueUpTo, leaseUntil]),
    ]);
    return rows.map(({ claim_id, delivery_id, told, tries, due_at, ...change }) => ({
      claim: claims.get(claim_id)!,
      delivery_id,
      event_id: told,
      tries,
      due_at,
      payload: textOf(change, placeOf(told)),
    }));
  });
}

const RELEASE = statement("webhooks.RELEASE")`
  UPDATE webhook_claims AS claim SET delivery_ids = ARRAY (SELECT unnest(claim.delivery_ids) EXCEPT
    SELECT unnest(released.delivery_ids))
  FROM (
    SELECT org_id, webhook_id, claim_id, array_agg(delivery_id) AS delivery_ids
    FROM json_to_recordset($1::json) AS delivery (org_id uuid, webhook_id uuid, claim_id uuid, delivery_id uuid)
    GROUP BY org_id, webhook_id, claim_id
  ) AS released
  WHERE claim.org_id = released.org_id AND claim.webhook_id = released.webhook_id
    AND claim.claim_id = released.claim_id`;

/** Releases deliveries that were claimed and not begun. */
export async function releaseDeliveries(db: Db, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  const rows = deliveries.map(({ claim, delivery_id }) => ({ ...keyOf(claim), delivery_id }));
  await db.query(RELEASE, [JSON.stringify(rows)]);
}

/** The result of one attempt, as its row stores it. */
export type AttemptResult = {
  readonly delivery: ClaimedDelivery;
  readonly status: "delivered" | "pending" | "dead";
  /** Due time of the next attempt. */
  readonly dueAt: Date | null;
  readonly startedAt: Date;
  readonly latencyMs: number;
  readonly statusCode: number | null;
  readonly failure: Answer["failure"];
  readonly responseBody: string;
};

const ATTEMPTS = rowSource<AttemptResult>({
  org_id: ["uuid", ({ delivery }) => delivery.claim.org_id],
  webhook_id: ["uuid", ({ delivery }) => delivery.claim.webhook_id],
  delivery_id: ["uuid", ({ delivery }) => delivery.delivery_id],
  tries: ["integer", ({ delivery }) => delivery.tries],
  status: ["text", ({ status }) => status],
  due_at: ["timestamptz", ({ dueAt }) => dueAt],
  finished_at: [
    "timestamptz",
    ({ status, startedAt, latencyMs }) => (status === "pending" ? null : new Date(startedAt.getTime() + latencyMs)),
  ],
  started_at: ["timestamptz", ({ startedAt }) => startedAt],
  latency_ms: ["integer", ({ latencyMs }) => latencyMs],
  status_code: ["integer", ({ statusCode }) => statusCode],
  fault: ["text", ({ failure }) => failure && failure.fault],
  reason: ["text", ({ failure }) => failure && failure.reason],
  detail: ["text", ({ failure }) => failure && failure.detail],
  response_body: ["text", ({ responseBody }) => responseBody],
});

/** Manual replays are unlimited, so the number of attempts stored in one row is limited. */
const MAX_EARLIER_ATTEMPTS = 50;

/** Locks the claims, so that no other worker takes them over before the results are committed. */
const LOCK_CLAIMS = statement("webhooks.LOCK_CLAIMS")`
  SELECT claim.claim_id FROM json_to_recordset($1::json) AS held (org_id uuid, webhook_id uuid, claim_id uuid)
  JOIN webhook_claims AS claim ON claim.org_id = held.org_id AND claim.webhook_id = held.webhook_id
    AND claim.claim_id = held.claim_id
  FOR SHARE OF claim`;

/** Endpoints are locked before deliveries, as in their deletion: in the opposite order the two could deadlock. */
const LOCK_ENDPOINTS_TO_JUDGE = statement("webhooks.LOCK_ENDPOINTS_TO_JUDGE")`
  SELECT FROM webhook_endpoints AS endpoint
  JOIN json_to_recordset($1::json) AS judged (org_id uuid, webhook_id uuid) ON endpoint.org_id = judged.org_id
    AND endpoint.webhook_id = judged.webhook_id
  ORDER BY endpoint.webhook_id FOR NO KEY UPDATE OF endpoint`;

/**
 * `tries` makes a record that is sent again after a lost answer do nothing. `due_at IS NOT NULL` means pending, in a
 * form for which the planner cannot use the queue's index, where it would read all that waits for each row. Nearly
 * always all are recorded, and the answer is a number; the ids are needed only when some are missing.
 */
export const RECORD = statement("webhooks.RECORD")`
  WITH recorded AS (
    UPDATE webhook_deliveries AS delivery SET
      status = r.status, tries = delivery.tries + 1, attempt_count = delivery.attempt_count + 1, due_at = r.due_at,
      finished_at = r.finished_at,
      attempted_at = r.started_at, latency_ms = r.latency_ms, status_code = r.status_code, fault = r.fault,
      reason = r.reason, detail = r.detail, response_body = r.response_body,
      earlier_attempts = CASE WHEN delivery.attempt_count > 0 THEN
        CASE WHEN jsonb_array_length(delivery.earlier_attempts) >= ${MAX_EARLIER_ATTEMPTS}
          THEN delivery.earlier_attempts - 0 ELSE coalesce(delivery.earlier_attempts, '[]') END
        || webhook_attempt(delivery.attempted_at, delivery.latency_ms, delivery.status_code, delivery.fault,
          delivery.reason, delivery.detail, delivery.response_body)
      END
    FROM ${ATTEMPTS.source}
    WHERE delivery.org_id = r.org_id AND delivery.webhook_id = r.webhook_id AND delivery.delivery_id = r.delivery_id
      AND delivery.due_at IS NOT NULL AND delivery.tries = r.tries
    RETURNING delivery.delivery_id
  )
  SELECT CASE WHEN count(*) < cardinality($1) THEN coalesce(array_agg(delivery_id::text), '{}') END AS only
    FROM recorded`;

const END_CLAIMS = statement("webhooks.END_CLAIMS")`
  DELETE FROM webhook_claims AS claim
  USING json_to_recordset($1::json) AS held (org_id uuid, webhook_id uuid, claim_id uuid)
  WHERE claim.org_id = held.org_id AND claim.webhook_id = held.webhook_id AND claim.claim_id = held.claim_id`;

/**
 * Records the attempts whose claim still exists, ends the claims in `done`, and returns the recorded results. The
 * endpoints `toJudge` are locked, because the results may change their state.
 */
export async function recordAttempts(
  tx: Tx,
  results: readonly AttemptResult[],
  done: ReadonlySet<string>,
  toJudge: readonly EndpointKey[],
): Promise<ReadonlySet<AttemptResult>> {
  const claims = new Set(results.map(({ delivery }) => delivery.claim));
  const [, locked] = await Promise.all([
    tx.query(PIN_PLANS),
    tx.query(LOCK_CLAIMS, [keysOf(claims)]),
    toJudge.length === 0 ? undefined : tx.query(LOCK_ENDPOINTS_TO_JUDGE, [JSON.stringify(toJudge)]),
  ]);
  const living = new Set(locked.map(({ claim_id }) => claim_id));
  const ours =
    living.size === claims.size ? results : results.filter(({ delivery }) => living.has(delivery.claim.claim_id));
  const ended = [...claims].filter(({ claim_id }) => done.has(claim_id));
  const [[recorded]] = await Promise.all([
    tx.query(RECORD, ATTEMPTS.values(ours)),
    ended.length === 0 ? undefined : tx.query(END_CLAIMS, [keysOf(ended)]),
  ]);
  if (recorded!.only === null) return new Set(ours);
  const ids = new Set(recorded!.only);
  return new Set(ours.filter(({ delivery }) => ids.has(delivery.delivery_id)));
}

const keyOf = ({ org_id, webhook_id, claim_id }: Claim) => ({ org_id, webhook_id, claim_id });
const keysOf = (claims: Iterable<Claim>): string => JSON.stringify(Array.from(claims, keyOf));

export type EndpointHealth = EndpointKey & { succeeded: boolean; failed_at: Date | null; gone: boolean };

const UPDATE_HEALTH = statement("webhooks.UPDATE_HEALTH")`
  UPDATE webhook_endpoints AS endpoint SET failing_since = CASE
    WHEN health.succeeded THEN NULL ELSE coalesce(endpoint.failing_since, health.failed_at) END
  FROM json_to_recordset($1::json) AS health (org_id uuid, webhook_id uuid, succeeded boolean, failed_at timestamptz)
  WHERE endpoint.org_id = health.org_id AND endpoint.webhook_id = health.webhook_id`;

const DISABLE_UNHEALTHY = statement("webhooks.DISABLE_UNHEALTHY")`
  UPDATE webhook_endpoints AS endpoint SET status = 'disabled', disabled_reason = CASE
    WHEN health.gone THEN 'gone' ELSE 'failing' END, disabled_at = $2, updated_at = $2
  FROM json_to_recordset($1::json) AS health (org_id uuid, webhook_id uuid, gone boolean)
  WHERE endpoint.org_id = health.org_id AND endpoint.webhook_id = health.webhook_id AND endpoint.status = 'active'
    AND (health.gone OR endpoint.failing_since <= $3)
  RETURNING endpoint.org_id, endpoint.webhook_id, endpoint.endpoint_url,
    endpoint.disabled_reason /* not null, like disabled_by_us */`;

export type DisabledEndpoint = EndpointKey & { endpoint_url: string; disabled_reason: "gone" | "failing" };

/** Since when an endpoint has only failed. Disables it when it is "gone" or has failed since before `failingBefore`. */
export async function updateHealth(tx: Tx, health: readonly EndpointHealth[], at: Date, failingBefore: Date) {
  const rows = JSON.stringify(health);
  await tx.query(UPDATE_HEALTH, [rows]);
  return tx.query(DISABLE_UNHEALTHY, [rows, at, failingBefore]);
}
