import { CRYPTO_CURRENCIES, FIAT_CURRENCIES } from "@corridor/base/currencies.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { postTransactions } from "./post-transactions.ts";
import { openingOf, openingsOf } from "./sandbox-balance.ts";

const MAX_OPENED_AT_ONCE = 500;

const DELETE_LEDGER_SANDBOX_BALANCE = statement("ledger.DELETE_LEDGER_SANDBOX_BALANCE")`
  DELETE FROM ledger_sandbox_balance`;

const INSERT_LEDGER_SANDBOX_BALANCE = statement("ledger.INSERT_LEDGER_SANDBOX_BALANCE")`
  INSERT INTO ledger_sandbox_balance (usd) VALUES ($1)
    ON CONFLICT (only_row) DO UPDATE SET usd = excluded.usd WHERE ledger_sandbox_balance.usd <> excluded.usd`;

/** At the start of every serving process: stores the opening balance of new accounts, and posts it to open ones. */
export async function setSandboxBalance(db: Db, usd: number, at: Date): Promise<void> {
  if (usd === 0) {
    await db.query(DELETE_LEDGER_SANDBOX_BALANCE);
    return;
  }
  await db.query(INSERT_LEDGER_SANDBOX_BALANCE, [String(usd)]);
  for (let opened = MAX_OPENED_AT_ONCE; opened === MAX_OPENED_AT_ONCE;) opened = await openKnownAccounts(db, at);
}

const OPEN_KNOWN_ACCOUNTS = statement("ledger.OPEN_KNOWN_ACCOUNTS")`SELECT a.org_id, a.currency FROM ledger_accounts a
  WHERE a.purpose = 'settlement' AND a.currency = ANY ($1::text[])
    AND NOT EXISTS (SELECT FROM ledger_transactions t
      WHERE t.org_id = a.org_id AND t.cause = a.org_id || ':sandbox_balance:' || a.currency)
  LIMIT ${MAX_OPENED_AT_ONCE}`;

/** A development database from before sandbox balances existed, or one that ran without them. Scans all accounts. */
async function openKnownAccounts(db: Db, at: Date): Promise<number> {
  const openings = await openingsOf(db, [...FIAT_CURRENCIES, ...CRYPTO_CURRENCIES]);
  const accounts = await db.query(OPEN_KNOWN_ACCOUNTS, [[...openings.keys()]]);
  const due = accounts.map(({ org_id, currency }) => openingOf(org_id, openings.get(currency)!, at));
  await db.transaction((tx) => postTransactions(tx, due));
  return accounts.length;
}
