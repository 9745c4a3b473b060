import { isFiat } from "@corridor/base/currencies.ts";
import { powerOfTen } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import { Refusal } from "@corridor/provider-kit/speak.ts";
import { MalformedAnswer, minorNumberOf, moneyOfMinor, objectOf, textOf } from "@corridor/provider-kit/wire.ts";

/**
 * Amounts in Adyen's form: whole numbers of minor units. Adyen's own currency table decides, which differs from ISO
 * 4217 for these four.
 */
const OWN_DECIMALS: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 };

export type AdyenAmount = { currency: string; value: number };

/** How many more decimals Adyen uses in this currency than we do. */
function extraDecimals({ currency, scale }: Money): number {
  return (OWN_DECIMALS[currency] ?? scale) - scale;
}

export function amountBody(amount: Money): AdyenAmount {
  const { currency } = amount;
  if (!isFiat(currency)) throw new Refusal("currency_not_supported", `adyen does not move ${currency}`);
  const extra = extraDecimals(amount);
  const unit = powerOfTen(Math.abs(extra));
  if (extra < 0 && amount.minor % unit !== 0n)
    throw new Refusal("amount_not_supported", `adyen takes ${currency} without decimals`);
  const value = minorNumberOf(Money.ofMinor(extra < 0 ? amount.minor / unit : amount.minor * unit, currency));
  if (value === null)
    throw new Refusal("amount_not_supported", "the amount is larger than adyen's API can represent exactly");
  return { currency, value };
}

export function readAmount(value: unknown): Money {
  const json = objectOf(value, "amount");
  const counted = moneyOfMinor(json["value"], textOf(json, "currency"));
  const extra = extraDecimals(counted);
  const unit = powerOfTen(Math.abs(extra));
  if (extra > 0 && counted.minor % unit !== 0n) throw new MalformedAnswer("an amount");
  return Money.ofMinor(extra > 0 ? counted.minor / unit : counted.minor * unit, counted.currency);
}
