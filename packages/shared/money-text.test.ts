import { describe, expect, test } from "vitest";
import { convert, convertDown, formatAmount, formatMoney, scaleOf } from "./money-text.ts";

describe("amounts for the eye", () => {
  test("show every digit the currency has, also where Intl would hide them", () => {
    expect(formatAmount(1500, "NGN", "en")).toBe("1,500.00");
    expect(formatAmount(1500, "JPY", "en")).toBe("1,500");
    expect(formatAmount(1.5, "COP", "en")).toBe("1.50");
    expect(formatAmount(1.2345, "IQD", "en")).toBe("1.235");
  });

  test("of assets show what they carry", () => {
    expect(formatMoney(0.00000001, "BTC", "en")).toBe("0.00000001\u00a0BTC");
    expect(formatMoney(10, "USDT", "en")).toBe("10.00\u00a0USDT");
  });

  test("an unknown code never breaks the page", () => {
    expect(formatAmount(1, "NOT A CODE", "en")).toBe("1.00");
    expect(scaleOf("NOT A CODE")).toBe(2);
  });
});

describe("conversion", () => {
  test("is exact where floats are not", () => {
    expect(convert(1.1, 1.1, "USD")).toBe(1.21);
    expect(convert(0.07, 100, "USD")).toBe(7);
  });

  test("rounds half to even", () => {
    expect(convert(0.125, 1, "USD")).toBe(0.12);
    expect(convert(0.135, 1, "USD")).toBe(0.14);
    expect(convert(2.5, 1, "JPY")).toBe(2);
    expect(convert(3.5, 1, "JPY")).toBe(4);
  });

  test("for a transfer leaves out what is less than the smallest unit", () => {
    expect(convertDown(0.129, 1, "USD")).toBe(0.12);
    expect(convertDown(7.77, 0.000645, "USD")).toBe(0);
    expect(convertDown(2.5, 2, "JPY")).toBe(5);
  });

  test("takes very small and very large rates", () => {
    expect(convert(1000, 1.5e-7, "USD")).toBe(0);
    expect(convert(100, 1.6e3, "NGN")).toBe(160_000);
    expect(convert(5, 0.00001234, "BTC")).toBe(0.0000617);
  });
});
