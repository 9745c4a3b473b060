import type { Clock } from "@corridor/base/clock.ts";
import { ApiError, conflict, invalidField, stopped } from "#src/kernel/http/errors.ts";
import type { ActionResult, Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import type { Dispatcher } from "#src/payments/at-providers/index.ts";
import type { PaymentStore, TransitionOutcome } from "#src/payments/store/index.ts";
import { auditBy, type Initiator } from "#src/payments/requests/index.ts";
import {
  type Attempt,
  currentAttempt,
  flowOf,
  isLastTryWrong,
  MAX_OTP_TRIES,
  type Move,
  objectionToActingAt,
  objectionToCancel,
  objectionToOtp,
  otpTriesLeft,
  type Payment,
} from "#src/payments/core/index.ts";

/** What a customer or caller can do while a payment waits: submit or resend a one-time password, or cancel. */
export type PaymentAction = { action: "submit_otp"; otp: string } | { action: "resend_otp" } | { action: "cancel" };

export type ActDeps = {
  clock: Clock;
  store: PaymentStore;
  dispatcher: Pick<Dispatcher, "stopOf">;
  providers: ReadonlyMap<ProviderName, Provider>;
};

const ACTION_TIMEOUT_MS = 15_000;

type Acted = { payment: Payment; message: string };
/** Who acts on which payment. */
type Acting = { deps: ActDeps; who: Initiator; payment: Payment };

export async function actOnPayment(deps: ActDeps, who: Initiator, payment: Payment, action: PaymentAction) {
  const acting = { deps, who, payment };
  if (action.action === "cancel") return cancel(acting);
  const { attempt, provider } = holderOf(deps, payment, objectionToOtp(payment));
  if (action.action === "resend_otp") return afterResend(payment, await submit(provider, attempt, payment, action));
  // It would set the money in motion.
  const reason = await deps.dispatcher.stopOf(payment);
  if (reason !== null) throw stopped(reason);
  // The password is counted before it is sent, on the current payment: concurrent guesses share the limit.
  applied(await deps.store.applyTransition(payment, { type: "otp_taken" }));
  const result = await submit(provider, attempt, payment, action);
  return result.outcome === "wrong_otp" || result.outcome === "refused"
    ? afterWrongOtp(acting, result)
    : afterOtp(acting, attempt, result);
}

async function cancel(acting: Acting): Promise<Acted> {
  const { deps, payment } = acting;
  const { attempt, provider } = holderOf(deps, payment, objectionToCancel(payment));
  const result = await submit(provider, attempt, payment, { action: "cancel" });
  const tooLate = "The provider can no longer cancel the payment";
  if (result.outcome === "refused") throw conflict(`${tooLate}: ${result.reason}`);
  const unanswered = "The provider did not answer, so it is unknown whether it canceled the payment; try again";
  if (result.outcome === "unknown") throw new ApiError(502, "PROVIDER_UNAVAILABLE", unanswered);
  if (result.outcome === "done" && result.status === "completed") throw conflict(`${tooLate}: it has been paid`);
  const move = { type: "canceled", note: "canceled on request", source: "action" } as const;
  return { payment: applied(await record(acting, move, "payment.canceled")), message: "Payment canceled" };
}

type Answer<T extends ActionResult["outcome"]> = Extract<ActionResult, { outcome: T }>;

async function afterOtp(acting: Acting, attempt: Attempt, result: Answer<"done" | "unknown">): Promise<Acted> {
  if (result.outcome === "unknown") {
    // The password may have been accepted: the provider is polled, we do not guess.
    const outcome = await record(acting, { type: "next_action", nextAction: { type: "check_status" } });
    return { payment: applied(outcome), message: "The provider did not answer; check the status" };
  }
  const { providerStatus, status, nextAction } = result;
  // The provider wants another password: this one was right, and does not count as wrong.
  if (nextAction?.type === "collect_otp") await record(acting, { type: "otp_judged", isRight: true });
  const update = { kind: "payment", reference: attempt.attempt_id, providerStatus, status } as const;
  const outcome = await record(acting, { type: "provider_said", update, source: "action", nextAction });
  return { payment: applied(outcome), message: "One-time password accepted" };
}

/** A refusal counts too: some providers report a wrong password only as a refusal. */
async function afterWrongOtp(acting: Acting, result: Answer<"wrong_otp" | "refused">): Promise<never> {
  const { payment: counted } = await record(acting, { type: "otp_judged", isRight: false });
  const endedByProvider = result.outcome === "wrong_otp" && result.attemptsLeft === 0;
  if (endedByProvider || isLastTryWrong(counted)) return endAfterLastTry(acting, endedByProvider);
  if (result.outcome === "refused") throw conflict(result.reason);
  const left = Math.min(otpTriesLeft(counted), result.attemptsLeft ?? MAX_OTP_TRIES);
  throw invalidField("otp", `is wrong; ${left === 1 ? "1 try is" : `${left} tries are`} left`, "INVALID_OTP");
}

/**
 * The payment fails. Only a payout whose provider neither ended it nor allows canceling stays pending: its money must
 * not be released while the provider could still pay it out.
 */
async function endAfterLastTry(acting: Acting, endedByProvider: boolean): Promise<never> {
  const { deps, payment } = acting;
  const { attempt, provider } = holderOf(deps, payment, null);
  if (flowOf(payment, attempt) === "outbound" && !endedByProvider) {
    const canceled = await submit(provider, attempt, payment, { action: "cancel" });
    if (canceled.outcome !== "done" || canceled.status === "completed")
      throw invalidField("otp", `${NO_TRIES_LEFT}; the payment fails when the provider ends it`, "INVALID_OTP");
  }
  const reason = "the one-time password was wrong too often";
  const end = { providerStatus: "wrong_otp", status: "failed", reason } as const;
  const update = { kind: "payment", reference: attempt.attempt_id, ...end } as const;
  await record(acting, { type: "provider_said", update, source: "action" });
  throw invalidField("otp", `${NO_TRIES_LEFT}; the payment has failed`, "INVALID_OTP");
}

const NO_TRIES_LEFT = "is wrong, and no attempts are left";

function afterResend(payment: Payment, result: ActionResult): Acted {
  if (result.outcome === "refused") throw conflict(result.reason);
  if (result.outcome === "unknown")
    throw new ApiError(502, "PROVIDER_UNAVAILABLE", "The provider did not answer; try again");
  return { payment, message: "A new one-time password was sent" };
}

type ActingProvider = Provider & Required<Pick<Provider, "submitAction">>;

function holderOf(deps: ActDeps, payment: Payment, objection: string | null) {
  const attempt = currentAttempt(payment);
  const provider = attempt === undefined ? undefined : deps.providers.get(attempt.provider);
  const found = objection ?? objectionToActingAt(provider);
  if (found !== null) throw conflict(found);
  return { attempt: attempt!, provider: provider as ActingProvider };
}

async function submit(provider: ActingProvider, attempt: Attempt, payment: Payment, action: PaymentAction) {
  return provider.submitAction(
    { reference: attempt.attempt_id, providerPaymentId: payment.providerPaymentId ?? "", ...action },
    AbortSignal.timeout(ACTION_TIMEOUT_MS),
  );
}

function record({ deps, who, payment }: Acting, move: Move, action = "payment.otp_submitted") {
  return deps.store.applyTransition(payment, move, auditBy(who, action));
}

function applied(outcome: TransitionOutcome): Payment {
  if (outcome.outcome === "refused") throw conflict(outcome.reason ?? "The payment's status has changed meanwhile");
  return outcome.payment;
}

export function readAction(body: { action: PaymentAction["action"]; otp?: string }): PaymentAction {
  if (body.action !== "submit_otp") return { action: body.action };
  if (body.otp === undefined) throw invalidField("otp", "is required when action is submit_otp");
  return { action: "submit_otp", otp: body.otp };
}
