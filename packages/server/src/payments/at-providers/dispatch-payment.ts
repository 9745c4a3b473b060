import type { Beneficiary } from "#src/parties/beneficiaries/index.ts";
import type { CircuitBreaker, Lane } from "#src/pricing/routing/index.ts";
import type { Gate } from "#src/pricing/stops/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { needsOf } from "@corridor/provider-kit/corridors.ts";
import { startDeadline } from "@corridor/provider-kit/deadline.ts";
import { ApiError } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { isoOf } from "@corridor/base/instant.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import type { Logger } from "#src/kernel/log.ts";
import { joinTrace } from "#src/kernel/tracing.ts";
import {
  type CardDetails,
  type DispatchRequest,
  type DispatchResult,
  type PayerContext,
  type Provider,
  type ProviderName,
  UNREACHABLE,
} from "@corridor/provider-kit/provider.ts";
import {
  type Attempt,
  candidateAfterPause,
  currentAttempt,
  DISPATCH_DEADLINE_MS,
  flowOf,
  isSealed,
  type LegName,
  type Payment,
  type PaymentKinds,
  type RouteCandidate,
  withProgress,
} from "#src/payments/core/index.ts";
import type { PaymentStore } from "#src/payments/store/index.ts";
import { type OwnAddresses, partyOf, requestOf } from "./dispatch-request.ts";

/**
 * Sends a committed attempt, and follows the route until a provider accepts, leaves doubt, or none is left. Nothing
 * here runs inside a transaction; each answer is recorded before the next step.
 */
export type Dispatcher = {
  dispatch(payment: Payment, card: CardDetails | undefined, context?: PayerContext): Promise<Payment>;
  /** The attempt to record before anything is sent to the next candidate; null when none is left. */
  nextAttempt(payment: Payment): Attempt | null;
  attemptAfterPause(payment: Payment): Attempt | null;
  /** Why nothing may be sent for the payment's current attempt now, or ever: the operator's switch; null if it may. */
  stopOf(payment: Payment): Promise<string | null>;
  /** Why the payment's money may not go on at its locked rate; null if it may. */
  refusalByRate(payment: Payment): Promise<RateRefusal | null>;
};

/** `isLast`: it cannot go on, as when the market has left the rate. Otherwise it could not be judged, and may be later. */
export type RateRefusal = { readonly reason: string; readonly isLast: boolean };

export type DispatchDeps = OwnAddresses & {
  store: Pick<PaymentStore, "applyTransition">;
  kinds: PaymentKinds;
  providers: ReadonlyMap<ProviderName, Provider>;
  breaker: Pick<CircuitBreaker, "isOpen" | "succeeded" | "faulted"> & {
    trying(provider: ProviderName, lane: Lane): void;
  };
  clock: Clock;
  log: Logger;
  secrets: SecretBox;
  gate: Gate;
  findBeneficiary(orgId: string, beneficiaryId: string): Promise<Beneficiary | undefined>;
  /** Throws if the market has left the payment's locked rate, or if that cannot be told now. */
  assertLockHolds(payment: Payment): Promise<void>;
};

/** A payment's first attempt has the payment's own id, so that no further index entry is needed to find it. */
export function newAttempt(candidate: RouteCandidate, leg: LegName, now: Date, attemptId = newId()): Attempt {
  return {
    attempt_id: attemptId,
    provider: candidate.provider as ProviderName,
    config_id: candidate.config_id,
    leg,
    outcome: "dispatching",
    reason: null,
    provider_payment_id: null,
    started_at: isoOf(now),
    finished_at: null,
  };
}

export function createDispatcher(deps: DispatchDeps): Dispatcher {
  const { store, providers, breaker, clock, log } = deps;

  async function send(
    provider: Provider,
    payment: Payment,
    attempt: Attempt,
    card?: CardDetails,
    context?: PayerContext,
  ) {
    const leftMs = new Date(attempt.started_at).getTime() + DISPATCH_DEADLINE_MS - clock.now().getTime();
    // Recovery takes over after the deadline: a suspended process must not send after it.
    if (leftMs <= 0) return { outcome: "unknown", reason: "the deadline passed before the request was sent" } as const;
    breaker.trying(provider.name, laneOf(payment));
    joinTrace(attempt.attempt_id);
    const deadline = startDeadline(leftMs);
    try {
      const request = requestOf(deps, deps.kinds, payment, attempt, card, context);
      const payee = await payeeOf(provider, payment, request);
      return await provider.dispatch(
        payee === undefined ? request : Object.assign(request, { payee }),
        deadline.signal,
      );
    } catch (error) {
      log.error(
        { err: error, provider: provider.name, attempt_id: attempt.attempt_id },
        "a dispatch failed unexpectedly; its outcome is unknown",
      );
      return { outcome: "unknown", reason: "the provider's adapter failed" } as const;
    } finally {
      deadline.clear();
    }
  }

  /** Read only where the corridor needs it. Without it the adapter refuses, and says what is missing. */
  async function payeeOf(provider: Provider, { orgId, beneficiaryId }: Payment, request: DispatchRequest) {
    const { direction, method, country, targetAmount } = request;
    const wish = { direction, method, country, currency: targetAmount.currency };
    if (beneficiaryId === null || needsOf(provider.corridors, wish).length === 0) return undefined;
    const party = (await deps.findBeneficiary(orgId, beneficiaryId))?.party;
    return party == null ? undefined : partyOf(party);
  }

  function learn(provider: ProviderName, result: DispatchResult): void {
    if (result.outcome === "unknown" || reachedNobody(result)) breaker.faulted(provider);
    else breaker.succeeded(provider);
  }

  /** The attempt carries the same leg as the last one. A payment that waited for a review had none yet. */
  function attemptAt(candidate: RouteCandidate | null, payment: Payment): Attempt | null {
    return candidate === null ? null : newAttempt(candidate, currentAttempt(payment)?.leg ?? "payment", clock.now());
  }

  function nextAttempt(payment: Payment): Attempt | null {
    return attemptAt(deps.kinds[payment.kind].nextCandidate(payment), payment);
  }

  /**
   * Every dispatch passes this comparison, and so does collected money before its conversion. If the comparison itself
   * fails, as with a stale feed, the payment waits and goes on later.
   */
  async function refusalByRate(payment: Payment): Promise<RateRefusal | null> {
    if (payment.orgRateId === null) return null;
    try {
      await deps.assertLockHolds(payment);
      return null;
    } catch (error) {
      const hasLeft = error instanceof ApiError && error.code === "RATE_MISMATCH";
      const failed = "a locked rate could not be compared; the payment goes on later";
      if (!hasLeft) log.warn({ err: error, payment_id: payment.paymentId }, failed);
      const reason = hasLeft ? error.details![0]!.message : "the locked rate could not be compared with the live rate";
      return { reason, isLast: hasLeft };
    }
  }

  function refusalBySeal(payment: Payment, attempt: Attempt): RateRefusal | null {
    if (flowOf(payment, attempt) === "inbound" || isSealed(deps.secrets, payment)) return null;
    log.error({ payment_id: payment.paymentId }, "a payout was changed in the database; it is not sent");
    return { reason: "its account or amount is not what was requested", isLast: true };
  }

  async function stopOf(payment: Payment): Promise<string | null> {
    const attempt = currentAttempt(payment);
    if (attempt === undefined || (await deps.gate.list()).length === 0) return null;
    const { method: paymentMethod } = deps.kinds[payment.kind].substanceOf(payment, attempt, undefined);
    const flow = flowOf(payment, attempt) === "inbound" ? "payins" : "payouts";
    return deps.gate.reasonOf({ flow, orgId: payment.orgId, country: payment.country, paymentMethod });
  }

  /** Money that goes out is held. A payer does not wait: the payment ends, and can be made again. */
  async function refusalByStop(
    payment: Payment,
    attempt: Attempt,
  ): Promise<RateRefusal | { isHeld: true; reason: string } | null> {
    const reason = await stopOf(payment);
    if (reason === null) return null;
    return flowOf(payment, attempt) === "outbound" ? { reason, isHeld: true } : { reason, isLast: true };
  }

  return {
    nextAttempt,
    stopOf,
    refusalByRate,
    attemptAfterPause(payment) {
      const { attempts, route } = payment.progress;
      const candidate = candidateAfterPause(route, attempts, (provider) => breaker.isOpen(provider));
      return attemptAt(candidate, payment);
    },
    async dispatch(initial, card, context) {
      let payment = initial;
      for (;;) {
        const attempt = currentAttempt(payment);
        if (attempt === undefined || attempt.outcome !== "dispatching") return payment;
        const attemptId = attempt.attempt_id;
        // The switch comes last, right before the request leaves.
        const refusal =
          refusalBySeal(payment, attempt) ?? (await refusalByRate(payment)) ?? (await refusalByStop(payment, attempt));
        if (refusal !== null) {
          const { reason } = refusal;
          const move =
            "isHeld" in refusal
              ? ({ type: "held", attemptId, reason } as const)
              : ({ type: "refused", attemptId, ...refusal, next: null, unreachable: true } as const);
          return (await store.applyTransition(payment, move)).payment;
        }
        const provider = providers.get(attempt.provider);
        const result: DispatchResult =
          provider === undefined ? notConfigured(attempt) : await send(provider, payment, attempt, card, context);
        if (provider !== undefined) learn(provider.name, result);
        if (result.outcome === "accepted")
          return (await store.applyTransition(payment, { type: "accepted", attemptId, result })).payment;
        const { reason } = result;
        if (result.outcome === "unknown") {
          const move = { type: "unknown", attemptId, reason, providerPaymentId: result.providerPaymentId } as const;
          return (await store.applyTransition(payment, move)).payment;
        }
        const unreachable = reachedNobody(result);
        const next = nextAttempt(unreachable ? withUnreachable(payment) : payment);
        const code = unreachable ? undefined : result.code;
        const move = { type: "refused", attemptId, reason, code, next, unreachable } as const;
        const outcome = await store.applyTransition(payment, move);
        payment = outcome.payment;
        // A callback or the recovery has moved the payment meanwhile: what it recorded stands.
        if (outcome.outcome !== "applied" || next === null || currentAttempt(payment)?.attempt_id !== next.attempt_id)
          return payment;
      }
    },
  };
}

function laneOf({ country, paymentMethod, direction, details }: Payment): Lane {
  return { country, paymentMethod, direction, network: details.mobile_money_details?.provider ?? null };
}

function notConfigured({ provider }: Attempt): DispatchResult {
  return { outcome: "refused", code: "NOT_CONFIGURED", reason: `the provider ${provider} is not set up here` };
}

/** The connection was never made, or the provider reported that it accepted nothing. */
function reachedNobody(result: DispatchResult): boolean {
  return result.outcome === "refused" && result.code === UNREACHABLE;
}

/** The payment as it will be once its last attempt is recorded as unreachable. The next candidate depends on that. */
export function withUnreachable(payment: Payment): Payment {
  const attempts = payment.progress.attempts.with(-1, { ...currentAttempt(payment)!, outcome: "unreachable" });
  return withProgress(payment, { attempts });
}
