import fc from "fast-check";
import { expect, test } from "vitest";
import { convert } from "@corridor/shared/money-text.ts";
import type { Beneficiary } from "../../beneficiaries/beneficiary.ts";
import type { LockedRate } from "../use-locked-rate.ts";
import { amountFor, requestOf } from "./payout.ts";

test("what somebody is to get is what arrives, for the least money", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.double({ min: 0.0005, max: 2_000, noNaN: true }),
      (cents, given) => {
        const [target, rate] = [cents / 100, Number(given.toPrecision(8))];
        const amount = amountFor(target, rate, "NGN", "GHS");
        expect(convert(amount, rate, "GHS")).toBeGreaterThanOrEqual(target);
        if (amount > 0.01) expect(convert(Math.round(amount * 100 - 1) / 100, rate, "GHS")).toBeLessThan(target);
      },
    ),
  );
});

test("a payout in another currency waits for its rate, and names it", () => {
  const payee = { beneficiary_id: "b1", currency: "GHS", account_type: "mobile_money" } as Beneficiary;
  const payout = { payee, amount: 50, currency: "NGN", side: "they-get", reference: " INV-7 " } as const;
  expect(requestOf(payout, undefined)).toBeNull();
  expect(requestOf(payout, { org_rate_id: "r1", rate: 0.5 } as LockedRate)).toEqual({
    direction: "payout",
    beneficiary_id: "b1",
    payment_method: "mobile_money",
    amount: 99.99,
    currency: "NGN",
    target_amount: 50,
    target_currency: "GHS",
    org_rate_id: "r1",
    client_reference: "INV-7",
  });
});
