import { inverseOf, isWithinDrift, type PricedPair, type QuoteDeps, quoteRate } from "#src/pricing/rates/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { ApiError, invalidField } from "#src/kernel/http/errors.ts";

/**
 * The live rate is the one that the exchange-rate endpoint quotes this organization now, including the margin:
 * otherwise a margin of half a percent would make every honest rate a mismatch.
 */
export type RateDeps = QuoteDeps & { clock: Clock };

export async function checkedRate(deps: RateDeps, orgId: string, from: string, to: string, clientRate: number) {
  const pair = await livePair(deps, orgId, from, to);
  const live = pair.rate;
  const offered = Decimal.parse(clientRate);
  if (isWithinDrift(offered, live)) return pair;
  const reversed = isWithinDrift(offered, inverseOf(live)) ? ` it looks like the rate from ${to} to ${from};` : "";
  const off = `is more than 0.5 percent off the live rate from ${from} to ${to}, which is ${live.toString()}`;
  throw invalidField("client_rate", `${off};${reversed} fetch it again`, "RATE_MISMATCH");
}

/** For a pair of about equal value both directions may match, and then the request has to say. */
export async function directionOfRate(deps: RateDeps, orgId: string, fiat: string, asset: string, clientRate: number) {
  const offered = Decimal.parse(clientRate);
  const pairs = await Promise.all([livePair(deps, orgId, fiat, asset), livePair(deps, orgId, asset, fiat)]);
  const [buying, selling] = pairs.map(({ rate }) => isWithinDrift(offered, rate));
  const either = `${clientRate} is the rate between ${fiat} and ${asset} either way`;
  if (buying && selling) throw invalidField("direction", `is required: on_ramp or off_ramp; ${either}`);
  const neither = `is the live rate neither from ${fiat} to ${asset} nor from ${asset} to ${fiat}; fetch it again`;
  if (!buying && !selling) throw invalidField("client_rate", neither, "RATE_MISMATCH");
  return buying ? "on_ramp" : "off_ramp";
}

async function livePair(deps: RateDeps, orgId: string, from: string, to: string): Promise<PricedPair> {
  try {
    return await quoteRate(deps, orgId, from, to);
  } catch (error) {
    // For a caller of this endpoint a pair without a rate is a wrong request, not a missing page.
    if (error instanceof ApiError && error.statusCode === 404)
      throw invalidField("crypto_currency", `there is no rate from ${from} to ${to}`, "RATE_NOT_FOUND");
    throw error;
  }
}
