import { Decimal } from "@corridor/base/decimal.ts";
import { ApiError } from "#src/kernel/http/errors.ts";
import { Money } from "@corridor/base/money.ts";
import type { LiveRates } from "./live-rates.ts";

type Rates = Pick<LiveRates, "between">;

/** Today's rate for totals and charts, never for money that moves. Null without a fresh one. */
export async function rateForFigures(rates: Rates, currency: string, base: string): Promise<Decimal | null> {
  if (currency === base) return Decimal.ONE;
  const live = await rates.between(currency, base).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  return live === null ? null : live.rate;
}

export async function worthIn(rates: Rates, amount: Money, base: string): Promise<Money | null> {
  const rate = await rateForFigures(rates, amount.currency, base);
  return rate === null ? null : amount.convert(rate, base);
}

/** Null as soon as one amount has no value in the base currency: a partial sum would look complete. */
export function sumOfWorths(worths: readonly (Money | null)[], base: string): Money | null {
  return worths.reduce<Money | null>(
    (sum, worth) => (sum === null || worth === null ? null : sum.plus(worth)),
    Money.zero(base),
  );
}
