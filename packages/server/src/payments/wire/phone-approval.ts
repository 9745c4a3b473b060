import Type, { type Static } from "typebox";
import { findNetwork } from "@corridor/base/networks/reference-data.ts";
import { Nullable, Named } from "#src/kernel/http/schemas.ts";
import { currentAttempt, type Payment } from "#src/payments/core/index.ts";

/** What to tell a payer who must approve a payment on the phone. */
export const PhoneApprovalSchema = Named(["PhoneApproval", "How the payer approves on the phone"], {
  network: [Type.String(), "The mobile money network"],
  phone_hint: Type.String({ description: "The last four digits of the payer's number" }),
  prompt_code: [
    Nullable(Type.String()),
    "What the payer dials to bring the prompt back; null where no code of the network is known",
  ],
});
export type PhoneApproval = Static<typeof PhoneApprovalSchema>;

/** Null when no payment waits for that. The contract has no next action for it: `wait` asks nothing of the client. */
export function phoneApprovalOf(payment: Payment): PhoneApproval | null {
  const phone = payment.details.mobile_money_details;
  // A payment that no provider has accepted yet also waits, but no phone shows anything.
  if (currentAttempt(payment)?.outcome !== "accepted") return null;
  if (
    payment.status !== "pending" ||
    payment.nextAction?.type !== "wait" ||
    !collectsFromPhone(payment) ||
    phone === undefined
  )
    return null;
  const network = findNetwork(payment.country, phone.provider);
  return {
    network: phone.provider,
    phone_hint: phoneHintOf(phone.phone_number),
    prompt_code: network?.promptCode ?? null,
  };
}

function collectsFromPhone({ direction, paymentMethod, details: { ramp } }: Payment): boolean {
  if (ramp !== undefined) return ramp.direction === "on_ramp" && ramp.fiat_method === "mobile_money";
  return direction === "inbound" && paymentMethod === "mobile_money";
}

export const SHOWN_DIGITS = 4;

export function phoneHintOf(phoneNumber: string): string {
  return `•••• ${phoneNumber.slice(-SHOWN_DIGITS)}`;
}
