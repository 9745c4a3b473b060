import {
  type AfterCommit,
  type Approval,
  type ApprovalDeps,
  requestApprovals,
  withdrawApproval,
} from "#src/parties/approvals/index.ts";
import { assertVerified, type InitiateDeps } from "#src/payments/initiate/index.ts";
import {
  assertLockHolds,
  checkLock,
  type CheckLockDeps,
  consumeLocks,
  lockRefused,
  lockUses,
} from "#src/pricing/rates/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import type { OrganizationAccess } from "#src/kernel/http/authenticate.ts";
import { requireClaim } from "#src/kernel/http/claim-over.ts";
import { ApiError, conflict, insufficientFunds, notFound } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { storeBatch } from "./batch-record.ts";
import { shortBalances } from "./finish-preview.ts";
import {
  actionsOf,
  type Batch,
  type BatchAction,
  type BatchControls,
  type BatchPerson,
  type BatchRepeat,
  nextRunAt,
  paymentIdOf,
} from "./payout-batch.ts";
import { type BatchKey, findBatch, followAgain, insertBatch, lockBatch } from "./queries.ts";
import * as rows from "./row-queries.ts";

/** The actions of people on a batch. Each is decided on the locked row; the creation of payments waits for that lock. */
export type ChangeDeps = {
  db: Db;
  clock: Clock;
  approvals: ApprovalDeps;
  rates: CheckLockDeps;
  profileOf: InitiateDeps["profileOf"];
  settings: InitiateDeps["settings"];
};

/** How many rows one worker sends at a time, and so how many beyond `sentTo` may already have payments. */
export const SEND_CHUNK = 512;

export async function locked(tx: Tx, key: BatchKey, action: BatchAction): Promise<Batch> {
  const batch = await lockBatch(tx, key);
  if (batch === undefined) throw notFound("Payout batch");
  if (!actionsOf(batch).includes(action))
    throw conflict(`The payout batch is ${batch.status}, which does not allow ${action.replace("_", " ")}`);
  return batch;
}

export type Submission = {
  previewHash: string;
  skipInvalid: boolean;
  scheduledAt: Date | null;
  repeat: Pick<BatchRepeat, "every" | "runs"> | null;
  /** The time at which the claim of the `Idempotency-Key` ends. */
  commitBy: Date | undefined;
};

/** Binds the batch to its preview: for approvers where a policy requires them, for its scheduled time, or for now. */
export async function submitBatch(
  deps: ChangeDeps,
  key: BatchKey,
  by: BatchPerson,
  { previewHash, skipInvalid, scheduledAt, repeat, commitBy }: Submission,
): Promise<Batch> {
  return deps.db.transaction(async (tx) => {
    const batch = await locked(tx, key, "submit");
    const now = deps.clock.now();
    if (previewHash !== batch.previewHash)
      throw conflict("preview_hash is not that of the latest preview; read the batch again and submit what it shows");
    if (batch.readyRows === 0)
      throw conflict(
        "No row of the payout batch can be sent; correct the rows that the preview names and create a new batch",
      );
    if (batch.invalidRows > 0 && !skipInvalid)
      throw conflict(
        `${batch.invalidRows} rows cannot be sent; send skip_invalid to leave them out, or make a new batch without ` +
          "them",
      );
    const isLater = scheduledAt !== null && scheduledAt > now;
    const [short] = isLater ? [] : await shortBalances(tx, batch, batch.totals);
    if (short !== undefined) throw insufficientFunds("this batch and its fees", short.shortage);
    const submitted = { ...batch, submitsItself: false };
    const released = await releaseBatch(tx, deps, submitted, { by, scheduledAt, repeat, coveredBy: null });
    await requireClaim(tx, commitBy);
    return released;
  });
}

type Release = {
  by: BatchPerson;
  scheduledAt: Date | null;
  repeat: Submission["repeat"];
  /** The repeating batch that this batch is a run of. */ coveredBy: Batch | null;
};

export async function releaseBatch(
  tx: Tx,
  deps: ChangeDeps,
  batch: Batch,
  { by, scheduledAt, repeat, coveredBy }: Release,
): Promise<Batch> {
  assertVerified(deps, await deps.profileOf(batch.orgId), "Payouts");
  const now = deps.clock.now();
  await useLocks(tx, deps, batch, now);
  const from = (scheduledAt ?? now).toISOString();
  const repeats = repeat && { ...repeat, made: 1, from, content_hash: await rows.contentHash(tx, batch) };
  const after: Batch = { ...batch, scheduledAt, repeat: repeats, releasedBy: by, submittedAt: now, updatedAt: now };
  if (batch.controls === null) return storeBatch(tx, batch, started(after, now), by.actor);
  if (coveredBy !== null && isCovered(batch.controls, coveredBy))
    return storeBatch(tx, batch, started({ ...after, approvalId: coveredBy.approvalId }, now), by.actor);
  const [approval] = await requestApprovals(tx, deps.approvals, [approvalOf(after, by)]);
  return storeBatch(tx, batch, { ...after, status: "awaiting_approval", approvalId: approval!.approval_id }, by.actor);
}

/** The approval of the first batch covers all its runs, unless the policies require more people by now. */
function isCovered({ approvers, role }: BatchControls, { approvalId, controls }: Batch): boolean {
  if (approvalId === null || controls === null) return false;
  return approvers <= controls.approvers && (role === null || role === controls.role);
}

/** Each rate lock belongs to the batch as a whole. */
async function useLocks(tx: Tx, deps: ChangeDeps, batch: Batch, at: Date): Promise<void> {
  const uses = batch.rates.map(({ org_rate_id, from_currency, to_currency, amount }) => ({
    orgId: batch.orgId,
    orgRateId: org_rate_id,
    usedBy: batch.batchId,
    amount: Money.fromDatabase(amount, from_currency),
    toCurrency: to_currency,
    at,
  }));
  for (const use of uses) {
    try {
      await checkLock(deps.rates, use);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw conflict(
        `The rate of the preview from ${use.amount.currency} to ${use.toCurrency} is no longer valid ` +
          `(${error.message}); preview the batch again`,
      );
    }
  }
  const { lockLimits } = deps.rates;
  for (const refusal of (await consumeLocks(tx, uses, lockLimits)).values())
    throw lockRefused(refusal, uses[0]!, lockLimits);
  await writeTogether(tx, lockUses(uses));
}

export function started(batch: Batch, now: Date): Batch {
  // A batch that has begun continues: the ids of its payments are derived from that time.
  if (batch.startedAt === null && batch.scheduledAt !== null && batch.scheduledAt > now)
    return { ...batch, status: "scheduled" };
  const isFirst = batch.startedAt === null && batch.repeat !== null && batch.repeat.made < batch.repeat.runs;
  const next = isFirst ? { nextRunAt: nextRunAt(batch.repeat!, now) } : {};
  return { ...batch, status: "sending", startedAt: batch.startedAt ?? now, ...next };
}

/** The person who submits the list and the person who uploaded it may not approve it. */
function approvalOf(batch: Batch, submitter: BatchPerson) {
  const { orgId, batchId, name, readyRows, totals, controls, previewHash, requester, repeat } = batch;
  const sums = totals.map(({ amount, currency }) => Money.fromDatabase(amount, currency).toString()).join(", ");
  const times = repeat === null ? "" : `, ${repeat.every}, ${repeat.runs} times`;
  return {
    org_id: orgId,
    kind: "payout_batch" as const,
    subject: batchId,
    title: `Payout batch ${name}: ${readyRows} payouts of ${sums}${times}`,
    request: {
      batch_id: batchId,
      payouts: readyRows,
      totals,
      preview_hash: previewHash,
      scheduled_at: batch.scheduledAt?.toISOString() ?? null,
      ...(repeat === null ? {} : { repeat: { every: repeat.every, runs: repeat.runs } }),
    },
    reasons: controls!.reasons,
    approvers_needed: controls!.approvers,
    approver_role: controls!.role,
    requester: submitter,
    alsoExcluded: [requester.userId, requester.keyMadeBy ?? requester.userId],
  };
}

/** In the transaction of the last decision, which locked the approval. */
type Follow = (tx: Tx, approval: Approval) => Promise<AfterCommit | undefined>;

/** `others`: follows decisions about everything else. */
export function followApproval({ clock }: Pick<ChangeDeps, "clock">, others: Follow): Follow {
  return async (tx, approval) => {
    if (approval.kind !== "payout_batch") return others(tx, approval);
    const batch = await lockBatch(tx, { orgId: approval.org_id, batchId: approval.subject });
    if (batch?.status !== "awaiting_approval" || batch.approvalId !== approval.approval_id) return undefined;
    const now = clock.now();
    const after: Batch =
      approval.status === "approved" ? started(batch, now) : { ...batch, status: "rejected", finishedAt: now };
    await storeBatch(tx, batch, { ...after, updatedAt: now });
    return undefined;
  };
}

async function change(
  deps: ChangeDeps,
  key: BatchKey,
  { actor }: BatchPerson,
  action: BatchAction,
  decide: (batch: Batch, now: Date, tx: Tx) => Batch | Promise<Batch>,
  audited?: string,
): Promise<Batch> {
  return deps.db.transaction(async (tx) => {
    const batch = await locked(tx, key, action);
    const now = deps.clock.now();
    return storeBatch(tx, batch, { ...(await decide(batch, now, tx)), updatedAt: now }, actor, audited);
  });
}

export function pauseBatch(deps: ChangeDeps, key: BatchKey, by: BatchPerson): Promise<Batch> {
  const paused = { status: "paused", pauseReason: "paused by a person" } as const;
  return change(deps, key, by, "pause", (batch) => ({ ...batch, ...paused }));
}

export function resumeBatch(deps: ChangeDeps, key: BatchKey, by: BatchPerson): Promise<Batch> {
  return change(deps, key, by, "resume", (batch, now) => started({ ...batch, pauseReason: null, releasedBy: by }, now));
}

/** Checks every row again: rates, balances and beneficiaries may have changed. */
export function previewAgain(deps: ChangeDeps, key: BatchKey, by: BatchPerson): Promise<Batch> {
  return change(deps, key, by, "preview", async (batch, _, tx) => {
    await rows.forgetChecks(tx, batch);
    const unchecked = { checkedTo: 0, namedTo: 0, readyRows: 0, invalidRows: 0, totals: [], rates: [], problems: [] };
    const unsubmitted = { controls: null, previewHash: null, submitsItself: false };
    return { ...batch, ...unchecked, ...unsubmitted, status: "checking" };
  });
}

/** Existing runs continue; no further run is created. */
export function stopRepeating(deps: ChangeDeps, key: BatchKey, by: BatchPerson): Promise<Batch> {
  const stop = (batch: Batch): Batch => ({ ...batch, nextRunAt: null });
  return change(deps, key, by, "stop_repeating", stop, "stopped_repeating");
}

/** Sent payouts continue; the other rows are not sent. Rows of the current chunk that have payments count as sent. */
export async function cancelBatch(deps: ChangeDeps, key: BatchKey, { actor }: BatchPerson): Promise<Batch> {
  return deps.db.transaction(async (tx) => {
    const seen = await findBatch(tx, { orgId: key.orgId }, key.batchId);
    const now = deps.clock.now();
    // Approvals are locked before batches.
    if (seen?.status === "awaiting_approval")
      await withdrawApproval(tx, { org_id: key.orgId, approval_id: seen.approvalId! }, now);
    const batch = await locked(tx, key, "cancel");
    const underWay = batch.startedAt === null ? [] : await rows.readReady(tx, batch, batch.sentTo, SEND_CHUNK);
    const ids = new Map(underWay.map(({ row }) => [paymentIdOf(batch, row), row]));
    const existing = await rows.findExisting(tx, batch.orgId, [...ids.keys()]);
    const sent = [...existing].map((paymentId) => rows.sentRow(ids.get(paymentId)!, paymentId));
    const newlySent = (await rows.writeEnded(tx, batch, sent)).get("sent") ?? 0;
    const canceledRows = await rows.cancelReady(tx, batch);
    const sentRows = batch.sentRows + newlySent;
    if (sentRows > 0) await followAgain(tx, batch, 0);
    const counts = { readyRows: 0, sentRows, canceledRows };
    const over = { pauseReason: null, nextRunAt: null, updatedAt: now, finishedAt: now };
    return storeBatch(tx, batch, { ...batch, status: "canceled", ...counts, ...over }, actor);
  });
}

/** A new batch of the failed rows, each of which can be retried once: the new batch then shows its outcome. */
export async function retryFailed(
  deps: ChangeDeps,
  key: BatchKey,
  requester: Batch["requester"],
  batchId: string = newId(),
): Promise<Batch> {
  return deps.db.transaction(async (tx) => {
    const batch = await locked(tx, key, "retry_failed");
    const { orgId, batchId: retryOf, duplicates, checksNames } = batch;
    const rowCount = await rows.copyFailed(tx, batch, batchId);
    if (rowCount === 0) throw conflict("Every failed row of the payout batch is already in another batch");
    const name = `${batch.name} (failed rows)`;
    const copied = { orgId, batchId, name, retryOf, duplicates, checksNames, rowCount, requester };
    const made = await insertBatch(tx, { ...copied, createdAt: deps.clock.now() });
    return storeBatch(tx, made, made, requester.actor);
  });
}

export type SendingChecks = Pick<ChangeDeps, "rates"> & {
  accessOf(orgId: string): Promise<OrganizationAccess | null>;
  /** Why this credential may no longer send payments of the organization, or null. */
  objectionTo(orgId: string, credential: { type: string; id: string; userId: string }): Promise<string | null>;
};

/**
 * Checks before rows are sent, perhaps long after the submission: the organization and the submitter may still pay,
 * rates are valid, and before the first row the rows equal the preview. Rates are checked every time: otherwise a user
 * could pause a batch, wait for the market to move, and resume it at our cost.
 */
export async function objectionToSending(
  deps: SendingChecks,
  tx: Tx,
  batch: Batch,
  isFirst: boolean,
): Promise<string | null> {
  const access = await deps.accessOf(batch.orgId);
  if (access === null || access.suspended) return "the organization is suspended";
  if (!access.features.has("payments")) return "the organization may no longer make payments";
  const { userId, actor } = batch.releasedBy ?? batch.requester;
  const objection = await deps.objectionTo(batch.orgId, { type: actor.type, id: actor.id, userId });
  if (objection !== null) return `${objection}; a person who may still make payments can resume it`;
  if (isFirst && (await rows.sumUp(tx, batch)).hash !== batch.previewHash) return "the rows differ from the preview";
  for (const { org_rate_id } of batch.rates) {
    try {
      const lock = { orgId: batch.orgId, orgRateId: org_rate_id };
      await assertLockHolds(deps.rates, lock, "cancel the batch and create a new one");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.message;
    }
  }
  return null;
}
