import type { Db, Tx } from "#src/platform/db/client.ts";
import { Decimal } from "#src/platform/decimal.ts";
import { Money } from "#src/platform/money.ts";

/**
 * In development every organization starts with money in every currency, so that every example works; in production with none.
 *
 * The money is posted with the first use of a currency, before whatever uses it (apply-transactions.ts). The amount stands in the database
 * and not in a process, so all processes agree, and only the posting that opens an account ever asks for it. Posting all currencies when
 * an organization is created was rejected: its books would begin with a hundred accounts that nobody uses.
 */
export async function setSandboxBalance(db: Db, usd: number): Promise<void> {
  if (usd === 0) await db.query("DELETE FROM ledger_sandbox_balance");
  else
    await db.query(
      `INSERT INTO ledger_sandbox_balance (usd) VALUES ($1)
       ON CONFLICT (only_row) DO UPDATE SET usd = excluded.usd WHERE ledger_sandbox_balance.usd <> excluded.usd`,
      [usd],
    );
}

/** What settlement accounts in these currencies start with. A currency without a rate has no worth in dollars, and starts empty. */
export async function openingsOf(tx: Pick<Tx, "query">, currencies: readonly string[]): Promise<Map<string, Money>> {
  if (currencies.length === 0) return new Map();
  const rows = await tx.query<{ currency: string; usd: string; per_usd: string }>(
    `SELECT c.currency, b.usd, coalesce(r.per_usd, 1) AS per_usd
     FROM ledger_sandbox_balance b CROSS JOIN unnest($1::text[]) AS c(currency) LEFT JOIN currency_rates r ON r.currency = c.currency
     WHERE r.currency IS NOT NULL OR c.currency = 'USD'`,
    [[...new Set(currencies)]],
  );
  const openings = rows.map(({ currency, usd, per_usd }) => [currency, Money.parse(usd, "USD").convert(Decimal.parse(per_usd), currency)] as const);
  return new Map(openings.filter(([, amount]) => amount.isPositive()));
}
