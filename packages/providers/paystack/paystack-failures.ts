import { codeOfText, type FailureCause, type FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";
import { filledTextOf, type Json } from "@corridor/provider-kit/wire.ts";

/** Of a failed charge: Paystack's own code, the code of the card's processor, or the text, if there is no code. */
export function chargeCodeOf(data: Json): string | undefined {
  const [own, processor] = ["gateway_response_code", "response_code"].map((name) => filledTextOf(data, name));
  return own ?? processor ?? codeOfText(filledTextOf(data, "gateway_response") ?? filledTextOf(data, "message"));
}

/**
 * The codes of a card's processor (ISO 8583), and Paystack's names of those that its page lists. Left out:
 * `invalid_transaction`, which is also an error of a request that Paystack does not take.
 */
const CARD: readonly (readonly [cause: FailureCause, codes: readonly string[]])[] = [
  [
    "declined_by_issuer",
    ["01", "refer_to_card_issuer", "02", "refer_to_card_issuer_special", "05", "do_not_honor", "12"],
  ],
  ["declined_by_issuer", ["08", "honour_with_identification", "21", "no_action_taken", "60", "63", "66"]],
  ["card_lost_or_stolen", ["04", "pickup_card", "07", "pickup_card_special", "35", "36", "37", "41", "43", "62", "67"]],
  ["card_invalid", ["14", "invalid_account_number", "15", "no_such_issuer", "56"]],
  ["card_expired", ["33", "54"]],
  ["card_not_supported", ["39", "40", "42", "44", "52", "53"]],
  ["insufficient_funds", ["51"]],
  ["payer_limit_exceeded", ["61", "65"]],
  ["wrong_pin", ["38", "55", "75"]],
  ["wrong_security_code", ["82"]],
  ["fraud_suspected", ["34", "59", "denied by fraud system", "blocked by fraud system", "customer is blacklisted"]],
  ["payer_not_permitted", ["57", "58", "93"]],
  ["declined_by_payer", ["17", "customer_cancellation", "18", "customer_dispute"]],
  ["issuer_unavailable", ["19", "reenter_transaction", "20", "invalid_response", "68", "91"]],
  ["provider_error", ["06", "processing_error", "22", "suspected_malfunction", "30", "92", "96"]],
  ["amount_not_served", ["13", "invalid_amount"]],
  ["not_set_up", ["03", "invalid_merchant"]],
  ["duplicate", ["94"]],
];

export const PAYSTACK_FAILURES: FailureCodesByFlow = {
  inbound: {
    ...Object.fromEntries(CARD.flatMap(([cause, codes]) => codes.map((code) => [code, cause]))),
    "insufficient funds": "insufficient_funds",
    "currency not supported": "not_served",
    "an unknown error has occurred, please contact system administrator": "provider_error",
    "either remote server cannot be reached or the network connection was reset/broken": "provider_unavailable",
    // What Paystack asks of us, and we do not ask of customers.
    send_pin: "not_served",
    send_phone: "not_served",
    send_birthday: "not_served",
    send_address: "not_served",
    timeout: "provider_timed_out",
    invalid_params: "request_invalid",
  },
  /** The statuses of a transfer that ended before it was sent, and the codes of one that was not taken. */
  outbound: {
    abandoned: "canceled",
    rejected: "canceled",
    blocked: "blocked_by_compliance",
    insufficient_balance: "float_too_low",
    invalid_params: "request_invalid",
  },
};
