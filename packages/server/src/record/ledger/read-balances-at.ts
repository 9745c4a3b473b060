import type { Queryable } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { Money } from "@corridor/base/money.ts";
import type { AccountPurpose } from "./ledger.ts";

export type BalanceAt = {
  accountId: string;
  purpose: AccountPurpose;
  ownerId: string;
  /** The index of the moment, counted from 0. */ moment: number;
  balance: Money;
  /** The part of the balance that was held. */ held: Money;
  /** Below zero while the account had a credit line. */ floor: Money;
};

/**
 * Every account's balance just before each moment. A difference of two is what was posted between them, so a report
 * over a year reads a few hundred rows by key. A binary search turns moments into positions of the chain. Processes
 * have their own clocks: a posting within seconds of a moment may count on either side of it, but only on one.
 */
const BALANCES_AT = statement("ledger.BALANCES_AT")`
  WITH RECURSIVE search(moment, until, low, high) AS (
    SELECT m.moment, m.until, 1::bigint, c.length + 1 FROM unnest($3::timestamptz[]) WITH ORDINALITY AS m(until, moment)
      CROSS JOIN ledger_chains c WHERE c.org_id = $1
    UNION ALL
    SELECT s.moment, s.until, CASE WHEN t.at < s.until THEN (s.low + s.high) / 2 + 1 ELSE s.low END, CASE
      WHEN t.at < s.until THEN s.high ELSE (s.low + s.high) / 2 END
    FROM search s CROSS JOIN LATERAL (SELECT at FROM ledger_transactions
      WHERE org_id = $1 AND position = (s.low + s.high) / 2 LIMIT 1) t
    WHERE s.low < s.high
  )
  SELECT ${inCamelCase("a", "account_id, purpose, owner_id, currency")},
    (s.moment - 1)::integer AS moment /* not null */,
    coalesce(last.balance_after, 0)::text AS balance /* not null */,
    coalesce(last.held_after, 0)::text AS held /* not null */, coalesce(line.floor, 0)::text AS floor /* not null */
  FROM ledger_accounts a CROSS JOIN search s
  LEFT JOIN LATERAL (
    SELECT p.balance_after, p.held_after FROM ledger_postings p
      WHERE p.org_id = a.org_id AND p.account_id = a.account_id AND p.position < s.low
    ORDER BY p.position DESC, p.index DESC LIMIT 1
  ) last ON true
  LEFT JOIN LATERAL (
    SELECT p.floor FROM ledger_postings p WHERE p.org_id = a.org_id AND p.account_id = a.account_id
      AND p.position < s.low AND p.floor IS NOT NULL
    ORDER BY p.position DESC LIMIT 1
  ) line ON true
  WHERE a.org_id = $1 AND a.purpose = ANY($2::text[]) AND ($4::text IS NULL OR a.currency = $4) AND s.low >= s.high
  ORDER BY a.currency, a.purpose, a.owner_id, s.moment`;

export async function readBalancesAt(
  db: Queryable,
  orgId: string,
  purposes: readonly AccountPurpose[],
  moments: readonly Date[],
  currency: string | null,
): Promise<BalanceAt[]> {
  const rows = await db.query(BALANCES_AT, [orgId, purposes, moments, currency]);
  return rows.map(({ currency: ofRow, ...row }) => ({
    ...row,
    balance: Money.fromDatabase(row.balance, ofRow),
    held: Money.fromDatabase(row.held, ofRow),
    floor: Money.fromDatabase(row.floor, ofRow),
  }));
}
