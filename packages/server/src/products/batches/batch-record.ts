import Type from "typebox";
import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import type { EventType } from "#src/record/events/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { CurrencyCode, Id, MoneyNumber, Named, Nullable, OneOf, Timestamp } from "#src/kernel/http/schemas.ts";
import { Money } from "@corridor/base/money.ts";
import {
  actionsOf,
  type Batch,
  BATCH_ACTIONS,
  BATCH_STATUSES,
  type BatchStatus,
  REPEATS,
  ROW_STATUSES,
} from "./payout-batch.ts";
import { updateBatch } from "./queries.ts";
import type { ShownRow } from "./row-queries.ts";

/** A batch and its rows as the API, the events and the statement show them. */
export const BatchSchema = Named("PayoutBatch", {
  batch_id: Id,
  org_id: Id,
  name: Type.String(),
  status: OneOf(BATCH_STATUSES, { title: "PayoutBatchStatus" }),
  retry_of: Nullable(Id),
  duplicates: OneOf(["refuse", "allow"] as const),
  row_count: Type.Integer(),
  checked_rows: Type.Integer(),
  rows: Named("PayoutBatchRows", {
    ready: Type.Integer({ description: "The number of rows that can be sent, or wait to be sent" }),
    invalid: Type.Integer(),
    sent: Type.Integer({ description: "The number of rows whose payment is in progress" }),
    completed: Type.Integer(),
    failed: Type.Integer(),
    canceled: Type.Integer(),
  }),
  totals: Type.Array(
    Named("PayoutBatchTotal", {
      currency: CurrencyCode,
      target_currency: CurrencyCode,
      rows: Type.Integer(),
      amount: MoneyNumber,
      fees: MoneyNumber,
      target_amount: MoneyNumber,
    }),
    { description: "Totals of the rows that can be sent, by pair of currencies" },
  ),
  rates: Type.Array(
    Named("PayoutBatchRate", {
      org_rate_id: Id,
      from_currency: CurrencyCode,
      to_currency: CurrencyCode,
      rate: Type.String({ description: "The rate, locked once for all rows of this pair of currencies" }),
      expires_at: Timestamp,
    }),
  ),
  problems: Type.Array(Named("PayoutBatchProblem", { code: Type.String(), message: Type.String() }), {
    description: "Problems of the whole batch: balance, float, rates",
  }),
  approval_reasons: Type.Array(Type.String(), { description: "Why other people must approve the batch" }),
  approval_id: Nullable(Id),
  preview_hash: Nullable(
    Type.String({
      description: "Hash of the previewed rows. A submission names it, and an approval is valid only for this hash",
    }),
  ),
  scheduled_at: Nullable(Timestamp),
  repeat: Nullable(
    Named("PayoutBatchRepeat", {
      every: OneOf(REPEATS),
      runs: Type.Integer(),
      made: Type.Integer(),
      next_run_at: Nullable(Timestamp),
    }),
  ),
  repeat_of: Nullable(Id),
  pause_reason: Nullable(Type.String()),
  requested_by: Id,
  actions: Type.Array(OneOf(BATCH_ACTIONS, { title: "PayoutBatchAction" }), {
    description: "The actions that are possible now",
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
  submitted_at: Nullable(Timestamp),
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
});

export function showBatch(batch: Batch) {
  return {
    batch_id: batch.batchId,
    org_id: batch.orgId,
    name: batch.name,
    status: batch.status,
    retry_of: batch.retryOf,
    duplicates: batch.duplicates,
    row_count: batch.rowCount,
    checked_rows: batch.checkedTo,
    rows: {
      ready: batch.readyRows,
      invalid: batch.invalidRows,
      sent: batch.sentRows,
      completed: batch.completedRows,
      failed: batch.failedRows,
      canceled: batch.canceledRows,
    },
    totals: batch.totals.map(({ currency, target_currency, rows, amount, fees, target_amount }) => ({
      currency,
      target_currency,
      rows,
      amount: Money.fromDatabase(amount, currency),
      fees: Money.fromDatabase(fees, currency),
      target_amount: Money.fromDatabase(target_amount, target_currency),
    })),
    rates: batch.rates.map(({ amount: _, ...rate }) => rate),
    problems: batch.problems.map(({ code, message }) => ({ code, message })),
    approval_reasons: [...(batch.controls?.reasons ?? [])],
    approval_id: batch.approvalId,
    preview_hash: batch.previewHash,
    scheduled_at: batch.scheduledAt,
    repeat:
      batch.repeat === null
        ? null
        : { every: batch.repeat.every, runs: batch.repeat.runs, made: batch.repeat.made, next_run_at: batch.nextRunAt },
    repeat_of: batch.repeatOf,
    pause_reason: batch.pauseReason,
    requested_by: batch.requester.userId,
    actions: actionsOf(batch),
    created_at: batch.createdAt,
    updated_at: batch.updatedAt,
    submitted_at: batch.submittedAt,
    started_at: batch.startedAt,
    finished_at: batch.finishedAt,
  };
}

export const RowSchema = Named("PayoutBatchRow", {
  row: Type.Integer({ description: "Number of the row, counted from 1 without the line of column names" }),
  status: OneOf(ROW_STATUSES, { title: "PayoutRowStatus" }),
  beneficiary_id: Type.String(),
  recipient: Nullable(Type.String()),
  reference: Nullable(Type.String()),
  amount: Nullable(MoneyNumber),
  currency: Type.String(),
  written: Type.String({ description: "The amount exactly as the request wrote it" }),
  target_amount: Nullable(MoneyNumber),
  target_currency: Nullable(Type.String()),
  fee: Nullable(MoneyNumber),
  provider: Nullable(
    Type.String({ description: "The provider that will be tried first, or that accepted the payment" }),
  ),
  payment_id: Nullable(Id),
  errors: Type.Array(
    Named("PayoutRowError", { field: Nullable(Type.String()), code: Type.String(), message: Type.String() }),
  ),
});

export function showRow(row: ShownRow) {
  return {
    row: row.row,
    status: row.status,
    beneficiary_id: row.input.beneficiary_id,
    recipient: row.recipient,
    reference: row.input.reference ?? null,
    amount: row.amount === null ? null : Money.fromDatabase(row.amount, row.currency!),
    currency: row.currency ?? row.input.currency,
    written: row.input.amount,
    target_amount: row.target_amount === null ? null : Money.fromDatabase(row.target_amount, row.target_currency!),
    target_currency: row.target_currency,
    fee: row.fee === null ? null : Money.fromDatabase(row.fee, row.currency!),
    provider: row.provider,
    payment_id: row.payment_id,
    errors: errorsOf(row),
  };
}

export function errorsOf({
  errors,
  failure,
}: Pick<ShownRow, "errors" | "failure">): { field: string | null; code: string; message: string }[] {
  return [...(errors ?? []), ...(failure === null ? [] : [{ field: null, ...failure }])];
}

const EVENTS: Partial<Record<BatchStatus, EventType>> = {
  ready: "payout_batch.ready",
  sending: "payout_batch.sending",
  paused: "payout_batch.paused",
  completed: "payout_batch.completed",
  canceled: "payout_batch.canceled",
  rejected: "payout_batch.rejected",
};

/** Stores a batch, with its event if its status has changed and its audit entry if a person did it. */
export async function storeBatch(
  tx: Tx,
  before: Batch,
  after: Batch,
  actor?: AuditActor,
  action: string = after.status,
): Promise<Batch> {
  const type = after.status === before.status ? undefined : EVENTS[after.status];
  const stored = type === undefined ? after : { ...after, eventSequence: before.eventSequence + 1 };
  const at = stored.updatedAt;
  await updateBatch(tx, stored);
  if (type !== undefined) {
    const event = {
      orgId: stored.orgId,
      resourceType: "payout_batch",
      resourceId: stored.batchId,
      sequence: stored.eventSequence,
    };
    await appendEvents(tx, [{ ...event, type, data: showBatch(stored), at }]);
  }
  if (actor !== undefined) {
    const entry = { action: `payout_batch.${action}`, resourceType: "payout_batch", resourceId: stored.batchId };
    await appendAudit(tx, [
      {
        orgId: stored.orgId,
        actor,
        at,
        ...entry,
        changes: { from: before.status, to: after.status, preview_hash: after.previewHash },
      },
    ]);
  }
  return stored;
}
