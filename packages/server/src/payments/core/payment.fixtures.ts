import { newId, otherIdOfPayment } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { Attempt, Payment } from "./payment.ts";

/** Payments for tests: a payin of 1500.00 NGN by mobile money that `fiat` has accepted, unless changed. */
export function anAttempt(change: Partial<Attempt> = {}): Attempt {
  return {
    attempt_id: newId(),
    provider: "fiat",
    config_id: newId(),
    leg: "payment",
    outcome: "accepted",
    reason: null,
    provider_payment_id: "provider-1",
    started_at: "2026-01-05T09:59:00.000Z",
    finished_at: "2026-01-05T09:59:01.000Z",
    ...change,
  };
}

export function aPayment(change: Partial<Payment> & { attempts?: Attempt[] } = {}): Payment {
  const { attempts = [anAttempt()], paymentId = newId(), ...fields } = change;
  const at = new Date("2026-01-05T09:59:00.000Z");
  return {
    orgId: newId(),
    paymentId,
    transactionId: otherIdOfPayment(paymentId),
    userId: newId(),
    kind: "payment",
    direction: "inbound",
    paymentMethod: "mobile_money",
    status: "pending",
    country: "NG",
    amount: Money.parse("1500.00", "NGN"),
    targetAmount: Money.parse("1500.00", "NGN"),
    orgRateId: null,
    clientReference: null,
    beneficiaryId: null,
    feeIds: [],
    totalFees: Money.parse("15.00", "NGN"),
    refundedAmount: Money.zero("NGN"),
    provider: "fiat",
    providerPaymentId: "provider-1",
    providerStatus: "accepted",
    nextAction: null,
    details: {},
    progress: { route: [], attempts, timeline: [] },
    eventSequence: 1,
    expiresAt: null,
    createdAt: at,
    updatedAt: at,
    ...fields,
  };
}
