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
    ...byCause({
      insufficient_funds: "1",
      amount_not_served: "2 3",
      payer_limit_exceeded: "4",
      provider_limit_exceeded: "8",
      duplicate: "17",
      provider_unavailable: "26",
      payer_busy: "1001",
      timed_out_at_payer: "1019 1037",
      provider_error: "1025 9999",
      declined_by_payer: "1032",
      wrong_pin: "2001",
      not_set_up: "2028 SFC_IC0003",
      payer_account_blocked: "8006",
    }),
  },
  // Left out: 17, a failure inside M-PESA; 20, 2006 and SFC_IC0003, which do not say whether we or the payee are meant.
  outbound: {
    ...ERRORS,
    ...byCause({
      float_too_low: "1",
      amount_not_served: "2 3",
      payee_limit_exceeded: "4 8",
      account_suspended: "11",
      not_set_up: "21 2028",
      provider_unavailable: "26",
      credentials_refused: "2001 8006",
      payee_account_unknown: "2040",
    }),
  },
};
