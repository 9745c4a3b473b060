import { byCause, type FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/**
 * MTN's error codes and the reasons of failed payments, which share one list. `FAILED` is an end, whatever the reason.
 * Left out: INTERNAL_PROCESSING_ERROR, which MTN uses where nothing else fits.
 */
const COMMON = byCause({
  account_suspended: "NOT_ALLOWED",
  not_set_up: "NOT_ALLOWED_TARGET_ENVIRONMENT INVALID_CALLBACK_URL_HOST",
  not_served: "INVALID_CURRENCY",
  request_invalid: "VALIDATION_ERROR",
  duplicate: "RESOURCE_ALREADY_EXIST",
  provider_unavailable: "SERVICE_UNAVAILABLE",
});

/** Payer and payee are MTN's words: of a payin we are the payee, of a payout the payer. */
export const MTN_MOMO_FAILURES: FailureCodesByFlow = {
  inbound: {
    ...COMMON,
    NOT_ENOUGH_FUNDS: "insufficient_funds",
    LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: "insufficient_funds",
    PAYER_LIMIT_REACHED: "payer_limit_exceeded",
    PAYER_NOT_FOUND: "payer_account_unknown",
    SENDER_ACCOUNT_NOT_ACTIVE: "payer_account_blocked",
    APPROVAL_REJECTED: "declined_by_payer",
    EXPIRED: "timed_out_at_payer",
    // MTN: the payer did not approve within five minutes.
    COULD_NOT_PERFORM_TRANSACTION: "timed_out_at_payer",
    PAYEE_LIMIT_REACHED: "provider_limit_exceeded",
    PAYEE_NOT_ALLOWED_TO_RECEIVE: "account_suspended",
  },
  // Left out: COULD_NOT_PERFORM_TRANSACTION and the three causes in one (LOW_BALANCE_OR_...), our own or the payee's.
  outbound: {
    ...COMMON,
    NOT_ENOUGH_FUNDS: "float_too_low",
    PAYER_LIMIT_REACHED: "provider_limit_exceeded",
    SENDER_ACCOUNT_NOT_ACTIVE: "account_suspended",
    PAYEE_NOT_FOUND: "payee_account_unknown",
    PAYEE_LIMIT_REACHED: "payee_limit_exceeded",
    PAYEE_NOT_ALLOWED_TO_RECEIVE: "payee_not_permitted",
  },
};
