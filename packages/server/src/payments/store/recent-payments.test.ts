import { expect, test } from "vitest";
import { aPayment } from "#src/payments/core/payment.fixtures.ts";
import { createRecentPayments, keyOf } from "./recent-payments.ts";

test("a payment is given out once", () => {
  const recent = createRecentPayments();
  const payment = aPayment();
  recent.remember({ payment, version: "7" });
  expect(recent.take([payment]).get(keyOf(payment))).toEqual({ payment, version: "7" });
  expect(recent.take([payment]).size).toBe(0);
});

test("one that two moves ask for at once is given to neither", () => {
  const recent = createRecentPayments();
  const [twice, once] = [aPayment(), aPayment()];
  recent.remember({ payment: twice, version: "7" });
  recent.remember({ payment: once, version: "8" });
  expect([...recent.take([twice, once, twice]).keys()]).toEqual([keyOf(once)]);
  expect(recent.take([twice]).size).toBe(0);
});

test("what nobody asks for leaves when others come", () => {
  const recent = createRecentPayments();
  const first = aPayment();
  recent.remember({ payment: first, version: "1" });
  for (let i = 0; i < 2_000; i++) recent.remember({ payment: aPayment(), version: "1" });
  expect(recent.take([first]).size).toBe(0);
});
