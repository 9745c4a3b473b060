import { byCause, type FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/** The `errorCode` of a failed order, and the `code` of an order that was not taken. Left out: OTHER_ERROR. */
const COMMON = byCause({
  request_invalid: "VALIDATION_FAILED BadRequestError PaymentValidationError",
  not_served: "INVALID_NETWORK INVALID_CURRENCY",
  duplicate: "POSSIBLE_DUPLICATE",
  credentials_refused: "AuthenticationError PermissionError",
});

export const YELLOWCARD_FAILURES: FailureCodesByFlow = {
  inbound: {
    ...COMMON,
    EXPIRED: "timed_out_at_payer",
    REFUSED: "declined_by_payer",
    INVALID_RECIPIENT: "payer_account_unknown",
    INSUFFICIENT_BALANCE: "insufficient_funds",
    NAME_MISMATCH: "payer_name_mismatch",
    FRAUD_CHECK: "fraud_suspected",
    GATEWAY_TIMEOUT: "provider_timed_out",
    PROVIDER_ERROR: "provider_error",
  },
  // Left out: GATEWAY_TIMEOUT and PROVIDER_ERROR, which happen during processing and do not exclude that money moved;
  // EXPIRED, REFUSED and NAME_MISMATCH, which are documented for payins.
  outbound: {
    ...COMMON,
    INVALID_RECIPIENT: "payee_account_unknown",
    INSUFFICIENT_BALANCE: "float_too_low",
    FRAUD_CHECK: "blocked_by_compliance",
  },
};
