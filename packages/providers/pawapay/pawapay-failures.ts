import type { FailureCodes, FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/**
 * The `failureCode` of a rejection, which was not accepted, and of `FAILED`, which is final. Left out: UNKNOWN_ERROR,
 * of which pawaPay says that it must not be taken for a failure.
 */
const COMMON: FailureCodes = {
  NO_AUTHENTICATION: "credentials_refused",
  AUTHENTICATION_ERROR: "credentials_refused",
  AUTHORISATION_ERROR: "credentials_refused",
  HTTP_SIGNATURE_ERROR: "credentials_refused",
  INVALID_INPUT: "request_invalid",
  MISSING_PARAMETER: "request_invalid",
  UNSUPPORTED_PARAMETER: "request_invalid",
  INVALID_PARAMETER: "request_invalid",
  DUPLICATE_METADATA_FIELD: "request_invalid",
  INVALID_PHONE_NUMBER: "request_invalid",
  AMOUNT_OUT_OF_BOUNDS: "amount_not_served",
  INVALID_AMOUNT: "amount_not_served",
  INVALID_CURRENCY: "not_served",
  INVALID_PROVIDER: "not_served",
  PROVIDER_TEMPORARILY_UNAVAILABLE: "network_down",
  UNSPECIFIED_FAILURE: "provider_error",
};

export const PAWAPAY_FAILURES: FailureCodesByFlow = {
  inbound: {
    ...COMMON,
    DEPOSITS_NOT_ALLOWED: "not_set_up",
    PAYMENT_NOT_APPROVED: "declined_by_payer",
    INSUFFICIENT_BALANCE: "insufficient_funds",
    PAYMENT_IN_PROGRESS: "payer_busy",
    TRANSACTION_ALREADY_IN_PROCESS: "payer_busy",
    PAYER_NOT_FOUND: "payer_account_unknown",
    PAYER_LIMIT_REACHED: "payer_limit_exceeded",
    WALLET_LIMIT_REACHED: "payer_limit_exceeded",
  },
  outbound: {
    ...COMMON,
    PAYOUTS_NOT_ALLOWED: "not_set_up",
    PAWAPAY_WALLET_OUT_OF_FUNDS: "float_too_low",
    RECIPIENT_NOT_FOUND: "payee_account_unknown",
    RECIPIENT_LIMIT_REACHED: "payee_limit_exceeded",
    WALLET_LIMIT_REACHED: "payee_limit_exceeded",
    MANUALLY_CANCELLED: "canceled",
  },
};
