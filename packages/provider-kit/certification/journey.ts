import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { callbackUrlOf, type DispatchRequest, type ProviderName } from "../provider.ts";

/** The test payments of one provider at its own sandbox. */
export type Leg = Pick<DispatchRequest, "method" | "country"> &
  Partial<DispatchRequest> & {
    money: readonly [amount: string, currency: string];
    /** The provider cannot be polled about this payment; only callbacks report it. */
    isToldOnly?: true;
    /** The provider takes every request as a new one, whatever its reference. */
    isNotRepeatable?: true;
  };
/** `declined`: to test numbers that the provider documents as declined. */
export type Journey = { payin?: Leg; payout?: Leg; declined?: { payin?: Leg; payout?: Leg } };

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
  const { money, isToldOnly: _, isNotRepeatable: _repeatable, ...fields } = leg;
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
