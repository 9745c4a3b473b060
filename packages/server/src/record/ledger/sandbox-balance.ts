import type { Queryable } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import type { LedgerTransaction } from "./ledger.ts";
import { move, SETTLEMENT } from "./postings.ts";

const OPENINGS_OF = statement("ledger.OPENINGS_OF")`
  SELECT c.currency /* not null */, b.usd, CASE WHEN c.currency = 'USD' THEN 1 ELSE r.per_usd END AS per_usd /* not null */
    FROM unnest($1::text[]) AS c(currency)
    CROSS JOIN LATERAL (SELECT usd FROM ledger_sandbox_balance WHERE only_row = true LIMIT 1) b
    LEFT JOIN LATERAL (SELECT per_usd FROM currency_rates WHERE currency = c.currency LIMIT 1) r ON true
    WHERE c.currency = 'USD' OR r.per_usd IS NOT NULL`;

/**
 * In development every organization starts with money in every currency, posted with the first use of a currency
 * (apply-transactions.ts). The amount is stored in the database, so all processes agree on it. Posting all currencies
 * when an organization is created was rejected: its books would begin with a hundred accounts that nobody uses. A
 * currency without a rate has no value in dollars, and starts empty.
 */
export async function openingsOf(db: Queryable, currencies: readonly string[]): Promise<Map<string, Money>> {
  if (currencies.length === 0) return new Map();
  const rows = await db.query(OPENINGS_OF, [[...new Set(currencies)]]);
  const openings = rows.map(
    ({ currency, usd, per_usd }) =>
      [currency, Money.parse(usd, "USD").convert(Decimal.parse(per_usd), currency)] as const,
  );
  return new Map(openings.filter(([, amount]) => amount.isPositive()));
}

export function openingOf(orgId: string, amount: Money, at: Date): LedgerTransaction {
  return {
    orgId,
    cause: `${orgId}:sandbox_balance:${amount.currency}`,
    description: "Sandbox balance",
    at,
    postings: move({ purpose: "sandbox" }, SETTLEMENT, amount),
  };
}
