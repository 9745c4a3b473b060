import { type Approval, type ApprovalDeps, requestApprovals, withdrawApproval } from "#src/parties/approvals/index.ts";
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
import {
  cancelReady,
  contentHash,
  copyFailed,
  findExisting,
  forgetChecks,
  readReady,
  sumUp,
  writeEnded,
} from "./row-queries.ts";

/**
 * The actions of people on a batch. Each is decided on the locked row; the creation of its payments waits for that
 * lock.
 */
export type ChangeDeps = {
  db: Db;
  clock: Clock;
  approvals: ApprovalDeps;
  rates: CheckLockDeps;
  profileOf: InitiateDeps["profileOf"];
  holdPayoutsUntilKyb: boolean;
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

/**
 * Binds the batch to its preview and submits it: to approvers where a policy requires them, to its scheduled time, or
 * for sending at once.
 */
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
    if (!isLater && (await shortBalances(tx, batch, batch.totals)).length > 0)
      throw insufficientFunds("this batch and its fees");
    const released = await releaseBatch(
      tx,
      deps,
      { ...batch, submitsItself: false },
      { by, scheduledAt, repeat, coveredBy: null },
    );
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

/** The rules for the person who submits or resumes a locked batch. */
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
  const after: Batch = {
    ...batch,
    scheduledAt,
    repeat:
      repeat === null
        ? null
        : { every: repeat.every, runs: repeat.runs, made: 1, from, content_hash: await contentHash(tx, batch) },
    releasedBy: by,
    submittedAt: now,
    updatedAt: now,
  };
  if (batch.controls === null) return storeBatch(tx, batch, started(after, now), by.actor);
  if (coveredBy !== null && isCovered(batch.controls, coveredBy))
    return storeBatch(tx, batch, started({ ...after, approvalId: coveredBy.approvalId }, now), by.actor);
  const [approval] = await requestApprovals(tx, deps.approvals, [approvalOf(after, by)]);
  return storeBatch(tx, batch, { ...after, status: "awaiting_approval", approvalId: approval!.approval_id }, by.actor);
}

/** The approval of the first batch covers all its runs, unless the policies require more people by now. */
function isCovered({ approvers, role }: BatchControls, { approvalId, controls }: Batch): boolean {
  return (
    approvalId !== null &&
    controls !== null &&
    approvers <= controls.approvers &&
    (role === null || role === controls.role)
  );
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
  const { maxHourlyUsd } = deps.rates.lockLimits;
  for (const refusal of (await consumeLocks(tx, uses, maxHourlyUsd)).values())
    throw lockRefused(refusal, uses[0]!, maxHourlyUsd);
  await writeTogether(tx, lockUses(uses));
}

export function started(batch: Batch, now: Date): Batch {
  // A batch that has begun continues: the ids of its payments are derived from that time.
  if (batch.startedAt === null && batch.scheduledAt !== null && batch.scheduledAt > now)
    return { ...batch, status: "scheduled" };
  const isFirst = batch.startedAt === null && batch.repeat !== null && batch.repeat.made < batch.repeat.runs;
  return {
    ...batch,
    status: "sending",
    startedAt: batch.startedAt ?? now,
    ...(isFirst ? { nextRunAt: nextRunAt(batch.repeat!, now) } : {}),
  };
}

/** The person who submits the list and the person who uploaded it may not approve it. */
function approvalOf(batch: Batch, submitter: BatchPerson) {
  const { orgId, batchId, name, readyRows, totals, controls, previewHash, requester } = batch;
  return {
    org_id: orgId,
    kind: "payout_batch" as const,
    subject: batchId,
    title:
      `Payout batch ${name}: ${readyRows} payouts of ` +
      `${totals.map(({ amount, currency }) => Money.fromDatabase(amount, currency).toString()).join(", ")}${
        batch.repeat === null ? "" : ", " + `${batch.repeat.every}, ` + `${batch.repeat.runs} ` + "times"
      }`,
    request: {
      batch_id: batchId,
      payouts: readyRows,
      totals,
      preview_hash: previewHash,
      scheduled_at: batch.scheduledAt?.toISOString() ?? null,
      ...timesOf(batch),
    },
    reasons: controls!.reasons,
    approvers_needed: controls!.approvers,
    approver_role: controls!.role,
    requester: submitter,
    alsoExcluded: [requester.userId, requester.keyMadeBy ?? requester.userId],
  };
}

function timesOf({ repeat }: Batch) {
  return repeat === null ? {} : { repeat: { every: repeat.every, runs: repeat.runs } };
}

/**
 * Continues a batch whose approval was decided. Called in the transaction of the last decision, which has locked the
 * approval.
 */
export function followApproval({ clock }: Pick<ChangeDeps, "clock">): (tx: Tx, approval: Approval) => Promise<void> {
  return async (tx, approval) => {
    if (approval.kind !== "payout_batch") return;
    const batch = await lockBatch(tx, { orgId: approval.org_id, batchId: approval.subject });
    if (batch?.status !== "awaiting_approval" || batch.approvalId !== approval.approval_id) return;
    const now = clock.now();
    const after: Batch = { ...batch, updatedAt: now };
    await storeBatch(
      tx,
      batch,
      approval.status === "approved" ? started(after, now) : { ...after, status: "rejected", finishedAt: now },
    );
  };
}

export async function pauseBatch(deps: ChangeDeps, key: BatchKey, { actor }: BatchPerson): Promise<Batch> {
  return deps.db.transaction(async (tx) => {
    const batch = await locked(tx, key, "pause");
    return storeBatch(
      tx,
      batch,
      { ...batch, status: "paused", pauseReason: "paused by a person", updatedAt: deps.clock.now() },
      actor,
    );
  });
}

export async function resumeBatch(deps: ChangeDeps, key: BatchKey, by: BatchPerson): Promise<Batch> {
  return deps.db.transaction(async (tx) => {
    const batch = await locked(tx, key, "resume");
    const now = deps.clock.now();
    return storeBatch(
      tx,
      batch,
      started({ ...batch, pauseReason: null, releasedBy: by, updatedAt: now }, now),
      by.actor,
    );
  });
}

/** Checks every row again: rates, balances and beneficiaries may have changed. */
export async function previewAgain(deps: ChangeDeps, key: BatchKey, { actor }: BatchPerson): Promise<Batch> {
  return deps.db.transaction(async (tx) => {
    const batch = await locked(tx, key, "preview");
    await forgetChecks(tx, batch);
    const fresh = {
      checkedTo: 0,
      namedTo: 0,
      readyRows: 0,
      invalidRows: 0,
      totals: [],
      rates: [],
      problems: [],
      controls: null,
      previewHash: null,
      submitsItself: false,
    };
    return storeBatch(tx, batch, { ...batch, ...fresh, status: "checking", updatedAt: deps.clock.now() }, actor);
  });
}

/**
 * Sent payouts continue; the remaining rows are not sent. Rows of the current chunk that already have payments count as
 * sent.
 */
export async function cancelBatch(deps: ChangeDeps, key: BatchKey, { actor }: BatchPerson): Promise<Batch> {
  return deps.db.transaction(async (tx) => {
    const seen = await findBatch(tx, { orgId: key.orgId }, key.batchId);
    const now = deps.clock.now();
    // Approvals are locked before batches.
    if (seen?.status === "awaiting_approval")
      await withdrawApproval(tx, { org_id: key.orgId, approval_id: seen.approvalId! }, now);
    const batch = await locked(tx, key, "cancel");
    const underWay = batch.startedAt === null ? [] : await readReady(tx, batch, batch.sentTo, SEND_CHUNK);
    const ids = new Map(underWay.map(({ row }) => [paymentIdOf(batch, row), row]));
    const existing = await findExisting(tx, batch.orgId, [...ids.keys()]);
    const sent = [...existing].map((paymentId) => ({
      row: ids.get(paymentId)!,
      status: "sent" as const,
      paymentId,
      failure: null,
    }));
    const newlySent = (await writeEnded(tx, batch, sent)).get("sent") ?? 0;
    const canceled = await cancelReady(tx, batch);
    const sentRows = batch.sentRows + newlySent;
    if (sentRows > 0) await followAgain(tx, batch, 0);
    const after: Batch = {
      ...batch,
      status: "canceled",
      readyRows: 0,
      sentRows,
      canceledRows: canceled,
      pauseReason: null,
      nextRunAt: null,
      updatedAt: now,
      finishedAt: now,
    };
    return storeBatch(tx, batch, after, actor);
  });
}

/** Existing runs continue; no further run is created. */
export async function stopRepeating(deps: ChangeDeps, key: BatchKey, { actor }: BatchPerson): Promise<Batch> {
  return deps.db.transaction(async (tx) => {
    const batch = await locked(tx, key, "stop_repeating");
    return storeBatch(
      tx,
      batch,
      { ...batch, nextRunAt: null, updatedAt: deps.clock.now() },
      actor,
      "stopped_repeating",
    );
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
    const now = deps.clock.now();
    const rows = await copyFailed(tx, batch, batchId);
    if (rows === 0) throw conflict("Every failed row of the payout batch is already in another batch");
    const made: Batch = {
      ...NEW_BATCH,
      orgId: batch.orgId,
      batchId,
      name: `${batch.name} (failed rows)`,
      retryOf: batch.batchId,
      duplicates: batch.duplicates,
      checksNames: batch.checksNames,
      rowCount: rows,
      requester,
      createdAt: now,
      updatedAt: now,
    };
    await insertBatch(tx, made);
    return storeBatch(tx, made, made, requester.actor);
  });
}

export type SendingChecks = Pick<ChangeDeps, "rates"> & {
  accessOf(orgId: string): Promise<OrganizationAccess | null>;
  /** Why this credential may no longer send payments of the organization, or null. */
  objectionTo(orgId: string, credential: { type: string; id: string; userId: string }): Promise<string | null>;
};

export const NEW_BATCH = {
  status: "checking",
  retryOf: null,
  duplicates: "refuse",
  checksNames: false,
  namedTo: 0,
  readyRows: 0,
  invalidRows: 0,
  sentRows: 0,
  completedRows: 0,
  failedRows: 0,
  canceledRows: 0,
  checkedTo: 0,
  sentTo: 0,
  followedTo: 0,
  totals: [],
  rates: [],
  problems: [],
  controls: null,
  previewHash: null,
  approvalId: null,
  scheduledAt: null,
  pauseReason: null,
  releasedBy: null,
  erasedAt: null,
  repeat: null,
  nextRunAt: null,
  repeatOf: null,
  repeatRun: null,
  submitsItself: false,
  eventSequence: 0,
  submittedAt: null,
  startedAt: null,
  finishedAt: null,
} as const satisfies Partial<Batch>;

/**
 * Checks before rows are sent, which may be long after the submission or a pause: the organization and the submitter
 * may still pay, the rates are still valid, and before the first row the rows equal the preview. Rates are checked
 * every time: otherwise a user could pause a batch, wait for the market to move, and resume it at our cost.
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
  if (isFirst && (await sumUp(tx, batch)).hash !== batch.previewHash) return "the rows differ from the preview";
  for (const { org_rate_id } of batch.rates) {
    try {
      await assertLockHolds(
        deps.rates,
        { orgId: batch.orgId, orgRateId: org_rate_id },
        "cancel the batch and create a new one",
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.message;
    }
  }
  return null;
}
