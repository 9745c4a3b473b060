import { byCause, type FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/**
 * Decline codes of cards, codes of other errors, and `expired`: a Checkout Session that nobody paid in time. Stripe serves
 * payins only.
 */
export const STRIPE_FAILURES: FailureCodesByFlow = {
  inbound: byCause({
    declined_by_issuer:
      "approve_with_id call_issuer card_declined do_not_honor do_not_try_again generic_decline incorrect_address " +
      "incorrect_zip new_account_information_available no_action_taken security_violation try_again_later",
    payer_not_permitted:
      "not_permitted revocation_of_all_authorizations revocation_of_authorization service_not_allowed " +
      "stop_payment_order transaction_not_allowed",
    card_not_supported: "card_not_supported currency_not_supported",
    insufficient_funds: "insufficient_funds",
    payer_limit_exceeded: "card_decline_rate_limit_exceeded card_velocity_exceeded withdrawal_count_limit_exceeded",
    card_expired: "expired_card",
    card_invalid:
      "incorrect_number invalid_account invalid_expiry_month invalid_expiry_year invalid_number testmode_decline",
    wrong_security_code: "incorrect_cvc invalid_cvc",
    wrong_pin: "incorrect_pin invalid_pin pin_try_exceeded",
    card_lost_or_stolen: "lost_card pickup_card restricted_card stolen_card",
    fraud_suspected: "fraudulent merchant_blacklist",
    authentication_failed:
      "authentication_required offline_pin_required online_or_offline_pin_required " +
      "payment_intent_authentication_failure",
    issuer_unavailable: "issuer_not_available reenter_transaction",
    provider_error: "processing_error",
    amount_not_served: "amount_too_large amount_too_small invalid_amount",
    duplicate: "duplicate_transaction",
    request_invalid:
      "invalid_request_error parameter_invalid_empty parameter_invalid_integer parameter_missing parameter_unknown",
    credentials_refused: "api_key_expired secret_key_required",
    not_set_up: "testmode_charges_only",
    too_many_requests: "rate_limit",
    canceled: "canceled",
    timed_out_at_payer: "expired",
  }),
  outbound: {},
};
