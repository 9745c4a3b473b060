import { expect, test } from "vitest";
import { type FailureCause, failureCauseOf } from "./failure-cause.ts";

test.each<[string | undefined, FailureCause]>([
  ["NOT_ENOUGH_FUNDS", "funds"],
  ["The balance is insufficient for the transaction", "funds"],
  ["Your card has insufficient funds.", "funds"],
  ["PAYER_LIMIT_REACHED", "limit"],
  ["card_velocity_exceeded", "limit"],
  ["the one-time password was wrong too often", "wrong_code"],
  ["Your card's security code is incorrect: incorrect_cvc", "wrong_code"],
  ["wrong PIN", "wrong_code"],
  ["DS timeout user cannot be reached", "timeout"],
  ["the payment expired before it was paid", "timeout"],
  ["timed out: no reaction on the phone", "timeout"],
  ["the network is down", "network_down"],
  ["SERVICE_UNAVAILABLE", "network_down"],
  ["PAYER_NOT_FOUND", "not_allowed"],
  ["do_not_honor", "not_allowed"],
  ["expired_card", "card_expired"],
  ["Your card has expired.", "card_expired"],
  ["Request cancelled by user", "declined"],
  ["APPROVAL_REJECTED", "declined"],
  ["declined by the customer", "declined"],
  ["declined by the customer's institution", "not_allowed"],
  ["paystack: route 3 refused by rule 'fraud'", "other"],
  ["fiat answered 500", "other"],
  ["the provider fiat is not set up here", "other"],
  [undefined, "other"],
])("the reason %s is to a payer: %s", (reason, cause) => {
  expect(failureCauseOf(reason)).toBe(cause);
});
