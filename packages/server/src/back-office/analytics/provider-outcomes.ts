import { accountOf } from "@corridor/provider-kit/accounts.ts";
import { flowOf, isFinal, type Payment } from "#src/payments/core/index.ts";
import type { EndedCardPayment } from "#src/payments/initiate/index.ts";
import type { UnknownCode } from "#src/pricing/provider-accounts/index.ts";
import type { Outcome } from "#src/pricing/routing/index.ts";
import { type FailureCause, FAILURES } from "@corridor/provider-kit/failures.ts";

/** What of a payment that has ended says how its providers do. */
export type EndedPayment = Pick<Payment, "paymentId" | "country" | "paymentMethod" | "direction" | "status"> &
  Pick<Payment["progress"], "attempts" | "timeline"> & {
    readonly network: string | null;
    readonly failedAttempts: readonly string[];
    readonly failureReason: string | null;
  };

const isFaultOf = (against: "provider" | "payer", cause: FailureCause | undefined): boolean =>
  cause !== undefined && FAILURES[cause].against === against;

/** Once for each attempt that says something about its provider. */
export function outcomesOf(payment: EndedPayment): Outcome[] {
  const { country, paymentMethod, direction, network, status, failedAttempts } = payment;
  const end = payment.timeline.find(({ to }) => isFinal(to));
  if (end === undefined) return [];
  const isPaid = status === "completed" || status === "refunded";
  return payment.attempts.flatMap(({ provider, outcome, cause, attempt_id, started_at, finished_at }): Outcome[] => {
    const carried = isPaid && outcome === "accepted" && !failedAttempts.includes(attempt_id);
    if (!carried && !isFaultOf("provider", cause)) return [];
    // An accepted attempt was finished when it was accepted; its outcome came with the payment's end.
    const endedAt = new Date(outcome === "accepted" ? end.at : (finished_at ?? end.at));
    const lane = { country, paymentMethod, direction, network };
    return [{ provider, lane, result: carried ? "succeeded" : "failed", startedAt: new Date(started_at), endedAt }];
  });
}

/** Codes of the payment's refusals and failures that nobody has given a cause. */
export function unknownCodesOf(payment: EndedPayment): UnknownCode[] {
  return payment.attempts.flatMap((attempt) => {
    const { provider, code, cause, reason, started_at } = attempt;
    if (code === undefined || cause !== undefined) return [];
    const example = reason ?? payment.failureReason ?? "";
    return [
      {
        provider: accountOf(provider).provider,
        flow: flowOf(payment, attempt),
        code,
        example,
        at: new Date(started_at),
      },
    ];
  });
}

/** What the end of payments by card says of their cards. */
export function endsOfCards(payments: readonly EndedPayment[]): EndedCardPayment[] {
  const byCard = payments.filter(({ paymentMethod }) => paymentMethod === "card");
  return byCard.map(({ paymentId, status, attempts }) => {
    const causes = attempts.flatMap(({ cause }) => cause ?? []);
    return { paymentId, causes, isDeclined: status === "failed" && causes.some((cause) => isFaultOf("payer", cause)) };
  });
}
