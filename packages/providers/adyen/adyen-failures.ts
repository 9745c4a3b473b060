import { byCause, type FailureCause, type FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/** Answers give the number of a refusal, webhooks its text, which may come in any case. */
const REFUSALS: readonly (readonly [code: string, text: string, cause: FailureCause])[] = [
  ["2", "refused", "declined_by_issuer"],
  ["3", "referral", "declined_by_issuer"],
  ["4", "acquirer error", "provider_error"],
  ["5", "blocked card", "card_lost_or_stolen"],
  ["6", "expired card", "card_expired"],
  ["7", "invalid amount", "amount_not_served"],
  ["8", "invalid card number", "card_invalid"],
  ["9", "issuer unavailable", "issuer_unavailable"],
  ["10", "not supported", "card_not_supported"],
  ["11", "3d not authenticated", "authentication_failed"],
  ["12", "not enough balance", "insufficient_funds"],
  ["14", "acquirer fraud", "fraud_suspected"],
  ["15", "cancelled", "canceled"],
  ["16", "shopper cancelled", "declined_by_payer"],
  ["17", "invalid pin", "wrong_pin"],
  ["18", "pin tries exceeded", "wrong_pin"],
  ["19", "pin validation not possible", "issuer_unavailable"],
  ["20", "fraud", "fraud_suspected"],
  ["21", "not submitted", "provider_error"],
  ["22", "fraud-cancelled", "fraud_suspected"],
  ["23", "transaction not permitted", "payer_not_permitted"],
  ["24", "cvc declined", "wrong_security_code"],
  ["25", "restricted card", "card_lost_or_stolen"],
  ["26", "revocation of auth", "payer_not_permitted"],
  ["27", "declined non generic", "declined_by_issuer"],
  ["28", "withdrawal amount exceeded", "payer_limit_exceeded"],
  ["29", "withdrawal count exceeded", "payer_limit_exceeded"],
  ["31", "issuer suspected fraud", "fraud_suspected"],
  ["32", "avs declined", "declined_by_issuer"],
  ["33", "card requires online pin", "authentication_failed"],
  ["34", "no checking account available on card", "card_not_supported"],
  ["35", "no savings account available on card", "card_not_supported"],
  ["36", "mobile pin required", "authentication_failed"],
  ["38", "authentication required", "authentication_failed"],
  ["39", "rreq not received from ds", "authentication_failed"],
];

/** Left out: results that name no cause (`Refused` without a reason, `Error`). */
export const ADYEN_FAILURES: FailureCodesByFlow = {
  inbound: {
    ...Object.fromEntries(REFUSALS.flatMap(([code, text, cause]) => [code, text].map((key) => [key, cause]))),
    // Errors of a request that was not taken.
    "010": "credentials_refused",
    "101": "card_invalid",
    "901": "not_set_up",
    "905_3": "not_set_up",
    Cancelled: "canceled",
    // Events that end an authorization without a reason, and a payment link that nobody paid in time.
    CANCELLATION: "canceled",
    TECHNICAL_CANCEL: "canceled",
    CAPTURE_FAILED: "provider_error",
    EXPIRE: "timed_out_at_payer",
    OFFER_CLOSED: "timed_out_at_payer",
    expired: "timed_out_at_payer",
  },
  /**
   * Reasons of transfers. Left out: those of cards; and those that do not exclude that money moved, or name no cause
   * (counterpartyBankTimedOut, internalTimeout, declined, error, unknown).
   */
  outbound: byCause({
    account_suspended: "30_023 accountHierarchyNotActive balanceAccountTemporarilyBlockedByTransactionRule",
    provider_limit_exceeded: "amountLimitExceeded withdrawalAmountExceeded withdrawalCountExceeded",
    not_served: "declinedByTransactionRule directDebitNotSupported notSupported routeNotFound unableToRouteTransaction",
    float_too_low: "notEnoughBalance",
    network_down: "counterpartyBankUnavailable",
    amount_not_served: "invalidAmount",
    request_invalid: "formatError counterpartyAddressRequired",
    payee_account_blocked: "counterpartyAccountBlocked",
    payee_account_closed: "counterpartyAccountClosed",
    payee_account_unknown: "counterpartyAccountNotFound invalidAccount invalidToAccount transferInstrumentDoesNotExist",
    payee_not_permitted: "refusedByCounterpartyBank",
    blocked_by_compliance: "refusedForRegulatoryReasons fraud",
    duplicate: "duplicateTransmissionDetected",
    canceled: "approvalExpired cancelled refusedByCustomer",
  }),
};
