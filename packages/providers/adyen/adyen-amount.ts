import { isFiat } from "@corridor/base/currencies.ts";
import type { Money } from "@corridor/base/money.ts";
import { Refusal } from "@corridor/provider-kit/speak.ts";
import { minorNumberOf, moneyOfMinor, objectOf, textOf } from "@corridor/provider-kit/wire.ts";

/** Adyen counts whole minor units by its own currency table, which differs from ISO 4217 for these four. */
const OWN_DECIMALS: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 };

export function amountBody(amount: Money): { currency: string; value: number } {
  const { currency } = amount;
  if (!isFiat(currency)) throw new Refusal("currency_not_supported", `adyen does not move ${currency}`);
  const value = minorNumberOf(amount, OWN_DECIMALS[currency]);
  if (value === null)
    throw new Refusal("amount_not_supported", `adyen's API cannot represent exactly ${amount.toString()}`);
  return { currency, value };
}

export function readAmount(value: unknown): Money {
  const json = objectOf(value, "amount");
  const currency = textOf(json, "currency");
  return moneyOfMinor(json["value"], currency, OWN_DECIMALS[currency]);
}
