import type { FailureCause } from "@corridor/provider-kit/failures.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { PAYOUT_RESULTS, PROMPT_RESULTS } from "./mpesa/mpesa-wire.ts";

/** What a provider's documents list for one direction: the codes to map, and those that must stay without a cause. */
type Documented = { codes: readonly string[]; leftOut?: readonly string[] };
type ByFlow = { inbound: Documented; outbound: Documented };

const words = (text: string): string[] => text.trim().split(/\s+/);
const failing = (results: Readonly<Record<string, string>>): string[] =>
  Object.keys(results).filter((code) => results[code] === "failed");
const without = (codes: readonly string[], leftOut: readonly string[]): Documented => ({
  codes: codes.filter((code) => !leftOut.includes(code)),
  leftOut,
});

const PAWAPAY = words(`
  NO_AUTHENTICATION AUTHENTICATION_ERROR AUTHORISATION_ERROR HTTP_SIGNATURE_ERROR INVALID_INPUT MISSING_PARAMETER
  UNSUPPORTED_PARAMETER INVALID_PARAMETER DUPLICATE_METADATA_FIELD AMOUNT_OUT_OF_BOUNDS INVALID_AMOUNT
  INVALID_PHONE_NUMBER INVALID_CURRENCY INVALID_PROVIDER PROVIDER_TEMPORARILY_UNAVAILABLE WALLET_LIMIT_REACHED
  UNSPECIFIED_FAILURE`);
const MTN = words(`
  RESOURCE_ALREADY_EXIST NOT_ALLOWED NOT_ALLOWED_TARGET_ENVIRONMENT INVALID_CALLBACK_URL_HOST INVALID_CURRENCY
  SERVICE_UNAVAILABLE PAYER_LIMIT_REACHED NOT_ENOUGH_FUNDS PAYEE_NOT_ALLOWED_TO_RECEIVE SENDER_ACCOUNT_NOT_ACTIVE
  PAYEE_LIMIT_REACHED VALIDATION_ERROR`);
const DARAJA_ERRORS = words("400.002.02 400.003.01 401.002.01 401.003.01 404.001.03");
const UNCLEAR_MTN = "INTERNAL_PROCESSING_ERROR";
const YELLOW_CARD = words(`
  VALIDATION_FAILED INVALID_NETWORK INVALID_CURRENCY INVALID_RECIPIENT INSUFFICIENT_BALANCE POSSIBLE_DUPLICATE
  FRAUD_CHECK AuthenticationError BadRequestError PaymentValidationError`);

/** Transcribed from the providers' pages, in their order. */
export const DOCUMENTED: Readonly<Partial<Record<ProviderName, ByFlow>>> = {
  adyen: {
    inbound: {
      codes: [
        ...words("2 3 4 5 6 7 8 9 10 11 12 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 31 32 33 34 35 36 38 39"),
        "refused",
        "expired card",
        "not enough balance",
        "3d not authenticated",
        "fraud-cancelled",
        ...words("010 101 901 905_3 EXPIRE CANCELLATION TECHNICAL_CANCEL CAPTURE_FAILED OFFER_CLOSED expired"),
      ],
      leftOut: ["Refused", "Error"],
    },
    outbound: {
      codes: words(`
        30_023 accountHierarchyNotActive amountLimitExceeded approvalExpired
        balanceAccountTemporarilyBlockedByTransactionRule cancelled counterpartyAccountBlocked
        counterpartyAccountClosed counterpartyAccountNotFound counterpartyAddressRequired counterpartyBankUnavailable
        declinedByTransactionRule directDebitNotSupported duplicateTransmissionDetected formatError fraud
        invalidAccount invalidAmount invalidToAccount notEnoughBalance notSupported refusedByCounterpartyBank
        refusedByCustomer routeNotFound transferInstrumentDoesNotExist unableToRouteTransaction
        withdrawalAmountExceeded withdrawalCountExceeded refusedForRegulatoryReasons`),
      leftOut: words("counterpartyBankTimedOut internalTimeout declined error unknown"),
    },
  },
  flutterwave: {
    inbound: {
      codes: [
        "insufficient funds",
        "no sufficient funds",
        "the balance is insufficient for the transaction",
        "daily transaction limit exceeded",
        "activity timed out",
        "aborted",
        "acceptor contact acquirer",
        "acquirer_system_error",
        "gateway timeout",
        "transaction has been flagged as fraudulent",
      ],
    },
    outbound: {
      codes: [
        "insufficient funds in customer wallet",
        "beneficiary_name is required",
        "disburse failed: wallet currently restricted. please contact administrator",
        ...["eur", "ghs", "ugx", "xaf"].map((currency) => `disburse failed: you can only spend ${currency} # at once`),
      ],
      leftOut: [
        "disburse failed: unable to obtain user details",
        "disburse failed: a fatal error occured while proccesing your request",
      ],
    },
  },
  mpesa: {
    inbound: { codes: [...failing(PROMPT_RESULTS), ...DARAJA_ERRORS] },
    outbound: without([...failing(PAYOUT_RESULTS), ...DARAJA_ERRORS], ["17", "20", "2006", "SFC_IC0003"]),
  },
  mtn_momo: {
    inbound: {
      codes: [...MTN, "PAYER_NOT_FOUND", "APPROVAL_REJECTED", "EXPIRED", "COULD_NOT_PERFORM_TRANSACTION"],
      leftOut: [UNCLEAR_MTN],
    },
    outbound: {
      codes: [...MTN, "PAYEE_NOT_FOUND"],
      leftOut: [UNCLEAR_MTN, "COULD_NOT_PERFORM_TRANSACTION", "LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED"],
    },
  },
  pawapay: {
    inbound: {
      codes: [
        ...PAWAPAY,
        ...words(`DEPOSITS_NOT_ALLOWED PAYMENT_NOT_APPROVED INSUFFICIENT_BALANCE PAYMENT_IN_PROGRESS PAYER_NOT_FOUND
          PAYER_LIMIT_REACHED TRANSACTION_ALREADY_IN_PROCESS`),
      ],
      leftOut: ["UNKNOWN_ERROR"],
    },
    outbound: {
      codes: [
        ...PAWAPAY,
        ...words(`PAYOUTS_NOT_ALLOWED RECIPIENT_NOT_FOUND RECIPIENT_LIMIT_REACHED MANUALLY_CANCELLED
          PAWAPAY_WALLET_OUT_OF_FUNDS`),
      ],
      leftOut: ["UNKNOWN_ERROR"],
    },
  },
  paystack: {
    inbound: {
      codes: [
        ...words(`refer_to_card_issuer refer_to_card_issuer_special invalid_merchant pickup_card do_not_honor
          processing_error pickup_card_special honour_with_identification invalid_amount
          invalid_account_number no_such_issuer customer_cancellation customer_dispute reenter_transaction
          invalid_response no_action_taken suspected_malfunction`),
        ...words("01 02 03 04 05 06 07 12 13 14 15 33 34 41 43 51 54 55 57 58 59 61 62 65 68 75 91 96"),
        "insufficient funds",
        "denied by fraud system",
        "customer is blacklisted",
        "currency not supported",
        ...words("send_pin send_phone send_birthday send_address timeout"),
      ],
      leftOut: ["reversed", "unknown", "invalid_transaction"],
    },
    outbound: { codes: words("abandoned rejected blocked insufficient_balance"), leftOut: ["reversed"] },
  },
  stripe: {
    inbound: {
      codes: words(`
        authentication_required approve_with_id call_issuer card_not_supported card_velocity_exceeded
        currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card fraudulent
        generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip
        insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year
        invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist new_account_information_available
        no_action_taken not_permitted offline_pin_required online_or_offline_pin_required pickup_card
        pin_try_exceeded processing_error reenter_transaction restricted_card revocation_of_all_authorizations
        revocation_of_authorization security_violation service_not_allowed stolen_card stop_payment_order
        testmode_decline transaction_not_allowed try_again_later withdrawal_count_limit_exceeded card_declined
        payment_intent_authentication_failure amount_too_large amount_too_small canceled expired`),
    },
    outbound: { codes: [] },
  },
  wise: {
    inbound: { codes: [] },
    outbound: {
      codes: words(`transfer.insufficient_funds balance.payment-option-unavailable transfer.not-found payment.exists
        NOT_VALID invalid_token cancelled`),
      leftOut: ["funds_refunded"],
    },
  },
  yellowcard: {
    inbound: {
      codes: [...YELLOW_CARD, ...words("EXPIRED REFUSED NAME_MISMATCH GATEWAY_TIMEOUT PROVIDER_ERROR")],
      leftOut: ["OTHER_ERROR"],
    },
    outbound: {
      codes: YELLOW_CARD,
      leftOut: words("OTHER_ERROR GATEWAY_TIMEOUT PROVIDER_ERROR EXPIRED REFUSED NAME_MISMATCH"),
    },
  },
};

/** The same code, by whose money is short. */
export const BY_DIRECTION: readonly (readonly [ProviderName, string, FailureCause, FailureCause])[] = [
  ["mtn_momo", "NOT_ENOUGH_FUNDS", "insufficient_funds", "float_too_low"],
  ["mpesa", "1", "insufficient_funds", "float_too_low"],
  ["mpesa", "2001", "wrong_pin", "credentials_refused"],
  ["pawapay", "WALLET_LIMIT_REACHED", "payer_limit_exceeded", "payee_limit_exceeded"],
  ["yellowcard", "INSUFFICIENT_BALANCE", "insufficient_funds", "float_too_low"],
  ["yellowcard", "FRAUD_CHECK", "fraud_suspected", "blocked_by_compliance"],
];
