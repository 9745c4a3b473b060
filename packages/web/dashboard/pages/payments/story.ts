import type { PaymentStatus } from "@corridor/shared/choices.ts";
import { formatMoney, formatRate } from "@corridor/shared/money-text.ts";
import { grouped } from "../../components/plain-words.ts";
import { wordsOf } from "../../components/status-badge.tsx";
import type { Payment, Refund } from "./payment.ts";

/**
 * One thing that happened to a payment, in words. `weight` orders events of the same instant: causes before their
 * effects.
 */
export type Happening = {
  at: string;
  title: string;
  text: string | null;
  tone: "good" | "bad" | "waiting" | "plain";
  kind: "request" | "quote" | "route" | "attempt" | "status" | "refund";
  weight: number;
};

type Tone = Happening["tone"];

const SOURCES: Record<Payment["timeline"][number]["source"], string> = {
  api: "by the request itself",
  dispatch: "by the provider's answer",
  callback: "by the provider's callback",
  poll: "by asking the provider",
  return: "when the customer came back",
  action: "by an action of the customer",
  person: "by a person",
  expiry: "because time ran out",
  recovery: "by recovery after an interruption",
};

const TONES: Record<PaymentStatus, Tone> = {
  initiated: "plain",
  reviewed: "waiting",
  confirmed: "plain",
  processing: "plain",
  pending: "waiting",
  completed: "good",
  refunded: "plain",
  failed: "bad",
  rejected: "bad",
  canceled: "bad",
};

/** `text`: used when the provider gave no reason. */
const OUTCOMES: Record<Payment["attempts"][number]["outcome"], { words: string; tone: Tone; text: string | null }> = {
  dispatching: { words: ": answer awaited", tone: "waiting", text: null },
  accepted: { words: " accepted", tone: "good", text: null },
  refused: { words: " refused", tone: "bad", text: null },
  unreachable: { words: " could not be reached", tone: "bad", text: "Nothing was sent, so a retry is safe" },
  failed: { words: " accepted, then failed", tone: "bad", text: "The next provider was tried" },
  unknown: {
    words: ": answer unknown",
    tone: "waiting",
    text: "No other provider is tried until this outcome is known",
  },
};

/** How the service says that the operator's switch held a payment. */
const STOPPED = / are stopped: /;

/** The rate is computed back from two rounded amounts, so more digits would be wrong. */
const RATE_DIGITS = 8;

/** The whole story of a payment as one list, oldest first. */
export function storyOf(payment: Payment, refunds: readonly Refund[]): Happening[] {
  const happenings: Happening[] = [];
  if (payment.route.length > 0) {
    const taken = payment.route.filter((candidate) => candidate.taken);
    happenings.push({
      at: payment.created_at,
      title:
        taken.length === 0
          ? "No provider could be chosen"
          : `Route chosen: ${taken.map((candidate) => candidate.provider).join(", then ")}`,
      text: `${payment.route.length} ${payment.route.length === 1 ? "provider was" : "providers were"} considered`,
      tone: taken.length === 0 ? "bad" : "plain",
      kind: "route",
      weight: 1,
    });
  }
  if (
    payment.target_amount !== null &&
    payment.target_currency !== null &&
    payment.target_currency !== payment.currency
  ) {
    happenings.push({
      at: payment.created_at,
      title:
        `Quote taken: 1 ${payment.currency} = ` +
        `${formatRate(payment.target_amount / payment.amount, RATE_DIGITS)} ${payment.target_currency}`,
      text:
        `${formatMoney(payment.amount, payment.currency)} become ` +
        `${formatMoney(payment.target_amount, payment.target_currency)}`,
      tone: "plain",
      kind: "quote",
      weight: 0.5,
    });
  }
  for (const entry of payment.timeline) {
    // The end of a refund that leaves the payment completed: the refund's own entry says more.
    if (entry.from === "completed" && entry.to === "completed") continue;
    const source = entry.from === null ? null : SOURCES[entry.source];
    const isStop = entry.note !== null && STOPPED.test(entry.note);
    happenings.push({
      // The request comes before its route, which is chosen a moment before the payment is written.
      at: entry.from === null ? payment.created_at : entry.at,
      title: entry.from === null ? "Payment requested" : isStop ? "Held by the operator" : wordsOf(entry.to),
      text: grouped([isStop ? null : source, entry.note].filter((part) => part !== null && part !== "").join(": ")),
      tone: isStop ? "waiting" : TONES[entry.to],
      kind: entry.from === null ? "request" : "status",
      weight: entry.from === null ? 0 : 5,
    });
  }
  for (const [index, attempt] of payment.attempts.entries()) {
    // It was never sent: the payment's own entry says that the operator held it.
    if (attempt.reason !== null && STOPPED.test(attempt.reason)) continue;
    // Within one instant a provider's answer comes before the next provider's attempt.
    const weight = 2 + index / (payment.attempts.length + 1);
    const leg = attempt.leg === "payment" ? "" : ` (${attempt.leg})`;
    happenings.push({
      at: attempt.started_at,
      title: `Sent to ${attempt.provider}${leg}`,
      text: null,
      tone: "plain",
      kind: "attempt",
      weight,
    });
    const outcome = OUTCOMES[attempt.outcome];
    if (attempt.finished_at !== null)
      happenings.push({
        at: attempt.finished_at,
        title: `${attempt.provider}${outcome.words}`,
        text: attempt.reason ?? outcome.text,
        tone: outcome.tone,
        kind: "attempt",
        weight: weight + 0.5 / (payment.attempts.length + 1),
      });
  }
  for (const refund of refunds) {
    happenings.push({
      at: refund.created_at,
      title: `Refund of ${formatMoney(refund.amount, refund.currency)} requested`,
      text: refund.reason,
      tone: "plain",
      kind: "refund",
      weight: 6,
    });
    if (refund.status !== "pending")
      happenings.push({
        at: refund.updated_at,
        title: `Refund ${refund.status}`,
        text: refund.failure_reason,
        tone: refund.status === "completed" ? "good" : "bad",
        kind: "refund",
        weight: 7,
      });
  }
  return happenings.toSorted((a, b) => a.at.localeCompare(b.at) || a.weight - b.weight);
}
