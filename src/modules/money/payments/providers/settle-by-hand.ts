import { conflict, notFound } from "#src/platform/http/errors.ts";
import { askProvider, type AskDeps } from "./check-payments.ts";
import type { Initiator } from "../initiation/initiate-payment.ts";
import { currentAttempt, type Payment } from "#src/modules/money/core/payment.ts";
import { isFinal } from "#src/modules/money/core/payment-status.ts";

/**
 * A person's decision on how a payment ended: for the `manual` provider, which reports nothing itself, and for a provider that has been silent for a
 * day. Such a provider is polled once more first, and its answer counts instead.
 */
export async function settleByHand(
  deps: AskDeps,
  who: Initiator,
  orgId: string,
  paymentId: string,
  status: "completed" | "failed",
  comment: string,
): Promise<Payment> {
  const key = { orgId, paymentId };
  const payment = await deps.store.findPayment(key);
  if (payment === undefined) throw notFound("Payment", "PAYMENT_NOT_FOUND");
  await letProviderSpeak(deps, payment);
  const outcome = await deps.store.applyTransition({
    ...key,
    move: { type: "operator_said", status, by: who.userId, comment },
    audit: {
      actor: who.actor,
      action: `payment.settled_by_hand`,
      changes: { status, comment },
      ...(who.requestId === undefined ? {} : { requestId: who.requestId }),
    },
  });
  if (outcome.outcome !== "applied") throw conflict(outcome.reason ?? "The payment cannot be settled by hand");
  return outcome.payment;
}

async function letProviderSpeak(deps: AskDeps, payment: Payment): Promise<void> {
  const attempt = currentAttempt(payment);
  if (attempt === undefined || attempt.provider === "manual" || isFinal(payment.status)) return;
  const answer = await askProvider(deps, payment, "poll");
  if (answer !== undefined)
    throw conflict(`${attempt.provider} reports a status for this payment, so nobody can settle it by hand: it is ${answer.payment.status}`);
}
