import { Money } from "@corridor/base/money.ts";
import type { DisputeStatus, NextAction, PaymentUpdate, ProviderName } from "@corridor/provider-kit/provider.ts";
import {
  type Attempt,
  currentAttempt,
  findAttempt,
  type LegName,
  type MoveSource,
  type Payment,
  type RouteCandidate,
} from "./payment.ts";
import { isFinal } from "./payment-status.ts";
import { applied, type Decision, news, type ReconciliationItem, refuse, unchanged, withProgress } from "./decision.ts";
import { decideLeg, type Input, type Leg, type LegDecision, type LegInput, type LegOutcome } from "./leg.ts";
import { objectionToCancel, objectionToPerson } from "./objections.ts";
import { countOtp, type OtpMove } from "./otp-tries.ts";
import { ledgerOfUnexpectedMoney } from "./payment-ledger.ts";

/**
 * Everything that can happen to a payment, and its effect: pure, so that the rules can be tested as properties.
 * `applyTransition` is the only caller: it reads the payment under a lock, decides here, and writes the decision. A
 * move about an attempt goes to its leg. What is the same for all payments is here, the rest in the kind's table.
 */
export type Move =
  | (Input<"accepted" | "refused"> & { source?: MoveSource })
  | Input<"held" | "sent_again" | "unknown" | "expired">
  | (Omit<Input<"update">, "type"> & { type: "provider_said"; source: MoveSource })
  | (Input<"canceled"> & { source: MoveSource })
  | { type: "next_action"; nextAction: NextAction }
  | OtpMove
  | { type: "disputed"; dispute: { dispute_id: string; status: DisputeStatus } }
  | { type: "operator_said"; status: "completed" | "failed"; by: string; comment: string }
  | KindMove;

/** Moves that only some kinds of payment have: a review before, a second leg after the first, special refund rules. */
export type KindMove =
  | { type: "reviewed"; by: string; comment: string | null }
  | { type: "confirmed"; by: string; comment: string | null; next: Attempt }
  | { type: "rejected"; by: string; comment: string | null }
  | { type: "settle_started"; attempt: Attempt; route: RouteCandidate[] }
  | { type: "settle_impossible"; reason: string; route: RouteCandidate[] }
  /** The market was compared with the locked rate of collected money: it is converted, or given back. */
  | { type: "rate_held" }
  | { type: "rate_left"; reason: string }
  | { type: "refund_reserved"; refundId: string; amount: Money }
  | { type: "refund_settled"; refundId: string; amount: Money; status: "completed" | "failed" }
  | { type: "refund_impossible"; reason: string }
  | RefundedElsewhere;

/** The payment was refunded at its provider, not through us. */
export type RefundedElsewhere = {
  type: "refunded_elsewhere";
  refundId: string;
  providerRefundId: string;
  amount: Money;
  from: ProviderName;
};

/** `leg`: the leg in its new state. */
export type Context = { leg: Leg; source: MoveSource; now: Date };
type Row<T extends LegOutcome["type"]> = (
  payment: Payment,
  outcome: Extract<LegOutcome, { type: T }>,
  context: Context,
) => Decision;
/** Translates a leg's outcome into the status, postings and events of its payment. */
export type LegTable = {
  readonly [
    T in "waiting" | "in_doubt" | "succeeded" | "failed" | "exhausted" | "postponed" | "held" | "canceled"
  ]: Row<T>;
};

export type KindRules = {
  /** The leg that the customer can cancel, and that expires at its deadline. */
  readonly customerLeg: LegName;
  legOf(payment: Payment, name: LegName): OwnParts;
  /** The kind's own data about a leg, if any. */
  keepLeg?(payment: Payment, leg: Leg): Payment;
  tableOf(name: LegName): LegTable;
  decideOwn(payment: Payment, move: KindMove, now: Date): Decision;
};

export type MoveRules = (payment: Payment, move: Move, now: Date) => Decision;

export function createMoveRules(kind: KindRules): MoveRules {
  return (payment, move, now) => {
    const decision = decide(kind, payment, move, now);
    return decision.outcome === "applied" ? decision : { ...decision, payment };
  };
}

function decide(kind: KindRules, payment: Payment, move: Move, now: Date): Decision {
  switch (move.type) {
    case "accepted":
    case "refused":
      return passToLeg(kind, payment, move.attemptId, move, move.source ?? "dispatch", now);
    case "held":
    case "unknown":
      return passToLeg(kind, payment, move.attemptId, move, "dispatch", now);
    case "sent_again":
      return passToLeg(kind, payment, move.attemptId, move, "recovery", now);
    case "provider_said":
      return passToLeg(kind, payment, move.update.reference, { ...move, type: "update" }, move.source, now);
    case "next_action":
      return isFinal(payment.status) ? unchanged(payment) : applied({ ...payment, nextAction: move.nextAction }, now);
    case "otp_taken":
    case "otp_judged":
      return countOtp(payment, move, now);
    case "canceled": {
      const objection = objectionToCancel(payment);
      return objection === null ? passToLeg(kind, payment, null, move, move.source, now) : refuse(payment, objection);
    }
    case "expired":
      return passToLeg(kind, payment, null, move, "expiry", now);
    case "disputed": {
      const note = `dispute: ${move.dispute.status.replace("_", " ")}`;
      return news(withProgress(payment, { dispute: move.dispute }), "callback", note, now);
    }
    case "operator_said":
      return operatorSaid(kind, payment, move, now);
    default:
      return kind.decideOwn(payment, move, now);
  }
}

/** `reference`: the attempt concerned; null for the customer's leg. Any leg refuses an attempt of another payment. */
function passToLeg(
  kind: KindRules,
  payment: Payment,
  reference: string | null,
  input: LegInput,
  source: MoveSource,
  now: Date,
): Decision {
  const name = findAttempt(payment, reference)?.leg ?? kind.customerLeg;
  return follow(kind, payment, decideLeg(legView(kind, payment, name), input, now), source, now);
}

function follow(
  kind: KindRules,
  payment: Payment,
  { leg, outcome }: LegDecision,
  source: MoveSource,
  now: Date,
): Decision {
  const recorded = withLegView(payment, leg);
  const after = kind.keepLeg?.(recorded, leg) ?? recorded;
  const table = kind.tableOf(leg.name);
  const context = { leg, source, now };
  switch (outcome.type) {
    case "ignored":
      return unchanged(payment);
    case "refused":
      return refuse(payment, outcome.reason);
    case "contradicted":
      return { ...unchanged(payment), items: [outcome.item] };
    case "noted":
      return { ...applied(after, now), ...(outcome.isNews ? { isNews: true } : {}) };
    case "late_money": {
      const { attempt, late } = outcome;
      const message = `received ${late.toString()} for a payment that was already ${payment.status}`;
      const item = { kind: "unexpected_money", provider: attempt.provider, message } as const;
      return { ...apart(applied(after, now), item, late, leg.received!, now), isNews: true };
    }
    case "waiting":
      return table.waiting(after, outcome, context);
    case "in_doubt":
      return table.in_doubt(after, outcome, context);
    case "succeeded":
      return excessApart(table.succeeded(after, outcome, context), context);
    case "failed":
      return partApart(table.failed(after, outcome, context), context);
    case "exhausted":
      return partApart(table.exhausted(after, outcome, context), context);
    case "postponed":
      return table.postponed(after, outcome, context);
    case "held":
      return table.held(after, outcome, context);
    case "canceled":
      return partApart(table.canceled(after, outcome, context), context);
  }
}

type Apart = Pick<ReconciliationItem, "kind" | "message"> & { provider: ProviderName };
/** Money that the payment does not take is kept apart until a person decides. */
function apart(decision: Decision, item: Apart, amount: Money, total: Money, now: Date): Decision {
  const detail = { received: total.toDatabase(), in_suspense: amount.toDatabase(), currency: total.currency };
  return {
    ...decision,
    ledger: [...decision.ledger, ledgerOfUnexpectedMoney(decision.payment, item.provider, amount, total, now)],
    items: [...decision.items, { ...item, detail }],
  };
}

/** A refund at the provider that the payment cannot absorb: the money has left, and a person decides whose it was. */
export function refundUnbooked(payment: Payment, { from, providerRefundId, amount }: RefundedElsewhere): Decision {
  const message =
    `${from} refunded ${amount.toString()} (${providerRefundId}) that is not booked: the payment is ` +
    `${payment.status}, ${payment.refundedAmount.toString()} of it refunded`;
  const detail = { provider_refund_id: providerRefundId, amount: amount.toDatabase(), currency: amount.currency };
  return { ...unchanged(payment), items: [{ kind: "refunded_elsewhere", provider: from, message, detail }] };
}

/** Money that arrived beyond the leg's amount. */
function excessApart(decision: Decision, { leg, now }: Context): Decision {
  const received = leg.received ?? leg.amount;
  const excess = received.minus(leg.amount);
  if (!excess.isPositive()) return decision;
  const message = `received ${received.toString()} for a payment of ${leg.amount.toString()}`;
  return apart(decision, { kind: "overpaid", provider: leg.provider!, message }, excess, received, now);
}

/** Money that arrived for a leg that ended without success. */
function partApart(decision: Decision, { leg, now }: Context): Decision {
  const received = leg.received ?? Money.zero(leg.amount.currency);
  if (received.isZero()) return decision;
  const message = `only ${received.toString()} of ${leg.amount.toString()} arrived before the payment ended`;
  return apart(decision, { kind: "underpaid", provider: leg.provider!, message }, received, received, now);
}

type OperatorSaid = Extract<Move, { type: "operator_said" }>;
/**
 * A person decides for a provider that reports nothing by itself (`manual`), or has fallen silent. After the end, money
 * of a payin that a person saw arrive is kept apart, and the payment stays as it ended.
 */
function operatorSaid(kind: KindRules, payment: Payment, move: OperatorSaid, now: Date): Decision {
  const attempt = currentAttempt(payment);
  const objection = objectionToPerson(attempt, now);
  if (objection !== null) return refuse(payment, objection);
  const leg = legView(kind, payment, attempt!.leg);
  const hasEnded = isFinal(payment.status);
  const ended = `the payment is already ${payment.status}`;
  const foundMoney =
    hasEnded && move.status === "completed" && payment.direction !== "outbound" && leg.terms.forCustomer;
  if (hasEnded && !foundMoney) return refuse(payment, ended);
  const update: PaymentUpdate = {
    kind: "payment",
    reference: attempt!.attempt_id,
    providerStatus: `confirmed by ${move.by}`,
    status: move.status,
    ...(foundMoney ? { receivedAmount: leg.amount } : { reason: move.comment }),
  };
  const decision = follow(kind, payment, decideLeg(leg, { type: "update", update }, now), "person", now);
  if (decision.outcome !== "applied") return refuse(payment, hasEnded ? ended : "the current leg has already ended");
  return { ...decision, payment: withProgress(decision.payment, { comments: move.comment }) };
}

type OwnParts = Pick<Leg, "name" | "amount" | "state" | "stage" | "waits" | "failedAttempts" | "terms"> &
  Partial<Pick<Leg, "data">>;

/** The common state of a leg is stored on the payment itself; its kind has the rest. */
function legView(kind: KindRules, payment: Payment, name: LegName): Leg {
  const { attempts, received_amount, last_word_at, provider_data } = payment.progress;
  const own = kind.legOf(payment, name);
  return {
    data: provider_data,
    ...own,
    attempts: own.name === "payment" ? attempts : attempts.filter((attempt) => attempt.leg === own.name),
    received:
      received_amount === undefined || !own.terms.forCustomer
        ? undefined
        : Money.fromDatabase(received_amount, payment.amount.currency),
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    providerStatus: payment.providerStatus,
    nextAction: payment.nextAction,
    deadline: payment.expiresAt,
    lastUpdateAt: last_word_at,
    hold: payment.progress.hold,
  };
}

function withLegView(payment: Payment, leg: Leg): Payment {
  return {
    ...payment,
    provider: leg.provider,
    providerPaymentId: leg.providerPaymentId,
    providerStatus: leg.providerStatus,
    nextAction: leg.nextAction,
    expiresAt: leg.deadline,
    progress: {
      ...payment.progress,
      attempts: leg.name === "payment" ? [...leg.attempts] : withAttemptsOf(payment.progress.attempts, leg),
      ...(leg.received === undefined ? {} : { received_amount: leg.received.toDatabase() }),
      ...(leg.hold === undefined ? {} : { hold: leg.hold }),
      ...(leg.lastUpdateAt === undefined ? {} : { last_word_at: leg.lastUpdateAt }),
      ...(leg.data === undefined ? {} : { provider_data: leg.data }),
    },
  };
}

/** The legs of a payment follow each other, and so do their attempts. */
function withAttemptsOf(all: readonly Attempt[], leg: Leg): Attempt[] {
  const first = all.findIndex((attempt) => attempt.leg === leg.name);
  const others = all.filter((attempt) => attempt.leg !== leg.name);
  return first === -1
    ? [...others, ...leg.attempts]
    : [...others.slice(0, first), ...leg.attempts, ...others.slice(first)];
}
