import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { PaymentKey } from "./queries.ts";
import type { ReconciliationKind } from "#src/payments/core/index.ts";

/** The database's clock writes and compares all times of `missing_requests`; no process's clock is involved. */
export type MissingRequest = PaymentKey & {
  /** Our attempt or refund id. */ reference: string;
  kind: "payment" | "refund";
};

/** `waitedMs`: how long this process has waited, up to the poll. `answerAgeMs`: since the provider was polled. */
export type Evidence = {
  waitedMs: number;
  answerAgeMs: number;
  settlesWithinMs: number;
  pauseMs: number;
  watchAfterMs: number;
};

/** `lacksMs`: how long until the next poll is useful. */
export type Verdict = { isAbsent: boolean; waitedMs: number; lacksMs: number };

const WATCH_FAILED = statement("store.WATCH_FAILED")`
  INSERT INTO missing_requests (org_id, reference, payment_id, kind, doubted_at, given_up_at, due_at)
    VALUES ($1, $2, $3, $4, service_time(), service_time(), service_time())
      ON CONFLICT (org_id, reference) DO UPDATE SET given_up_at = excluded.given_up_at, due_at = excluded.due_at,
        ask_count = 0`;

/** An accepted attempt that failed, after which its payment goes to another provider: it is polled for another day. */
export async function watchFailed(db: Queryable, { orgId, reference, paymentId, kind }: MissingRequest): Promise<void> {
  await db.query(WATCH_FAILED, [orgId, reference, paymentId, kind]);
}

/** How long a row is kept whose request was never given up: by then the payment has ended, or is polled anyway. */
const KEPT_FOR = "1 day";

const NOTE_MISSING = statement("store.NOTE_MISSING")`
  INSERT INTO missing_requests (org_id, reference, payment_id, kind, doubted_at, due_at)
    VALUES ($1, $2, $3, $4, service_time(), service_time() + interval '${KEPT_FOR}')
      ON CONFLICT (org_id, reference) DO NOTHING`;

/**
 * Both kinds of clocks must have run for the whole time: the database's, on times that it wrote itself, and the
 * monotonic clocks of the polling processes (`waited_ms`). So setting a clock can only delay. A database clock that was
 * set back leaves times in the future; those count from now on, which delays by no more than the required time.
 */
export async function noteMissing(
  db: Queryable,
  { orgId, reference, paymentId, kind }: MissingRequest,
  evidence: Evidence,
): Promise<Verdict> {
  const { waitedMs, answerAgeMs, settlesWithinMs, pauseMs, watchAfterMs } = evidence;
  await db.query(NOTE_MISSING, [orgId, reference, paymentId, kind]);
  const [times] = await db.query(TIMES, [answerAgeMs, watchAfterMs]);
  const { now, asked_at, watched_from } = times!;
  const waited = Math.floor(waitedMs);
  const facts = [orgId, reference, waited, asked_at, settlesWithinMs, pauseMs, watched_from, now] as const;
  const [verdict] = await db.query(JUDGE, facts);
  return verdict!;
}

const MS = "interval '1 millisecond'";
/**
 * Computed before the verdict: Citus allows no function of the clock, and no sum of a time and an interval, inside CASE
 * and COALESCE of an update.
 */
const TIMES = statement(
  "store.TIMES",
)`SELECT now::text, (now - $1::double precision * ${MS})::text AS asked_at /* not null */,
  (now + $2::double precision * ${MS})::text AS watched_from /* not null */
  FROM (SELECT service_time() AS now /* not null */) t`;
/** The subqueries, from the innermost: the known facts, the conditions that are still missing, the verdict. */
const JUDGE = statement("store.JUDGE")`
  UPDATE missing_requests m SET
    doubted_at = j.doubted_at,
    waited_ms = j.waited_ms,
    missing_at = CASE WHEN j.unsettled_ms <= 0 THEN coalesce(j.missing_at, $8::timestamptz) END,
    missing_waited_ms = CASE WHEN j.unsettled_ms <= 0 THEN coalesce(j.missing_waited_ms, j.waited_ms) END,
    given_up_at = CASE WHEN j.is_absent THEN coalesce(m.given_up_at, $8::timestamptz) END,
    ask_count = CASE WHEN j.is_absent AND m.given_up_at IS NULL THEN 0 ELSE m.ask_count END,
    due_at = CASE WHEN j.is_absent AND m.given_up_at IS NULL THEN $7::timestamptz ELSE m.due_at END
  FROM (
    SELECT *, coalesce(unsettled_ms <= 0 AND unpaused_ms <= 0, false) AS is_absent
    FROM (
      SELECT *,
        greatest($5::bigint - waited_ms, $5::bigint - extract(epoch FROM $4::timestamptz - doubted_at) * 1000) AS
          unsettled_ms,
        greatest($6::bigint - (waited_ms - missing_waited_ms),
          $6::bigint - extract(epoch FROM $4::timestamptz - missing_at) * 1000) AS unpaused_ms
      FROM (
        SELECT least(doubted_at, $8::timestamptz) AS doubted_at, greatest(waited_ms, $3::bigint) AS waited_ms,
          least(missing_at, $8::timestamptz) AS missing_at, missing_waited_ms
        FROM missing_requests
        WHERE org_id = $1 AND reference = $2
        FOR UPDATE
      ) known
    ) lacking
  ) j
  WHERE m.org_id = $1 AND m.reference = $2
  RETURNING j.is_absent AS "isAbsent" /* not null */, j.waited_ms AS "waitedMs" /* not null */,
    ceil(CASE WHEN j.unsettled_ms > 0 THEN j.unsettled_ms
      WHEN j.missing_at IS NULL THEN $6::bigint ELSE greatest(j.unpaused_ms,
      0) END)::double precision AS "lacksMs" /* not null */`;

export type LeftBehind = MissingRequest & {
  isGivenUp: boolean;
  foundAt: Date | null;
  remedyReference: string | null;
  askCount: number;
};

const CLAIM_LEFT_BEHIND = statement("store.CLAIM_LEFT_BEHIND")`WITH due AS (
    SELECT org_id, reference, service_time() + ($1::double precision[])[least(ask_count + 1,
      cardinality($1))] * ${MS} AS next_at
    FROM missing_requests WHERE due_at <= service_time() ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE missing_requests m SET ask_count = m.ask_count + 1, due_at = due.next_at
  FROM due WHERE m.org_id = due.org_id AND m.reference = due.reference
  RETURNING m.org_id AS "orgId", m.reference, m.payment_id AS "paymentId", m.kind,
    m.given_up_at IS NOT NULL AS "isGivenUp" /* not null */, m.found_at AS "foundAt",
    m.remedy_reference AS "remedyReference", m.ask_count AS "askCount"`;

/** Claims by setting the next time first: a worker that dies leaves them due again. */
export function claimLeftBehind(db: Queryable, pausesMs: readonly number[], limit: number): Promise<LeftBehind[]> {
  return db.query(CLAIM_LEFT_BEHIND, [pausesMs, limit]);
}

const FORGET_MISSING = statement("store.FORGET_MISSING")`
  DELETE FROM missing_requests WHERE org_id = $1 AND reference = $2`;

export async function forgetMissing(db: Queryable, request: MissingRequest): Promise<void> {
  await db.query(FORGET_MISSING, [request.orgId, request.reference]);
}

const MARK_FOUND = statement("store.MARK_FOUND")`UPDATE missing_requests SET found_at = service_time()
  WHERE org_id = $1 AND reference = $2 AND found_at IS NULL RETURNING 1`;

/** False when the request was already known to have been found. */
export async function markFound(tx: Tx, { orgId, reference }: MissingRequest): Promise<boolean> {
  return (await tx.query(MARK_FOUND, [orgId, reference])).length > 0;
}

const CHOOSE_REMEDY = statement("store.CHOOSE_REMEDY")`
  UPDATE missing_requests SET remedy_reference = $3 WHERE org_id = $1 AND reference = $2
    AND remedy_reference IS NULL
    RETURNING 1`;

/** Stored before that refund is requested. False when another worker stored one first. */
export async function chooseRemedy(tx: Tx, request: MissingRequest, remedyReference: string): Promise<boolean> {
  const rows = await tx.query(CHOOSE_REMEDY, [request.orgId, request.reference, remedyReference]);
  return rows.length > 0;
}

const NOTE_ON_ITEM = statement("store.NOTE_ON_ITEM")`UPDATE reconciliation_items SET detail = detail || $5::jsonb
  WHERE org_id = $1 AND payment_id = $2 AND kind = $3 AND message = $4 AND status = 'open'`;

/** Adds to the text of an open item. A resolved item stays as it was resolved; the audit log has the rest. */
export async function noteOnItem(
  tx: Tx,
  item: PaymentKey & { kind: ReconciliationKind; message: string },
  note: Record<string, string>,
): Promise<void> {
  await tx.query(NOTE_ON_ITEM, [item.orgId, item.paymentId, item.kind, item.message, JSON.stringify(note)]);
}
