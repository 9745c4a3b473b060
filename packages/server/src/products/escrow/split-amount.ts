import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";

export const SPLIT_TYPES = ["percentage", "fixed"] as const;
export type SplitType = (typeof SPLIT_TYPES)[number];
export type SplitShare = { readonly type: SplitType; readonly value: Decimal };

const WHOLE = Decimal.parse(100);

/**
 * Fixed shares come first. The rest is divided in proportion to the percentages, rounded down to the minor unit;
 * leftover units go to the (first) largest share. So the parts sum to the whole and none is negative. Percentages of 70
 * beside a fixed 300 of 1000 are of the whole, and of 100 beside it of the rest, as people mean both.
 */
export function splitAmount(amount: Money, shares: readonly SplitShare[]): Money[] {
  if (shares.length === 0) throw new RangeError("an amount needs at least one party to be split among");
  const fixed = fixedTotal(amount.currency, shares);
  if (fixed.compare(amount) > 0)
    throw new RangeError(`fixed shares of ${fixed.toString()} exceed ${amount.toString()}`);
  const rest = amount.minus(fixed).minor;
  const scale = Math.max(...shares.map((share) => share.value.scale));
  const weights = shares.map((share) =>
    share.type === "percentage" ? share.value.digits * 10n ** BigInt(scale - share.value.scale) : 0n,
  );
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0n);

  // The largest share is found before rounding: a tenth and nine tenths of a cent both round down to zero.
  const divisor = totalWeight === 0n ? 1n : totalWeight;
  const exact = shares.map((share, index) =>
    share.type === "fixed"
      ? Money.parse(share.value.toDatabase(), amount.currency).minor * divisor
      : rest * weights[index]!,
  );
  const parts = exact.map((share) => share / divisor);
  const leftover = amount.minor - parts.reduce((sum, part) => sum + part, 0n);
  const largest = exact.reduce((best, share, index) => (share > exact[best]! ? index : best), 0);
  parts[largest] = parts[largest]! + leftover;
  return parts.map((part) => Money.ofMinor(part, amount.currency));
}

/** Why these shares are not allowed on a milestone of this amount, or null. They need not cover all of it yet. */
export function problemOfShares(amount: Money, shares: readonly SplitShare[]): string | null {
  if (percentTotal(shares).compare(WHOLE) > 0) return "the percentages exceed 100";
  if (fixedTotal(amount.currency, shares).compare(amount) > 0)
    return `the fixed shares exceed the milestone's ${amount.toString()}`;
  return null;
}

/** Whether the shares cover the whole amount, so that only indivisible units are left over. */
export function coversWhole(amount: Money, shares: readonly SplitShare[]): boolean {
  if (shares.length === 0 || problemOfShares(amount, shares) !== null) return false;
  const percent = percentTotal(shares);
  if (percent.equals(WHOLE)) return true;
  return fixedTotal(amount.currency, shares).plus(amount.percentage(percent)).equals(amount);
}

function percentTotal(shares: readonly SplitShare[]): Decimal {
  return shares
    .filter((share) => share.type === "percentage")
    .reduce((sum, share) => sum.plus(share.value), Decimal.ZERO);
}

function fixedTotal(currency: string, shares: readonly SplitShare[]): Money {
  return shares
    .filter((share) => share.type === "fixed")
    .reduce((sum, share) => sum.plus(Money.parse(share.value.toDatabase(), currency)), Money.zero(currency));
}
