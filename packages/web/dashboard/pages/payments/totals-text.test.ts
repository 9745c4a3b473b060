import { expect, test } from "vitest";
import { totalsText } from "./totals-text.ts";

const sums = [
  { currency: "GHS", count: 2, amount: 1_500, in_base: 100 },
  { currency: "NGN", count: 1, amount: 50_000, in_base: 31.5 },
];

test("totals say what all payments come to, by currency and together", () => {
  const text = totalsText({ count: 3, is_complete: true, sums, base: "USD", total_in_base: 131.5 });
  expect(text).toMatch(/^3 payments in all: .*1,500\.00.*50,000\.00.*; together .*131\.50.* at today's rates$/);
});

test("totals that are cut off say so, and a worth that is unknown is left out", () => {
  expect(totalsText({ count: 10_000, is_complete: false, sums, base: "USD", total_in_base: null })).toMatch(
    /^More than 10,000 payments; the newest 10,000: [^;]*$/,
  );
});
