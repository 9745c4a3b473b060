import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { DEFAULT_MAX_FEE_BPS } from "./mapping.ts";

const LOCK_ACCOUNT = statement("settlements.LOCK_ACCOUNT")`
  SELECT closed_through::text AS "closedThrough" FROM settlement_accounts WHERE account = $1 FOR NO KEY UPDATE`;

/** The holder of this row lock has exclusive access to the lines and movements of the account. */
export async function lockAccount(tx: Tx, account: string): Promise<{ closedThrough: string | null } | undefined> {
  const [locked] = await tx.query(LOCK_ACCOUNT, [account]);
  return locked;
}

const TAKE_UNREAD = statement("settlements.TAKE_UNREAD")`
  SELECT account, closed_through::text AS "closedThrough" FROM settlement_accounts a
    WHERE EXISTS (SELECT FROM settlement_imports i WHERE i.account = a.account AND i.status = 'reading')
    ORDER BY account LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

/** An account with a file to read. The row lock is the claim, for the transaction that reads one part. */
export async function takeUnread(tx: Tx): Promise<{ account: string; closedThrough: string | null } | undefined> {
  const [taken] = await tx.query(TAKE_UNREAD);
  return taken;
}

const TAKE_UNMATCHED = statement("settlements.TAKE_UNMATCHED")`
  SELECT a.account, EXISTS (SELECT FROM settlement_imports i
    WHERE i.account = a.account AND i.status = 'matching') AS "hasNewLines" /* not null */
    FROM settlement_accounts a
    WHERE (EXISTS (SELECT FROM settlement_imports i WHERE i.account = a.account AND i.status = 'matching')
        OR (a.needs_matching AND EXISTS (SELECT FROM settlement_lines l WHERE l.account = a.account AND l.match IS
          NULL)))
      AND NOT EXISTS (SELECT FROM settlement_imports i WHERE i.account = a.account AND i.status = 'reading')
    ORDER BY a.account LIMIT 1 FOR NO KEY UPDATE OF a SKIP LOCKED`;

/** An account that a matching may change. Not while its file is being read: the rest may decide a match. */
export async function takeUnmatched(tx: Tx): Promise<{ account: string; hasNewLines: boolean } | undefined> {
  const [taken] = await tx.query(TAKE_UNMATCHED);
  return taken;
}

const READ_MAX_FEE_BPS = statement("settlements.READ_MAX_FEE_BPS")`
  SELECT (mapping ->> 'max_fee_bps')::int AS max_fee_bps FROM settlement_imports WHERE account = $1
    ORDER BY import_id DESC LIMIT 1`;

/** The largest difference that counts as a fee, in basis points, by the mapping of the account's last statement. */
export async function readMaxFeeBps(tx: Tx, account: string): Promise<number> {
  const [row] = await tx.query(READ_MAX_FEE_BPS, [account]);
  return row?.max_fee_bps ?? DEFAULT_MAX_FEE_BPS;
}

const MARK_MATCHED = statement("settlements.MARK_MATCHED")`
  UPDATE settlement_accounts SET needs_matching = NOT $2::boolean WHERE account = $1`;

export async function markMatched(tx: Tx, account: string, isMatched: boolean): Promise<void> {
  await tx.query(MARK_MATCHED, [account, isMatched]);
}

const READ_ACCOUNT_BALANCES = statement("settlements.READ_ACCOUNT_BALANCES")`
  SELECT account /* not null */, currency /* not null */, coalesce(l.expected, 0) AS expected /* not null */,
      coalesce(t.stated, 0) AS stated /* not null */, t.first_day::text,
      t.last_day::text,
      coalesce(t.lines, 0)::int AS lines /* not null */, coalesce(e.exceptions, 0)::int AS exceptions /* not null */,
      coalesce(e.at_stake, 0) AS at_stake /* not null */, a.closed_through::text,
      (f.day - 1)::text AS fetched_through, f.failure AS fetch_failure
    FROM (
      SELECT CASE purpose WHEN 'bank' THEN 'bank:' || owner_id ELSE owner_id
        END AS account, currency, -sum(balance) AS expected
      FROM ledger_accounts WHERE purpose IN ('provider', 'bank') GROUP BY 1, 2
    ) l
    FULL JOIN (
      SELECT account, currency, sum(net) AS stated, sum(lines) AS lines, min(day) AS first_day,
        max(day) AS last_day FROM settlement_totals GROUP BY 1, 2
    ) t USING (account, currency)
    LEFT JOIN (
      SELECT account, currency, count(*) AS exceptions, sum(abs(amount)) AS at_stake FROM settlement_exceptions
        WHERE status = 'open' GROUP BY 1, 2
    ) e USING (account, currency)
    LEFT JOIN settlement_accounts a USING (account)
    LEFT JOIN settlement_fetches f USING (account)
    ORDER BY account, currency`;

/** By the ledger over all books (where our money at a provider is negative), and by the statements. */
export async function readAccountBalances(db: Queryable) {
  return db.query(READ_ACCOUNT_BALANCES);
}
