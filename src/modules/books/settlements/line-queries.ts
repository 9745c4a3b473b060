import type { Tx } from "#src/platform/db/client.ts";
import { rowSource } from "#src/platform/db/row-source.ts";
import { type SettlementLine } from "./settlement.ts";

/** Lines as they come in. Most find their movement at once, by reference and amount, in the statement that stores them: a line is written once. */
const LINES = rowSource<SettlementLine>({
  row: ["integer", (line) => line.row],
  line_key: ["uuid", (line) => line.lineKey],
  currency: ["text", (line) => line.currency],
  kind: ["text", (line) => line.kind],
  gross: ["numeric", (line) => line.gross],
  fee: ["numeric", (line) => line.fee],
  net: ["numeric", (line) => line.net],
  provider_reference: ["text", (line) => line.providerReference],
  our_reference: ["text", (line) => line.ourReference],
  value_date: ["date", (line) => line.valueDate],
  original_amount: ["numeric", (line) => line.originalAmount],
  original_currency: ["text", (line) => line.originalCurrency],
});
const IMPORT = "$14::uuid";
const ACCOUNT = "$15::text";

/** Nothing stands for the movement `m` yet. Two conditions, since each of them has an index of its own. */
export const IS_OPEN = `m.merged_into IS NULL
  AND NOT EXISTS (SELECT FROM settlement_lines taken WHERE taken.movement_id = m.movement_id AND taken.match <> 'split')
  AND NOT EXISTS (SELECT FROM settlement_lines taken WHERE taken.movement_id = m.movement_id AND taken.match = 'split')`;

/** Says the same as the line `l` in every respect, and is the only movement that does: of two that do, nobody knows which. */
const SAME = `m.account = ${ACCOUNT} AND m.kind = l.kind AND m.currency = l.currency AND m.amount = l.gross AND ${IS_OPEN} HAVING count(*) = 1`;

/** The line explains itself: what the provider kept, or moved to our bank. Money that we sent there is for the ledger to know. */
const EXPLAINS_ITSELF = `(l.kind IN ('fee', 'fx') OR (l.kind = 'transfer' AND l.gross < 0 AND ${ACCOUNT} NOT LIKE 'bank:%'))`;

/** What a line says now against what `old` says under the same key. Amounts of two currencies have no difference. */
const SAID_NOW = `l.line_key, l.currency, l.value_date, CASE WHEN l.currency = old.currency THEN l.net - old.net ELSE l.net END AS change,
  (l.net, l.gross, l.currency, l.kind) IS DISTINCT FROM (old.net, old.gross, old.currency, old.kind::text) AS is_changed`;

const ADD_LINES = `
  WITH sent AS MATERIALIZED (
    SELECT ${LINES.names} FROM ${LINES.source}
  ), given AS MATERIALIZED (
    SELECT DISTINCT ON (line_key) ${LINES.names} FROM sent ORDER BY line_key, row
  ), known AS (
    SELECT ${SAID_NOW} FROM given l JOIN settlement_lines old USING (line_key)
  ), repeated AS (
    SELECT ${SAID_NOW} FROM sent l JOIN given old USING (line_key) WHERE l.row <> old.row
  ), found AS (
    SELECT l.*, CASE WHEN ${EXPLAINS_ITSELF} THEN NULL ELSE coalesce(by_provider.movement_id, by_us.movement_id) END AS movement_id
    FROM given l
    LEFT JOIN LATERAL (SELECT min(m.movement_id) AS movement_id FROM settlement_movements m WHERE m.provider_reference = l.provider_reference AND ${SAME}) by_provider ON l.provider_reference IS NOT NULL
    LEFT JOIN LATERAL (SELECT min(m.movement_id) AS movement_id FROM settlement_movements m WHERE m.our_reference = l.our_reference AND ${SAME}) by_us ON by_provider.movement_id IS NULL AND l.our_reference IS NOT NULL
    WHERE NOT EXISTS (SELECT FROM known WHERE known.line_key = l.line_key)
  ), turned AS (
    SELECT l.*, movement_id IS NOT NULL AND row_number() OVER (PARTITION BY movement_id ORDER BY row) = 1 AS is_exact FROM found l
  ), added AS (
    INSERT INTO settlement_lines (import_id, account, ${LINES.names}, match, movement_id)
    SELECT ${IMPORT}, ${ACCOUNT}, ${LINES.names}, CASE WHEN ${EXPLAINS_ITSELF} THEN 'self' WHEN is_exact THEN 'exact' END, CASE WHEN is_exact THEN movement_id END
    FROM turned l
    RETURNING line_key, currency, value_date, kind, match, gross, fee, net
  ), totals AS (
    INSERT INTO settlement_totals (account, day, currency, lines, gross, fee, net)
    SELECT ${ACCOUNT}, value_date, currency, count(*), sum(gross), sum(fee), sum(net) FROM added GROUP BY value_date, currency ORDER BY value_date, currency
    ON CONFLICT (account, day, currency) DO UPDATE SET lines = settlement_totals.lines + excluded.lines, gross = settlement_totals.gross + excluded.gross,
      fee = settlement_totals.fee + excluded.fee, net = settlement_totals.net + excluded.net
  ), changed AS (
    INSERT INTO settlement_exceptions (exception_id, account, currency, kind, amount, line_key, value_date, status, created_at)
    SELECT md5(line_key || ':changed:' || ${IMPORT})::uuid, ${ACCOUNT}, currency, 'changed', change, line_key, value_date, 'open', $16::timestamptz
    FROM (SELECT * FROM known UNION ALL SELECT * FROM repeated) said WHERE is_changed
    ON CONFLICT (exception_id) DO NOTHING
  )
  SELECT currency, coalesce(kind, '') AS kind, match, count(*)::int AS lines, sum(gross) AS gross, sum(fee) AS fee, sum(net) AS net,
    json_agg(json_build_object('line_key', line_key, 'gross', gross::text, 'fee', fee::text)) FILTER (WHERE kind = 'transfer' AND match = 'self') AS transfers
  FROM added GROUP BY currency, kind, match ORDER BY currency, kind, match`;

export type AddedLines = {
  currency: string;
  kind: SettlementLine["kind"];
  match: "exact" | "self" | null;
  lines: number;
  gross: string;
  fee: string;
  net: string;
  transfers: { line_key: string; gross: string; fee: string }[] | null;
};

/** What was added, in sums. Lines that are known already are left out; one that says something else now is an exception. */
export async function addLines(tx: Tx, to: { importId: string; account: string; at: Date }, lines: readonly SettlementLine[]): Promise<AddedLines[]> {
  return tx.query<AddedLines>(ADD_LINES, [...LINES.values(lines), to.importId, to.account, to.at.toISOString()]);
}
