import type { FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/** The codes that the sandbox gives by the endings of numbers, and those of its faults. */
export const SANDBOX_FAILURES: FailureCodesByFlow = {
  inbound: {
    declined: "not_served",
    provider_refused: "provider_unavailable",
    provider_fault: "provider_error",
    network_down: "network_down",
    declined_by_institution: "declined_by_issuer",
    declined_by_customer: "declined_by_payer",
    no_reaction: "timed_out_at_payer",
    expired: "timed_out_at_payer",
    insufficient_funds: "insufficient_funds",
    limit_reached: "payer_limit_exceeded",
    wrong_pin: "wrong_pin",
    wrong_otp: "wrong_one_time_password",
    not_allowed: "payer_not_permitted",
    canceled: "canceled",
    invalid_request: "request_invalid",
  },
  // A payee has no PIN, funds or phone to react on. Such a payout ends without a cause.
  outbound: {
    declined: "not_served",
    provider_refused: "provider_unavailable",
    provider_fault: "provider_error",
    network_down: "network_down",
    declined_by_institution: "payee_not_permitted",
    declined_by_customer: "payee_not_permitted",
    limit_reached: "payee_limit_exceeded",
    not_allowed: "payee_not_permitted",
    canceled: "canceled",
    invalid_request: "request_invalid",
  },
};
