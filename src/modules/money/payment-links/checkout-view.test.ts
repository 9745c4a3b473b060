import { describe, expect, test } from "vitest";
import { reasonForPayer } from "./checkout-view.ts";

describe("a failure's reason", () => {
  test.each([
    ["the one-time password was wrong too often", "The one-time password was wrong too often"],
    ["INSUFFICIENT_FUNDS at acquirer 17", "The account does not hold enough money"],
    ["card expired", "The card has expired"],
    ["declined by the customer", "The payment was declined by the payer"],
  ])("%j becomes %j", (reason, shown) => expect(reasonForPayer(reason)).toBe(shown));

  test.each(["paystack: route 3 refused by rule 'fraud'", "fiat answered 500", "the provider fiat is not set up here", undefined])(
    "%j is kept from the payer",
    (reason) => {
      expect(reasonForPayer(reason)).toBeNull();
    },
  );
});
