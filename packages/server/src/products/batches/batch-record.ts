import Type from "typebox";
import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import type { EventType } from "#src/record/events/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import {
  Amount,
  CreatedAt,
  Currency,
  CurrencyCode,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  OrgId,
  Timestamp,
  UpdatedAt,
  RateNumber,
} from "#src/kernel/http/schemas.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import { actionsOf, type Batch, BATCH_ACTIONS, BATCH_STATUSES, REPEATS, ROW_STATUSES } from "./payout-batch.ts";
import { updateBatch } from "./queries.ts";
import type { ShownRow } from "./row-queries.ts";

export const BatchStatusSchema = OneOf(BATCH_STATUSES, {
  title: "PayoutBatchStatus",
  description: "The state of a payout batch",
});
export const BatchSchema = Named(["PayoutBatch", "A list of payouts that is approved and sent as one"], {
  batch_id: [Id, "Id of the payout batch"],
  org_id: OrgId,
  name: [Type.String(), "A name for people; it need not be unique"],
  status: BatchStatusSchema,
  retry_of: [Nullable(Id), "The batch whose failed rows this batch sends again; null: none"],
  duplicates: [OneOf(["refuse", "allow"] as const), "Whether a row that pays the same as another row is refused"],
  row_count: [Type.Integer(), "The number of rows, including invalid ones"],
  checked_rows: [Type.Integer(), "The number of rows that were checked so far"],
  rows: Named(["PayoutBatchRows", "The number of rows by their status"], {
    ready: Type.Integer({ description: "The number of rows that can be sent, or wait to be sent" }),
    invalid: [Type.Integer(), "The number of rows with errors"],
    sent: Type.Integer({ description: "The number of rows whose payment is in progress" }),
    completed: [Type.Integer(), "The number of rows that were paid"],
    failed: [Type.Integer(), "The number of rows whose payment failed"],
    canceled: [Type.Integer(), "The number of rows that were canceled before they were sent"],
  }),
  totals: Type.Array(
    Named("PayoutBatchTotal", {
      currency: CurrencyCode,
      target_currency: CurrencyCode,
      rows: [Type.Integer(), "The number of rows"],
      amount: Amount,
      fees: [MoneyNumber, "The fees for these rows, in `currency`"],
      target_amount: [MoneyNumber, "The amount after conversion, in `target_currency`"],
    }),
    { description: "Totals of the rows that can be sent, by pair of currencies" },
  ),
  rates: [
    Type.Array(
      Named("PayoutBatchRate", {
        org_rate_id: [Id, "Id of a locked rate"],
        from_currency: CurrencyCode,
        to_currency: CurrencyCode,
        rate: [RateNumber, "The rate, locked once for all rows of this pair of currencies"],
        expires_at: [Timestamp, "Until when the rate is locked"],
      }),
    ),
    "The locked rates of the batch, one for each pair of currencies",
  ],
  problems: Type.Array(
    Named("PayoutBatchProblem", {
      code: [Type.String(), "Code of the problem, for programs"],
      message: [Type.String(), "What is wrong with the batch, and how to correct it"],
    }),
    {
      description: "Problems of the whole batch: balance, float, rates",
    },
  ),
  approval_reasons: Type.Array(Type.String(), { description: "Why other people must approve the batch" }),
  approval_id: [Nullable(Id), "Id of the approval; null when none is needed"],
  preview_hash: [
    Nullable(Type.String()),
    "Hash of the previewed rows. A submission names it, and an approval is valid only for this hash",
  ],
  scheduled_at: [Nullable(Timestamp), "When the batch is sent; null: as soon as possible"],
  repeat: [
    Nullable(
      Named("PayoutBatchRepeat", {
        every: [OneOf(REPEATS), "How often the batch is sent, by the calendar in UTC"],
        runs: [Type.Integer(), "How many times the batch is sent in total"],
        made: [Type.Integer(), "How many times the batch was sent so far"],
        next_run_at: [Nullable(Timestamp), "When the batch is sent next; null after the last time"],
      }),
    ),
    "The calendar by which the batch is sent again; null: it is sent once",
  ],
  repeat_of: [Nullable(Id), "The first batch of the series that this batch belongs to; null: none"],
  pause_reason: [Nullable(Type.String()), "Why the batch is paused; null: it is not paused"],
  requested_by: [Id, "The person or API key that made the request"],
  actions: [Type.Array(OneOf(BATCH_ACTIONS, { title: "PayoutBatchAction" })), "The actions that are possible now"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
  submitted_at: [Nullable(Timestamp), "When it was submitted; null before"],
  started_at: [Nullable(Timestamp), "When sending began; null before"],
  finished_at: [Nullable(Timestamp), "When the batch ended; null before"],
});

export function showBatch(batch: Batch) {
  const { repeat } = batch;
  return {
    ...inSnakeCase(batch, "batchId", "orgId", "name", "status", "retryOf", "duplicates", "rowCount"),
    checked_rows: batch.checkedTo,
    rows: {
      ready: batch.readyRows,
      invalid: batch.invalidRows,
      sent: batch.sentRows,
      completed: batch.completedRows,
      failed: batch.failedRows,
      canceled: batch.canceledRows,
    },
    totals: batch.totals.map((total) => ({
      ...total,
      amount: Money.fromDatabase(total.amount, total.currency),
      fees: Money.fromDatabase(total.fees, total.currency),
      target_amount: Money.fromDatabase(total.target_amount, total.target_currency),
    })),
    rates: batch.rates.map(({ amount: _, ...one }) => ({ ...one, rate: Decimal.parse(one.rate) })),
    problems: batch.problems.map(({ code, message }) => ({ code, message })),
    approval_reasons: [...(batch.controls?.reasons ?? [])],
    ...inSnakeCase(batch, "approvalId", "previewHash", "scheduledAt"),
    repeat: repeat && { every: repeat.every, runs: repeat.runs, made: repeat.made, next_run_at: batch.nextRunAt },
    ...inSnakeCase(batch, "repeatOf", "pauseReason"),
    requested_by: batch.requester.userId,
    actions: actionsOf(batch),
    ...inSnakeCase(batch, "createdAt", "updatedAt", "submittedAt", "startedAt", "finishedAt"),
  };
}

export const PayoutRowStatusSchema = OneOf(ROW_STATUSES, {
  title: "PayoutRowStatus",
  description: "Status of a row of a payout batch; invalid rows are never sent",
});
export const RowSchema = Named("PayoutBatchRow", {
  row: Type.Integer({ description: "Number of the row, counted from 1 without the line of column names" }),
  status: PayoutRowStatusSchema,
  beneficiary_id: [Type.String(), "The registered beneficiary who is paid"],
  recipient: [Nullable(Type.String()), "The beneficiary's name; null when unknown"],
  reference: [Nullable(Type.String()), "Your own reference; null: none"],
  amount: Nullable(Amount),
  currency: Currency,
  written: Type.String({ description: "The amount exactly as the request wrote it" }),
  target_amount: [Nullable(MoneyNumber), "The amount after conversion, in `target_currency`"],
  target_currency: [Nullable(Type.String()), "The payee's currency; equals `currency` unless money is converted"],
  fee: [Nullable(MoneyNumber), "The fee for the row, in `currency`; null before the row is checked"],
  provider: [Nullable(Type.String()), "The provider that will be tried first, or that accepted the payment"],
  payment_id: [Nullable(Id), "Id of the payment; null or absent while there is none"],
  errors: [
    Type.Array(
      Named("PayoutRowError", {
        field: [Nullable(Type.String()), "The field that is wrong; null when the error concerns the whole row"],
        code: [Type.String(), "Code of the error, for programs"],
        message: [Type.String(), "What is wrong with the row, and how to correct it"],
      }),
    ),
    "What is wrong with the row; empty when the row can be sent",
  ],
});

export function showRow(row: ShownRow) {
  const money = (text: string | null, currency: string | null) =>
    text === null ? null : Money.fromDatabase(text, currency!);
  return {
    row: row.row,
    status: row.status,
    beneficiary_id: row.input.beneficiary_id,
    recipient: row.recipient,
    reference: row.input.reference ?? null,
    amount: money(row.amount, row.currency),
    currency: row.currency ?? row.input.currency,
    written: row.input.amount,
    target_amount: money(row.target_amount, row.target_currency),
    target_currency: row.target_currency,
    fee: money(row.fee, row.currency),
    provider: row.provider,
    payment_id: row.payment_id,
    errors: errorsOf(row),
  };
}

export function errorsOf({ errors, failure }: ShownRow): { field: string | null; code: string; message: string }[] {
  return [...(errors ?? []), ...(failure === null ? [] : [{ field: null, ...failure }])];
}

const EVENTS: Partial<Record<Batch["status"], EventType>> = {
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
  const { orgId, batchId, updatedAt: at, eventSequence: sequence } = stored;
  const about = { orgId, resourceType: "payout_batch", resourceId: batchId, at };
  await updateBatch(tx, stored);
  if (type !== undefined) await appendEvents(tx, [{ ...about, type, sequence, data: showBatch(stored) }]);
  const changes = { from: before.status, to: after.status, preview_hash: after.previewHash };
  if (actor !== undefined) await appendAudit(tx, [{ ...about, actor, action: `payout_batch.${action}`, changes }]);
  return stored;
}
