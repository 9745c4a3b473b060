import { byCause, type FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/**
 * The `failureCode` of a rejection, which was not accepted, and of `FAILED`, which is final. Left out: UNKNOWN_ERROR,
 * of which pawaPay says that it must not be taken for a failure.
 */
const COMMON = byCause({
  credentials_refused: "NO_AUTHENTICATION AUTHENTICATION_ERROR AUTHORISATION_ERROR HTTP_SIGNATURE_ERROR",
  request_invalid:
    "INVALID_INPUT MISSING_PARAMETER UNSUPPORTED_PARAMETER INVALID_PARAMETER DUPLICATE_METADATA_FIELD " +
    "INVALID_PHONE_NUMBER",
  amount_not_served: "AMOUNT_OUT_OF_BOUNDS INVALID_AMOUNT",
  not_served: "INVALID_CURRENCY INVALID_PROVIDER",
  network_down: "PROVIDER_TEMPORARILY_UNAVAILABLE",
  provider_error: "UNSPECIFIED_FAILURE",
});

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
