import { type DatedTable, datedTable } from "#src/kernel/db/ids-of-dates.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Backtest } from "./backtest.ts";

const FIELDS = `backtest_id, org_id, program, program_id, date_from, date_to, status, progress, payments, result,
  requested_by, created_at, finished_at`;

export const MAX_OPEN = 3;
const KEPT_DAYS = 90;

const INSERT_BACKTEST = statement("backtests.INSERT_BACKTEST")`
  WITH purged AS (DELETE FROM routing_backtests WHERE created_at < $8::timestamptz - interval '${KEPT_DAYS} days')
  INSERT INTO routing_backtests (backtest_id, org_id, program, program_id, date_from, date_to, status, requested_by,
    created_at)
  SELECT $1::uuid, $2::uuid, $3::json, $4::uuid, $5::timestamptz, $6::timestamptz, 'pending', $7::uuid, $8::timestamptz
  WHERE (SELECT count(*) FROM routing_backtests WHERE status IN ('pending', 'running')) < ${MAX_OPEN} RETURNING 1`;

/** False if too many are unfinished. */
export async function insertBacktest(tx: Tx, one: Backtest): Promise<boolean> {
  const { backtest_id, org_id, program, program_id, date_from, date_to, requested_by, created_at } = one;
  const asked = [backtest_id, org_id, JSON.stringify(program), program_id, date_from, date_to, requested_by] as const;
  return (await tx.query(INSERT_BACKTEST, [...asked, created_at])).length === 1;
}

const FIND_BACKTEST = statement("backtests.FIND_BACKTEST")`
  SELECT ${FIELDS} FROM routing_backtests WHERE backtest_id = $1`;

export async function findBacktest(db: Queryable, id: string): Promise<Backtest | undefined> {
  return (await db.query(FIND_BACKTEST, [id]))[0];
}

const LIST_BACKTESTS = statement("backtests.LIST_BACKTESTS")`
  SELECT ${FIELDS.replace(" result,", "")} FROM routing_backtests
  WHERE ($1::uuid IS NULL OR backtest_id < $1) AND ($3::uuid IS NULL OR org_id = $3) ORDER BY backtest_id DESC LIMIT $2`;

export function listBacktests(db: Queryable, orgId: string | null, page: Page): Promise<Omit<Backtest, "result">[]> {
  return db.query(LIST_BACKTESTS, [page.after?.[0], page.limit + 1, orgId]);
}

const MAX_TRIES = 3;
const TAKE_BACKTEST = statement("backtests.TAKE_BACKTEST")`
  UPDATE routing_backtests SET claimed_by = $1, claimed_until = $2, tries = tries + 1, progress = 0, payments = 0,
    status = CASE WHEN tries < ${MAX_TRIES} THEN 'running' ELSE 'failed' END,
    finished_at = CASE WHEN tries < ${MAX_TRIES} THEN NULL ELSE $3::timestamptz END
  WHERE backtest_id = (SELECT backtest_id FROM routing_backtests WHERE status IN ('pending', 'running')
    AND (claimed_until IS NULL OR claimed_until < $3) ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING ${FIELDS}`;

export async function takeBacktest(db: Queryable, claim: string, until: Date, now: Date) {
  return (await db.query(TAKE_BACKTEST, [claim, until, now]))[0];
}

const NOTE_PROGRESS = statement("backtests.NOTE_PROGRESS")`
  UPDATE routing_backtests SET progress = $3, payments = $4, claimed_until = $5, result = $6,
    status = CASE WHEN $6::json IS NULL THEN 'running' ELSE 'completed' END, finished_at = $7
  WHERE backtest_id = $1 AND claimed_by = $2 AND status = 'running' RETURNING 1`;

/** False if another worker has taken it over. */
export async function noteProgress(
  db: Queryable,
  claim: string,
  { backtest_id, progress, payments, result, finished_at }: Backtest,
  until: Date,
): Promise<boolean> {
  const text = result === null ? null : JSON.stringify(result);
  const rows = await db.query(NOTE_PROGRESS, [backtest_id, claim, progress, payments, until, text, finished_at]);
  return rows.length === 1;
}

export const DATED: DatedTable = datedTable("payments", "payment_id");
const PAST = `SELECT payment_id, org_id, kind, status, created_at, updated_at, amount, currency, country, payment_method,
  direction, beneficiary_id, provider, details, progress FROM payments`;
const RANGE = "payment_id > $1 AND payment_id <= $2";
const PAST_OF_ALL = statement("backtests.PAST_OF_ALL")`${PAST} WHERE ${RANGE} ORDER BY payment_id LIMIT $3`;
const PAST_OF_ONE = statement("backtests.PAST_OF_ONE")`
  ${PAST} WHERE org_id = $4 AND ${RANGE} ORDER BY payment_id LIMIT $3`;

export type PastRow = RowOf<typeof PAST_OF_ALL>;

/** Oldest first; rows near the ends may be of other dates. */
export function readPast(db: Queryable, orgId: string | null, after: string, last: string, limit: number) {
  return orgId === null
    ? db.query(PAST_OF_ALL, [after, last, limit])
    : db.query(PAST_OF_ONE, [after, last, limit, orgId]);
}
