import { sortedJson } from "#src/kernel/fields.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import type { Payment } from "./payment.ts";

/**
 * Where a payout's money goes, and how much, under a keyed digest: who can write to the database but does not have the
 * secret cannot redirect a payout that waits.
 */
function sealsOf(secrets: SecretBox, payment: Payment): string[] {
  const { orgId, paymentId, beneficiaryId, country, paymentMethod, amount, targetAmount, details } = payment;
  const { mobile_money_details, bank_details, bank_account, recipient_info, ramp } = details;
  const account = [mobile_money_details, bank_details, bank_account, recipient_info, ramp];
  const money = [amount.toString(), targetAmount.toString()];
  const text = sortedJson([beneficiaryId, country, paymentMethod, money, account]);
  return secrets.fingerprints(text, `payments.seal:${orgId}:${paymentId}`).map((seal) => seal.toString("base64url"));
}

export function withSeal(secrets: SecretBox, payment: Payment): Payment {
  if (payment.direction !== "outbound" && payment.kind !== "ramp") return payment;
  return { ...payment, details: { ...payment.details, seal: sealsOf(secrets, payment)[0]! } };
}

export function isSealed(secrets: SecretBox, payment: Payment): boolean {
  return sealsOf(secrets, payment).includes(payment.details.seal ?? "");
}
