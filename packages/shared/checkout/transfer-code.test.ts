import { expect, test } from "vitest";
import { numberNamesOf, readableAccount, transferCodeOf } from "./transfer-code.ts";

const TRANSFER = {
  account_name: "Corridor Europe",
  account_number: "DE89 3704 0044 0532 0130 00",
  bank_code: "COBADEFFXXX",
  reference: "7K3M9QX2T4RB",
  amount: 12.5,
  currency: "EUR",
  qr_code: null,
};

test("a transfer in euros to an IBAN is the code that bank apps read", () => {
  expect(transferCodeOf(TRANSFER)).toBe(
    "BCD\n002\n1\nSCT\nCOBADEFFXXX\nCorridor Europe\nDE89370400440532013000\nEUR12.50\n\n\n7K3M9QX2T4RB",
  );
});

test("without an amount and a reference, the payer chooses them, and the code ends with the IBAN", () => {
  expect(transferCodeOf({ ...TRANSFER, amount: null, reference: null })).toBe(
    "BCD\n002\n1\nSCT\nCOBADEFFXXX\nCorridor Europe\nDE89370400440532013000",
  );
});

test.each([
  ["DE89 3704 0044 0532 0130 00", "COBADEFFXXX", { account: "IBAN", bank: "BIC" }],
  ["89437203", "04-00-99", { account: null, bank: "Sort code" }],
  ["0123456789", "058", { account: null, bank: null }],
  ["0123456789", null, { account: null, bank: null }],
])("an account %s at %s is named as its country does", (account_number, bank_code, names) => {
  expect(numberNamesOf({ account_number, bank_code })).toEqual(names);
});

test("an IBAN is shown in groups of four, and any other number as it is", () => {
  expect(readableAccount("DE89370400440532013000")).toBe("DE89 3704 0044 0532 0130 00");
  expect(readableAccount("9012345678")).toBe("9012345678");
});

test("a line break in a name does not become another field", () => {
  expect(transferCodeOf({ ...TRANSFER, account_name: "Corridor\nEurope" })).toBe(transferCodeOf(TRANSFER));
});

test("the code that came with the account stands before one that we make", () => {
  expect(transferCodeOf({ ...TRANSFER, qr_code: "000201" })).toBe("000201");
});

test.each([{ currency: "NGN" }, { account_number: "9012345678" }])("of %j there is no standard code", (changed) => {
  expect(transferCodeOf({ ...TRANSFER, ...changed })).toBeNull();
});
