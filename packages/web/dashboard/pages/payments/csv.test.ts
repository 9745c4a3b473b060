import { expect, test } from "vitest";
import { cell, csvOf } from "../../components/csv.ts";
import { PAYMENT_CSV } from "./csv.ts";
import type { PaymentRow } from "./payment.ts";

test("a cell that would be a formula is made harmless", () => {
  expect(cell("=HYPERLINK(1)")).toBe("'=HYPERLINK(1)");
  expect(cell("@x")).toBe("'@x");
  expect(cell("+44")).toBe("'+44");
  expect(cell("-1+1")).toBe("'-1+1");
  expect(cell("-12.50")).toBe("-12.50");
  // Where commas are decimal signs, a spreadsheet splits at semicolons and sees no quotes.
  expect(cell("a;=x()")).toBe('"a;\'=x()"');
  expect(cell('a;"=x()')).toBe('"a;""\'=x()"');
  expect(cell("a\n=x()")).toBe('"a\n\'=x()"');
});

test("quotes, commas and line breaks stay inside their cell", () => {
  expect(cell('a "b", c')).toBe('"a ""b"", c"');
  expect(cell("one\ntwo")).toBe('"one\ntwo"');
});

test("nothing is an empty cell", () => {
  expect(cell(null)).toBe("");
  expect(cell(undefined)).toBe("");
});

test("amounts are written in plain digits at the scale of their currency, however small or round", () => {
  const written = (payment: Partial<PaymentRow>): Record<string, string> => {
    const [names, values] = csvOf(PAYMENT_CSV, [{ payer_details: {}, recipient_info: {}, ...payment } as PaymentRow])
      .split("\r\n")
      .map((line) => line.split(","));
    return Object.fromEntries(names!.map((name, index) => [name, values![index]!]));
  };
  const ramp = {
    amount: 1_234_500,
    currency: "NGN",
    target_amount: 0.00000054,
    target_currency: "BTC",
    total_fees: 0,
    refunded_amount: 10.5,
  };
  expect(written(ramp)).toMatchObject({
    amount: "1234500.00",
    target_amount: "0.00000054",
    total_fees: "0.00",
    refunded_amount: "10.50",
  });
  const eth = {
    amount: 0.1,
    currency: "ETH",
    target_amount: null,
    target_currency: null,
    total_fees: null,
    refunded_amount: 1e-15,
  };
  expect(written(eth)).toMatchObject({
    amount: "0.10",
    target_amount: "",
    total_fees: "",
    refunded_amount: "0.000000000000001",
  });
});
