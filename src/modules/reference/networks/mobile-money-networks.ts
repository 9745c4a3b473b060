/** Mobile money operators per country. `formerNames` are what people and older integrations still call them; each is accepted. */
export type MobileMoneyNetwork = {
  readonly name: string;
  readonly code: string;
  readonly country: string;
  readonly currency: string;
  readonly formerNames: readonly string[];
};

/** One line per network: its code without the country, its name, and further names after a slash each. */
function networksOf(country: string, currency: string, lines: string): MobileMoneyNetwork[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [, brand, names] = /^\s*(\S+)\s+(.+?)\s*$/.exec(line)!;
      const [name, ...formerNames] = names!.split(" / ");
      return { name: name!, code: `${brand!}_${country}`, country, currency, formerNames };
    });
}

export const MOBILE_MONEY_NETWORKS: readonly MobileMoneyNetwork[] = [
  ...networksOf(
    "BF",
    "XOF",
    `
    MOOV     Moov Money
    ORANGE   Orange Money`,
  ),
  ...networksOf(
    "BJ",
    "XOF",
    `
    CELTIIS  Celtiis Cash
    MOOV     Moov Money
    MTN      MTN / MTN Mobile Money / MTN MoMo`,
  ),
  ...networksOf(
    "CD",
    "CDF",
    `
    AFRICELL Afrimoney
    AIRTEL   Airtel Money
    MPESA    M-PESA / MPESA / Vodacom M-PESA
    ORANGE   Orange Money`,
  ),
  ...networksOf(
    "CG",
    "XAF",
    `
    AIRTEL   Airtel Money
    MTN      MTN / MTN Mobile Money / MTN MoMo`,
  ),
  ...networksOf(
    "CI",
    "XOF",
    `
    MOOV     Moov Money
    MTN      MTN / MTN Mobile Money / MTN MoMo
    ORANGE   Orange Money
    WAVE     Wave`,
  ),
  ...networksOf(
    "CM",
    "XAF",
    `
    MTN      MTN / MTN Mobile Money / MTN MoMo
    ORANGE   Orange Money`,
  ),
  ...networksOf(
    "ET",
    "ETB",
    `
    MPESA    M-PESA / MPESA / Safaricom M-PESA
    TELEBIRR telebirr`,
  ),
  ...networksOf(
    "GA",
    "XAF",
    `
    AIRTEL   Airtel Money
    MOOV     Moov Money`,
  ),
  ...networksOf(
    "GH",
    "GHS",
    `
    AIRTELTIGO AirtelTigo Money / AirtelTigo / AT Money
    MTN      MTN / MTN Mobile Money / MTN MoMo
    TELECEL  Telecel Cash / Telecel / Vodafone Cash / Vodafone`,
  ),
  ...networksOf(
    "GN",
    "GNF",
    `
    MTN      MTN / MTN Mobile Money / MTN MoMo
    ORANGE   Orange Money`,
  ),
  ...networksOf(
    "KE",
    "KES",
    `
    AIRTEL   Airtel Money
    MPESA    M-PESA / MPESA / Safaricom / Safaricom M-PESA
    TKASH    T-Kash / Telkom T-Kash`,
  ),
  ...networksOf(
    "LR",
    "LRD",
    `
    MTN      MTN / MTN Mobile Money / Lonestar MTN
    ORANGE   Orange Money`,
  ),
  ...networksOf(
    "LS",
    "LSL",
    `
    ECOCASH  EcoCash
    MPESA    M-PESA / MPESA / Vodacom M-PESA`,
  ),
  ...networksOf(
    "MG",
    "MGA",
    `
    AIRTEL   Airtel Money
    MVOLA    MVola
    ORANGE   Orange Money`,
  ),
  ...networksOf(
    "ML",
    "XOF",
    `
    MOOV     Moov Money / Moov Africa Malitel / Mobicash
    ORANGE   Orange Money
    WAVE     Wave`,
  ),
  ...networksOf(
    "MW",
    "MWK",
    `
    AIRTEL   Airtel Money
    TNM      TNM Mpamba / Mpamba / TNM`,
  ),
  ...networksOf(
    "MZ",
    "MZN",
    `
    EMOLA    e-Mola / Movitel
    MKESH    mKesh
    MPESA    M-PESA / MPESA / Vodacom M-PESA`,
  ),
  ...networksOf(
    "NG",
    "NGN",
    `
    9PSB     9PSB / 9 Payment Service Bank
    MTN      MTN MoMo / MTN / MoMo PSB
    OPAY     OPay
    PAGA     Paga
    PALMPAY  PalmPay
    SMARTCASH SmartCash / Airtel SmartCash`,
  ),
  ...networksOf(
    "RW",
    "RWF",
    `
    AIRTEL   Airtel Money
    MTN      MTN / MTN Mobile Money / MTN MoMo`,
  ),
  ...networksOf(
    "SL",
    "SLE",
    `
    AFRICELL Afrimoney / Africell
    ORANGE   Orange Money`,
  ),
  ...networksOf(
    "SN",
    "XOF",
    `
    EMONEY   E-Money / Expresso E-Money
    FREE     Free Money / Mixx by Yas / Tigo Cash
    ORANGE   Orange Money
    WAVE     Wave`,
  ),
  ...networksOf(
    "TG",
    "XOF",
    `
    MOOV     Moov Money / Flooz
    TMONEY   Mixx by Yas / T-Money / TMoney`,
  ),
  ...networksOf(
    "TZ",
    "TZS",
    `
    AIRTEL   Airtel Money
    HALOPESA Halopesa / HaloPesa / Halotel
    MPESA    M-PESA / MPESA / Vodacom / Vodacom M-PESA
    TIGO     Mixx by Yas / Tigo Pesa / Tigo`,
  ),
  ...networksOf(
    "UG",
    "UGX",
    `
    AIRTEL   Airtel Money / Airtel
    MTN      MTN / MTN Mobile Money / MTN MoMo`,
  ),
  ...networksOf(
    "ZM",
    "ZMW",
    `
    AIRTEL   Airtel Money / Airtel
    MTN      MTN / MTN Mobile Money / MTN MoMo
    ZAMTEL   Zamtel Money / Zamtel Kwacha / Zamtel`,
  ),
];
