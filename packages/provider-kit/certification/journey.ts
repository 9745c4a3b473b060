import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { callbackUrlOf, type DispatchRequest, type Leg, type ProviderName } from "../provider.ts";

const PAYER = { name: "Ada Obi", email: "ada.obi@example.com", phone: "+254708374149" };
const RECIPIENT = { name: "Ada Obi" };

/** `reference`: new for each run, because a provider accepts one only once; the same when a recording is replayed. */
export function requestOf(
  leg: Leg,
  direction: "inbound" | "outbound",
  reference: string,
  publicUrl: string,
  provider: ProviderName,
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
    callbackUrl: callbackUrlOf(publicUrl, provider),
    returnUrl: `${publicUrl}/v1/returns/certification`,
    ...fields,
  };
}

/** Test payments as providers document them: by card, by a mobile wallet, to a bank account. */
export const byCard = (
  country: string,
  money: Leg["money"],
  card_number: string,
  cvv: string,
  card_holder_name = "Ada Obi",
): Leg => ({
  method: "card",
  country,
  money,
  card: { card_number, expiry_month: "03", expiry_year: "2030", cvv, card_holder_name },
});
export const byPhone = (network_code: string, money: Leg["money"], phone_number: string, provider: string): Leg => ({
  method: "mobile_money",
  country: network_code.slice(-2),
  money,
  mobileMoney: { network_code, phone_number, provider },
});
export const toBank = (country: string, money: Leg["money"], bankAccount: Leg["bankAccount"]): Leg => ({
  method: "bank_transfer",
  country,
  money,
  bankAccount: { account_name: "Ada Obi", ...bankAccount! },
});
