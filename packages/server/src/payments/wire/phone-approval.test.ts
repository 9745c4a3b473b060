import { expect, test } from "vitest";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { phoneApprovalOf } from "./phone-approval.ts";

const details = { mobile_money_details: { provider: "MTN", phone_number: "+233241234567" } };
const waiting = { country: "GH", nextAction: { type: "wait" }, details } as const;
const told = { network: "MTN", phone_hint: "•••• 4567", prompt_code: "*170*6*3*1#" };

test("a payer is told to approve on the phone while a provider has the payin and waits", () => {
  expect(phoneApprovalOf(aPayment({ ...waiting, attempts: [anAttempt({ outcome: "accepted" })] }))).toEqual(told);
});

test.each(["unreachable", "refused", "unknown", "dispatching"] as const)(
  "nobody is told so while the last attempt is %s: no prompt may have been sent",
  (outcome) => {
    expect(phoneApprovalOf(aPayment({ ...waiting, attempts: [anAttempt({ outcome })] }))).toBeNull();
  },
);

test("nor of a payout, of another method, or once it is processed", () => {
  const attempts = [anAttempt({ outcome: "accepted" })];
  for (const change of [{ direction: "outbound" }, { paymentMethod: "card" }, { status: "processing" }] as const)
    expect(phoneApprovalOf(aPayment({ ...waiting, attempts, ...change }))).toBeNull();
});

test("a network without a known code has none to dial", () => {
  const kenyan = { mobile_money_details: { provider: "M-PESA", phone_number: "+254708374149" } };
  const payment = aPayment({
    ...waiting,
    country: "KE",
    details: kenyan,
    attempts: [anAttempt({ outcome: "accepted" })],
  });
  expect(phoneApprovalOf(payment)).toEqual({ network: "M-PESA", phone_hint: "•••• 4149", prompt_code: null });
});
