import { collectingAttempt, conversionOf, nextPollAt, type Payment } from "#src/payments/core/index.ts";
import { newId } from "@corridor/base/ids.ts";
import { canRefund, type RefundDeps, sendRefund, stopOfRefund } from "./refund-payment.ts";

/** Takes money that goes back one step further, and returns when to continue; undefined when the result decides that. */
export async function giveBack(deps: RefundDeps, payment: Payment): Promise<Date | undefined> {
  const now = deps.clock.now();
  const { refund_id, next_step_at } = conversionOf(payment)!;
  // The refund job polls the refund, and the refund's end ends the payment.
  if (refund_id !== null) return nextPollAt(payment, now);
  const dueAt = new Date(next_step_at ?? 0);
  if (dueAt > now) return dueAt;
  const holder = collectingAttempt(payment)!;
  const provider = deps.providers.get(holder.provider);
  // The provider is not configured now, but may be again later.
  if (provider === undefined) return nextPollAt(payment, now);
  if (!canRefund(provider)) {
    const reason = `the provider ${holder.provider} does not support refunds`;
    return void (await deps.store.applyTransition(payment, { type: "refund_impossible", reason }));
  }
  if ((await stopOfRefund(deps, payment)) !== null) return nextPollAt(payment, now);
  const refundId = newId();
  const { amount, kind, userId: requestedBy } = payment;
  const reason = `the ${kind === "ramp" ? "second leg of the ramp" : "payment"} could not be delivered`;
  const changes = { refund_id: refundId, amount: amount.toDatabase(), currency: amount.currency };
  const actor = { type: "system", id: kind === "ramp" ? "ramps" : "payments" } as const;
  const audit = { actor, action: `${kind}.refund_requested`, changes };
  await sendRefund(deps, { payment, provider, refundId, attempt: holder, amount, reason, requestedBy, audit });
  return undefined;
}
