import type { Clock } from "#src/platform/clock.ts";
import { ApiError, conflict, invalidField, notFound } from "#src/platform/http/errors.ts";
import type { ActionResult, Provider, ProviderName } from "#src/providers/provider.ts";
import type { PaymentStore } from "../store/payment-store.ts";
import type { TransitionOutcome } from "../store/apply-transition.ts";
import type { Initiator } from "./initiate-payment.ts";
import { type Attempt, currentAttempt, type Payment } from "../payment.ts";
import type { Move } from "../rules/moves.ts";
import { objectionToActingAt, objectionToCancel, objectionToOtp } from "../rules/objections.ts";

/** What a customer or caller does while a payment waits: submit or resend a one-time password, or cancel. */
export type PaymentAction = { action: "submit_otp"; otp: string } | { action: "resend_otp" } | { action: "cancel" };

export type ActDeps = { clock: Clock; store: PaymentStore; providers: ReadonlyMap<ProviderName, Provider> };

const ACTION_TIMEOUT_MS = 15_000;

export async function actOnPayment(deps: ActDeps, who: Initiator, paymentId: string, action: PaymentAction): Promise<{ payment: Payment; message: string }> {
  const payment = await deps.store.findPayment({ orgId: who.orgId, paymentId });
  if (payment === undefined) throw notFound("Payment", "PAYMENT_NOT_FOUND");
  if (action.action === "cancel") return cancel(deps, who, payment);
  const { attempt, provider } = holderOf(deps, payment, objectionToOtp(payment));
  const result = await submit(provider, attempt, payment, action);
  return action.action === "submit_otp" ? afterOtp(deps, who, payment, attempt, result) : afterResend(payment, result);
}

async function cancel(deps: ActDeps, who: Initiator, payment: Payment): Promise<{ payment: Payment; message: string }> {
  const { attempt, provider } = holderOf(deps, payment, objectionToCancel(payment));
  const result = await submit(provider, attempt, payment, { action: "cancel" });
  if (result.outcome === "refused") throw conflict(`The provider cannot cancel it any more: ${result.reason}`);
  if (result.outcome === "unknown")
    throw new ApiError(502, "PROVIDER_UNAVAILABLE", "The provider did not answer, and whether it canceled the payment is not known. Try again");
  if (result.outcome === "done" && result.status === "completed") throw conflict("The provider cannot cancel it any more: it has been paid");
  return {
    payment: applied(await record(deps, who, payment, { type: "canceled", note: "canceled on request", source: "action" }, "payment.canceled")),
    message: "Payment canceled",
  };
}

async function afterOtp(
  deps: ActDeps,
  who: Initiator,
  payment: Payment,
  attempt: Attempt,
  result: ActionResult,
): Promise<{ payment: Payment; message: string }> {
  switch (result.outcome) {
    case "wrong_otp": {
      if (result.attemptsLeft > 0)
        throw invalidField("otp", `is wrong; ${result.attemptsLeft} ${result.attemptsLeft === 1 ? "try is" : "tries are"} left`, "INVALID_OTP");
      const update = {
        kind: "payment",
        reference: attempt.attempt_id,
        providerStatus: "wrong_otp",
        status: "failed",
        reason: "the one-time password was wrong too often",
      } as const;
      await record(deps, who, payment, { type: "provider_said", update, source: "action" }, "payment.otp_submitted");
      throw invalidField("otp", "is wrong; it was the last try, and the payment has failed", "INVALID_OTP");
    }
    case "refused":
      throw conflict(result.reason);
    case "unknown":
      // The password may have been taken: the truth is asked for, not guessed.
      return {
        payment: applied(await record(deps, who, payment, { type: "next_action", nextAction: { type: "check_status" } }, "payment.otp_submitted")),
        message: "The provider did not answer; check the status",
      };
    case "done": {
      const update = { kind: "payment", reference: attempt.attempt_id, providerStatus: result.providerStatus, status: result.status } as const;
      const outcome = await record(
        deps,
        who,
        payment,
        { type: "provider_said", update, source: "action", ...(result.nextAction === undefined ? {} : { nextAction: result.nextAction }) },
        "payment.otp_submitted",
      );
      return { payment: applied(outcome), message: "One-time password accepted" };
    }
  }
}

function afterResend(payment: Payment, result: ActionResult): { payment: Payment; message: string } {
  if (result.outcome === "refused") throw conflict(result.reason);
  if (result.outcome === "unknown") throw new ApiError(502, "PROVIDER_UNAVAILABLE", "The provider did not answer; try again");
  return { payment, message: "A new one-time password was sent" };
}

type ActingProvider = Provider & Required<Pick<Provider, "submitAction">>;

function holderOf(deps: ActDeps, payment: Payment, objection: string | null): { attempt: Attempt; provider: ActingProvider } {
  const attempt = currentAttempt(payment);
  const provider = attempt === undefined ? undefined : deps.providers.get(attempt.provider);
  const found = objection ?? objectionToActingAt(provider);
  if (found !== null) throw conflict(found);
  return { attempt: attempt!, provider: provider as ActingProvider };
}

async function submit(provider: Required<Pick<Provider, "submitAction">>, attempt: Attempt, payment: Payment, action: PaymentAction): Promise<ActionResult> {
  return provider.submitAction(
    { reference: attempt.attempt_id, providerPaymentId: payment.providerPaymentId ?? "", ...action },
    AbortSignal.timeout(ACTION_TIMEOUT_MS),
  );
}

async function record(deps: ActDeps, who: Initiator, payment: Payment, move: Move, action: string): Promise<TransitionOutcome> {
  return deps.store.applyTransition({
    orgId: payment.orgId,
    paymentId: payment.paymentId,
    move,
    audit: { actor: who.actor, action, ...(who.requestId === undefined ? {} : { requestId: who.requestId }) },
  });
}

function applied(outcome: TransitionOutcome): Payment {
  if (outcome.outcome === "refused") throw conflict(outcome.reason ?? "The payment has moved on");
  return outcome.payment;
}
