import { accountOf } from "@corridor/provider-kit/accounts.ts";
import { type AttemptOutcome, isFinal, type Payment, type PaymentStatus } from "#src/payments/core/index.ts";
import { adviceOf } from "#src/payments/rules/index.ts";
import { isoOf } from "@corridor/base/instant.ts";
import { Money } from "@corridor/base/money.ts";
import { bucketOf } from "@corridor/base/duration-buckets.ts";

/**
 * How a change of a payment changes the counts: it leaves one cell and enters another. Only its status changes, and its
 * provider until it is finished (a fallback takes over). So an unfinished payment is counted without a provider, and
 * every addition can be subtracted again. While it is being sent it is not counted, which saves a write per creation.
 */
export type StatStatus = PaymentStatus | "awaiting_review";

/** The counted things: payments by their status, and attempts of finished payments by their outcome. */
type Counted = { kind: "payment"; status: StatStatus } | { kind: "attempt"; status: AttemptOutcome };

export type StatChange = Counted & {
  org_id: string;
  day: string;
  direction: string;
  payment_method: string;
  country: string;
  currency: string;
  provider: string;
  count: number;
  /** The cause of a failed payment, or the duration bucket of a completed one; empty otherwise. */
  outcome: string;
  /** Sums of the payments' amounts and fees, as decimal text. */
  volume: string;
  fees: string;
};

/** The key for all organizations together. */
export const PLATFORM = "00000000-0000-0000-0000-000000000000";

/** What of a payment is counted. */
type CountedPayment = Pick<
  Payment,
  "orgId" | "createdAt" | "status" | "direction" | "paymentMethod" | "country" | "amount" | "totalFees" | "provider"
> & { progress: Pick<Payment["progress"], "attempts" | "timeline" | "failure_reason"> };
export type CountedMove = { before: CountedPayment | null; after: CountedPayment };

/** Adds up the changes of one batch: traffic of one corridor becomes a few rows, however many payments there were. */
export function statChangesOf(changes: readonly CountedMove[]): StatChange[] {
  type Change = Counted & Omit<StatChange, keyof Counted | "count" | "volume" | "fees">;
  const cells = new Map<string, { change: Change; count: number; volume: Money; fees: Money }>();
  const add = (payment: CountedPayment, counted: Counted, account: string, sign: 1 | -1): void => {
    const { provider } = accountOf(account);
    const change = {
      org_id: payment.orgId,
      day: dayOf(payment.createdAt),
      ...counted,
      direction: payment.direction,
      payment_method: payment.paymentMethod,
      country: payment.country,
      currency: payment.amount.currency,
      provider,
      outcome: counted.kind === "payment" ? outcomeOf(payment) : "",
    };
    const { kind, status } = counted;
    const signed = (money: Money): Money =>
      kind === "attempt" ? Money.zero(money.currency) : sign === 1 ? money : money.negate();
    const [volume, fees] = [signed(payment.amount), signed(payment.totalFees)];
    // None of these values contains a blank.
    const key =
      `${change.org_id} ${change.day} ${kind} ${change.direction} ${change.payment_method} ` +
      `${change.country} ${change.currency} ${provider} ${status} ${change.outcome}`;
    const known = cells.get(key);
    if (known === undefined) return void cells.set(key, { change, count: sign, volume, fees });
    known.count += sign;
    known.volume = known.volume.plus(volume);
    known.fees = known.fees.plus(fees);
  };
  for (const { before, after } of changes) {
    if (before !== null && isCounted(before))
      add(before, { kind: "payment", status: statusOf(before) }, finishedBy(before), -1);
    if (isCounted(after)) add(after, { kind: "payment", status: statusOf(after) }, finishedBy(after), 1);
    const justFinished = isFinal(after.status) && (before === null || !isFinal(before.status));
    if (justFinished)
      for (const attempt of after.progress.attempts)
        add(after, { kind: "attempt", status: attempt.outcome }, attempt.provider, 1);
  }
  return [...cells.values()].flatMap(({ change, count, volume, fees }) =>
    count === 0 && volume.isZero() && fees.isZero()
      ? []
      : [{ ...change, count, volume: volume.toDatabase(), fees: fees.toDatabase() }],
  );
}

export function dayOf(at: Date): string {
  return isoOf(at).slice(0, 10);
}

function isCounted(payment: CountedPayment): boolean {
  return payment.status !== "initiated" || awaitsReview(payment);
}

/** Only a payout that waits for a review is created without an attempt. */
function awaitsReview(payment: CountedPayment): boolean {
  return payment.status === "initiated" && payment.direction === "outbound" && payment.progress.attempts.length === 0;
}

function finishedBy(payment: CountedPayment): string {
  return isFinal(payment.status) ? (payment.provider ?? "") : "";
}

/** Payments that wait for a review are counted separately, because somebody should look at them. */
function statusOf(payment: CountedPayment): StatStatus {
  return awaitsReview(payment) ? "awaiting_review" : payment.status;
}

function outcomeOf({ status, createdAt, progress }: CountedPayment): string {
  if (status === "failed") return adviceOf(progress.attempts.at(-1)?.cause ?? null, progress.failure_reason);
  const done = RESULTS_IN_TIME.has(status) ? progress.timeline.find(({ to }) => to === "completed") : undefined;
  return done === undefined ? "" : String(bucketOf(new Date(done.at).getTime() - createdAt.getTime()));
}

/** A refunded payment was completed before, and its duration stays the same. */
const RESULTS_IN_TIME: ReadonlySet<PaymentStatus> = new Set<PaymentStatus>(["completed", "refunded"]);
