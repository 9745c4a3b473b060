import type { Tx } from "#src/platform/db/client.ts";
import { IS_OPEN } from "./line-queries.ts";

/**
 * Matches lines that found no movement when they were stored. Each statement looks at all open lines of an account and pairs only what leaves no doubt: a wrong
 * match hides two errors, a missing match shows one. The statements run from the surest to the least sure rule, and each sees what the earlier ones left open.
 * Each computes `open_lines` and `candidates` again, because few lines are ever open.
 */
const OPEN_LINES = "open_lines AS MATERIALIZED (SELECT * FROM settlement_lines WHERE account = $1 AND match IS NULL)";

/** Every movement of the same kind that a line names by its own reference or by ours; `n` counts the movements of a line. */
const NAMED = `named AS MATERIALIZED (
  SELECT l.line_key, m.movement_id FROM open_lines l JOIN settlement_movements m ON m.account = $1 AND m.provider_reference = l.provider_reference AND m.kind = l.kind
  UNION
  SELECT l.line_key, m.movement_id FROM open_lines l JOIN settlement_movements m ON m.account = $1 AND m.our_reference = l.our_reference AND m.kind = l.kind
), candidates AS MATERIALIZED (
  SELECT l.line_key, l.row, l.currency AS line_currency, l.gross, l.fee, l.original_amount, l.original_currency, m.movement_id, m.amount, m.currency,
    count(*) OVER (PARTITION BY l.line_key) AS movements, count(*) OVER (PARTITION BY m.movement_id) AS lines,
    sum(l.gross) OVER (PARTITION BY m.movement_id, l.currency) AS total
  FROM named n JOIN open_lines l ON l.line_key = n.line_key JOIN settlement_movements m ON m.movement_id = n.movement_id
  WHERE ${IS_OPEN}
)`;

/** Sums of the matched lines for the ledger: fees, and amounts that the lines show beyond their movements. */
const MATCHED = `) SELECT line.currency, coalesce(sum(line.fee), 0) AS fee, coalesce(sum(pair.difference), 0) AS difference, count(*)::int AS lines
  FROM matched line JOIN pairs pair USING (line_key) GROUP BY line.currency ORDER BY line.currency`;

const WRITE_PAIRS = `matched AS (
    UPDATE settlement_lines l SET match = p.match, movement_id = p.movement_id FROM pairs p WHERE l.line_key = p.line_key RETURNING l.line_key, l.currency, l.fee
  ${MATCHED}`;

/** For movements that were recorded after their line. */
const EXACT = `
  WITH ${OPEN_LINES}, ${NAMED}, pairs AS (
   SELECT DISTINCT ON (movement_id) line_key, movement_id, 0::numeric AS difference, 'exact' AS match FROM candidates
   WHERE movements = 1 AND line_currency = currency AND gross = amount ORDER BY movement_id, row
  ), ${WRITE_PAIRS}`;

/** One movement that the provider settled in several lines. */
const SPLIT = `
  WITH ${OPEN_LINES}, ${NAMED}, pairs AS (
   SELECT line_key, movement_id, 0::numeric AS difference, 'split' AS match FROM candidates
   WHERE movements = 1 AND lines > 1 AND line_currency = currency AND total = amount AND sign(gross) = sign(amount)
     AND movement_id NOT IN (SELECT movement_id FROM candidates WHERE line_currency <> currency OR movements > 1 OR sign(gross) <> sign(amount))
  ), ${WRITE_PAIRS}`;

/** Same reference, and amounts that differ by at most one minor unit, because the provider rounds differently. $2 and $3 are currencies and their units. */
const ROUNDED = `
  WITH ${OPEN_LINES}, ${NAMED}, pairs AS (
   SELECT line_key, movement_id, gross - amount AS difference, 'rounded' AS match FROM candidates JOIN unnest($2::text[], $3::numeric[]) AS u (unit_of, unit) ON unit_of = currency
   WHERE movements = 1 AND lines = 1 AND line_currency = currency AND gross <> amount AND abs(gross - amount) <= unit
  ), ${WRITE_PAIRS}`;

/**
 * Same reference, and less than the movement by at most a fee: the provider shows the net amount. Excludes lines that name a fee themselves. $2: basis points.
 */
const NETTED = `
  WITH ${OPEN_LINES}, ${NAMED}, pairs AS (
   SELECT line_key, movement_id, gross - amount AS difference, 'netted' AS match FROM candidates
   WHERE movements = 1 AND lines = 1 AND line_currency = currency AND fee = 0 AND gross < amount AND sign(gross) = sign(amount)
     AND (amount - gross) * 10000 <= abs(amount) * $2::int
  ), ${WRITE_PAIRS}`;

/** For payments that were settled in another currency; the line also shows the original amount. */
const FOREIGN = `
  WITH ${OPEN_LINES}, ${NAMED}, pairs AS (
    SELECT line_key, movement_id, amount, currency FROM candidates
    WHERE movements = 1 AND lines = 1 AND line_currency <> currency AND original_currency = currency AND original_amount = amount AND sign(gross) = sign(amount)
  ), matched AS (
    UPDATE settlement_lines l SET match = 'foreign', movement_id = p.movement_id FROM pairs p WHERE l.line_key = p.line_key RETURNING l.line_key, l.currency, l.gross, l.fee
  )
  SELECT m.currency, sum(m.gross) AS gross, sum(m.fee) AS fee, p.currency AS from_currency, sum(p.amount) AS amount, count(*)::int AS lines
  FROM matched m JOIN pairs p USING (line_key) GROUP BY m.currency, p.currency ORDER BY m.currency, p.currency`;

/** Pairs a provider's own entry with the line that reverses it. They cancel out, and the ledger has no movement for them. */
const CANCELED_OUT = `
  WITH ${OPEN_LINES}, groups AS (
    SELECT provider_reference, currency FROM open_lines l WHERE provider_reference IS NOT NULL
    GROUP BY provider_reference, currency
    HAVING count(*) = 2 AND sum(gross) = 0 AND count(*) FILTER (WHERE kind = 'reversal') = 1
      AND NOT EXISTS (SELECT FROM settlement_movements m WHERE m.account = $1 AND m.provider_reference = l.provider_reference AND m.kind <> 'chargeback' AND ${IS_OPEN})
  ), matched AS (
    UPDATE settlement_lines l SET match = 'canceled_out' FROM groups g
    WHERE l.account = $1 AND l.match IS NULL AND l.provider_reference = g.provider_reference AND l.currency = g.currency RETURNING l.currency, l.fee
  )
  SELECT currency, sum(fee) AS fee, 0::numeric AS difference, count(*)::int AS lines FROM matched GROUP BY currency ORDER BY currency`;

/** Every movement of a group that a line names. Two joins by equality, because an OR of both would scan all groups for every line. */
const GROUPED = `grouped AS MATERIALIZED (
  SELECT l.line_key, m.movement_id FROM open_lines l
  JOIN settlement_movements m ON m.account = $1 AND m.group_reference = l.provider_reference AND m.kind = l.kind AND m.currency = l.currency
  UNION
  SELECT l.line_key, m.movement_id FROM open_lines l
  JOIN settlement_movements m ON m.account = $1 AND m.group_reference = l.our_reference AND m.kind = l.kind AND m.currency = l.currency
)`;

/** One line for all movements that share a reference: a batch of payouts, all refunds of a payment. */
const MERGED = `
  WITH ${OPEN_LINES}, ${GROUPED}, shared AS (
    SELECT g.line_key, m.movement_id, m.amount, count(*) OVER (PARTITION BY m.movement_id) AS lines
    FROM grouped g JOIN settlement_movements m ON m.movement_id = g.movement_id
    WHERE ${IS_OPEN}
  ), pairs AS (
    SELECT line_key, 0::numeric AS difference FROM shared JOIN open_lines USING (line_key)
    GROUP BY line_key, gross HAVING sum(amount) = gross AND max(lines) = 1
  ), moved AS (
    UPDATE settlement_movements m SET merged_into = s.line_key FROM shared s JOIN pairs USING (line_key) WHERE m.movement_id = s.movement_id
  ), matched AS (
    UPDATE settlement_lines l SET match = 'merged' FROM pairs p WHERE l.line_key = p.line_key RETURNING l.line_key, l.currency, l.fee
  ${MATCHED}`;

/** Several lines and several movements share a reference, such as partial refunds. Pairs those whose amount occurs once on each side. */
const SHARED = `
  WITH ${OPEN_LINES}, ${GROUPED}, pairs AS (
   SELECT line_key, movement_id, 0::numeric AS difference, 'exact' AS match FROM (
     SELECT l.line_key, m.movement_id, count(*) OVER (PARTITION BY l.line_key) AS movements, count(*) OVER (PARTITION BY m.movement_id) AS lines
     FROM grouped g JOIN open_lines l ON l.line_key = g.line_key JOIN settlement_movements m ON m.movement_id = g.movement_id AND m.amount = l.gross
     WHERE ${IS_OPEN}
   ) c WHERE movements = 1 AND lines = 1
  ), ${WRITE_PAIRS}`;

/** The maximum number of days between a payment and its line when only the amount identifies it. */
const WINDOW_DAYS = 3;

/**
 * Without a common reference: pairs a line and a movement if each is the only one of its amount within the window. Differing references prevent it. On a
 * provider's statement an unknown reference of ours prevents it too; banks write their own texts there.
 */
const BY_AMOUNT = `
  WITH ${OPEN_LINES}, ${NAMED}, pairs AS (
   SELECT line_key, movement_id, 0::numeric AS difference, 'amount' AS match FROM (
     SELECT l.line_key, m.movement_id, l.provider_reference AS said, m.provider_reference AS known, l.our_reference,
       count(*) OVER (PARTITION BY l.line_key) AS movements, count(*) OVER (PARTITION BY m.movement_id) AS lines FROM open_lines l
     JOIN settlement_movements m ON m.account = $1 AND m.currency = l.currency AND m.amount = l.gross AND m.kind = l.kind
       AND m.at >= l.value_date - ${WINDOW_DAYS} AND m.at < l.value_date + ${WINDOW_DAYS + 1}
     WHERE ${IS_OPEN}
   ) c WHERE movements = 1 AND lines = 1 AND (said IS NULL OR known IS NULL OR $1 LIKE 'bank:%') AND (our_reference IS NULL OR $1 LIKE 'bank:%')
  ), ${WRITE_PAIRS}`;

type Matched = { currency: string; fee: string; difference: string; lines: number };
type MatchedForeign = { currency: string; gross: string; fee: string; from_currency: string; amount: string; lines: number };

/** In the order from the surest to the least sure. */
export const PASSES = [EXACT, SPLIT, ROUNDED, NETTED, CANCELED_OUT, MERGED, SHARED, BY_AMOUNT] as const;
const UNITS_OF: ReadonlySet<string> = new Set([ROUNDED]);
const FEE_OF: ReadonlySet<string> = new Set([NETTED]);

export async function runPass(
  tx: Tx,
  pass: (typeof PASSES)[number],
  on: { account: string; units: ReadonlyMap<string, string>; maxFeeBps: number },
): Promise<Matched[]> {
  const rest = UNITS_OF.has(pass) ? [[...on.units.keys()], [...on.units.values()]] : FEE_OF.has(pass) ? [on.maxFeeBps] : [];
  return tx.query<Matched>(pass, [on.account, ...rest]);
}

export async function matchForeign(tx: Tx, account: string): Promise<MatchedForeign[]> {
  return tx.query<MatchedForeign>(FOREIGN, [account]);
}

export async function openCurrencies(tx: Tx, account: string): Promise<string[]> {
  const rows = await tx.query<{ currency: string }>("SELECT DISTINCT currency FROM settlement_lines WHERE account = $1 AND match IS NULL", [account]);
  return rows.map(({ currency }) => currency);
}

/* ---- what is left ---- */

/** A movement this many days older than the last day of the statements should have been in one. */
const MISSING_AFTER_DAYS = 5;

/**
 * Records why each remaining line found no movement, and the amount at stake: by how much the statement exceeds the ledger. When that amount changes, a
 * requested write-off is withdrawn, because its first approver saw another amount.
 */
const OPEN_EXCEPTIONS = `
  WITH ${OPEN_LINES}, ${NAMED}, judged AS (
    SELECT l.line_key, l.currency, l.net, l.value_date, c.movement_id, c.amount,
      CASE
        WHEN c.movement_id IS NOT NULL AND (c.movements > 1 OR c.lines > 1) THEN 'ambiguous'
        WHEN c.movement_id IS NOT NULL AND c.currency <> l.currency THEN 'currency_differs'
        WHEN c.movement_id IS NOT NULL THEN 'amount_differs'
        WHEN EXISTS (SELECT FROM named n WHERE n.line_key = l.line_key) THEN 'duplicate'
        WHEN EXISTS (SELECT FROM settlement_movements m WHERE m.account = $1 AND m.currency = l.currency AND m.amount = l.gross AND m.kind = l.kind
          AND m.at >= l.value_date - ${WINDOW_DAYS} AND m.at < l.value_date + ${WINDOW_DAYS + 1} AND l.provider_reference IS NULL AND ${IS_OPEN}) THEN 'ambiguous'
        ELSE 'unknown' END AS kind
    FROM open_lines l LEFT JOIN (SELECT DISTINCT ON (line_key) * FROM candidates ORDER BY line_key, movement_id) c ON c.line_key = l.line_key
  )
  INSERT INTO settlement_exceptions (exception_id, account, currency, kind, amount, line_key, movement_id, value_date, status, created_at)
  SELECT line_key, $1, currency, kind, CASE kind WHEN 'amount_differs' THEN net - amount ELSE net END, line_key,
    CASE kind WHEN 'amount_differs' THEN movement_id END, value_date, 'open', $2::timestamptz
  FROM judged
  ON CONFLICT (exception_id) DO UPDATE SET kind = excluded.kind, amount = excluded.amount, movement_id = excluded.movement_id, asked_by = NULL, reason = NULL
  WHERE settlement_exceptions.status = 'open'
    AND (settlement_exceptions.kind, settlement_exceptions.amount, settlement_exceptions.movement_id)
      IS DISTINCT FROM (excluded.kind, excluded.amount, excluded.movement_id)`;

/** Movements that the ledger has, but that are missing from statements which cover their day and enough later days. */
const OPEN_MISSING = `
  INSERT INTO settlement_exceptions (exception_id, account, currency, kind, amount, movement_id, value_date, status, created_at)
  SELECT md5('movement:' || m.movement_id)::uuid, $1, m.currency, 'missing', -m.amount, m.movement_id, m.at::date, 'open', $2::timestamptz
  FROM (SELECT currency, min(day) AS first_day, max(day) AS last_day FROM settlement_totals WHERE account = $1 GROUP BY currency) t
  JOIN settlement_movements m ON m.account = $1 AND m.currency = t.currency AND m.at >= t.first_day AND m.at < t.last_day - ${MISSING_AFTER_DAYS - 1}
  WHERE ${IS_OPEN} AND NOT EXISTS (SELECT FROM settlement_exceptions e WHERE e.movement_id = m.movement_id AND e.status = 'open')
  ON CONFLICT (exception_id) DO NOTHING`;

/** Ends exceptions whose line or movement was matched later. */
const RESOLVE_MATCHED = `
  UPDATE settlement_exceptions e SET status = 'resolved', resolution = 'matched', resolved_at = $2::timestamptz
  WHERE e.account = $1 AND e.status = 'open' AND e.kind <> 'changed' AND (
    EXISTS (SELECT FROM settlement_lines l WHERE l.line_key = e.line_key AND l.match IS NOT NULL)
    OR (e.kind = 'missing' AND EXISTS (SELECT FROM settlement_movements m WHERE m.movement_id = e.movement_id AND NOT (${IS_OPEN}))))`;

export async function resolveMatched(tx: Tx, account: string, at: Date): Promise<void> {
  await tx.query(RESOLVE_MATCHED, [account, at]);
}

/**
 * Searches for missing movements only when a new statement has arrived: nothing else can change the result, and the search reads every movement of the days.
 */
export async function writeExceptions(tx: Tx, account: string, at: Date, hasNewLines: boolean): Promise<void> {
  await resolveMatched(tx, account, at);
  await tx.query(OPEN_EXCEPTIONS, [account, at]);
  if (hasNewLines) await tx.query(OPEN_MISSING, [account, at]);
}
