import { findBeneficiaries } from "#src/parties/beneficiaries/index.ts";
import { createPlanned, type InitiateDeps, type PaymentIntent, planIntent } from "#src/payments/initiate/index.ts";
import type { Initiator } from "#src/payments/requests/index.ts";
import { aboutOf, type Payment } from "#src/payments/core/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { ApiError } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { Money } from "@corridor/base/money.ts";
import { storeBatch } from "./batch-record.ts";
import { objectionToSending, SEND_CHUNK, type SendingChecks, started } from "./change-batch.ts";
import { paceRows } from "./pace.ts";
import { type Batch, paymentIdOf } from "./payout-batch.ts";
import { followAgain, keepLease, lockBatch, takeDue, takeLease } from "./queries.ts";
import { type EndedRow, findExisting, readReady, type ReadyRow, sentRow, writeEnded } from "./row-queries.ts";
import { rowSealsOf } from "./row-seal.ts";

/**
 * Sends batches, one chunk at a time:
 *
 *   take a lease -> read the next rows -> create their payments (commit 1 of each, combined) -> dispatch them in the
 *   background -> record the rows and the cursor
 *
 * A row counts as sent when its payment exists. What a process that dies leaves unrecorded, the next one finds by id;
 * the payments' own recovery dispatches what was not dispatched. A problem of the whole batch (no funds, a failure of
 * ours) refuses no row: the batch is paused, or retried.
 */
const INTERVAL_MS = 1_000;
const LEASE_MS = 30_000;
const CHUNKS_PER_RUN = 20;
/** The number of payments that may be at their providers at the same time. */
const MAX_DISPATCHING = 512;

export type SendDeps = InitiateDeps &
  SendingChecks & {
    db: Db;
    clock: Clock;
    log: Logger;
    secrets: SecretBox;
    settings: { readonly payoutBatchPerSecond: number };
  };

export function sendBatchesJob(deps: SendDeps): Job {
  const dispatching = new Set<Promise<unknown>>();
  let closing = false;

  function dispatch(payment: Payment): void {
    const sent = deps.dispatcher
      .dispatch(payment, undefined)
      .catch((error: unknown) => {
        const about = { err: error, payment_id: payment.paymentId };
        deps.log.error(about, "a payout of a batch could not be sent; recovery continues it");
      })
      .finally(() => dispatching.delete(sent));
    dispatching.add(sent);
  }

  return {
    name: "payout-batches",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const due = await deps.db.transaction((tx) => startDue(tx, deps));
      const token = newId();
      const batch = await deps.db.transaction((tx) => takeLease(tx, token, LEASE_MS));
      if (batch === undefined) {
        await Promise.all(dispatching);
        return due;
      }
      let sent = 0;
      let pauseMs = 0;
      for (let chunk = 0; chunk < CHUNKS_PER_RUN && !closing; chunk++) {
        while (dispatching.size > MAX_DISPATCHING) await Promise.race(dispatching);
        const step = await sendChunk(deps, { batch, token }, dispatch);
        sent += step.rows;
        if (step.goesOn) continue;
        ({ pauseMs } = step);
        break;
      }
      await keepLease(deps.db, batch, token, pauseMs);
      return sent + due;
    },
    async close() {
      closing = true;
      await Promise.all(dispatching);
    },
  };
}

async function startDue(tx: Tx, { clock }: Pick<SendDeps, "clock">): Promise<number> {
  const batch = await takeDue(tx);
  if (batch === undefined) return 0;
  const now = clock.now();
  // The database decided that it is due; this clock may be behind.
  const due = started({ ...batch, updatedAt: now }, new Date(Math.max(now.getTime(), batch.scheduledAt!.getTime())));
  await storeBatch(tx, batch, { ...due, startedAt: batch.startedAt ?? now });
  return 1;
}

type Lease = { batch: Batch; token: string };
type Step = { rows: number; goesOn: boolean; pauseMs: number };
const STOP: Step = { rows: 0, goesOn: false, pauseMs: 0 };
const TROUBLE_PAUSE_MS = 1_000;
/** Half of the time that a circuit stays open. */
const PROVIDER_PAUSE_MS = 15_000;

async function sendChunk(deps: SendDeps, lease: Lease, dispatch: (payment: Payment) => void): Promise<Step> {
  const batch = await begin(deps, lease);
  if (batch === null) return STOP;
  const ready = await readReady(deps.db, batch, batch.sentTo, SEND_CHUNK);
  const { rows: next, waitsFor } = await carriedNow(deps, batch, ready);
  if (waitsFor !== null && next.length === 0) return waitFor(deps, batch, waitsFor);
  if (next.length === 0) {
    await record(deps, lease, [], null);
    return STOP;
  }
  const { rows, waitMs } = await paceRows(deps.db, next, deps.settings.payoutBatchPerSecond);
  if (rows.length === 0) return { ...STOP, pauseMs: waitMs };
  const changed = await changedBeneficiaries(deps.db, batch, rows);
  const results = await Promise.all(
    // If a process died before recording a payment, the payment is found when the refusal is recorded.
    rows.map(async (row) =>
      changed.has(row.beneficiary_id) ? BENEFICIARY_CHANGED : createRow(deps, batch, row, dispatch),
    ),
  );
  const undecided = results.findIndex(({ outcome }) => outcome !== "sent" && outcome !== "refused");
  const unfunded = results.find(({ outcome }) => outcome === "unfunded");
  const sentTo = undecided === -1 ? rows.at(-1)!.row : rows[undecided]!.row - 1;
  // A refusal is final only when no process can still create the row's payment.
  const decided = rows
    .flatMap((row, index): EndedRow[] => endedRow(batch, row, results[index]!))
    .filter(({ row, status }) => status === "sent" || row <= sentTo);
  const pause = unfunded?.outcome === "unfunded" ? unfunded.message : null;
  const isKept = await record(deps, lease, decided, { sentTo, pause });
  const isTroubled = results.some(({ outcome }) => outcome === "trouble");
  if (!isKept || undecided !== -1 || !(await keepLease(deps.db, batch, lease.token, LEASE_MS)))
    return { rows: isTroubled ? 0 : decided.length, goesOn: false, pauseMs: isTroubled ? TROUBLE_PAUSE_MS : 0 };
  return { rows: decided.length, goesOn: true, pauseMs: 0 };
}

/** The current batch, if it is still to be sent and nothing prevents that. */
async function begin(deps: SendDeps, lease: Lease): Promise<Batch | null> {
  return deps.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, lease.batch);
    if (batch?.status !== "sending") return null;
    const isFirst = batch.sentTo === 0 && batch.sentRows + batch.completedRows + batch.failedRows === 0;
    const objection = await objectionToSending(deps, tx, batch, isFirst);
    if (objection === null) return batch;
    await storeBatch(tx, batch, { ...batch, status: "paused", pauseReason: objection, updatedAt: deps.clock.now() });
    return null;
  });
}

/** The rows before the first one whose only provider accepts nothing for now: sending it would only make it fail. */
async function carriedNow(
  deps: SendDeps,
  batch: Batch,
  rows: readonly ReadyRow[],
): Promise<{ rows: readonly ReadyRow[]; waitsFor: string | null }> {
  for (const [index, { row, beneficiary_id: beneficiaryId, intent, ...prices }] of rows.entries()) {
    const { amount, currency, target_amount, target_currency } = prices;
    const corridor = { country: intent.country, paymentMethod: intent.method, direction: "outbound" as const };
    const pays = Money.fromDatabase(target_amount, target_currency);
    const asked = { paymentId: paymentIdOf(batch, row), beneficiaryId, details: intent.details };
    const about = { ...aboutOf(asked), mayUseOwn: currency === target_currency };
    const money = Money.fromDatabase(amount, currency);
    const { waitsFor } = await deps.router.route(corridor, batch.orgId, money, pays, about);
    if (waitsFor !== null) return { rows: rows.slice(0, index), waitsFor };
  }
  return { rows, waitsFor: null };
}

async function waitFor(deps: SendDeps, key: Batch, provider: string): Promise<Step> {
  await deps.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, key);
    const pauseReason = `waits for ${provider}, which accepts no payouts at present; sending continues automatically`;
    if (batch?.status === "sending" && batch.pauseReason !== pauseReason)
      await storeBatch(tx, batch, { ...batch, pauseReason, updatedAt: deps.clock.now() });
  });
  return { ...STOP, pauseMs: PROVIDER_PAUSE_MS };
}

/** A payee that was changed after the preview is not paid: the approved account may differ from the current one. */
async function changedBeneficiaries(db: Db, { orgId }: Batch, rows: readonly ReadyRow[]): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ beneficiary_id }) => beneficiary_id);
  const found = await findBeneficiaries(db, orgId, ids);
  const changed = rows.filter(
    (row) => found.get(row.beneficiary_id)?.updatedAt.getTime() !== row.beneficiary_at.getTime(),
  );
  return new Set(changed.map((row) => row.beneficiary_id));
}

/** `stopped`: by a pause or cancellation. `trouble`: a failure of ours, which passes. */
type RowResult =
  | { outcome: "sent" | "stopped" | "trouble" }
  | { outcome: "unfunded"; message: string }
  | { outcome: "refused"; code: string; message: string };

const BENEFICIARY_CHANGED: RowResult = {
  outcome: "refused",
  code: "BENEFICIARY_CHANGED",
  message: "the beneficiary was changed or deleted after the preview; preview the row again in a new batch",
};

const ROW_CHANGED: RowResult = {
  outcome: "refused",
  code: "BENEFICIARY_CHANGED",
  message: "its payee, account or amount is not what was previewed; preview the row again in a new batch",
};

/** The batch refuses duplicates, and the same payout was made after its preview. */
const PAID_BEFORE: RowResult = {
  outcome: "refused",
  code: "DUPLICATE",
  message:
    "the same payout was made after the preview; if this is intended, give the row another reference in a new batch",
};

async function createRow(
  deps: SendDeps,
  batch: Batch,
  row: ReadyRow,
  dispatch: (payment: Payment) => void,
): Promise<RowResult> {
  if (!rowSealsOf(deps.secrets, batch, row).includes(row.intent.details.seal ?? "")) {
    deps.log.error({ batch_id: batch.batchId, row: row.row }, "a row was changed in the database; it is not sent");
    return ROW_CHANGED;
  }
  const { userId, actor, keyMadeBy } = batch.requester;
  const who: Initiator = { orgId: batch.orgId, userId, actor, keyMadeBy };
  try {
    const planned = await planIntent(deps, who, intentOf(batch, row), paymentIdOf(batch, row.row));
    const { outcome, payment } = await createPlanned(deps, who, planned);
    // The batch was paused or canceled, or another process has already handled the row.
    if (outcome === "batch_stopped") return { outcome: "stopped" };
    if (outcome === "paid_before") return PAID_BEFORE;
    if (outcome === "created") dispatch(payment);
    return { outcome: "sent" };
  } catch (error) {
    if (error instanceof ApiError && error.code === "INSUFFICIENT_FUNDS")
      return { outcome: "unfunded", message: error.message };
    if (error instanceof ApiError && error.statusCode < 500)
      return { outcome: "refused", code: error.code, message: error.message };
    const about = { err: error, batch_id: batch.batchId, row: row.row };
    deps.log.warn(about, "a row of a payout batch was not created; it is tried again");
    return { outcome: "trouble" };
  }
}

function intentOf(batch: Batch, row: ReadyRow): PaymentIntent {
  return {
    ...row.intent,
    direction: "outbound",
    amount: Money.fromDatabase(row.amount, row.currency),
    targetAmount: Money.fromDatabase(row.target_amount, row.target_currency),
    orgRateId: row.org_rate_id,
    beneficiaryId: row.beneficiary_id,
    card: undefined,
    details: { ...row.intent.details, batch: { batch_id: batch.batchId, row: row.row } },
    ...(batch.approvalId === null ? {} : { approved: true }),
  };
}

function endedRow(batch: Batch, { row }: ReadyRow, result: RowResult): EndedRow[] {
  if (result.outcome === "sent") return [sentRow(row, paymentIdOf(batch, row))];
  if (result.outcome !== "refused") return [];
  return [{ row, status: "failed", paymentId: null, failure: { code: result.code, message: result.message } }];
}

/** False when the batch is no longer to be sent. Created payments are recorded all the same. */
async function record(
  deps: SendDeps,
  lease: Lease,
  decided: readonly EndedRow[],
  progress: { sentTo: number; pause: string | null } | null,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const batch = (await lockBatch(tx, lease.batch))!;
    const changed = await writeEnded(tx, batch, await withExisting(tx, batch, decided));
    const [sent, failed] = [changed.get("sent") ?? 0, changed.get("failed") ?? 0];
    const isSending = batch.status === "sending";
    const pause = progress?.pause ?? null;
    const after: Batch = {
      ...batch,
      readyRows: batch.readyRows - sent - failed,
      sentRows: batch.sentRows + sent,
      failedRows: batch.failedRows + failed,
      sentTo: Math.max(batch.sentTo, progress?.sentTo ?? 0),
      pauseReason: isSending ? pause : batch.pauseReason,
      updatedAt: deps.clock.now(),
    };
    if (sent > 0 || progress === null) await followAgain(tx, batch, 0);
    const status = !isSending ? batch.status : progress === null ? "sent" : pause === null ? "sending" : "paused";
    await storeBatch(tx, batch, { ...after, status });
    return status === "sending";
  });
}

/**
 * A refused row may have a payment, from a process that died before recording it. Nobody can create one while the batch
 * is locked, nor after `sentTo` has passed the row.
 */
async function withExisting(tx: Tx, batch: Batch, decided: readonly EndedRow[]): Promise<EndedRow[]> {
  const refused = decided.filter(({ status }) => status === "failed");
  const ids = refused.map(({ row }) => paymentIdOf(batch, row));
  const existing = await findExisting(tx, batch.orgId, ids);
  return decided.map((one) => {
    const paymentId = paymentIdOf(batch, one.row);
    return existing.has(paymentId) ? sentRow(one.row, paymentId) : one;
  });
}
