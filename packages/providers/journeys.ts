import type { Journey, Leg } from "@corridor/provider-kit/certification/journey.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { MARKETS } from "./mtn_momo/mtn-momo-wire.ts";

const wallet = (network_code: string, phone_number: string, provider: string) => ({
  mobileMoney: { network_code, phone_number, provider },
});
const card = (card_number: string, cvv: string) => ({
  card: { card_number, expiry_month: "03", expiry_year: "2030", cvv, card_holder_name: "Ada Obi" },
});

/**
 * The test payments at each provider's own sandbox, with the numbers and cards from its documentation. Small amounts,
 * and never a real person's number.
 */
export const JOURNEYS: Readonly<
  Partial<Record<ProviderName, (settings: Readonly<Record<string, unknown>>) => Journey>>
> = {
  adyen: (settings) => ({
    payin: {
      method: "card",
      country: "NL",
      money: ["10.00", "EUR"],
      ...card("4111111145551142", "737"),
      isToldOnly: true,
    },
    ...(settings["transfers_api_key"] === undefined
      ? {}
      : {
          payout: {
            method: "bank_transfer",
            country: "NL",
            money: ["10.00", "EUR"],
            bankAccount: { account_number: "NL13TEST0123456789", account_name: "Ada Obi" },
          },
        }),
  }),
  flutterwave: () => ({
    payin: {
      method: "mobile_money",
      country: "GH",
      money: ["10.00", "GHS"],
      ...wallet("MTN_GH", "+233241231234", "MTN"),
    },
    payout: {
      method: "bank_transfer",
      country: "NG",
      money: ["100.00", "NGN"],
      bankAccount: { account_number: "0690000040", bank_code: "044", account_name: "Ada Obi" },
    },
  }),
  mpesa: (settings) => ({
    ...(settings["short_code"] === undefined
      ? {}
      : {
          payin: {
            method: "mobile_money",
            country: "KE",
            money: ["1.00", "KES"],
            ...wallet("MPESA_KE", "+254708374149", "M-PESA"),
          },
        }),
    ...(settings["b2c_short_code"] === undefined
      ? {}
      : {
          payout: {
            method: "mobile_money",
            country: "KE",
            money: ["10.00", "KES"],
            ...wallet("MPESA_KE", "+254708374149", "M-PESA"),
            isToldOnly: true,
          },
        }),
  }),
  mtn_momo: (settings) => {
    const { country, currency } = MARKETS[settings["target_environment"] as keyof typeof MARKETS];
    const place = country ?? "GH";
    const leg: Leg = {
      method: "mobile_money",
      country: place,
      money: ["100", currency],
      ...wallet(`MTN_${place}`, "+46733123459", "MTN"),
    };
    return {
      ...(settings["collection_api_key"] === undefined ? {} : { payin: leg }),
      ...(settings["disbursement_api_key"] === undefined ? {} : { payout: leg }),
    };
  },
  pawapay: () => ({
    payin: {
      method: "mobile_money",
      country: "ZM",
      money: ["15.00", "ZMW"],
      ...wallet("MTN_ZM", "+260763456789", "MTN"),
    },
    payout: {
      method: "mobile_money",
      country: "ZM",
      money: ["15.00", "ZMW"],
      ...wallet("MTN_ZM", "+260763456789", "MTN"),
    },
  }),
  paystack: () => ({
    payin: {
      method: "mobile_money",
      country: "GH",
      money: ["10.00", "GHS"],
      ...wallet("MTN_GH", "+233551234987", "MTN"),
    },
    payout: {
      method: "bank_transfer",
      country: "NG",
      money: ["100.00", "NGN"],
      bankAccount: { account_number: "0123456789", bank_code: "057", account_name: "Ada Obi" },
    },
  }),
  stripe: () => ({
    payin: { method: "card", country: "GB", money: ["10.00", "GBP"], ...card("4242424242424242", "123") },
  }),
  wise: () => ({
    payout: {
      method: "bank_transfer",
      country: "GB",
      money: ["10.00", "GBP"],
      bankAccount: { account_number: "28821822", bank_code: "23-14-70", account_name: "Ada Lovelace" },
    },
  }),
  yellowcard: () => ({
    payin: {
      method: "bank_transfer",
      country: "NG",
      money: ["25000.00", "NGN"],
      bankDetails: { account_number: "1111111111" },
    },
    payout: {
      method: "bank_transfer",
      country: "NG",
      money: ["25000.00", "NGN"],
      bankAccount: { account_number: "1111111111", bank_code: "044", account_name: "Ada Obi" },
    },
  }),
};
