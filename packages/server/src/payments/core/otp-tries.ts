import type { Payment } from "./payment.ts";
import { isFinal } from "./payment-status.ts";
import { applied, type Decision, refuse, unchanged, withProgress } from "./decision.ts";
import { MAX_OTP_TRIES, objectionToOtp } from "./objections.ts";

/** A one-time password is counted before it is sent to the provider, and judged after the provider's answer. */
export type OtpMove = { type: "otp_taken" } | { type: "otp_judged"; isRight: boolean };

/**
 * Counted here, because not every provider counts. One that is being checked counts as wrong, so there are at most
 * three concurrent guesses; one whose answer was lost stays counted. A new password does not change the count.
 */
export function countOtp(payment: Payment, move: OtpMove, now: Date): Decision {
  const { checking, wrong } = payment.progress.otp ?? { checking: 0, wrong: 0 };
  if (move.type === "otp_judged") {
    if (isFinal(payment.status)) return unchanged(payment);
    const otp = { checking: Math.max(0, checking - 1), wrong: wrong + (move.isRight ? 0 : 1) };
    return applied(withProgress(payment, { otp }), now);
  }
  const objection = objectionToOtp(payment);
  if (objection !== null) return refuse(payment, objection);
  return applied(withProgress(payment, { otp: { checking: checking + 1, wrong } }), now);
}

export function isLastTryWrong({ progress }: Payment): boolean {
  return progress.otp?.wrong === MAX_OTP_TRIES;
}
