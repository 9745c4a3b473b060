import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "./json.ts";

describe("numbers as text", () => {
  test("keep every digit that stood on the wire", () => {
    const text =
      '{"amount":1500.00,"wei":0.123456789012345678,"big":12345678901234567890.12,"tiny":5.4e-7,"debt":-3,"none":null,"list":[1.0,[2]]}';
    expect(readJson(text, "text")).toEqual({
      amount: "1500.00",
      wei: "0.123456789012345678",
      big: "12345678901234567890.12",
      tiny: "5.4e-7",
      debt: "-3",
      none: null,
      list: ["1.0", ["2"]],
    });
  });

  test("leave strings alone, whatever digits, quotes and escapes they hold", () => {
    const value = { 'a "7"': '1500.00 and \\" 12\\', "8": "\\", empty: "", next: "9" };
    expect(readJson(JSON.stringify(value), "text")).toEqual(value);
  });

  test("are the only difference, for any JSON", () => {
    const inText = (value: unknown): unknown =>
      typeof value === "number"
        ? JSON.stringify(value)
        : Array.isArray(value)
          ? value.map(inText)
          : typeof value === "object" && value !== null
            ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inText(each)]))
            : value;
    fc.assert(
      fc.property(fc.json(), (text) => {
        // Both sides go through JSON.parse, because an object literal would treat "__proto__" differently.
        expect(JSON.stringify(readJson(text, "text"))).toBe(
          JSON.stringify(JSON.parse(JSON.stringify(inText(JSON.parse(text))))),
        );
      }),
    );
  });
});

test("a number keeps the value of any amount that a request may have: 15 significant digits", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), fc.integer({ min: 0, max: 18 }), (digits, scale) => {
      const padded = digits.toString().padStart(scale + 1, "0");
      const text = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
      const sent = JSON.stringify(readJson(text, "number"));
      const [mantissa, exponent] = sent.split("e");
      const [whole, fraction = ""] = mantissa!.split(".");
      const sentScale = fraction.length - Number(exponent ?? 0);
      expect(BigInt(whole! + fraction) * 10n ** BigInt(40 - sentScale)).toBe(digits * 10n ** BigInt(40 - scale));
    }),
  );
});
