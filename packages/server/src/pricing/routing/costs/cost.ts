import { Type, type Static } from "typebox";
import { Nullable, Shape, Day } from "#src/kernel/http/schemas.ts";
import type { InMoney } from "#src/kernel/db/money-rows.ts";
import type { Row } from "#src/kernel/db/statement.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import type { Money } from "@corridor/base/money.ts";
import { listPrice } from "@corridor/provider-kit/corridors.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import type { Lane } from "../outcome-window.ts";

/**
 * What a provider charges us for a payment that succeeds: percent plus fixed, and a part for the exchange where it
 * settles in another currency. An operator sets a price, or it is found in settlement lines (fit-price.ts). A price
 * that an operator set comes before any that was found, then the one that names more of the lane, then the price list
 * of the provider's package.
 */
export type ProviderCost = Omit<InMoney<Row<"routing.READ_COSTS">, "fixed_amount">, "percent" | "fx_percent"> &
  Readonly<{ currency: string; percent: Decimal; fx_percent: Decimal }>;

/** A price that was found is used up to this error: beyond, it is no percentage plus a fixed amount. */
export const MAX_ERROR_PERCENT = 20;
export const CHARGES = "What it charges, in percent of the amount";
export const BESIDE = "What it charges beside, in `currency`";
const Previous = Shape({
  percent: [Type.String(), CHARGES],
  fixed_amount: [Type.String(), BESIDE],
  until: [Day, "Its last day"],
});

export const CostFitSchema = Shape({
  since: [Day, "The first day that was seen with this price"],
  until: [Day, "The last one"],
  payments: [Type.Integer(), "Payments looked at"],
  lines: [Type.Integer(), "Those of them with a settlement line that states a charge"],
  error_percent: [
    Type.Number(),
    `The typical error, in percent of the average charge; above ${MAX_ERROR_PERCENT} the price is not used`,
  ],
  previous: [Nullable(Previous), "The price before, if it changed lately"],
});
export type CostFit = Static<typeof CostFitSchema>;

type Place = Pick<Lane, "country" | "paymentMethod" | "direction" | "network">;
/** Null: nobody knows. Answered from memory. */
export type CostOf = (provider: ProviderName, place: Place, amount: Money) => Money | null;

type Providers = ReadonlyMap<ProviderName, Pick<Provider, "corridors">>;

export function costsInMemory(costs: readonly ProviderCost[], providers: Providers): CostOf {
  const used = costs.filter(({ fit }) => fit === null || fit.error_percent <= MAX_ERROR_PERCENT).toSorted(byPrecedence);
  const ofProviders = Map.groupBy(used, ({ provider }) => provider);
  return (provider, place, amount) => {
    const cost = ofProviders.get(provider)?.find((one) => isFor(one, place, amount.currency));
    if (cost !== undefined) return cost.fixed_amount.plus(amount.percentage(cost.percent.plus(cost.fx_percent)));
    const { country, paymentMethod: method, direction } = place;
    return listPrice(providers.get(provider)?.corridors ?? [], { country, method, direction }, amount);
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
