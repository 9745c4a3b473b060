import { expect, test } from "vitest";
import { readableAccount, transferCodeOf } from "./transfer-code.ts";

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
