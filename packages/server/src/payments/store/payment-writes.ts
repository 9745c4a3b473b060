import { type AuditActor, type AuditEntry, auditWrites } from "#src/record/audit/index.ts";
import type { EventType, NewEvent, TextPieces } from "#src/record/events/index.ts";
import { eventWrites } from "#src/record/webhooks/index.ts";
import type { LockRefusal } from "#src/pricing/rates/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import type { Write } from "#src/kernel/db/write-together.ts";
import { checkAfter, type Decision, eventTypesOf, nextCheckAt, type Payment } from "#src/payments/core/index.ts";
import { eventDataOf } from "#src/payments/wire/index.ts";
import { rampEventsOf } from "#src/payments/rules/index.ts";
import * as queries from "./queries.ts";
import { searchKeyDeletes } from "./search-keys.ts";

/** Everything written beside the payments themselves. */
export type Audited = { actor: AuditActor; action: string; changes?: object; requestId?: string };

export type StatusChange = { before: Payment | null; after: Payment };
/** `batch_stopped`: the batch no longer sends the row. `paid_before`: the same payout already exists. */
export type HoldRefusal = LockRefusal | "batch_stopped" | "paid_before";
/** Called on status changes, inside the transaction that makes them. */
export type PaymentListener = {
  /** Before the creation: locks what payments consume until the commit, and returns which may not be created. */
  hold?(tx: Tx, payments: readonly Payment[]): Promise<ReadonlyMap<string, HoldRefusal>>;
  /** Statements that are written with every change and need no read, such as counters. */
  writes?(changes: readonly StatusChange[]): Write[];
  /** Lets the module that requested a payment (`details.origin`) follow it. It may read, lock and refuse. */
  follow?(tx: Tx, changes: readonly StatusChange[], now: Date): Promise<void>;
  /** After a refund of any payment has reached its payer, of a part or of all. */
  refunded?(tx: Tx, payments: readonly Payment[], now: Date): Promise<void>;
};

export function isFollowed({ after }: StatusChange): boolean {
  return after.details.origin !== undefined;
}

export async function tellFollowers(
  tx: Tx,
  listeners: readonly PaymentListener[],
  changes: readonly StatusChange[],
  now: Date,
  refunded: readonly Payment[] = [],
): Promise<void> {
  const followed = changes.filter(isFollowed);
  if (followed.length > 0) for (const listener of listeners) await listener.follow?.(tx, followed, now);
  if (refunded.length > 0) for (const listener of listeners) await listener.refunded?.(tx, refunded, now);
}

export function creationWrites(
  listeners: readonly PaymentListener[],
  creations: readonly { payment: Payment; audit: Audited }[],
  now: Date,
): Write[] {
  const payments = creations.map(({ payment }) => payment);
  const changes = payments.map((after) => ({ before: null, after }));
  return [
    ...queries.referenceInserts(payments.flatMap((payment) => referencesOf(payment, 0))),
    ...queries.checkInserts(payments.flatMap((payment) => checkOf(payment, nextCheckAt(payment, now)))),
    ...eventWrites(
      payments.map((payment) => eventOf(payment, eventDataOf(payment, null), "transaction.updated", 1, now)),
    ),
    ...auditWrites(creations.map(({ payment, audit }) => auditOf(payment, audit, now))),
    ...listenerWrites(listeners, changes),
  ];
}

export function detailWrites(before: Payment, payment: Payment, audit: Audited, now: Date): Write[] {
  return [
    ...searchKeyDeletes([{ before, after: payment }]),
    ...eventWrites([
      eventOf(payment, eventDataOf(payment, payment.status), "transaction.updated", payment.eventSequence, now),
    ]),
    ...auditWrites([auditOf(payment, audit, now)]),
  ];
}

/** The consequences of one batch's moves, collected move by move. */
export type Caused = {
  events: NewEvent[];
  audit: AuditEntry[];
  items: queries.NewReconciliationItem[];
  changes: StatusChange[];
  refunded: Payment[];
};

function wasAccepted({ progress }: Payment): boolean {
  return progress.attempts.some(({ outcome }) => outcome === "accepted");
}

/** Adds the consequences of an applied move, and returns the payment as it will be stored: with its events counted. */
export function causedBy(caused: Caused, before: Payment, decision: Decision, audit: Audited | undefined, now: Date) {
  const { payment } = decision;
  const isSubmitted = !wasAccepted(before) && wasAccepted(payment);
  const isNews = isSubmitted || decision.isNews === true;
  const types: EventType[] = [
    ...rampEventsOf(before, payment),
    ...(isSubmitted ? (["payment.processing"] as const) : []),
    ...(payment.status !== before.status
      ? eventTypesOf(payment.status)
      : isNews
        ? (["transaction.updated"] as const)
        : []),
  ];
  const after: Payment = { ...payment, eventSequence: before.eventSequence + types.length };
  if (types.length > 0) {
    const data = eventDataOf(after, before.status);
    types.forEach((type, index) =>
      caused.events.push(eventOf(after, data, type, before.eventSequence + index + 1, now)),
    );
  }
  if (after.status !== before.status) caused.changes.push({ before, after });
  if (after.progress.refunds_completed !== before.progress.refunds_completed) caused.refunded.push(after);
  if (audit !== undefined) caused.audit.push(auditOf(after, audit, now));
  return after;
}

type Changed = StatusChange & { before: Payment };

export function transitionWrites(
  listeners: readonly PaymentListener[],
  changed: readonly Changed[],
  caused: Caused,
  now: Date,
): Write[] {
  return [
    ...queries.referenceInserts(
      changed.flatMap(({ before, after }) => referencesOf(after, before.progress.attempts.length)),
    ),
    ...queries.checkUpserts(changed.flatMap(({ before, after }) => checkOf(after, checkAfter(before, after, now)))),
    ...queries.checkDeletes(changed.map(({ after }) => after).filter((after) => nextCheckAt(after, now) === null)),
    ...eventWrites(caused.events),
    ...auditWrites(caused.audit),
    ...queries.itemInserts(caused.items),
    ...listenerWrites(listeners, caused.changes),
  ];
}

function listenerWrites(listeners: readonly PaymentListener[], changes: readonly StatusChange[]): Write[] {
  return changes.length === 0 ? [] : listeners.flatMap((listener) => listener.writes?.(changes) ?? []);
}

function eventOf(payment: Payment, data: TextPieces, type: EventType, sequence: number, at: Date): NewEvent {
  return { orgId: payment.orgId, type, resourceType: "payment", resourceId: payment.paymentId, sequence, data, at };
}

export function auditOf(payment: Payment, audit: Audited, at: Date): AuditEntry {
  return { orgId: payment.orgId, resourceType: "payment", resourceId: payment.paymentId, at, ...audit };
}

/** References of the attempts from `first` on that differ from the payment's own id. */
function referencesOf({ orgId, paymentId, progress }: Payment, first: number): queries.NewReference[] {
  return progress.attempts
    .slice(first)
    .flatMap(({ attempt_id }) => (attempt_id === paymentId ? [] : [{ reference: attempt_id, orgId, paymentId }]));
}

function checkOf(payment: Payment, dueAt: Date | null): queries.Check[] {
  return dueAt === null ? [] : [{ orgId: payment.orgId, paymentId: payment.paymentId, dueAt }];
}
