import type { Db, Tx } from "#src/platform/db/client.ts";
import type { Fault, FailureReason } from "./send-attempt.ts";

/**
 * The SQL of the delivery queue.
 *
 * A claim is one row that names a batch of deliveries of one endpoint, its end, and an ownership token. What must stay true:
 * - Claims of one endpoint are made one after another (an advisory lock), and each sees all that were committed before it, so no
 *   delivery is in two living claims.
 * - A claim whose time is over is deleted by whoever takes its deliveries. Results are recorded only under a claim that exists, locked
 *   meanwhile; so the holder of a deleted claim records nothing.
 */
export type EndpointKey = { readonly org_id: string; readonly webhook_id: string };

export type WaitingEndpoint = EndpointKey & { readonly is_due: boolean; readonly is_failing: boolean };

const FIRST_KEY: EndpointKey = { org_id: "00000000-0000-0000-0000-000000000000", webhook_id: "00000000-0000-0000-0000-000000000000" };
const MAX_HOPS = 1_000;

/**
 * Hops along the queue's index from one endpoint to the next, so the cost follows the number of endpoints that wait and not the number of
 * their deliveries: one endpoint with a million of them is one hop. (SELECT DISTINCT reads them all; a LATERAL over every registered
 * endpoint grows with endpoints that have nothing to do.) Only the queue's index has this order; a plan that was made while the table
 * was empty can therefore not walk along the primary key through everything ever delivered.
 */
const FIND_WAITING = `
  WITH RECURSIVE hop AS (
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
  )
  SELECT hop.org_id, hop.webhook_id, endpoint.failing_since IS NOT NULL AS is_failing, coalesce(endpoint.status = 'active', false) AND hop.due_at <= $1 AS is_due
  FROM (SELECT * FROM hop LIMIT ${MAX_HOPS}) AS hop
  LEFT JOIN webhook_endpoints AS endpoint ON endpoint.org_id = hop.org_id AND endpoint.webhook_id = hop.webhook_id`;

/** Endpoints with deliveries waiting, a bounded number a time; `after` is where the next call goes on, null to begin again. */
export async function findWaitingEndpoints(db: Db, now: Date, after: EndpointKey | null): Promise<{ endpoints: WaitingEndpoint[]; after: EndpointKey | null }> {
  const from = after ?? FIRST_KEY;
  const endpoints = await db.query<WaitingEndpoint>(FIND_WAITING, [now, from.org_id, from.webhook_id]);
  return { endpoints, after: endpoints.length === MAX_HOPS ? endpoints.at(-1)! : null };
}

/**
 * Sent before the statements that go by key. The settings hold for their transaction: a plan that is made and kept while the tables are
 * still empty then reads by index all the same, and goes on doing so when they have grown.
 */
const PIN_PLANS = `
  SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;

/** An arbitrary number that every version of this code must share. */
const CLAIM_LOCK = 7_305_114;

const LOCK_ENDPOINTS = `
  SELECT share.claim_id
  FROM json_to_recordset($1::json) AS share (webhook_id uuid, claim_id uuid)
  WHERE pg_try_advisory_xact_lock(${CLAIM_LOCK}, hashtext(share.webhook_id::text))`;

const END_OLD_CLAIMS = `
  DELETE FROM webhook_claims AS claim
  USING json_to_recordset($1::json) AS share (org_id uuid, webhook_id uuid)
  WHERE claim.org_id = share.org_id AND claim.webhook_id = share.webhook_id AND claim.lease_until <= $2`;

/** The subquery of claimed ids stands by itself, so it is read into a hash table once and not once for every delivery. */
const CLAIM = `
  WITH share AS MATERIALIZED (
    SELECT share.* FROM json_to_recordset($1::json) AS share (org_id uuid, webhook_id uuid, claim_id uuid, room integer, due_from timestamptz)
  ), due AS MATERIALIZED (
    SELECT share.claim_id, delivery.*
    FROM share
    JOIN webhook_endpoints AS endpoint ON endpoint.org_id = share.org_id AND endpoint.webhook_id = share.webhook_id AND endpoint.status = 'active'
    CROSS JOIN LATERAL (
      SELECT org_id, webhook_id, delivery_id, event_id, tries, due_at FROM webhook_deliveries
      WHERE org_id = share.org_id AND webhook_id = share.webhook_id AND status = 'pending' AND due_at <= $2 AND due_at >= share.due_from
        AND delivery_id NOT IN (
          SELECT unnest(claim.delivery_ids) FROM webhook_claims AS claim
          JOIN json_to_recordset($1::json) AS wanted (org_id uuid, webhook_id uuid) ON wanted.org_id = claim.org_id AND wanted.webhook_id = claim.webhook_id
        )
      ORDER BY due_at LIMIT share.room
    ) AS delivery
  ), claimed AS (
    INSERT INTO webhook_claims (org_id, webhook_id, claim_id, delivery_ids, lease_until)
    SELECT org_id, webhook_id, claim_id, array_agg(delivery_id), $3 FROM due GROUP BY org_id, webhook_id, claim_id
  )
  SELECT due.org_id, due.webhook_id, due.claim_id, due.delivery_id, due.event_id, due.tries, due.due_at,
    event.payload, endpoint.endpoint_url, endpoint.secret_sealed, endpoint.failing_since,
    CASE WHEN endpoint.previous_secret_expires_at > $2 THEN endpoint.previous_secret_sealed END AS previous_secret_sealed
  FROM due
  JOIN events AS event ON event.org_id = due.org_id AND event.event_id = due.event_id
  JOIN webhook_endpoints AS endpoint ON endpoint.org_id = due.org_id AND endpoint.webhook_id = due.webhook_id`;

/**
 * How many deliveries of an endpoint to claim, and the token to claim them under. What was finished stays at the front of the index until the
 * next vacuum; `due_from` steps over it where the caller knows that nothing older is waiting.
 */
export type Share = EndpointKey & { readonly claim_id: string; readonly room: number; readonly due_from: Date | "-infinity" };

export type ClaimedDelivery = EndpointKey & {
  readonly claim_id: string;
  readonly delivery_id: string;
  readonly event_id: string;
  readonly tries: number;
  readonly due_at: Date;
  readonly payload: string;
  readonly endpoint_url: string;
  readonly secret_sealed: string;
  /** null unless a rotation overlaps. */
  readonly previous_secret_sealed: string | null;
  readonly failing_since: Date | null;
};

/** An endpoint whose queue another worker is reading at this moment is left out; nobody waits for it. */
export async function claimDeliveries(db: Db, shares: readonly Share[], now: Date, leaseUntil: Date): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    const [, rows] = await Promise.all([tx.query(PIN_PLANS), tx.query<{ claim_id: string }>(LOCK_ENDPOINTS, [JSON.stringify(shares)])]);
    const locked = new Set(rows.map((row) => row.claim_id));
    const ours = JSON.stringify(shares.filter((share) => locked.has(share.claim_id)));
    const [, deliveries] = await Promise.all([tx.query(END_OLD_CLAIMS, [ours, now]), tx.query<ClaimedDelivery>(CLAIM, [ours, now, leaseUntil])]);
    return deliveries;
  });
}

const RELEASE = `
  UPDATE webhook_claims AS claim SET delivery_ids = ARRAY (SELECT unnest(claim.delivery_ids) EXCEPT SELECT unnest(released.delivery_ids))
  FROM (
    SELECT org_id, webhook_id, claim_id, array_agg(delivery_id) AS delivery_ids
    FROM json_to_recordset($1::json) AS delivery (org_id uuid, webhook_id uuid, claim_id uuid, delivery_id uuid)
    GROUP BY org_id, webhook_id, claim_id
  ) AS released
  WHERE claim.org_id = released.org_id AND claim.webhook_id = released.webhook_id AND claim.claim_id = released.claim_id`;

/** Gives back deliveries that were claimed and not begun. */
export async function releaseDeliveries(db: Db, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  const rows = deliveries.map(({ org_id, webhook_id, claim_id, delivery_id }) => ({ org_id, webhook_id, claim_id, delivery_id }));
  await db.query(RELEASE, [JSON.stringify(rows)]);
}

/** What one attempt writes. An absent field is null in the database; most are absent, and a batch is the smaller for it. */
export type AttemptRow = {
  readonly delivery_id: string;
  /** Attempts of the schedule before this one. */
  readonly tries: number;
  readonly status: "delivered" | "pending" | "dead";
  /** Of the next attempt. */
  readonly due_at?: Date;
  readonly started_at: Date;
  readonly latency_ms: number;
  readonly status_code?: number;
  readonly fault?: Fault;
  readonly reason?: FailureReason;
  readonly detail?: string;
  readonly response_body: string;
};

/** Replays by hand are not bounded, so what one row remembers of them is. */
const MAX_EARLIER_ATTEMPTS = 50;

/**
 * Attempts come grouped by their claims, so that the three ids of a claim are not repeated with each. `tries` makes a record that is sent
 * again after a lost answer do nothing. `due_at IS NOT NULL` means pending, in words that do not offer the planner the queue's index, where
 * it would read all that waits for each row; the key of a row is the primary key. Claims that are done with this batch end in the same statement, after `living` was read and locked:
 * the count makes that order certain.
 */
const RECORD = `
  WITH claim AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS claim (org_id uuid, webhook_id uuid, claim_id uuid, is_done boolean, attempts json)
  ), living AS MATERIALIZED (
    SELECT claim.* FROM claim
    JOIN webhook_claims ON webhook_claims.org_id = claim.org_id AND webhook_claims.webhook_id = claim.webhook_id AND webhook_claims.claim_id = claim.claim_id
    FOR SHARE OF webhook_claims
  ), attempt AS MATERIALIZED (
    SELECT living.org_id, living.webhook_id, attempt.* FROM living
    CROSS JOIN LATERAL json_to_recordset(living.attempts) AS attempt (
      delivery_id uuid, tries smallint, status text, due_at timestamptz, started_at timestamptz, latency_ms integer, status_code smallint,
      fault text, reason text, detail text, response_body text)
  ), ended AS (
    DELETE FROM webhook_claims USING claim
    WHERE claim.is_done AND webhook_claims.org_id = claim.org_id AND webhook_claims.webhook_id = claim.webhook_id AND webhook_claims.claim_id = claim.claim_id
      AND (SELECT count(*) FROM living) > 0
  )
  UPDATE webhook_deliveries AS delivery SET
    status = attempt.status, tries = delivery.tries + 1, attempt_count = delivery.attempt_count + 1, due_at = attempt.due_at,
    finished_at = CASE WHEN attempt.status <> 'pending' THEN attempt.started_at + attempt.latency_ms * interval '1 millisecond' END,
    attempted_at = attempt.started_at, latency_ms = attempt.latency_ms, status_code = attempt.status_code, fault = attempt.fault,
    reason = attempt.reason, detail = attempt.detail, response_body = attempt.response_body,
    earlier_attempts = CASE WHEN delivery.attempt_count > 0 THEN
      CASE WHEN jsonb_array_length(delivery.earlier_attempts) >= ${MAX_EARLIER_ATTEMPTS} THEN delivery.earlier_attempts - 0 ELSE coalesce(delivery.earlier_attempts, '[]') END
      || jsonb_build_object('attempted_at', delivery.attempted_at, 'latency_ms', delivery.latency_ms, 'status_code', delivery.status_code, 'fault', delivery.fault,
        'reason', delivery.reason, 'detail', delivery.detail, 'response_body', delivery.response_body)
    END
  FROM attempt
  WHERE delivery.org_id = attempt.org_id AND delivery.webhook_id = attempt.webhook_id AND delivery.delivery_id = attempt.delivery_id
    AND delivery.due_at IS NOT NULL AND delivery.tries = attempt.tries
  RETURNING delivery.delivery_id`;

export type ClaimKey = EndpointKey & { readonly claim_id: string };
export type ClaimResults = ClaimKey & { /** Ends the claim. */ readonly is_done: boolean; readonly attempts: readonly AttemptRow[] };

/** Returns the ids of the deliveries that were still the caller's to record. */
export async function recordAttempts(tx: Tx, claims: readonly ClaimResults[]): Promise<Set<string>> {
  const [, rows] = await Promise.all([tx.query(PIN_PLANS), tx.query<{ delivery_id: string }>(RECORD, [JSON.stringify(claims)])]);
  return new Set(rows.map((row) => row.delivery_id));
}

export type EndpointHealth = EndpointKey & { readonly succeeded: boolean; readonly failed_at: Date | null; readonly gone: boolean };

const UPDATE_HEALTH = `
  UPDATE webhook_endpoints AS endpoint SET failing_since = CASE WHEN health.succeeded THEN NULL ELSE coalesce(endpoint.failing_since, health.failed_at) END
  FROM json_to_recordset($1::json) AS health (org_id uuid, webhook_id uuid, succeeded boolean, failed_at timestamptz)
  WHERE endpoint.org_id = health.org_id AND endpoint.webhook_id = health.webhook_id`;

const DISABLE_UNHEALTHY = `
  UPDATE webhook_endpoints AS endpoint SET status = 'disabled', disabled_reason = CASE WHEN health.gone THEN 'gone' ELSE 'failing' END, disabled_at = $2, updated_at = $2
  FROM json_to_recordset($1::json) AS health (org_id uuid, webhook_id uuid, gone boolean)
  WHERE endpoint.org_id = health.org_id AND endpoint.webhook_id = health.webhook_id AND endpoint.status = 'active'
    AND (health.gone OR endpoint.failing_since <= $3)
  RETURNING endpoint.org_id, endpoint.webhook_id, endpoint.endpoint_url, endpoint.disabled_reason`;

export type DisabledEndpoint = EndpointKey & { readonly endpoint_url: string; readonly disabled_reason: "gone" | "failing" };

/** Notes since when an endpoint has only failed, and disables those that said they are gone or have failed since before `failingBefore`. */
export async function updateHealth(tx: Tx, health: readonly EndpointHealth[], at: Date, failingBefore: Date): Promise<DisabledEndpoint[]> {
  const rows = JSON.stringify(health);
  await tx.query(UPDATE_HEALTH, [rows]);
  return tx.query<DisabledEndpoint>(DISABLE_UNHEALTHY, [rows, at, failingBefore]);
}
