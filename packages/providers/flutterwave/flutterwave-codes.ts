import { inCurrencyOf, ofNetworks, rowsOf } from "@corridor/provider-kit/corridors.ts";
import type { ProviderCorridor } from "@corridor/provider-kit/provider.ts";
import { Refusal } from "@corridor/provider-kit/speak.ts";
import { idOf, type Json } from "@corridor/provider-kit/wire.ts";

/**
 * Our networks at Flutterwave: currency, type of charge, name in that charge, and "bank" in a payout; `-` for none.
 * `MPS` means M-PESA in Kenya, and in Rwanda and Zambia whichever network the number belongs to. What is not
 * listed is refused before anything is sent.
 */
const NETWORKS = rowsOf(`
  MPESA_KE       KES  mpesa                  -          MPS
  MTN_GH         GHS  mobile_money_ghana     MTN        MTN
  TELECEL_GH     GHS  mobile_money_ghana     VODAFONE   VODAFONE
  AIRTELTIGO_GH  GHS  mobile_money_ghana     TIGO       AIRTELTIGO
  MTN_UG         UGX  mobile_money_uganda    MTN        MTN
  AIRTEL_UG      UGX  mobile_money_uganda    AIRTEL     AIRTEL
  MTN_RW         RWF  mobile_money_rwanda    MTN        MTN
  AIRTEL_RW      RWF  mobile_money_rwanda    AIRTEL     MPS
  MTN_ZM         ZMW  mobile_money_zambia    MTN        MPS
  AIRTEL_ZM      ZMW  mobile_money_zambia    Airtel     MPS
  ZAMTEL_ZM      ZMW  mobile_money_zambia    Zamtel     MPS
  AIRTEL_TZ      TZS  mobile_money_tanzania  Airtel     AIRTEL
  HALOPESA_TZ    TZS  mobile_money_tanzania  Halopesa   HALOPESA
  MPESA_TZ       TZS  mobile_money_tanzania  Vodafone   VODACOM
  TIGO_TZ        TZS  mobile_money_tanzania  Tigo       TIGO
  MTN_CM         XAF  mobile_money_franco    MTN        MTN
  ORANGE_CM      XAF  mobile_money_franco    ORANGE     ORANGEMONEY
  MOOV_CI        XOF  mobile_money_franco    MOOV       Moov
  MTN_CI         XOF  mobile_money_franco    MTN        FMM
  ORANGE_CI      XOF  mobile_money_franco    ORANGE     orangemoney
  WAVE_CI        XOF  mobile_money_franco    WAVE       WAVE
  EMONEY_SN      XOF  mobile_money_franco    EMONEY     -
  FREE_SN        XOF  mobile_money_franco    FREEMONEY  -
  ORANGE_SN      XOF  mobile_money_franco    ORANGE     ORANGEMONEY
  WAVE_SN        XOF  -                      -          WAVE
  MOOV_BF        XOF  mobile_money_franco    MOBICASH   -
  ORANGE_BF      XOF  mobile_money_franco    ORANGE     -
`).map((cells) => cells.map((cell) => (cell === "-" ? undefined : cell)));

type Charge = { type: string; currency: string; network?: string; country?: string };
/** One type of charge serves several countries, and names its own. */
const FRANCO = "mobile_money_franco";

export const MOBILE_MONEY_CHARGES: Readonly<Record<string, Charge>> = Object.fromEntries(
  NETWORKS.flatMap(([code, currency, type, network]) => {
    if (type === undefined) return [];
    const country = type === FRANCO ? code!.slice(-2) : undefined;
    return [[code!, { type, currency: currency!, network, country }]];
  }),
);

export const MOBILE_MONEY_TRANSFERS: Readonly<Record<string, { bank: string; currency: string }>> = Object.fromEntries(
  NETWORKS.flatMap(([code, currency, , , bank]) =>
    bank === undefined ? [] : [[code!, { bank, currency: currency! }]],
  ),
);

/** Flutterwave has changed its codes of these networks before. Its list names them. */
const NAMES_IN_CI: Readonly<Record<string, RegExp>> = {
  MOOV_CI: /\bmoov/i,
  MTN_CI: /\bmtn/i,
  ORANGE_CI: /\borange ?money/i,
  WAVE_CI: /\bwave/i,
};

/** The code of a network by Flutterwave's latest list; by our table, where the list names it twice or not at all. */
export function transferCodeOf(network: string, code: string, listed: readonly Json[] | undefined): string {
  const name = NAMES_IN_CI[network];
  if (name === undefined || listed === undefined) return code;
  const named = listed.filter((entry) => name.test(String(entry["name"])));
  if (named.length === 1) return idOf(named[0]!, "code");
  if (listed.some((entry) => entry["code"] === code)) return code;
  throw new Refusal("network_not_supported", `Flutterwave does not list ${network} at present`);
}

const OLDER_BANKS = "011 023 032 033 035 044 050 057 058 068 070 076 082 100 101 214 215 221 232 301";

/**
 * Older banks use their three-digit code, younger ones their number in the interbank scheme. Codes are never passed on
 * unchanged: 302 and 303 are TAJBank and Lotus Bank in our list, and wallets of other institutions at Flutterwave.
 */
export const NIGERIAN_BANKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OLDER_BANKS.split(" ").map((code) => [code, code])),
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

export const CARD_CURRENCIES: ReadonlySet<string> = new Set(
  "EGP ETB EUR GBP GHS KES MUR MWK NGN RWF TZS UGX USD XAF XOF ZAR ZMW".split(" "),
);

export const CORRIDORS: readonly ProviderCorridor[] = [
  { direction: "inbound", method: "card", countries: "*", currencies: [...CARD_CURRENCIES] },
  ...inCurrencyOf(BANK_TRANSFER_CURRENCIES, ["inbound"], "bank_transfer"),
  ...ofNetworks(MOBILE_MONEY_CHARGES, "inbound"),
  ...ofNetworks(MOBILE_MONEY_TRANSFERS, "outbound"),
  { direction: "outbound", method: "bank_transfer", countries: ["NG"], currencies: ["NGN"] },
];
