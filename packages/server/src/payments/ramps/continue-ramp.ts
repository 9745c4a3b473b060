import { type AskDeps, newAttempt, pollPayment } from "#src/payments/at-providers/index.ts";
import { aboutOf, isFinal, nextPollAt, type Payment } from "#src/payments/core/index.ts";
import { giveBack, type RefundDeps } from "#src/payments/refunds/index.ts";
import type { Gate } from "#src/pricing/stops/index.ts";
import { firstTaken, methodOfLeg, nextOfRoute, rampOf } from "./ramp.ts";
import { liveSettlement } from "./ramp-rules.ts";
import { routeLeg, type RouteLegDeps } from "./route-leg.ts";

/**
 * Takes a ramp one step further whenever its check is due. Each step is committed before it is sent, under the row's
 * lock: of two workers, only the one whose `settle_started` or `refund_reserved` was applied sends. If it dies
 * afterwards, its attempt is polled by its reference, never repeated.
 */
export type ContinueRampDeps = AskDeps & RefundDeps & RouteLegDeps;

export function stopOfSettlement({ gate }: { gate: Gate }, payment: Payment): Promise<string | null> {
  const { orgId, country } = payment;
  return gate.reasonOf({ flow: "payouts", orgId, country, paymentMethod: methodOfLeg(payment, "settle") });
}

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
async function startSettlement(deps: ContinueRampDeps, payment: Payment): Promise<Date | undefined> {
  const refusal = await deps.dispatcher.refusalByRate(payment);
  if (refusal !== null && !refusal.isLast) return nextPollAt(payment, deps.clock.now());
  if (refusal !== null)
    return void (await deps.store.applyTransition(payment, { type: "rate_left", reason: refusal.reason }));
  if ((await stopOfSettlement(deps, payment)) !== null) return nextPollAt(payment, deps.clock.now());
  const ramp = rampOf(payment);
  const isNewRound = payment.progress.attempts.length === ramp.round_starts_at;
  const routed = { ...payment, about: aboutOf(payment) };
  const route = isNewRound ? (await routeLeg(deps, routed, "settle")).route : ramp.settle_route;
  const candidate = isNewRound ? firstTaken(route) : (nextOfRoute(payment) ?? undefined);
  if (candidate === undefined) {
    const reason = "no provider is configured for the second leg";
    return void (await deps.store.applyTransition(payment, { type: "settle_impossible", reason, route }));
  }
  const attempt = newAttempt(candidate, "settle", deps.clock.now());
  const started = await deps.store.applyTransition(payment, { type: "settle_started", attempt, route });
  if (started.outcome === "applied") await deps.dispatcher.dispatch(started.payment, undefined);
  return undefined;
}

/** When the ramp continues; undefined when that time has come. */
function waitsUntil(payment: Payment, now: Date): Date | undefined {
  const at = new Date(rampOf(payment).next_step_at ?? 0);
  return at > now ? at : undefined;
}
