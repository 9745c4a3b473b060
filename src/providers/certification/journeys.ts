import { newId } from "#src/platform/ids.ts";
import { Money } from "#src/platform/money.ts";
import { MARKETS } from "../mtn_momo/mtn-momo-wire.ts";
import type { DispatchRequest, ProviderName } from "../provider.ts";

/**
 * The test payments at each provider's own sandbox, with the numbers and cards from its documentation. Small amounts,
 * and never a real person's number.
 */
type Leg = Pick<DispatchRequest, "method" | "country"> &
  Partial<DispatchRequest> & {
    money: readonly [amount: string, currency: string];
    /** The provider cannot be polled about this payment; only callbacks report it. */
    isToldOnly?: true;
  };
export type Journey = { payin?: Leg; payout?: Leg };

const PAYER = { name: "Ada Obi", email: "ada.obi@example.com", phone: "+254708374149" };
const RECIPIENT = { name: "Ada Obi" };
const wallet = (network_code: string, phone_number: string, provider: string) => ({
  mobileMoney: { network_code, phone_number, provider },
});
const card = (card_number: string, cvv: string) => ({
  card: { card_number, expiry_month: "03", expiry_year: "2030", cvv, card_holder_name: "Ada Obi" },
});

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

/**
 * `reference`: different for each run, because a provider accepts a reference only once; the same when a recording is
 * replayed.
 */
export function requestOf(
  leg: Leg,
  direction: "inbound" | "outbound",
  reference: string,
  publicUrl: string,
  provider: string,
): DispatchRequest {
  const { money, isToldOnly: _, ...fields } = leg;
  const amount = Money.parse(...money);
  return {
    reference,
    paymentId: newId(),
    transactionId: newId(),
    orgId: newId(),
    direction,
    amount,
    targetAmount: amount,
    payer: PAYER,
    recipient: RECIPIENT,
    description: "Certification",
    callbackUrl: `${publicUrl}/v1/callbacks/${provider}`,
    returnUrl: `${publicUrl}/v1/returns/certification`,
    ...fields,
  };
}
