import type { Row } from "#src/kernel/db/statement.ts";
import { createHash } from "node:crypto";
import { cellNow, movedToCell } from "@corridor/base/ids.ts";
import type { AuditActor } from "#src/record/audit/index.ts";
import type { ApproverRole } from "#src/parties/approvals/index.ts";
import type { PaymentIntent } from "#src/payments/initiate/index.ts";

/**
 * A list of payouts.
 *
 *   checking --every row is checked--> ready --submit--> sending, scheduled or awaiting_approval
 *   awaiting_approval --approved--> sending or scheduled        --rejected--> rejected
 *   ready --preview--> checking        scheduled --its time--> sending <--pause, resume--> paused
 *   sending --no row is left--> sent --every payment has ended--> completed
 *   any of these before `sent` --cancel--> canceled: what was sent goes on, nothing else is sent
 *
 * Nothing is sent that was not previewed: the submission names the preview's hash, the approval carries it, and rows
 * cannot change after it. A batch that repeats is sent again by the calendar (repeat-batch.ts).
 */
export const BATCH_STATUSES = [
  "checking",
  "ready",
  "awaiting_approval",
  "scheduled",
  "sending",
  "paused",
  "sent",
  "completed",
  "canceled",
  "rejected",
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const ROW_STATUSES = ["unchecked", "ready", "invalid", "sent", "completed", "failed", "canceled"] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

export const BATCH_ACTIONS = [
  "submit",
  "preview",
  "pause",
  "resume",
  "cancel",
  "retry_failed",
  "stop_repeating",
] as const;
export type BatchAction = (typeof BATCH_ACTIONS)[number];

const ACTIONS: Readonly<Record<BatchStatus, readonly BatchAction[]>> = {
  checking: ["cancel"],
  ready: ["submit", "preview", "cancel"],
  awaiting_approval: ["cancel"],
  scheduled: ["pause", "cancel"],
  sending: ["pause", "cancel"],
  paused: ["resume", "cancel"],
  sent: ["retry_failed"],
  completed: ["retry_failed"],
  canceled: ["retry_failed"],
  rejected: [],
};

export function actionsOf({ status, failedRows, erasedAt, nextRunAt }: Batch): BatchAction[] {
  const mayRetry = failedRows > 0 && erasedAt === null;
  const actions = ACTIONS[status].filter((action) => action !== "retry_failed" || mayRetry);
  return nextRunAt === null ? actions : [...actions, "stop_repeating"];
}

export const MAX_ROWS = 100_000;

export const ROW_FIELDS = [
  "beneficiary_id",
  "amount",
  "currency",
  "reference",
  "description",
  "name",
  "account_number",
  "bank_code",
  "network",
  "phone_number",
] as const;
/** A row as the caller wrote it; all of it is text until it is checked. */
export type RowInput = Readonly<
  Record<"beneficiary_id" | "amount" | "currency", string> & Partial<Record<(typeof ROW_FIELDS)[number], string>>
>;

export type RowProblem = { readonly field: string; readonly code: string; readonly message: string };

/** The payment's intent as previewed, without its price. */
export type RowIntent = Pick<PaymentIntent, "country" | "clientReference" | "details"> & {
  readonly method: "mobile_money" | "bank_transfer";
};

export type BatchTotal = {
  readonly currency: string;
  readonly target_currency: string;
  readonly rows: number;
  readonly amount: string;
  readonly fees: string;
  readonly target_amount: string;
};
export type BatchRate = {
  readonly org_rate_id: string;
  readonly from_currency: string;
  readonly to_currency: string;
  readonly rate: string;
  readonly amount: string;
  readonly expires_at: string;
};
export type BatchProblem = { readonly code: string; readonly message: string; readonly pair?: string };
export type BatchControls = {
  readonly reasons: string[];
  readonly approvers: number;
  readonly role: ApproverRole | null;
};

export const REPEATS = ["daily", "weekly", "monthly"] as const;
export const MAX_RUNS = 366;
/** `from`: the first run, from which the calendar counts. `content_hash`: the hash that every run must still have. */
export type BatchRepeat = {
  readonly every: (typeof REPEATS)[number];
  readonly runs: number;
  readonly made: number;
  readonly from: string;
  readonly content_hash: string;
};

export type BatchPerson = {
  readonly userId: string;
  readonly actor: AuditActor;
  readonly keyMadeBy?: string | undefined;
};

/**
 * `checksNames`: whether the holders of the bank accounts are looked up; `namedTo` is the last row for which that was
 * done.
 * `releasedBy`: the person who submitted the batch, or who resumed it last.
 */
export type Batch = Row<"batches.FIND_BATCH">;

/**
 * A UUIDv7 of the moment the sending began, ordered by row, so every process creates the same payment for a row:
 *
 *   48 bits milliseconds | 7 | 12 bits of the row | variant | 12 bits of the cell | 8 more bits of the row
 *   | 40 bits of a digest of both
 */
export function paymentIdOf({ batchId, startedAt }: Pick<Batch, "batchId" | "startedAt">, row: number): string {
  const time = startedAt!.getTime().toString(16).padStart(12, "0");
  const digest = createHash("sha256").update(`${batchId}:${row}`).digest();
  const high = (row >> 8).toString(16).padStart(3, "0");
  const low = (row & 0xff).toString(16).padStart(2, "0");
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${high}-8000-${low}${digest.toString("hex", 2, 7)}`;
  return movedToCell(id, cellNow());
}

/** The next calendar time in UTC. The 31st of January is followed by the 28th of February and the 31st of March. */
export function nextRunAt({ every, from }: Pick<BatchRepeat, "every" | "from">, after: Date): Date {
  const first = new Date(from);
  if (every !== "monthly") {
    const periodMs = (every === "daily" ? 1 : 7) * 86_400_000;
    const passed = Math.max(0, Math.floor((after.getTime() - first.getTime()) / periodMs));
    return new Date(first.getTime() + (passed + 1) * periodMs);
  }
  const months = (after.getUTCFullYear() - first.getUTCFullYear()) * 12 + after.getUTCMonth() - first.getUTCMonth();
  const later = Math.max(1, months);
  const next = monthsAfter(first, later);
  return next > after ? next : monthsAfter(first, later + 1);
}

function monthsAfter(first: Date, months: number): Date {
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + months];
  const day = Math.min(first.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return new Date(Date.UTC(year, month, day) + (first.getTime() % 86_400_000));
}
