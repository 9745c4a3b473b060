import { describe, expect, it } from "vitest";
import { CRYPTO_CURRENCIES, FIAT_CURRENCIES, isCrypto, isFiat, scaleOf } from "./currencies.ts";

describe("currencies", () => {
  it.each([
    ["JPY", 0],
    ["XOF", 0],
    ["UGX", 0],
    ["RWF", 0],
    ["USD", 2],
    ["NGN", 2],
    ["GHS", 2],
    ["KES", 2],
    ["TZS", 2],
    ["COP", 2],
    ["MGA", 2],
    ["IDR", 2],
    ["KWD", 3],
    ["IQD", 3],
    ["TND", 3],
    ["CLF", 4],
    ["UYW", 4],
    ["BTC", 8],
    ["ETH", 18],
    ["USDT", 6],
    ["XLM", 7],
    ["SOL", 9],
  ])("%s has %i decimals", (code, scale) => {
    expect(scaleOf(code)).toBe(scale);
  });

  it("lists every fiat code once, three capital letters each, and none of them is a crypto asset", () => {
    expect(new Set(FIAT_CURRENCIES).size).toBe(FIAT_CURRENCIES.length);
    expect(FIAT_CURRENCIES.length).toBeGreaterThan(150);
    for (const code of FIAT_CURRENCIES) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect([isFiat(code), isCrypto(code)]).toEqual([true, false]);
    }
    for (const code of CRYPTO_CURRENCIES) expect([isFiat(code), isCrypto(code)]).toEqual([false, true]);
  });

  it("knows every code the runtime lists, save those withdrawn from ISO 4217 and those that are no money", () => {
    const withdrawnOrNoMoney = new Set(["ANG", "BGN", "CUC", "HRK", "SLL", "XDR", "XSU", "ZWL"]);
    const unknown = Intl.supportedValuesOf("currency").filter((code) => scaleOf(code) === undefined);
    expect(unknown.filter((code) => !withdrawnOrNoMoney.has(code))).toEqual([]);
    for (const code of [...withdrawnOrNoMoney, "DEM", "XAU", "XXX", "XTS"]) expect(scaleOf(code)).toBeUndefined();
  });

  it("does not guess: lower case, blanks and unknown codes have no scale", () => {
    for (const code of ["usd", " USD", "", "XYZ", "constructor"]) expect(scaleOf(code)).toBeUndefined();
  });
});
