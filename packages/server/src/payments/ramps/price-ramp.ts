import type { Payment } from "#src/payments/core/index.ts";
import type { Fees } from "#src/pricing/fees/index.ts";
import type { RampQuestion } from "#src/pricing/quotes/index.ts";
import { convertAt, type PricedPair, type QuoteDeps, quoteRate } from "#src/pricing/rates/index.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import { ApiError, invalidField } from "#src/kernel/http/errors.ts";
import type { Money } from "@corridor/base/money.ts";
import { cryptoToSend, firstTaken } from "./ramp.ts";
import { routeLeg, type RoutedRamp, type RouteLegDeps } from "./route-leg.ts";

type Amounts = Pick<Payment, "amount" | "targetAmount">;
type Converted = Pick<RampQuestion, "direction" | "fiat" | "asset">;

/** Bought crypto is rounded like every conversion: nobody gets a satoshi for half its price. */
export function rampAmounts({ direction, fiat, asset }: Converted, rate: Decimal): Amounts {
  const buying = direction === "on_ramp";
  const crypto = buying ? convertAt(fiat, rate, asset) : cryptoToSend(fiat, rate, asset);
  if (crypto.isZero()) throw invalidField("fiat_amount", `is less than the smallest unit of ${asset}`);
  return buying ? { amount: fiat, targetAmount: crypto } : { amount: crypto, targetAmount: fiat };
}

/** Refuses a ramp whose second leg no provider could deliver, before any money is collected. */
export async function collectingRoute(deps: RouteLegDeps, ramp: RoutedRamp) {
  const [collecting, settling] = await Promise.all([routeLeg(deps, ramp, "collect"), routeLeg(deps, ramp, "settle")]);
  const first = firstTaken(collecting.route);
  if (first !== undefined && firstTaken(settling.route) !== undefined) return { ...collecting, first };
  const missing = `${first === undefined ? "collect" : "settle"} an ${ramp.details.ramp!.direction}`;
  const message = `No provider is configured to ${missing} in ${ramp.country} at this amount`;
  throw new ApiError(422, "ROUTING_CONFIG_NOT_FOUND", message);
}

type Charged = Pick<Payment, "orgId" | "country" | "amount">;
export function rampFee({ fees }: { fees: Fees }, { orgId, country, amount }: Charged) {
  return fees.charge({ orgId, country, paymentMethod: "crypto", direction: "external", amount });
}

export type PricedRamp = Amounts & { pair: PricedPair; route: string[]; fee: { feeIds: string[]; total: Money } };

/** Prices a ramp for a quote, and stores nothing. */
export async function priceRamp(deps: QuoteDeps & RouteLegDeps & { fees: Fees }, question: RampQuestion) {
  const { orgId, direction, fiat, asset, country, fiatMethod } = question;
  const [from, to] = direction === "on_ramp" ? [fiat.currency, asset] : [asset, fiat.currency];
  const pair = await quoteRate(deps, orgId, from, to);
  const amounts = rampAmounts(question, pair.rate);
  const details = { ramp: { direction, fiat_method: fiatMethod } };
  const { route } = await collectingRoute(deps, { orgId, country, direction: "external", ...amounts, details });
  const fee = await rampFee(deps, { orgId, country, amount: amounts.amount });
  return { ...amounts, pair, fee, route: route.filter(({ taken }) => taken).map(({ provider }) => provider) };
}
