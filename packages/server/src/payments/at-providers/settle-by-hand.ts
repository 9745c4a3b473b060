import { conflict } from "#src/kernel/http/errors.ts";
import { askProvider, type AskDeps } from "./check-payments.ts";
import { auditBy, type Initiator } from "#src/payments/requests/index.ts";
import { currentAttempt, isFinal, type Payment } from "#src/payments/core/index.ts";

/** How a payment ended, by a person: for `manual`, and for a provider silent for a day, which is polled once more. */
type Settlement = { status: "completed" | "failed"; comment: string };

export async function settleByHand(deps: AskDeps, who: Initiator, payment: Payment, { status, comment }: Settlement) {
  await pollOnceMore(deps, payment);
  const move = { type: "operator_said", status, by: who.userId, comment } as const;
  const audit = auditBy(who, "payment.settled_by_hand", { status, comment });
  const outcome = await deps.store.applyTransition(payment, move, audit);
  if (outcome.outcome !== "applied") throw conflict(outcome.reason ?? "The payment cannot be settled by hand");
  return outcome.payment;
}

async function pollOnceMore(deps: AskDeps, payment: Payment): Promise<void> {
  const attempt = currentAttempt(payment);
  if (attempt === undefined || attempt.provider === "manual" || isFinal(payment.status)) return;
  const answer = await askProvider(deps, payment, "poll");
  if (answer === undefined) return;
  const reported = `${attempt.provider} reports a status for this payment`;
  throw conflict(`${reported}, so nobody can settle it by hand: it is ${answer.payment.status}`);
}
