import { newAttempt } from "@corridor/server/payments/at-providers/dispatch-payment.ts";
import type { Payment } from "@corridor/server/payments/core/payment.ts";
import { newId, otherIdOfPayment } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";

/** A payment as the bench's own requests make them, accepted by its provider. */
export function samplePayment(): Payment {
  const now = new Date();
  const paymentId = newId();
  const candidate = {
    provider: "fiat",
    config_id: newId(),
    priority: 1,
    scope: "global" as const,
    taken: true,
    reason: "first in order",
  };
  const attempt = {
    ...newAttempt(candidate, "payment", now, paymentId),
    outcome: "accepted" as const,
    provider_payment_id: `fiat_${newId()}`,
    finished_at: now.toISOString(),
  };
  return {
    orgId: newId(),
    paymentId,
    transactionId: otherIdOfPayment(paymentId),
    userId: newId(),
    kind: "payment",
    direction: "inbound",
    paymentMethod: "mobile_money",
    status: "processing",
    country: "GH",
    amount: Money.parse("1500.00", "GHS"),
    targetAmount: Money.parse("1500.00", "GHS"),
    orgRateId: null,
    clientReference: null,
    beneficiaryId: null,
    feeIds: [newId()],
    totalFees: Money.parse("15.00", "GHS"),
    refundedAmount: Money.zero("GHS"),
    provider: "fiat",
    providerPaymentId: attempt.provider_payment_id,
    providerStatus: "submitted",
    nextAction: { type: "wait" },
    details: {
      payer_details: { name: "Ama Owusu", phone: "+233241234567" },
      mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
      metadata: { order: "A-1029" },
    },
    progress: {
      route: [candidate, { ...candidate, provider: "hybrid", config_id: newId(), priority: 2, reason: "fallback 1" }],
      attempts: [attempt],
      timeline: [
        { at: now.toISOString(), from: null, to: "initiated", source: "api", note: null },
        { at: now.toISOString(), from: "initiated", to: "processing", source: "dispatch", note: null },
      ],
    },
    eventSequence: 3,
    expiresAt: now,
    createdAt: now,
    updatedAt: now,
  };
}
