import { CRYPTO_CURRENCIES, FIAT_CURRENCIES } from "@corridor/base/currencies.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { postTransactions } from "./post-transactions.ts";
import { openingOf, openingsOf } from "./sandbox-balance.ts";

const MAX_OPENED_AT_ONCE = 500;

/** At the start of every serving process: stores the opening balance of new accounts, and posts it to open ones. */
export async function setSandboxBalance(db: Db, usd: number, at: Date): Promise<void> {
  if (usd === 0) {
    await db.query("DELETE FROM ledger_sandbox_balance");
    return;
  }
  await db.query(
    `INSERT INTO ledger_sandbox_balance (usd) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET usd = excluded.usd WHERE ledger_sandbox_balance.usd <> excluded.usd`,
    [usd],
  );
  for (let opened = MAX_OPENED_AT_ONCE; opened === MAX_OPENED_AT_ONCE;) opened = await openKnownAccounts(db, at);
}

/** A development database from before sandbox balances existed, or one that ran without them. Scans all accounts. */
async function openKnownAccounts(db: Db, at: Date): Promise<number> {
  const openings = await openingsOf(db, [...FIAT_CURRENCIES, ...CRYPTO_CURRENCIES]);
  const accounts = await db.query<{ org_id: string; currency: string }>(
    `SELECT a.org_id, a.currency FROM ledger_accounts a
     WHERE a.purpose = 'settlement' AND a.currency = ANY ($1::text[])
       AND NOT EXISTS (SELECT FROM ledger_transactions t
         WHERE t.org_id = a.org_id AND t.cause = a.org_id || ':sandbox_balance:' || a.currency)
     LIMIT ${MAX_OPENED_AT_ONCE}`,
    [[...openings.keys()]],
  );
  const due = accounts.map(({ org_id, currency }) => openingOf(org_id, openings.get(currency)!, at));
  await db.transaction((tx) => postTransactions(tx, due));
  return accounts.length;
}
