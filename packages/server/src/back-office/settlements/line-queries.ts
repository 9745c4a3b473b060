import type { Tx } from "#src/kernel/db/client.ts";
import { sourceOf } from "#src/kernel/db/row-source.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import { type SettlementLine } from "./settlement.ts";

/** Most lines find their movement at once, in the statement that stores them: a line is written once. */
const LINES = sourceOf<SettlementLine>({
  integer: ["row"],
  uuid: ["lineKey"],
  text: ["currency", "kind", "providerReference", "ourReference", "originalCurrency"],
  numeric: ["gross", "fee", "net", "originalAmount"],
  date: ["valueDate"],
});
const IMPORT = "$14::uuid";
const ACCOUNT = "$15::text";

/**
 * True while the movement `m` is open: not merged with others into one line, and no line has taken it, whole or split.
 * Whole and split are two conditions, because each has its own index. OFFSET 0 makes the server probe it for each
 * movement: the planner does not know the lines matched in this transaction, and would compare each with each.
 */
export const IS_OPEN = `m.merged_into IS NULL
  AND NOT EXISTS (SELECT FROM settlement_lines taken WHERE taken.movement_id = m.movement_id AND taken.match <> 'split'
    OFFSET 0)
  AND NOT EXISTS (SELECT FROM settlement_lines taken WHERE taken.movement_id = m.movement_id AND taken.match = 'split'
    OFFSET 0)`;

/**
 * The only movement that agrees with the line `l` in every field: if two agree, nobody knows which is meant. Amounts
 * are subtracted, not compared: otherwise the server may look for the amount first, and many payments have the same
 * price.
 */
const SAME =
  `m.account = ${ACCOUNT} AND m.kind = l.kind AND m.currency = l.currency AND m.amount - l.gross = 0 AND ` +
  `${IS_OPEN} HAVING count(*) = 1`;

/** A fee that the provider kept, or a transfer to our bank. Money that we sent to a provider must be in the ledger. */
const EXPLAINS_ITSELF =
  `(l.kind IN ('fee', 'fx') OR (l.kind = 'transfer' AND l.gross < 0 AND ${ACCOUNT} NOT LIKE ` + "'bank:%'))";

/** How a line differs from the stored line `old` with its key. Amounts in two currencies have no difference. */
const CHANGE = "CASE WHEN l.currency = l.old_currency THEN l.net - l.old_net ELSE l.net END";
const IS_CHANGED =
  "l.old_net IS NOT NULL AND (l.net, l.gross, l.currency, l.kind) IS DISTINCT FROM (l.old_net, l.old_gross, " +
  "l.old_currency, l.old_kind)";

/**
 * Every lookup is a LATERAL with one row, so the planner has one order: our rows first, then an index probe for each.
 * No key comes twice in a call (`addLines`): a join of the rows with themselves would compare each with each.
 */
const ADD_LINES = statement("settlements.ADD_LINES")`
  WITH sent AS MATERIALIZED (
    SELECT r.*, old.net AS old_net, old.gross AS old_gross, old.currency AS old_currency, old.kind::text AS old_kind
      FROM ${LINES.longSource}
    LEFT JOIN LATERAL (SELECT net, gross, currency, kind FROM settlement_lines s WHERE s.line_key = r.line_key
      LIMIT 1) old ON true
  ), found AS (
    SELECT l.*, CASE WHEN ${EXPLAINS_ITSELF} THEN NULL ELSE coalesce(by_provider.movement_id, by_us.movement_id)
      END AS movement_id
    FROM sent l
    LEFT JOIN LATERAL (SELECT min(m.movement_id) AS movement_id FROM settlement_movements m
      WHERE m.provider_reference = l.provider_reference AND ${SAME}) by_provider ON true
    LEFT JOIN LATERAL (
      SELECT min(m.movement_id) AS movement_id FROM settlement_movements m
        WHERE by_provider.movement_id IS NULL AND m.our_reference = l.our_reference AND ${SAME}
    ) by_us ON true
    WHERE l.old_net IS NULL
  ), turned AS (
    SELECT l.*, movement_id IS NOT NULL AND row_number() OVER (PARTITION BY movement_id ORDER BY row) = 1 AS is_exact
      FROM found l
  ), added AS (
    INSERT INTO settlement_lines (import_id, account, ${LINES.names}, match, movement_id)
    SELECT ${IMPORT}, ${ACCOUNT}, ${LINES.names}, CASE WHEN ${EXPLAINS_ITSELF} THEN 'self'
      WHEN is_exact THEN 'exact' END, CASE WHEN is_exact THEN movement_id END
    FROM turned l
    RETURNING line_key, currency, value_date, kind, match, gross, fee, net
  ), totals AS (
    INSERT INTO settlement_totals (account, day, currency, lines, gross, fee, net)
    SELECT ${ACCOUNT}, value_date, currency, count(*), sum(gross), sum(fee), sum(net) FROM added
      GROUP BY value_date, currency ORDER BY value_date, currency
    ON CONFLICT (account, day, currency) DO UPDATE
      SET lines = settlement_totals.lines + excluded.lines, gross = settlement_totals.gross + excluded.gross,
      fee = settlement_totals.fee + excluded.fee, net = settlement_totals.net + excluded.net
  ), changed AS (
    INSERT INTO settlement_exceptions (exception_id, account, currency, kind, amount, line_key, value_date, status,
      created_at)
    SELECT md5(line_key || ':changed:' || ${IMPORT})::uuid, ${ACCOUNT}, currency, 'changed', ${CHANGE}, line_key,
      value_date, 'open', $16::timestamptz
    FROM sent l WHERE ${IS_CHANGED}
    ON CONFLICT (exception_id) DO NOTHING
  )
  SELECT currency /* not null */, coalesce(kind, '') AS kind /* not null, like settlement_lines.kind */,
    match /* like line_match */, count(*)::int AS lines /* not null */, sum(gross) AS gross /* not null */,
    sum(fee) AS fee /* not null */, sum(net) AS net /* not null */,
    json_agg(json_build_object('line_key', line_key, 'gross', gross::text, 'fee', fee::text)) FILTER
      (WHERE kind = 'transfer' AND match = 'self') AS transfers /* like transfers */
  FROM added GROUP BY currency, kind, match ORDER BY currency, kind, match`;

export type AddedLines = RowOf<typeof ADD_LINES>;

/** Known lines are left out; one that says something else now is an exception. */
export async function addLines(
  tx: Tx,
  to: { importId: string; account: string; at: Date },
  lines: readonly SettlementLine[],
): Promise<AddedLines[]> {
  const { firsts, changes } = withoutRepeats(lines);
  const statements = [firsts, changes].filter((some) => some.length > 0);
  const values = [to.importId, to.account, to.at] as const;
  return (await Promise.all(statements.map((some) => tx.query(ADD_LINES, [...LINES.values(some), ...values])))).flat();
}

/** A key that was seen before. Only a difference in content matters, and it is reported once per line. */
function withoutRepeats(lines: readonly SettlementLine[]): { firsts: SettlementLine[]; changes: SettlementLine[] } {
  const firsts = new Map<string, SettlementLine>();
  const changes = new Map<string, SettlementLine>();
  for (const line of lines) {
    const first = firsts.get(line.lineKey);
    if (first === undefined) firsts.set(line.lineKey, line);
    else if (!changes.has(line.lineKey) && !saysTheSame(first, line)) changes.set(line.lineKey, line);
  }
  return { firsts: [...firsts.values()], changes: [...changes.values()] };
}

function saysTheSame(one: SettlementLine, other: SettlementLine): boolean {
  return (
    one.net === other.net && one.gross === other.gross && one.currency === other.currency && one.kind === other.kind
  );
}

const FIND_KNOWN_LINES = statement("settlements.FIND_KNOWN_LINES")`
  SELECT line_key FROM settlement_lines WHERE line_key = ANY ($1::uuid[])`;

export async function findKnownLines(tx: Tx, lines: readonly SettlementLine[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query(FIND_KNOWN_LINES, [lines.map(({ lineKey }) => lineKey)]);
  return new Set(rows.map(({ line_key }) => line_key));
}
