import type { FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/**
 * Errors of a step, reasons why a funding was rejected, and the state of a failed transfer, which is all that Wise says
 * about it. Left out: `funds_refunded`, which does not say why the money came back. Wise serves payouts only.
 */
export const WISE_FAILURES: FailureCodesByFlow = {
  inbound: {},
  outbound: {
    "transfer.insufficient_funds": "float_too_low",
    "balance.payment-option-unavailable": "not_served",
    "transfer.not-found": "request_invalid",
    "payment.exists": "duplicate",
    NOT_VALID: "request_invalid",
    "Bad Request": "request_invalid",
    invalid_token: "credentials_refused",
    cancelled: "canceled",
  },
};
