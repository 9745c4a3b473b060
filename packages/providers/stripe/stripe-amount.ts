import type { Money } from "@corridor/base/money.ts";
import { type Json, minorNumberOf, moneyOfMinor, textOf } from "@corridor/provider-kit/wire.ts";

/**
 * Stripe counts a smallest unit that is not always the standard's. ISK and UGX have no decimals any more but are still
 * in hundredths, of which only whole hundreds are accepted; MGA has two decimals in the standard and none here; of
 * three decimals (BHD, ...) the last must be 0.
 */
const OTHER_DECIMALS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** The currencies in which cards can be charged. The account's country limits them, and Stripe refuses the others. */
const CURRENCIES = new Set(
  (
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP " +
    "CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD " +
    "JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN " +
    "NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD " +
    "SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW"
  ).split(" "),
);

export function isChargeable(currency: string): boolean {
  return CURRENCIES.has(currency);
}

/** Null for an amount that Stripe cannot represent exactly. */
export function stripeAmountOf(amount: Money): string | null {
  const decimals = OTHER_DECIMALS[amount.currency] ?? amount.scale;
  const counted = minorNumberOf(amount, decimals);
  return counted === null || (decimals === 3 && counted % 10 !== 0) ? null : String(counted);
}

export function moneyOfStripe(json: Json, name: string): Money {
  return moneyOfCount(json[name], textOf(json, "currency").toUpperCase());
}

export function moneyOfCount(count: unknown, currency: string): Money {
  return moneyOfMinor(count, currency, OTHER_DECIMALS[currency]);
}
