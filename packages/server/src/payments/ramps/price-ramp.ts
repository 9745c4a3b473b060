import type { Payment, RouteCandidate } from "#src/payments/core/index.ts";
import type { Fees } from "#src/pricing/fees/index.ts";
import type { RampQuestion } from "#src/pricing/quotes/index.ts";
import { convertAt, type PricedPair, type QuoteDeps, quoteRate } from "#src/pricing/rates/index.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import { ApiError, invalidField } from "#src/kernel/http/errors.ts";
import type { Money } from "@corridor/base/money.ts";
import { cryptoToSend, firstTaken } from "./ramp.ts";
import { routeLeg, type RoutedRamp, type RouteLegDeps } from "./route-leg.ts";

/** The price, the result and the route of a ramp, for a quote and for an actual ramp alike. */
type Amounts = Pick<Payment, "amount" | "targetAmount">;

/** Bought crypto is rounded like every conversion: nobody gets a satoshi for half its price. */
export function rampAmounts(
  { direction, fiat, asset }: Pick<RampQuestion, "direction" | "fiat" | "asset">,
  rate: Decimal,
): Amounts {
  const buying = direction === "on_ramp";
  const crypto = buying ? convertAt(fiat, rate, asset) : cryptoToSend(fiat, rate, asset);
  if (crypto.isZero()) throw invalidField("fiat_amount", `is less than the smallest unit of ${asset}`);
  return buying ? { amount: fiat, targetAmount: crypto } : { amount: crypto, targetAmount: fiat };
}

/** Refuses a ramp whose second leg no provider could deliver, before any money is collected. */
export async function collectingRoute(
  deps: RouteLegDeps,
  ramp: RoutedRamp,
): Promise<{ route: RouteCandidate[]; first: RouteCandidate }> {
  const [route, settling] = await Promise.all([routeLeg(deps, ramp, "collect"), routeLeg(deps, ramp, "settle")]);
  const first = firstTaken(route);
  if (first !== undefined && firstTaken(settling) !== undefined) return { route, first };
  throw new ApiError(
    422,
    "ROUTING_CONFIG_NOT_FOUND",
    `No provider is configured to ${first === undefined ? "collect" : "settle"} an ${ramp.details.ramp!.direction} ` +
      `in ${ramp.country} at this amount`,
  );
}

export function rampFee(
  { fees }: { fees: Fees },
  { orgId, country, amount }: Pick<Payment, "orgId" | "country" | "amount">,
) {
  return fees.charge({ orgId, country, paymentMethod: "crypto", direction: "external", amount });
}

export type PricedRamp = Amounts & { pair: PricedPair; route: string[]; fee: { feeIds: string[]; total: Money } };

/** Prices a ramp for a quote, and stores nothing. */
export async function priceRamp(
  deps: QuoteDeps & RouteLegDeps & { fees: Fees },
  question: RampQuestion,
): Promise<PricedRamp> {
  const { orgId, direction, fiat, asset, country, fiatMethod } = question;
  const [from, to] = direction === "on_ramp" ? [fiat.currency, asset] : [asset, fiat.currency];
  const pair = await quoteRate(deps, orgId, from, to);
  const amounts = rampAmounts(question, pair.rate);
  const details = { ramp: { direction, fiat_method: fiatMethod } };
  const { route } = await collectingRoute(deps, { orgId, country, direction: "external", ...amounts, details });
  const fee = await rampFee(deps, { orgId, country, amount: amounts.amount });
  return { ...amounts, pair, fee, route: route.filter(({ taken }) => taken).map(({ provider }) => provider) };
}
