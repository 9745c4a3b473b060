import { rowsOf } from "@corridor/provider-kit/corridors.ts";
import type { ProviderCorridor } from "@corridor/provider-kit/provider.ts";

/** pawaPay's name of a network, and what it accepts there in one currency. */
export type Network = {
  /** Our code of the network. */ code: string;
  /** pawaPay's code of the network. */ provider: string;
  currency: string;
  decimals: { readonly inbound: number; readonly outbound: number };
  /** How a customer approves: by the PIN on the phone, on the operator's page, or by a code made beforehand. */
  approval: "pin" | "redirect" | "code";
};

/** Our code, pawaPay's, currency, the decimals of a payin and of a payout, and the approval where it is not by PIN. */
const LINES = `
  MOOV_BJ        MOOV_BEN           XOF  0 0
  MTN_BJ         MTN_MOMO_BEN       XOF  0 0
  MOOV_BF        MOOV_BFA           XOF  0 0
  ORANGE_BF      ORANGE_BFA         XOF  0 0  code
  AIRTEL_CD      AIRTEL_COD         CDF  2 2
  AIRTEL_CD      AIRTEL_COD         USD  2 2
  MPESA_CD       VODACOM_MPESA_COD  CDF  0 0
  MPESA_CD       VODACOM_MPESA_COD  USD  2 2
  ORANGE_CD      ORANGE_COD         CDF  2 2
  ORANGE_CD      ORANGE_COD         USD  2 2
  AIRTEL_CG      AIRTEL_COG         XAF  0 0
  MTN_CG         MTN_MOMO_COG       XAF  0 0
  MTN_CI         MTN_MOMO_CIV       XOF  0 0
  ORANGE_CI      ORANGE_CIV         XOF  0 0
  WAVE_CI        WAVE_CIV           XOF  0 0  redirect
  MTN_CM         MTN_MOMO_CMR       XAF  0 0
  ORANGE_CM      ORANGE_CMR         XAF  0 0
  MPESA_ET       MPESA_ETH          ETB  2 2
  AIRTEL_GA      AIRTEL_GAB         XAF  0 0
  AIRTELTIGO_GH  AIRTELTIGO_GHA     GHS  2 2
  MTN_GH         MTN_MOMO_GHA       GHS  2 2
  TELECEL_GH     VODAFONE_GHA       GHS  2 2
  MPESA_KE       MPESA_KEN          KES  0 2
  MPESA_LS       MPESA_LSO          LSL  2 2
  AIRTEL_MW      AIRTEL_MWI         MWK  2 2
  TNM_MW         TNM_MWI            MWK  2 2
  EMOLA_MZ       MOVITEL_MOZ        MZN  0 2
  MPESA_MZ       VODACOM_MOZ        MZN  2 2
  MTN_NG         MTN_MOMO_NGA       NGN  2 2
  SMARTCASH_NG   AIRTEL_NGA         NGN  0 0
  AIRTEL_RW      AIRTEL_RWA         RWF  0 0
  MTN_RW         MTN_MOMO_RWA       RWF  0 0
  FREE_SN        FREE_SEN           XOF  0 0
  ORANGE_SN      ORANGE_SEN         XOF  0 0
  WAVE_SN        WAVE_SEN           XOF  0 0  redirect
  ORANGE_SL      ORANGE_SLE         SLE  2 2
  AIRTEL_TZ      AIRTEL_TZA         TZS  2 2
  HALOPESA_TZ    HALOTEL_TZA        TZS  0 0
  MPESA_TZ       VODACOM_TZA        TZS  0 0
  TIGO_TZ        TIGO_TZA           TZS  0 0
  AIRTEL_UG      AIRTEL_OAPI_UGA    UGX  0 0
  MTN_UG         MTN_MOMO_UGA       UGX  0 0
  AIRTEL_ZM      AIRTEL_OAPI_ZMB    ZMW  2 2
  MTN_ZM         MTN_MOMO_ZMB       ZMW  2 2
  ZAMTEL_ZM      ZAMTEL_ZMB         ZMW  2 2`;

export const NETWORKS = rowsOf(LINES).map(([code, provider, currency, inbound, outbound, approval = "pin"]) => {
  const decimals = { inbound: Number(inbound), outbound: Number(outbound) };
  return { code, provider, currency, decimals, approval } as Network;
});

/** Leaves out payins that need a code beforehand: they are not supported. */
export function corridorsAt({ code, currency, decimals, approval }: Network): ProviderCorridor[] {
  const directions = approval === "code" ? (["outbound"] as const) : (["inbound", "outbound"] as const);
  return directions.map((direction) => ({
    direction,
    method: "mobile_money",
    countries: [code.slice(-2)],
    currencies: [currency],
    decimals: decimals[direction],
  }));
}
