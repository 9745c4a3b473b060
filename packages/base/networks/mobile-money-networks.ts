import { readTable } from "./reference-table.ts";

/** `formerNames`: names that people and older integrations still use; each is accepted. */
export type MobileMoneyNetwork = {
  readonly name: string;
  readonly code: string;
  readonly country: string;
  readonly currency: string;
  readonly formerNames: readonly string[];
  /** Dialed to see a payment request again, or at all where the network shows no prompt; null when not known. */
  readonly promptCode: string | null;
};

/** From pawaPay's active configuration (`pinPromptInstructions`). They belong to the networks, not to pawaPay. */
const PROMPT_CODES: Readonly<Record<string, string>> = {
  AIRTEL_CD: "*501#",
  AIRTEL_RW: "*182*5*6*1#",
  AIRTEL_TZ: "*150*60#",
  AIRTEL_UG: "*185*10*6*2#",
  FREE_SN: "#150#",
  MOOV_BF: "*555*6#",
  MTN_BJ: "*840*8*2*1#",
  MTN_CI: "*133#",
  MTN_CM: "*126#",
  MTN_GH: "*170*6*3*1#",
  MTN_RW: "*182*7*1#",
  MTN_UG: "*165*8*3*1#",
  MTN_ZM: "*115#",
  ORANGE_CI: "#120#",
  ORANGE_CM: "#150*50#",
  ORANGE_SL: "#144#",
  ORANGE_SN: "#144#",
  TELECEL_GH: "*110*4*8#",
};

/** A network's line has its code without the country, its name, and further names after a slash each. */
function networksOf(table: string): MobileMoneyNetwork[] {
  return readTable(table, (place, brand, names) => {
    const [name, ...formerNames] = names.split(" / ");
    const code = `${brand}_${place.country}`;
    return { name: name!, code, ...place, formerNames, promptCode: PROMPT_CODES[code] ?? null };
  });
}

export const MOBILE_MONEY_NETWORKS: readonly MobileMoneyNetwork[] = networksOf(`
  BF XOF
    MOOV     Moov Money
    ORANGE   Orange Money
  BJ XOF
    CELTIIS  Celtiis Cash
    MOOV     Moov Money
    MTN      MTN / MTN Mobile Money / MTN MoMo
  CD CDF
    AFRICELL Afrimoney
    AIRTEL   Airtel Money
    MPESA    M-PESA / MPESA / Vodacom M-PESA
    ORANGE   Orange Money
  CG XAF
    AIRTEL   Airtel Money
    MTN      MTN / MTN Mobile Money / MTN MoMo
  CI XOF
    MOOV     Moov Money
    MTN      MTN / MTN Mobile Money / MTN MoMo
    ORANGE   Orange Money
    WAVE     Wave
  CM XAF
    MTN      MTN / MTN Mobile Money / MTN MoMo
    ORANGE   Orange Money
  ET ETB
    MPESA    M-PESA / MPESA / Safaricom M-PESA
    TELEBIRR telebirr
  GA XAF
    AIRTEL   Airtel Money
    MOOV     Moov Money
  GH GHS
    AIRTELTIGO AirtelTigo Money / AirtelTigo / AT Money
    MTN      MTN / MTN Mobile Money / MTN MoMo
    TELECEL  Telecel Cash / Telecel / Vodafone Cash / Vodafone
  GN GNF
    MTN      MTN / MTN Mobile Money / MTN MoMo
    ORANGE   Orange Money
  KE KES
    AIRTEL   Airtel Money
    MPESA    M-PESA / MPESA / Safaricom / Safaricom M-PESA
    TKASH    T-Kash / Telkom T-Kash
  LR LRD
    MTN      MTN / MTN Mobile Money / Lonestar MTN
    ORANGE   Orange Money
  LS LSL
    ECOCASH  EcoCash
    MPESA    M-PESA / MPESA / Vodacom M-PESA
  MG MGA
    AIRTEL   Airtel Money
    MVOLA    MVola
    ORANGE   Orange Money
  ML XOF
    MOOV     Moov Money / Moov Africa Malitel / Mobicash
    ORANGE   Orange Money
    WAVE     Wave
  MW MWK
    AIRTEL   Airtel Money
    TNM      TNM Mpamba / Mpamba / TNM
  MZ MZN
    EMOLA    e-Mola / Movitel
    MKESH    mKesh
    MPESA    M-PESA / MPESA / Vodacom M-PESA
  NG NGN
    9PSB     9PSB / 9 Payment Service Bank
    MTN      MTN MoMo / MTN / MoMo PSB
    OPAY     OPay
    PAGA     Paga
    PALMPAY  PalmPay
    SMARTCASH SmartCash / Airtel SmartCash
  RW RWF
    AIRTEL   Airtel Money
    MTN      MTN / MTN Mobile Money / MTN MoMo
  SL SLE
    AFRICELL Afrimoney / Africell
    ORANGE   Orange Money
  SN XOF
    EMONEY   E-Money / Expresso E-Money
    FREE     Free Money / Mixx by Yas / Tigo Cash
    ORANGE   Orange Money
    WAVE     Wave
  TG XOF
    MOOV     Moov Money / Flooz
    TMONEY   Mixx by Yas / T-Money / TMoney
  TZ TZS
    AIRTEL   Airtel Money
    HALOPESA Halopesa / HaloPesa / Halotel
    MPESA    M-PESA / MPESA / Vodacom / Vodacom M-PESA
    TIGO     Mixx by Yas / Tigo Pesa / Tigo
  UG UGX
    AIRTEL   Airtel Money / Airtel
    MTN      MTN / MTN Mobile Money / MTN MoMo
  ZM ZMW
    AIRTEL   Airtel Money / Airtel
    MTN      MTN / MTN Mobile Money / MTN MoMo
    ZAMTEL   Zamtel Money / Zamtel Kwacha / Zamtel`);
