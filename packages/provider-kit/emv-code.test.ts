import { expect, test } from "vitest";
import { checksumOf, isMerchantCode, paymentCodeOf } from "./emv-code.ts";

/** The example of the specification's appendix, with its checksum. */
const SPECIFIED =
  "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST " +
  "TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A";
/** A static code as a scheme prints it; its checksum was computed independently of this code. */
const STATIC = "00020101021129300012D156000000000510A93FO3230Q5204411153034045802KE5904ACME6007NAIROBI63046D3C";

test("the checksum is CRC-16/CCITT-FALSE: the check value of the catalog, one byte by hand, and the specification's example", () => {
  expect(checksumOf("123456789")).toBe("29B1");
  // By hand: FFFF ^ 4100 = BEFF; eight shifts, subtracting 1021 where a 1 falls out, leave B915.
  expect(checksumOf("A")).toBe("B915");
  expect(checksumOf("")).toBe("FFFF");
  expect(SPECIFIED.endsWith(checksumOf(SPECIFIED.slice(0, -4)))).toBe(true);
});

test("a merchant's code is taken as it was given, and not with a digit changed, cut or without its country", () => {
  expect(isMerchantCode(SPECIFIED)).toBe(true);
  expect(isMerchantCode(STATIC)).toBe(true);
  const foreign = STATIC.replace("A93FO3230Q", "A93FO3231Q");
  const withoutCountry = STATIC.slice(0, -8).replace("5802KE", "") + "6304";
  for (const wrong of [
    foreign,
    STATIC.slice(0, -1),
    "",
    "https://example.com",
    withoutCountry + checksumOf(withoutCountry),
  ])
    expect(isMerchantCode(wrong)).toBe(false);
});

test("of a payment it holds amount and reference, once each, in the order of ids, and asks for no tip", () => {
  const paid = paymentCodeOf(SPECIFIED, { amount: "120.50", reference: "7K3M9QX2T4RB" })!;
  expect(paid).toBe(
    "00020101021229300012D156000000000510A93FO3230Q31280012D156000000010308123456785204411153031565406120.505802CN5914BEST " +
      "TRANSPORT6007BEIJING" +
      "62490304123405127K3M9QX2T4RB0603***0708A60086670902ME64200002ZH0104最佳运输0202北京91320016A01122334499887707081234567863040024",
  );
  expect(isMerchantCode(paid)).toBe(true);
});

test("a static code becomes one for this payment alone", () => {
  const paid = paymentCodeOf(STATIC, { amount: "1500", reference: "7K3M9QX2T4RB" })!;
  expect(paid).toContain("010212");
  expect(paid).toContain("54041500");
  expect(paid).toContain("621605127K3M9QX2T4RB");
  expect(isMerchantCode(paid)).toBe(true);
});

test.each([
  ["an amount", { amount: "12345678901.25", reference: "R" }],
  ["a reference", { amount: "1", reference: "R".repeat(26) }],
])("%s that a code cannot hold makes none", (_, wanted) => {
  expect(paymentCodeOf(STATIC, wanted)).toBeNull();
});
