import { byMeaning } from "@corridor/provider-kit/wire.ts";
import type { FailureCause as ProvidersCause } from "@corridor/provider-kit/failures.ts";
import { currentAttempt, type Payment } from "#src/payments/core/index.ts";

/** Why a payment failed, as far as a payer can act on it; `other` has a neutral sentence on the page. */
export const FAILURE_CAUSES = [
  "funds",
  "limit",
  "wrong_code",
  "timeout",
  "network_down",
  "not_allowed",
  "card_expired",
  "declined",
  "other",
] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];

/**
 * A provider's reason is for the merchant, and may name providers, routes or rules, so it is never passed on. The first
 * matching pattern decides, so narrower ones come first.
 */
const PATTERNS: readonly (readonly [RegExp, FailureCause])[] = [
  [
    /one-time password|\b(wrong|incorrect|invalid) (pin|otp|code|cvc|cvv)\b|(cvc|cvv|pin) (check )?(is )?(wrong|incorrect|invalid|mismatch)/,
    "wrong_code",
  ],
  [/insufficient|not enough|enough money|low balance|balance (is )?(too low|less)/, "funds"],
  [/expired card|card (has |is )?expired/, "card_expired"],
  [/limit|velocity|exceeds|maximum|too many/, "limit"],
  [/time ?d? ?out|timeout|no (answer|reaction|response)|cannot be reached|expired|not approved in time/, "timeout"],
  [/unavailable|unreachable|network (is )?down|system (error|busy)|try again later/, "network_down"],
  [
    /(cancell?ed|declined|rejected) by (the )?(customer|payer|user|subscriber)(?!'s)|not approved|approval rejected/,
    "declined",
  ],
  [
    /not (allowed|permitted|registered|found|active)|honou?r|restricted|blocked|barred|stolen|lost card|declined/,
    "not_allowed",
  ],
];

/** The text for clients that show ours unchanged; null when the payer cannot act on the cause. */
export const REASONS: Readonly<Record<FailureCause, string | null>> = {
  funds: "The account does not have enough money",
  limit: "The payment is over a limit of the account",
  wrong_code: "The one-time password was wrong too often",
  timeout: "The payment was not approved in time",
  network_down: "The network did not answer",
  not_allowed: "The payer's bank or network did not allow the payment",
  card_expired: "The card has expired",
  declined: "The payment was declined by the payer",
  other: null,
};

/** The causes that a payer can act on; for every other one the page has a neutral sentence. */
const ADVICE = byMeaning<FailureCause>({
  funds: "insufficient_funds",
  limit: "payer_limit_exceeded",
  wrong_code: "wrong_pin wrong_one_time_password wrong_security_code authentication_failed",
  declined: "declined_by_payer",
  timeout: "timed_out_at_payer payer_busy",
  not_allowed:
    "payer_account_unknown payer_account_blocked card_invalid card_lost_or_stolen card_closed card_not_supported " +
    "declined_by_issuer payer_not_permitted fraud_suspected",
  card_expired: "card_expired",
  network_down: "network_down issuer_unavailable provider_unavailable provider_timed_out",
});

export type PaymentFailure = { code: string | null; cause: ProvidersCause | null; advice: FailureCause };

/** Null unless the payment failed. Its last attempt has the provider's code; without one, the reason's words decide. */
export function failureOf(payment: Payment): PaymentFailure | null {
  if (payment.status !== "failed") return null;
  const { code = null, cause = null } = currentAttempt(payment) ?? {};
  return { code, cause, advice: adviceOf(cause, payment.progress.failure_reason) };
}

export function adviceOf(cause: ProvidersCause | null, reason: string | undefined): FailureCause {
  return cause === null ? failureCauseOf(reason) : (ADVICE[cause] ?? "other");
}

export function failureCauseOf(reason: string | undefined): FailureCause {
  const text = (reason ?? "").replaceAll("_", " ").toLowerCase();
  return PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? "other";
}
