import { inCurrencyOf, ofNetworks } from "@corridor/provider-kit/corridors.ts";
import type { ProviderCorridor } from "@corridor/provider-kit/provider.ts";

/**
 * Our codes of networks and banks in Flutterwave's terms. A code that is not listed here is refused before anything is
 * sent.
 */
export type MobileMoneyCharge = { type: string; currency: string; network?: string; country?: string };

export const MOBILE_MONEY_CHARGES: Readonly<Record<string, MobileMoneyCharge>> = {
  MPESA_KE: { type: "mpesa", currency: "KES" },
  MTN_GH: { type: "mobile_money_ghana", currency: "GHS", network: "MTN" },
  TELECEL_GH: { type: "mobile_money_ghana", currency: "GHS", network: "VODAFONE" },
  AIRTELTIGO_GH: { type: "mobile_money_ghana", currency: "GHS", network: "TIGO" },
  MTN_UG: { type: "mobile_money_uganda", currency: "UGX", network: "MTN" },
  AIRTEL_UG: { type: "mobile_money_uganda", currency: "UGX", network: "AIRTEL" },
  MTN_RW: { type: "mobile_money_rwanda", currency: "RWF", network: "MTN" },
  AIRTEL_RW: { type: "mobile_money_rwanda", currency: "RWF", network: "AIRTEL" },
  MTN_ZM: { type: "mobile_money_zambia", currency: "ZMW", network: "MTN" },
  AIRTEL_ZM: { type: "mobile_money_zambia", currency: "ZMW", network: "Airtel" },
  ZAMTEL_ZM: { type: "mobile_money_zambia", currency: "ZMW", network: "Zamtel" },
  AIRTEL_TZ: { type: "mobile_money_tanzania", currency: "TZS", network: "Airtel" },
  HALOPESA_TZ: { type: "mobile_money_tanzania", currency: "TZS", network: "Halopesa" },
  MPESA_TZ: { type: "mobile_money_tanzania", currency: "TZS", network: "Vodafone" },
  TIGO_TZ: { type: "mobile_money_tanzania", currency: "TZS", network: "Tigo" },
  MTN_CM: { type: "mobile_money_franco", currency: "XAF", network: "MTN", country: "CM" },
  ORANGE_CM: { type: "mobile_money_franco", currency: "XAF", network: "ORANGE", country: "CM" },
  MOOV_CI: { type: "mobile_money_franco", currency: "XOF", network: "MOOV", country: "CI" },
  MTN_CI: { type: "mobile_money_franco", currency: "XOF", network: "MTN", country: "CI" },
  ORANGE_CI: { type: "mobile_money_franco", currency: "XOF", network: "ORANGE", country: "CI" },
  WAVE_CI: { type: "mobile_money_franco", currency: "XOF", network: "WAVE", country: "CI" },
  EMONEY_SN: { type: "mobile_money_franco", currency: "XOF", network: "EMONEY", country: "SN" },
  FREE_SN: { type: "mobile_money_franco", currency: "XOF", network: "FREEMONEY", country: "SN" },
  ORANGE_SN: { type: "mobile_money_franco", currency: "XOF", network: "ORANGE", country: "SN" },
  MOOV_BF: { type: "mobile_money_franco", currency: "XOF", network: "MOBICASH", country: "BF" },
  ORANGE_BF: { type: "mobile_money_franco", currency: "XOF", network: "ORANGE", country: "BF" },
};

/** `MPS` means M-PESA in Kenya, and in Rwanda and Zambia whichever network the number belongs to. */
export const MOBILE_MONEY_TRANSFERS: Readonly<Record<string, { bank: string; currency: string }>> = {
  MPESA_KE: { bank: "MPS", currency: "KES" },
  MTN_GH: { bank: "MTN", currency: "GHS" },
  TELECEL_GH: { bank: "VODAFONE", currency: "GHS" },
  AIRTELTIGO_GH: { bank: "AIRTELTIGO", currency: "GHS" },
  MTN_UG: { bank: "MTN", currency: "UGX" },
  AIRTEL_UG: { bank: "AIRTEL", currency: "UGX" },
  MTN_RW: { bank: "MTN", currency: "RWF" },
  AIRTEL_RW: { bank: "MPS", currency: "RWF" },
  MTN_ZM: { bank: "MPS", currency: "ZMW" },
  AIRTEL_ZM: { bank: "MPS", currency: "ZMW" },
  ZAMTEL_ZM: { bank: "MPS", currency: "ZMW" },
  AIRTEL_TZ: { bank: "AIRTEL", currency: "TZS" },
  HALOPESA_TZ: { bank: "HALOPESA", currency: "TZS" },
  MPESA_TZ: { bank: "VODACOM", currency: "TZS" },
  TIGO_TZ: { bank: "TIGO", currency: "TZS" },
  MTN_CM: { bank: "MTN", currency: "XAF" },
  ORANGE_CM: { bank: "ORANGEMONEY", currency: "XAF" },
  MOOV_CI: { bank: "MOOV", currency: "XOF" },
  MTN_CI: { bank: "MTN", currency: "XOF" },
  ORANGE_CI: { bank: "ORANGE", currency: "XOF" },
  WAVE_CI: { bank: "WAVE", currency: "XOF" },
  ORANGE_SN: { bank: "ORANGEMONEY", currency: "XOF" },
  WAVE_SN: { bank: "WAVE", currency: "XOF" },
};

/**
 * Older banks use their three-digit code, younger ones their number in the interbank scheme. Codes are never passed on
 * unchanged: 302 and 303 are TAJBank and Lotus Bank in our list, and wallets of other institutions at Flutterwave.
 */
export const NIGERIAN_BANKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "011",
      "023",
      "032",
      "033",
      "035",
      "044",
      "050",
      "057",
      "058",
      "068",
      "070",
      "076",
      "082",
      "100",
      "101",
      "214",
      "215",
      "221",
      "232",
      "301",
    ].map((code) => [code, code]),
  ),
  "00103": "000027",
  "104": "000030",
  "105": "000031",
  "106": "000034",
  "303": "000029",
  "50211": "090267",
  "50515": "090405",
  "566": "090110",
  "999991": "100033",
  "999992": "100004",
};

/** Countries in which a customer can be shown an account to pay into, with their currencies. */
export const BANK_TRANSFER_CURRENCIES: Readonly<Record<string, string>> = { NG: "NGN", GH: "GHS" };

export const CARD_CURRENCIES: ReadonlySet<string> = new Set([
  "EGP",
  "ETB",
  "EUR",
  "GBP",
  "GHS",
  "KES",
  "MUR",
  "MWK",
  "NGN",
  "RWF",
  "TZS",
  "UGX",
  "USD",
  "XAF",
  "XOF",
  "ZAR",
  "ZMW",
]);

export const CORRIDORS: readonly ProviderCorridor[] = [
  { direction: "inbound", method: "card", countries: "*", currencies: [...CARD_CURRENCIES] },
  ...inCurrencyOf(BANK_TRANSFER_CURRENCIES, ["inbound"], "bank_transfer"),
  ...ofNetworks(MOBILE_MONEY_CHARGES, "inbound"),
  ...ofNetworks(MOBILE_MONEY_TRANSFERS, "outbound"),
  { direction: "outbound", method: "bank_transfer", countries: ["NG"], currencies: ["NGN"] },
];
