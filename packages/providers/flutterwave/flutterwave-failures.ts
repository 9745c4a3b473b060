import { codeOfText, type FailureCodes, type FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/** Flutterwave has texts instead of codes. Of some the part in brackets says which of its systems wrote them. */
export function codeOf(text: string | undefined): string | undefined {
  return codeOfText(text?.replace(/^\s*\[[^\]]*\]\s*/, ""));
}

/** Errors of a request that was not taken. */
const ERRORS: FailureCodes = {
  "authorization required": "credentials_refused",
  "merchant secret key required": "credentials_refused",
  "invalid authorization key": "credentials_refused",
};

/** The texts that Flutterwave's help lists for cards, bank accounts and mobile money, and those of its samples. */
export const FLUTTERWAVE_FAILURES: FailureCodesByFlow = {
  inbound: {
    ...ERRORS,
    "insufficient funds": "insufficient_funds",
    "no sufficient funds": "insufficient_funds",
    "the balance is insufficient for the transaction": "insufficient_funds",
    "daily transaction limit exceeded": "payer_limit_exceeded",
    "declined due to limit rule: would exceed the daily transfer limit": "payer_limit_exceeded",
    aborted: "declined_by_payer",
    "activity timed out": "timed_out_at_payer",
    // M-PESA's text for a wrong PIN.
    "the initiator information is invalid": "wrong_pin",
    "an otp related error has occured, please contact support": "wrong_one_time_password",
    "incorrect date of birth": "authentication_failed",
    "external validation failed for the c2b transaction": "authentication_failed",
    "acceptor contact acquirer": "declined_by_issuer",
    "acceptor contact acquirer, security": "declined_by_issuer",
    "transaction has been flagged as fraudulent": "fraud_suspected",
    "account number, phone number validation failed. received invalid response from remote entity":
      "issuer_unavailable",
    "an error occured": "issuer_unavailable",
    "an error occurred while processsing your request": "issuer_unavailable",
    "bank could not send sms": "issuer_unavailable",
    "a server error has occurred. please try again": "provider_timed_out",
    "gateway timeout": "provider_timed_out",
    "no message": "provider_timed_out",
    acquirer_system_error: "provider_error",
    "an ioexception was thrown while trying to execute the http method": "provider_error",
    "internal server error": "provider_error",
    "system internal error": "provider_error",
    "the http server replied with a #xx status code": "provider_error",
    "amount does not meet minimum amount allowed": "amount_not_served",
    "amount greater than daily transaction limit": "provider_limit_exceeded",
    "inactive merchant": "account_suspended",
    "oops! duplicate transaction reference. please check and try again": "duplicate",
  },
  // Left out: "a fatal error occured while proccesing your request" and "unable to obtain user details".
  outbound: {
    ...ERRORS,
    "insufficient funds in customer wallet": "float_too_low",
    "beneficiary_name is required": "request_invalid",
    "disburse failed: wallet currently restricted. please contact administrator": "account_suspended",
    "disburse failed: you can only spend eur # at once": "provider_limit_exceeded",
    "disburse failed: you can only spend ghs # at once": "provider_limit_exceeded",
    "disburse failed: you can only spend ugx # at once": "provider_limit_exceeded",
    "disburse failed: you can only spend xaf # at once": "provider_limit_exceeded",
  },
};
