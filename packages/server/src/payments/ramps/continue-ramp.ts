import { type AskDeps, newAttempt, pollPayment } from "#src/payments/at-providers/index.ts";
import { collectingAttempt, isFinal, nextPollAt, type Payment } from "#src/payments/core/index.ts";
import { canRefund, type RefundDeps, sendRefund } from "#src/payments/refunds/index.ts";
import { newId } from "@corridor/base/ids.ts";
import { firstTaken, nextOfRoute, rampOf } from "./ramp.ts";
import { liveSettlement } from "./ramp-rules.ts";
import { routeLeg, type RouteLegDeps } from "./route-leg.ts";

/**
 * Takes a ramp one step further whenever its check is due. Each step is committed before it is sent, under the row's
 * lock: of two workers, only the one whose `settle_started` or `refund_reserved` was applied sends. If it dies
 * afterwards, its attempt is polled by its reference, never repeated.
 */
export type ContinueRampDeps = AskDeps & RefundDeps & RouteLegDeps;

export function createRampContinuation(deps: ContinueRampDeps): (payment: Payment) => Promise<Date | undefined> {
  return async (payment) => {
    switch (rampOf(payment).step) {
      case "collecting":
        return collect(deps, payment);
      case "settling":
        return settle(deps, payment);
      case "refunding":
        return giveBack(deps, payment);
      case "ended":
        return undefined;
    }
  };
}

async function collect(deps: ContinueRampDeps, payment: Payment): Promise<Date | undefined> {
  const after = await pollPayment(deps, payment, (now) => !rampOf(now).collection_under_way);
  return isFinal(after.status) || rampOf(after).step !== "collecting" ? undefined : nextPollAt(after, deps.clock.now());
}

async function settle(deps: ContinueRampDeps, payment: Payment): Promise<Date | undefined> {
  if (liveSettlement(payment) === undefined)
    return waitsUntil(payment, deps.clock.now()) ?? startSettlement(deps, payment);
  const after = await pollPayment(deps, payment);
  return isFinal(after.status) || liveSettlement(after) === undefined ? undefined : nextPollAt(after, deps.clock.now());
}

/** A new round chooses the route again, because providers and their configs may have changed. */
async function startSettlement(deps: ContinueRampDeps, payment: Payment): Promise<undefined> {
  const ramp = rampOf(payment);
  const isNewRound = payment.progress.attempts.length === ramp.round_starts_at;
  const route = isNewRound ? await routeLeg(deps, payment, "settle") : ramp.settle_route;
  const candidate = isNewRound ? firstTaken(route) : (nextOfRoute(payment) ?? undefined);
  if (candidate === undefined) {
    const reason = "no provider is configured for the second leg";
    return void (await deps.store.applyTransition(payment, { type: "settle_impossible", reason, route }));
  }
  const attempt = newAttempt(candidate, "settle", deps.clock.now());
  const started = await deps.store.applyTransition(payment, { type: "settle_started", attempt, route });
  if (started.outcome === "applied") await deps.dispatcher.dispatch(started.payment, undefined);
}

async function giveBack(deps: ContinueRampDeps, payment: Payment): Promise<Date | undefined> {
  // The refund job polls the refund, and the refund's end ends the ramp.
  if (rampOf(payment).refund_id !== null) return nextPollAt(payment, deps.clock.now());
  const later = waitsUntil(payment, deps.clock.now());
  if (later !== undefined) return later;
  const holder = collectingAttempt(payment)!;
  const provider = deps.providers.get(holder.provider);
  // The provider is not configured now, but may be again later.
  if (provider === undefined) return nextPollAt(payment, deps.clock.now());
  if (!canRefund(provider)) {
    const reason = `the provider ${holder.provider} does not support refunds`;
    return void (await deps.store.applyTransition(payment, { type: "refund_impossible", reason }));
  }
  const refundId = newId();
  const { amount, userId: requestedBy } = payment;
  const reason = "the second leg of the ramp could not be delivered";
  const changes = { refund_id: refundId, amount: amount.toDatabase(), currency: amount.currency };
  const audit = { actor: { type: "system", id: "ramps" }, action: "ramp.refund_requested", changes } as const;
  await sendRefund(deps, { payment, provider, refundId, attempt: holder, amount, reason, requestedBy, audit });
  return undefined;
}

/** When the ramp continues; undefined when that time has come. */
function waitsUntil(payment: Payment, now: Date): Date | undefined {
  const at = new Date(rampOf(payment).next_step_at ?? 0);
  return at > now ? at : undefined;
}
