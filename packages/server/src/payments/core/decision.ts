import type { LedgerTransaction } from "#src/record/ledger/index.ts";
import { isoOf } from "@corridor/base/instant.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import type { MoveSource, Payment } from "./payment.ts";
import { mayMove, type PaymentStatus } from "./payment-status.ts";
import type { ReconciliationKind } from "./reconciliation-kinds.ts";

/** The effect of a move on a payment: the payment afterwards, and everything that is written with it. */
export type Decision = {
  /** `unchanged`: nothing to do, which is fine (a repeat). `refused`: the caller asked for something not allowed. */
  outcome: "applied" | "unchanged" | "refused";
  reason?: string;
  payment: Payment;
  ledger: LedgerTransaction[];
  items: ReconciliationItem[];
  /** Publishes an event although the status stays the same: money arrived, or a refund ended. */
  isNews?: boolean;
};

export type ReconciliationItem = {
  kind: ReconciliationKind;
  provider: ProviderName | null;
  message: string;
  detail: Record<string, unknown>;
};

export function applied(payment: Payment, now: Date, ledger: LedgerTransaction[] = []): Decision {
  return { outcome: "applied", payment: { ...payment, updatedAt: now }, ledger, items: [] };
}

export function unchanged(payment: Payment): Decision {
  return { outcome: "unchanged", payment, ledger: [], items: [] };
}

export function refuse(payment: Payment, reason: string): Decision {
  return { outcome: "refused", reason, payment, ledger: [], items: [] };
}

/** The only place that changes a status: it checks the table of statuses and extends the timeline. */
export function changeStatus(payment: Payment, to: PaymentStatus, source: MoveSource, note: string | null, now: Date) {
  if (payment.status === to) return applied(payment, now);
  if (!mayMove(payment.status, to)) return refuse(payment, `a ${payment.status} payment cannot become ${to}`);
  return applied(withTimeline({ ...payment, status: to }, payment.status, source, note, now), now);
}

/** A change that leaves the status as it is, but that followers of the payment must see. */
export function news(payment: Payment, source: MoveSource, note: string, now: Date): Decision {
  return { ...applied(withTimeline(payment, payment.status, source, note, now), now), isNews: true };
}

/** A provider that goes back and forth must not grow the row without limit: the first and latest entries are kept. */
const MAX_TIMELINE_ENTRIES = 100;

export function withTimeline(
  payment: Payment,
  from: PaymentStatus,
  source: MoveSource,
  note: string | null,
  now: Date,
): Payment {
  const { timeline } = payment.progress;
  const kept =
    timeline.length < MAX_TIMELINE_ENTRIES
      ? timeline
      : [timeline[0]!, ...timeline.slice(timeline.length - MAX_TIMELINE_ENTRIES + 2)];
  return withProgress(payment, { timeline: [...kept, { at: isoOf(now), from, to: payment.status, source, note }] });
}

export function withProgress(payment: Payment, change: Partial<Payment["progress"]>): Payment {
  return { ...payment, progress: { ...payment.progress, ...change } };
}
