import type { InMoney } from "#src/kernel/db/money-rows.ts";
import type { Row } from "#src/kernel/db/statement.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import type { Money } from "@corridor/base/money.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";

/**
 * What a provider charges us for a payment that succeeds: percent plus fixed, and a part for the exchange where it
 * settles in another currency. An operator sets a price, or it is found in settlement lines (fit-price.ts). A price
 * that an operator set comes before any that was found, then the one that names more of the lane.
 */
export type ProviderCost = Omit<InMoney<Row<"routing.READ_COSTS">, "fixed_amount">, "percent" | "fx_percent"> &
  Readonly<{ currency: string; percent: Decimal; fx_percent: Decimal }>;

export type CostFit = {
  /** The first and the last day whose payments had this price. */
  since: string;
  until: string;
  /** Payments looked at, and those of them with a settlement line that states a charge. */
  payments: number;
  lines: number;
  /** The typical error, in percent of the average charge. */
  error_percent: number;
  previous: { percent: string; fixed_amount: string; until: string } | null;
};

/** A price that was found is used up to this error: beyond, it is no percentage plus a fixed amount. */
export const MAX_ERROR_PERCENT = 20;

type Place = { country: string; paymentMethod: string; direction: string; network: string | null };
/** Null: nobody knows. Answered from memory. */
export type CostOf = (provider: ProviderName, place: Place, amount: Money) => Money | null;

export function costsInMemory(costs: readonly ProviderCost[]): CostOf {
  const used = costs.filter(({ fit }) => fit === null || fit.error_percent <= MAX_ERROR_PERCENT).toSorted(byPrecedence);
  const ofProviders = Map.groupBy(used, ({ provider }) => provider);
  return (provider, place, amount) => {
    const cost = ofProviders.get(provider)?.find((one) => isFor(one, place, amount.currency));
    return cost === undefined ? null : cost.fixed_amount.plus(amount.percentage(cost.percent.plus(cost.fx_percent)));
  };
}

function isFor(cost: ProviderCost, place: Place, currency: string): boolean {
  return (
    cost.currency === currency &&
    (cost.country ?? place.country) === place.country &&
    (cost.payment_method ?? place.paymentMethod) === place.paymentMethod &&
    (cost.direction ?? place.direction) === place.direction &&
    (cost.network ?? place.network) === place.network
  );
}

function byPrecedence(a: ProviderCost, b: ProviderCost): number {
  const found = Number(a.fit !== null) - Number(b.fit !== null);
  return found || particularityOf(b) - particularityOf(a) || (a.cost_id < b.cost_id ? -1 : 1);
}

function particularityOf({ country, payment_method, direction, network }: ProviderCost): number {
  return [country, payment_method, direction, network].filter((named) => named !== null).length;
}
