/**
 * ISO 4217's active codes with their minor units. `Intl` was rejected: it follows CLDR's display habits and differs for
 * fifteen currencies (IQD, COP, UYW, ...). Codes without minor units (XAU, XDR, ...) cannot be paid in: left out.
 */
const FIAT_BY_SCALE: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2:
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW " +
    "CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF " +
    "IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK " +
    "MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP " +
    "SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG " +
    "YER ZAR ZMW ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

/** The scale we account for them in. A token's decimals on one chain may differ: see crypto-assets. */
const CRYPTO_SCALES: Readonly<Record<string, number>> = { BTC: 8, ETH: 18, USDT: 6, USDC: 6, CUSD: 18, XLM: 7, SOL: 9 };

const fiatScales = new Map(
  Object.entries(FIAT_BY_SCALE).flatMap(([scale, codes]) =>
    codes.split(" ").map((code) => [code, Number(scale)] as const),
  ),
);
const cryptoScales = new Map(Object.entries(CRYPTO_SCALES));

export const FIAT_CURRENCIES: readonly string[] = [...fiatScales.keys()].sort();
export const CRYPTO_CURRENCIES: readonly string[] = [...cryptoScales.keys()].sort();

/** Undefined for a code we do not know. Codes are upper case, as the standards write them. */
export function scaleOf(code: string): number | undefined {
  return fiatScales.get(code) ?? cryptoScales.get(code);
}

export function isFiat(code: string): boolean {
  return fiatScales.has(code);
}

export function isCrypto(code: string): boolean {
  return cryptoScales.has(code);
}
