import { byCard, byPhone, toBank } from "@corridor/provider-kit/certification/journey.ts";
import type { Journey, Leg, ProviderName } from "@corridor/provider-kit/provider.ts";
import { MARKETS } from "./mtn_momo/mtn-momo-wire.ts";

/** Test payments at each provider's sandbox, with its documented numbers and cards: never a real person's number. */
export const JOURNEYS: Readonly<
  Partial<Record<ProviderName, (settings: Readonly<Record<string, unknown>>) => Journey>>
> = {
  adyen: ({ transfers_api_key, direct_card_charges }) => ({
    ...(direct_card_charges === true && {
      // Adyen declines by the name on the card.
      declined: { payin: byCard("NL", ["10.00", "EUR"], "4111111145551142", "737", "DECLINED") },
    }),
    payin: { ...byCard("NL", ["10.00", "EUR"], "4111111145551142", "737"), isToldOnly: true },
    ...(transfers_api_key !== undefined && {
      payout: toBank("NL", ["10.00", "EUR"], { account_number: "NL13TEST0123456789" }),
    }),
  }),
  flutterwave: () => ({
    payin: byPhone("MTN_GH", ["10.00", "GHS"], "+233241231234", "MTN"),
    payout: toBank("NG", ["100.00", "NGN"], { account_number: "0690000040", bank_code: "044" }),
  }),
  mpesa: ({ short_code, b2c_short_code }) => ({
    ...(short_code !== undefined && { payin: byPhone("MPESA_KE", ["1.00", "KES"], "+254708374149", "M-PESA") }),
    ...(b2c_short_code !== undefined && {
      payout: { ...byPhone("MPESA_KE", ["10.00", "KES"], "+254708374149", "M-PESA"), isToldOnly: true },
    }),
  }),
  mtn_momo: ({ target_environment, collection_api_key, disbursement_api_key }) => {
    const { country, currency } = MARKETS[target_environment as keyof typeof MARKETS];
    const to = (phone: string): Leg => byPhone(`MTN_${country ?? "GH"}`, ["100", currency], phone, "MTN");
    const legs = (leg: Leg) => ({
      ...(collection_api_key !== undefined && { payin: leg }),
      ...(disbursement_api_key !== undefined && { payout: leg }),
    });
    return { ...legs(to("+46733123459")), declined: legs(to("+46733123451")) };
  },
  pawapay: () => {
    const to = (phone: string): Leg => byPhone("MTN_ZM", ["15.00", "ZMW"], phone, "MTN");
    const leg = to("+260763456789");
    return { payin: leg, payout: leg, declined: { payin: to("+260763456039") } };
  },
  paystack: () => ({
    payin: byPhone("MTN_GH", ["10.00", "GHS"], "+233551234987", "MTN"),
    payout: toBank("NG", ["100.00", "NGN"], { account_number: "0123456789", bank_code: "057" }),
  }),
  stripe: ({ direct_card_charges }) => ({
    payin: byCard("GB", ["10.00", "GBP"], "4242424242424242", "123"),
    ...(direct_card_charges === true && {
      declined: { payin: byCard("GB", ["10.00", "GBP"], "4000000000000002", "123") },
    }),
  }),
  wise: () => ({
    payout: toBank("GB", ["10.00", "GBP"], {
      account_number: "28821822",
      bank_code: "23-14-70",
      account_name: "Ada Lovelace",
    }),
  }),
  yellowcard: () => ({
    payin: {
      method: "bank_transfer",
      country: "NG",
      money: ["25000.00", "NGN"],
      bankDetails: { account_number: "1111111111" },
    },
    payout: toBank("NG", ["25000.00", "NGN"], { account_number: "1111111111", bank_code: "044" }),
  }),
};
