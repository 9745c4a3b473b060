import { expect, test } from "vitest";
import { inWords, sentence } from "./plain-words.ts";

test("names of fields become words, and ids and addresses stay as they are", () => {
  expect(inWords("account_number: has a wrong check digit")).toBe("Account number has a wrong check digit");
  expect(inWords("bank_details.account_number must have 1 to 34 letters and digits")).toBe(
    "Account number must have 1 to 34 letters and digits",
  );
  expect(inWords("The bank asks for bank_code or iban")).toBe("The bank asks for bank code or iban");
  expect(inWords("amount: must be above zero")).toBe("Amount must be above zero");
  expect(inWords("https://example.com/a_b: refused")).toBe("https://example.com/a_b: refused");
});

test("reasons become one sentence, with their amounts grouped", () => {
  expect(sentence("the payout is 2654618.00 NGN or more", "it is night.")).toBe(
    "The payout is 2,654,618.00\u00a0NGN or more; it is night.",
  );
});
