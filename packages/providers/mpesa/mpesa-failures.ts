import { byCause, type FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/** Errors of a request that M-PESA did not take. */
const ERRORS = byCause({
  request_invalid: "400.002.02",
  credentials_refused: "400.003.01 401.002.01 401.003.01 404.001.03",
});

/** Daraja's one error code for several refusals; its text says which. */
export const PROMPT_REFUSALS: Readonly<Record<string, RegExp>> = {
  "500.001.1001: unable to lock subscriber": /unable to lock subscriber/i,
  "500.001.1001: wrong credentials": /wrong credentials/i,
  "500.001.1001: merchant does not exist": /merchant does not exist/i,
};

/** Result codes and error codes. The same result can mean another thing in the other direction. */
export const MPESA_FAILURES: FailureCodesByFlow = {
  inbound: {
    ...ERRORS,
    "500.001.1001: unable to lock subscriber": "payer_busy",
    "500.001.1001: wrong credentials": "credentials_refused",
    "500.001.1001: merchant does not exist": "not_set_up",
    "1": "insufficient_funds",
    "2": "amount_not_served",
    "3": "amount_not_served",
    "4": "payer_limit_exceeded",
    "8": "provider_limit_exceeded",
    "17": "duplicate",
    "26": "provider_unavailable",
    "1001": "payer_busy",
    "1019": "timed_out_at_payer",
    "1025": "provider_error",
    "1032": "declined_by_payer",
    "1037": "timed_out_at_payer",
    "2001": "wrong_pin",
    "2028": "not_set_up",
    "8006": "payer_account_blocked",
    "9999": "provider_error",
    SFC_IC0003: "not_set_up",
  },
  // Left out: 17, a failure inside M-PESA; 20, 2006 and SFC_IC0003, which do not say whether we or the payee are meant.
  outbound: {
    ...ERRORS,
    "1": "float_too_low",
    "2": "amount_not_served",
    "3": "amount_not_served",
    "4": "payee_limit_exceeded",
    "8": "payee_limit_exceeded",
    "11": "account_suspended",
    "21": "not_set_up",
    "26": "provider_unavailable",
    "2001": "credentials_refused",
    "2028": "not_set_up",
    "2040": "payee_account_unknown",
    "8006": "credentials_refused",
  },
};
