import type { Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { IS_OPEN } from "./line-queries.ts";

/** A movement this many days older than the last day of the statements should have been in one. */
const MISSING_AFTER_DAYS = 5;
/** Days that were closed longer ago are not searched again for every statement: people have dealt with them. */
const CLOSED_DAYS_SEARCHED = 31;
const MOVEMENTS_PER_SLICE = 20_000;

/** The days of each currency that statements cover. The last one is not part of them. */
const COVERED_DAYS = statement("settlements.COVERED_DAYS")`
  SELECT currency, greatest(min(day), min(a.closed_through) - ${CLOSED_DAYS_SEARCHED})::text AS from_day /* not null */,
    (max(day) - ${MISSING_AFTER_DAYS - 1})::text AS end_day /* not null */
  FROM settlement_totals t JOIN settlement_accounts a USING (account) WHERE account = $1 GROUP BY currency
    ORDER BY currency`;

const SLICE_END = statement("settlements.SLICE_END")`
  SELECT at, movement_id FROM settlement_movements
    WHERE account = $1 AND currency = $2 AND (at, movement_id) > ($3::timestamptz, $4::bigint) AND at < $5::date
  ORDER BY at, movement_id OFFSET ${MOVEMENTS_PER_SLICE - 1} LIMIT 1`;

/** The status leads to no index: by that of open exceptions, every movement would be compared with all of them. */
const OPEN_MISSING = statement("settlements.OPEN_MISSING")`
  INSERT INTO settlement_exceptions (exception_id, account, currency, kind, amount, movement_id, value_date, status,
    created_at)
  SELECT md5('movement:' || m.movement_id)::uuid, $1, m.currency, 'missing', -m.amount, m.movement_id, m.at::date,
    'open', $8::timestamptz
  FROM settlement_movements m
  WHERE m.account = $1 AND m.currency = $2 AND (m.at, m.movement_id) > ($3::timestamptz, $4::bigint)
    AND (m.at, m.movement_id) <= ($6::timestamptz, $7::bigint)
    AND m.at < $5::date AND ${IS_OPEN}
    AND NOT EXISTS (SELECT FROM settlement_exceptions e
      WHERE e.movement_id = m.movement_id AND e.status IS NOT DISTINCT FROM 'open' OFFSET 0)
  ON CONFLICT (exception_id) DO NOTHING`;

type Place = { at: Date | string; movement_id: number };

/**
 * Movements that are missing from statements which cover their day and enough later days. Called after a new statement
 * only, because nothing else can change the result.
 */
export async function reportMissing(tx: Tx, account: string, now: Date): Promise<void> {
  for (const { currency, from_day, end_day } of await tx.query(COVERED_DAYS, [account])) {
    let after: Place | undefined = { at: from_day, movement_id: 0 };
    while (after !== undefined) {
      const from: readonly [string, string, Date | string, number, string] = [
        account,
        currency,
        after.at,
        after.movement_id,
        end_day,
      ];
      const [end]: Place[] = await tx.query(SLICE_END, from);
      await tx.query(OPEN_MISSING, [...from, end?.at ?? end_day, end?.movement_id ?? 0, now]);
      after = end;
    }
  }
}
