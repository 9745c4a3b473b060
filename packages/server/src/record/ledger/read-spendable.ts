import { openingsOf } from "./sandbox-balance.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import { spendableOf } from "./balance.ts";
import { readBalances } from "./read-balances.ts";

/** What can be started in each currency now. In development an unused currency has its sandbox balance. */
export async function readSpendable(db: Queryable, orgId: string, currencies: readonly string[]) {
  const [known, openings] = await Promise.all([readBalances(db, orgId, null), openingsOf(db, currencies)]);
  const spendable = new Map(known.map((balance) => [balance.currency, spendableOf(balance)]));
  return new Map(
    currencies.map((currency) => [currency, spendable.get(currency) ?? openings.get(currency) ?? Money.zero(currency)]),
  );
}
