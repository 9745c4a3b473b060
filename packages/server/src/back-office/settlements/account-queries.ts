import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { DEFAULT_MAX_FEE_BPS } from "./mapping.ts";

/** The holder of this row lock has exclusive access to the lines and movements of the account. */
export async function lockAccount(tx: Tx, account: string): Promise<{ closedThrough: string | null } | undefined> {
  const [locked] = await tx.query<{ closedThrough: string | null }>(
    `SELECT closed_through::text AS "closedThrough" FROM settlement_accounts WHERE account = $1 FOR NO KEY UPDATE`,
    [account],
  );
  return locked;
}

/** An account with a file to read. The row lock is the claim, for the transaction that reads one part. */
export async function takeUnread(tx: Tx): Promise<{ account: string; closedThrough: string | null } | undefined> {
  const [taken] = await tx.query<{ account: string; closedThrough: string | null }>(
    `SELECT account, closed_through::text AS "closedThrough" FROM settlement_accounts a
     WHERE EXISTS (SELECT FROM settlement_imports i WHERE i.account = a.account AND i.status = 'reading')
     ORDER BY account LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
  );
  return taken;
}

/** An account that a matching may change. Not while its file is being read: the rest may decide a match. */
export async function takeUnmatched(tx: Tx): Promise<{ account: string; hasNewLines: boolean } | undefined> {
  const [taken] = await tx.query<{ account: string; hasNewLines: boolean }>(
    `SELECT a.account, EXISTS (SELECT FROM settlement_imports i
     WHERE i.account = a.account AND i.status = 'matching') AS "hasNewLines"
     FROM settlement_accounts a
     WHERE (EXISTS (SELECT FROM settlement_imports i WHERE i.account = a.account AND i.status = 'matching')
         OR (a.needs_matching AND EXISTS (SELECT FROM settlement_lines l WHERE l.account = a.account AND l.match IS
           NULL)))
       AND NOT EXISTS (SELECT FROM settlement_imports i WHERE i.account = a.account AND i.status = 'reading')
     ORDER BY a.account LIMIT 1 FOR NO KEY UPDATE OF a SKIP LOCKED`,
  );
  return taken;
}

/** The largest difference that counts as a fee, in basis points, by the mapping of the account's last statement. */
export async function readMaxFeeBps(tx: Tx, account: string): Promise<number> {
  const [row] = await tx.query<{ max_fee_bps: number | null }>(
    `SELECT (mapping ->> 'max_fee_bps')::int AS max_fee_bps FROM settlement_imports WHERE account = $1
      ORDER BY import_id DESC LIMIT 1`,
    [account],
  );
  return row?.max_fee_bps ?? DEFAULT_MAX_FEE_BPS;
}

export async function markMatched(tx: Tx, account: string, isMatched: boolean): Promise<void> {
  await tx.query("UPDATE settlement_accounts SET needs_matching = NOT $2::boolean WHERE account = $1", [
    account,
    isMatched,
  ]);
}

type AccountBalance = {
  account: string;
  currency: string;
  expected: string;
  stated: string;
  first_day: string | null;
  last_day: string | null;
  lines: number;
  exceptions: number;
  at_stake: string;
  closed_through: string | null;
  fetched_through: string | null;
  fetch_failure: string | null;
};

/** By the ledger over all books (where our money at a provider is negative), and by the statements. */
export async function readAccountBalances(db: Queryable): Promise<AccountBalance[]> {
  return db.query<AccountBalance>(
    `SELECT account, currency, coalesce(l.expected, 0) AS expected, coalesce(t.stated, 0) AS stated, t.first_day::text,
       t.last_day::text,
       coalesce(t.lines, 0)::int AS lines, coalesce(e.exceptions, 0)::int AS exceptions,
         coalesce(e.at_stake, 0) AS at_stake, a.closed_through::text,
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
     ORDER BY account, currency`,
  );
}
