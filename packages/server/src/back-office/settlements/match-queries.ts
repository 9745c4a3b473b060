import { CRYPTO_CURRENCIES, FIAT_CURRENCIES, scaleOf } from "@corridor/base/currencies.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import { writeDecimalText } from "@corridor/base/decimal.ts";
import { IS_OPEN } from "./line-queries.ts";

/**
 * Matches lines that found no movement when they were stored. Each pass pairs only what leaves no doubt: a wrong match
 * hides two errors, a missing match shows one. The passes run from the surest to the least sure rule, and each sees
 * what the earlier ones left open in the whole account.
 *
 * A statement works on one slice of the open lines, so its time does not grow with them: a file whose references are
 * mapped wrongly leaves all its lines open. What else is open and concerns the slice is looked up by index. No
 * statement joins two of its own parts: the server guesses their sizes, and where it guesses too low, it compares each
 * row with each. The server takes the open lines for none, so every index of theirs looks equally cheap to it: what
 * must not lead to an index is compared by IS NOT DISTINCT FROM, which uses none.
 */
const LINES_PER_SLICE = 2_000;

/** The open lines of an account in the order of their keys: after one key, and through another. */
export type Slice = { readonly account: string; readonly after: string; readonly through: string };

const FIRST_KEY = "00000000-0000-0000-0000-000000000000";
const LAST_KEY = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const NEXT_END = statement("settlements.NEXT_END")`
  SELECT line_key FROM settlement_lines WHERE account = $1 AND match IS NULL AND line_key > $2::uuid ORDER BY line_key
    OFFSET ${LINES_PER_SLICE - 1} LIMIT 1`;

/** Lines only ever stop being open while the account is locked, so the slices hold for every pass. */
export async function openSlices(tx: Tx, account: string): Promise<Slice[]> {
  const slices: Slice[] = [];
  let after = FIRST_KEY;
  while (after !== LAST_KEY) {
    // oxlint-disable-next-line no-await-in-loop -- Each begins where the one before ends.
    const [end] = await tx.query(NEXT_END, [account, after]);
    const through = end?.line_key ?? LAST_KEY;
    slices.push({ account, after, through });
    after = through;
  }
  return slices;
}

const IN_SLICE = "account = $1 AND match IS NULL AND line_key > $2::uuid AND line_key <= $3::uuid";

/** The most rows of one movement, line or amount that are compared. Among more none can be told apart. */
const MAX_ALIKE = 1_000;

/** Each line with every open movement it names, or none. Two lookups, because an OR of both would use no index. */
const withMovements = (lines: string): string => `(
  SELECT l.*, m.movement_id AS found, m.amount, m.currency AS found_currency, m.provider_reference AS found_provider,
    m.our_reference AS found_ours
  FROM ${lines} l LEFT JOIN LATERAL (
    SELECT * FROM settlement_movements m WHERE m.account = $1 AND m.provider_reference = l.provider_reference
      AND m.kind = l.kind AND ${IS_OPEN}
    UNION ALL
    SELECT * FROM settlement_movements m WHERE m.account = $1 AND m.our_reference = l.our_reference AND m.kind = l.kind
      AND (m.provider_reference = l.provider_reference) IS NOT TRUE AND ${IS_OPEN}
    LIMIT ${MAX_ALIKE + 1}
  ) m ON true)`;

/**
 * The lines of the slice and those outside of it that name the same movements. `movements` counts a line's, `lines` a
 * movement's; `is_alike`: all of these name nothing else and have the movement's currency and sign.
 */
const CANDIDATES = `slice AS MATERIALIZED (
  SELECT * FROM settlement_lines WHERE ${IN_SLICE}
), inside AS MATERIALIZED ${withMovements("slice")}, outside AS MATERIALIZED (
  SELECT DISTINCT ON (o.line_key) o.* FROM (
    SELECT DISTINCT found, kind, found_provider, found_ours FROM inside WHERE found IS NOT NULL
  ) m CROSS JOIN LATERAL (
    SELECT * FROM settlement_lines o WHERE o.match IS NULL AND o.account IS NOT DISTINCT FROM $1
      AND o.provider_reference = m.found_provider AND o.kind = m.kind
      AND (o.line_key <= $2::uuid OR o.line_key > $3::uuid)
    UNION ALL
    SELECT * FROM settlement_lines o WHERE o.match IS NULL AND o.account IS NOT DISTINCT FROM $1
      AND o.our_reference = m.found_ours AND o.kind = m.kind
      AND (o.line_key <= $2::uuid OR o.line_key > $3::uuid)
    LIMIT ${MAX_ALIKE + 1}
  ) o ORDER BY o.line_key
), candidates AS MATERIALIZED (
  SELECT c.*, count(*) OVER of_movement AS lines, sum(gross) OVER of_movement AS total,
    bool_and(movements = 1 AND currency = found_currency AND sign(gross) = sign(amount)) OVER of_movement AS is_alike
  FROM (
    SELECT b.*, count(found) OVER (PARTITION BY line_key) AS movements
      FROM (SELECT * FROM inside UNION ALL ${withMovements("outside")}) b
  ) c WINDOW of_movement AS (PARTITION BY found)
)`;

/** The amounts to post for a pair whose line and movement agree: none. */
const AGREE = "0::numeric AS difference, NULL::text AS from_currency, 0::numeric AS amount";

/** Sums for the ledger: fees, amounts beyond the movements, and what was settled in another currency. */
const WRITE_PAIRS = `matched AS (
    UPDATE settlement_lines l SET match = p.match, movement_id = p.movement_id FROM pairs p
      WHERE l.line_key = p.line_key
    RETURNING l.currency, l.gross, l.fee, p.difference, p.from_currency, p.amount
  )
  SELECT max(currency) AS currency /* not null */, from_currency, sum(fee) AS fee /* not null */, sum(difference) AS difference /* not null */,
    sum(gross) AS gross /* not null */, sum(amount) AS amount /* not null */
  FROM matched GROUP BY matched.currency, from_currency ORDER BY matched.currency, from_currency`;

/** Agree in everything: movements recorded after their line. If several lines name a movement, the first is paired. */
const EXACT = statement("settlements.EXACT")`
  WITH ${CANDIDATES}, pairs AS (
    SELECT DISTINCT ON (found) line_key, found AS movement_id, 'exact' AS match, ${AGREE} FROM candidates
    WHERE movements = 1 AND currency = found_currency AND gross = amount ORDER BY found, row
  ), ${WRITE_PAIRS}`;

/**
 * Pairs lines and movements that share a reference although their amounts differ, if the kind of difference leaves no
 * doubt. $4 has the minor unit of each currency, $5 the largest fee in basis points.
 *
 *   split     one movement that the provider settled in several lines
 *   foreign   settled in another currency; the line also shows the original amount
 *   rounded   one minor unit more or less, because the provider rounds differently
 *   netted    less by at most a fee, and the line names no fee: the provider shows the net amount
 */
const BY_REFERENCE = statement("settlements.BY_REFERENCE")`
  WITH ${CANDIDATES}, judged AS (
    SELECT *, CASE
      WHEN lines > 1 THEN CASE WHEN is_alike AND total = amount AND lines <= ${MAX_ALIKE} THEN 'split' END
      WHEN currency <> found_currency THEN CASE WHEN original_currency = found_currency AND original_amount = amount
        AND sign(gross) = sign(amount) THEN 'foreign' END
      WHEN gross = amount THEN 'exact'
      WHEN abs(gross - amount) <= ($4::jsonb ->> currency)::numeric THEN 'rounded'
      WHEN fee = 0 AND gross < amount AND sign(gross) = sign(amount)
        AND (amount - gross) * 10000 <= abs(amount) * $5::int THEN 'netted' END AS rule
    FROM candidates WHERE movements = 1
  ), pairs AS (
    SELECT line_key, found AS movement_id, rule AS match, CASE
      WHEN rule IN ('rounded', 'netted') THEN gross - amount ELSE 0 END AS difference,
      CASE rule WHEN 'foreign' THEN found_currency END AS from_currency, CASE rule
        WHEN 'foreign' THEN amount ELSE 0 END AS amount
    FROM judged WHERE rule IS NOT NULL
  ), ${WRITE_PAIRS}`;

/** A provider's own entry and the line that reverses it cancel out; the ledger has no movement for them. */
const CANCELED_OUT = statement("settlements.CANCELED_OUT")`
  WITH pairs AS MATERIALIZED (
    SELECT unnest(pair.keys) AS line_key, NULL::bigint AS movement_id, 'canceled_out' AS match, ${AGREE}
    FROM (SELECT * FROM settlement_lines WHERE ${IN_SLICE} AND kind = 'reversal' AND provider_reference IS NOT NULL) r
    CROSS JOIN LATERAL (
      SELECT array_agg(line_key) AS keys FROM (
        SELECT line_key, kind, gross FROM settlement_lines l
        WHERE l.match IS NULL AND l.account IS NOT DISTINCT FROM $1 AND l.provider_reference = r.provider_reference
          AND l.currency IS NOT DISTINCT FROM r.currency LIMIT 3
      ) l HAVING count(*) = 2 AND sum(gross) = 0 AND count(*) FILTER (WHERE kind = 'reversal') = 1
    ) pair
    WHERE NOT EXISTS (
      SELECT FROM settlement_movements m WHERE m.account = $1 AND m.provider_reference = r.provider_reference
        AND m.kind <> 'chargeback' AND ${IS_OPEN} OFFSET 0)
  ), ${WRITE_PAIRS}`;

/** Open lines with the reference, kind and currency of the row `r`, counted up to two: is there more than one? */
const namingGroup = (condition = ""): string => `(
  SELECT count(*) FROM (
    SELECT 1 FROM settlement_lines o WHERE o.match IS NULL AND o.account IS NOT DISTINCT FROM $1
      AND o.provider_reference = r.reference AND o.kind = r.kind
      AND o.currency IS NOT DISTINCT FROM r.currency ${condition}
    UNION ALL
    SELECT 1 FROM settlement_lines o WHERE o.match IS NULL AND o.account IS NOT DISTINCT FROM $1
      AND o.our_reference = r.reference AND o.kind = r.kind AND o.currency IS NOT DISTINCT FROM r.currency
      AND o.provider_reference IS DISTINCT FROM r.reference ${condition}
    LIMIT 2
  ) o)`;

/** The largest payout batch. */
const MAX_MERGED = 100_000;

/** One line and all movements of its reference (a batch of payouts, all refunds), unless two lines name that group. */
const MERGED = statement("settlements.MERGED")`
  WITH shared AS MATERIALIZED (
    SELECT r.line_key, r.gross, m.movement_id, m.amount, r.is_alone FROM (
      SELECT r.*, ${namingGroup()} = 1 AS is_alone FROM (
        SELECT l.*, named.reference FROM settlement_lines l CROSS
          JOIN LATERAL (SELECT l.provider_reference AS reference UNION SELECT l.our_reference) named
        WHERE ${IN_SLICE} AND EXISTS (SELECT FROM settlement_movements m
          WHERE m.account = $1 AND m.group_reference = named.reference OFFSET 0)
      ) r OFFSET 0
    ) r CROSS JOIN LATERAL (
      SELECT movement_id, amount FROM settlement_movements m
      WHERE m.account = $1 AND m.group_reference = r.reference AND m.kind = r.kind
        AND m.currency IS NOT DISTINCT FROM r.currency AND ${IS_OPEN}
      LIMIT CASE WHEN r.is_alone THEN ${MAX_MERGED + 1} ELSE 1 END
    ) m
  ), merged AS MATERIALIZED (
    SELECT line_key, movement_id FROM (
      SELECT *, sum(amount) OVER of_line AS total, bool_and(is_alone) OVER of_line AS is_only,
        count(*) OVER of_line AS movements
      FROM shared WINDOW of_line AS (PARTITION BY line_key)
    ) s WHERE total = gross AND is_only AND movements <= ${MAX_MERGED}
  ), moved AS (
    UPDATE settlement_movements m SET merged_into = s.line_key FROM merged s WHERE m.movement_id = s.movement_id
  ), pairs AS (
    SELECT DISTINCT line_key, NULL::bigint AS movement_id, 'merged' AS match, ${AGREE} FROM merged
  ), ${WRITE_PAIRS}`;

/** Several lines and movements share a reference (partial refunds): those whose amount occurs once on each side. */
const SHARED = statement("settlements.SHARED")`
  WITH pairs AS MATERIALIZED (
    SELECT r.line_key, r.movement_id, 'exact' AS match, ${AGREE} FROM (
      SELECT l.line_key, l.kind, l.currency, l.gross, m.movement_id, m.reference FROM settlement_lines l CROSS
        JOIN LATERAL (
        SELECT min(movement_id) AS movement_id, min(group_reference) AS reference FROM (
          SELECT *, count(*) OVER () AS alike FROM (
            SELECT * FROM settlement_movements m WHERE m.account = $1
              AND m.group_reference = ANY (ARRAY[l.provider_reference, l.our_reference])
              AND m.group_reference IS NOT NULL AND m.amount = l.gross AND m.kind = l.kind
                AND m.currency IS NOT DISTINCT FROM l.currency LIMIT ${MAX_ALIKE + 1}
          ) m
        ) m WHERE alike <= ${MAX_ALIKE} AND ${IS_OPEN} HAVING count(*) = 1
      ) m WHERE ${IN_SLICE} OFFSET 0
    ) r WHERE ${namingGroup("AND o.gross = r.gross")} = 1
  ), ${WRITE_PAIRS}`;

/** The maximum number of days between a payment and its line when only the amount identifies it. */
const WINDOW_DAYS = 3;

/**
 * Without a common reference: a line and a movement that are the only ones of their amount within the window. Differing
 * references prevent it, as does an unknown reference of ours on a provider's statement; banks write their own texts
 * there. Lines of an amount that too many movements have are left out together.
 */
const BY_AMOUNT = statement("settlements.BY_AMOUNT")`
  WITH amounts AS MATERIALIZED (
    SELECT currency, gross, kind, min(value_date) AS first_day, max(value_date) AS last_day, array_agg(l) AS lines
      FROM settlement_lines l
    WHERE ${IN_SLICE} AND (our_reference IS NULL OR $1 LIKE 'bank:%') GROUP BY currency, gross, kind
  ), pairs AS MATERIALIZED (
    SELECT l.line_key, m.movement_id, 'amount' AS match, ${AGREE} FROM amounts a
    CROSS JOIN LATERAL (
      SELECT array_agg(movement_id) AS ids, array_agg(at) AS times, array_agg(provider_reference) AS known FROM (
        SELECT *, count(*) OVER () AS alike FROM (
          SELECT * FROM settlement_movements m WHERE m.account = $1 AND m.currency = a.currency AND m.amount = a.gross
            AND m.kind = a.kind
            AND m.at >= a.first_day - ${WINDOW_DAYS} AND m.at < a.last_day + ${WINDOW_DAYS + 1} LIMIT ${MAX_ALIKE + 1}
        ) m
      ) m WHERE alike <= ${MAX_ALIKE} AND ${IS_OPEN}
    ) free
    CROSS JOIN LATERAL unnest(a.lines) l
    CROSS JOIN LATERAL (
      SELECT min(movement_id) AS movement_id, min(at) AS at, min(known) AS known
        FROM unnest(free.ids, free.times, free.known) AS m (movement_id, at, known)
      WHERE at >= l.value_date - ${WINDOW_DAYS} AND at < l.value_date + ${WINDOW_DAYS + 1} HAVING count(*) = 1
    ) m
    WHERE (l.provider_reference IS NULL OR m.known IS NULL OR $1 LIKE 'bank:%') AND (
      SELECT count(*) FROM (
        SELECT FROM settlement_lines o WHERE o.match IS NULL AND o.account IS NOT DISTINCT FROM $1
          AND o.currency = a.currency AND o.gross = a.gross AND o.kind = a.kind
          AND o.value_date <= m.at + interval '${WINDOW_DAYS} days'
            AND o.value_date > m.at - interval '${WINDOW_DAYS + 1} days' LIMIT 2
      ) o) = 1
  ), ${WRITE_PAIRS}`;

/** Sums over one statement's pairs in one currency; `from_currency` and `amount` are the movements', if another. */
type Matched = RowOf<typeof EXACT>;

/** The matching rules, from the surest to the least sure one. They run in this order. */
export const PASSES = [EXACT, BY_REFERENCE, CANCELED_OUT, MERGED, SHARED, BY_AMOUNT] as const;

const MINOR_UNITS = JSON.stringify(
  Object.fromEntries(
    [...FIAT_CURRENCIES, ...CRYPTO_CURRENCIES].map((currency) => [currency, writeDecimalText(1n, scaleOf(currency)!)]),
  ),
);

export async function runPass(
  tx: Tx,
  pass: (typeof PASSES)[number],
  { account, after, through }: Slice,
  maxFeeBps: number,
): Promise<Matched[]> {
  return pass === BY_REFERENCE
    ? tx.query(BY_REFERENCE, [account, after, through, MINOR_UNITS, maxFeeBps])
    : tx.query(pass as typeof EXACT, [account, after, through]);
}

/* ---- what is left ---- */

const namesAny = (reference: "provider_reference" | "our_reference"): string =>
  `EXISTS (SELECT FROM settlement_movements m WHERE m.account = $1 AND m.${reference} = l.${reference}
    AND m.kind = l.kind OFFSET 0)`;

/**
 * Why each remaining line found no movement, and the amount at stake: by how much the statement exceeds the ledger. If
 * it changes, a requested write-off is withdrawn, because its first approver saw another amount.
 */
const OPEN_EXCEPTIONS = statement("settlements.OPEN_EXCEPTIONS")`
  WITH ${CANDIDATES}, judged AS (
    SELECT l.line_key, l.currency, l.net, l.value_date, l.found, l.amount,
      CASE
        WHEN l.found IS NOT NULL AND (l.movements > 1 OR l.lines > 1) THEN 'ambiguous'
        WHEN l.found IS NOT NULL AND l.found_currency <> l.currency THEN 'currency_differs'
        WHEN l.found IS NOT NULL THEN 'amount_differs'
        WHEN ${namesAny("provider_reference")} OR ${namesAny("our_reference")} THEN 'duplicate'
        WHEN l.provider_reference IS NULL AND EXISTS (SELECT FROM (
          SELECT * FROM settlement_movements m WHERE m.account = $1 AND m.currency = l.currency AND m.amount = l.gross
            AND m.kind = l.kind
            AND m.at >= l.value_date - ${WINDOW_DAYS} AND m.at < l.value_date + ${WINDOW_DAYS + 1}
              LIMIT ${MAX_ALIKE + 1}
        ) m WHERE ${IS_OPEN}) THEN 'ambiguous'
        ELSE 'unknown' END AS kind
    FROM (SELECT DISTINCT ON (line_key) * FROM candidates WHERE line_key > $2::uuid AND line_key <= $3::uuid
      ORDER BY line_key, found) l
  )
  INSERT INTO settlement_exceptions (exception_id, account, currency, kind, amount, line_key, movement_id, value_date,
    status, created_at)
  SELECT line_key, $1, currency, kind, CASE kind WHEN 'amount_differs' THEN net - amount ELSE net END, line_key,
    CASE kind WHEN 'amount_differs' THEN found END, value_date, 'open', $4::timestamptz
  FROM judged
  ON CONFLICT (exception_id) DO UPDATE SET kind = excluded.kind, amount = excluded.amount,
    movement_id = excluded.movement_id, reason = NULL
  WHERE settlement_exceptions.status = 'open'
    AND (settlement_exceptions.kind, settlement_exceptions.amount, settlement_exceptions.movement_id)
      IS DISTINCT FROM (excluded.kind, excluded.amount, excluded.movement_id)`;

/** Ends exceptions whose line or movement was matched later. */
const RESOLVE_MATCHED = statement("settlements.RESOLVE_MATCHED")`
  UPDATE settlement_exceptions e SET status = 'resolved', resolution = 'matched', resolved_at = $2::timestamptz
  WHERE e.account = $1 AND e.status = 'open' AND e.kind <> 'changed' AND (
    EXISTS (SELECT FROM settlement_lines l WHERE l.line_key = e.line_key AND l.match IS NOT NULL OFFSET 0)
    OR (e.kind = 'missing' AND EXISTS (SELECT FROM settlement_movements m WHERE m.movement_id = e.movement_id AND NOT
      (${IS_OPEN}) OFFSET 0)))`;

export async function resolveMatched(tx: Tx, account: string, at: Date): Promise<void> {
  await tx.query(RESOLVE_MATCHED, [account, at]);
}

export async function writeExceptions(tx: Tx, slices: readonly Slice[], at: Date): Promise<void> {
  for (const { account, after, through } of slices) await tx.query(OPEN_EXCEPTIONS, [account, after, through, at]);
}
