import type { ApprovalDeps } from "@corridor/server/parties/approvals/request-approval.ts";
import { requestApprovals } from "@corridor/server/parties/approvals/request-approval.ts";
import { decideApproval } from "@corridor/server/parties/approvals/decide-approval.ts";
import { consumeLocks, lockEnds, lockUses } from "@corridor/server/pricing/rates/consume-locks.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "@corridor/server/kernel/db/client.ts";
import { writeTogether } from "@corridor/server/kernel/db/write-together.ts";
import { ApiError } from "@corridor/server/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import {
  type ApprovalDecisionOperation,
  type ApprovalRequestOperation,
  type ControlledOperation,
  type ControlOperation,
  type ControlWorld,
  type LockReleaseOperation,
  MAX_HOURLY_USD,
  rememberApproval,
} from "./random-controls.ts";
import { ReferenceControls } from "./reference-controls.ts";

/**
 * The real rate locks and approvals beside their reference model, for operations of the ledger that need one of them
 * first.
 */
export function createControlsProof(db: Db, worlds: readonly ControlWorld[], differ: (what: string) => void) {
  const model = new ReferenceControls(
    worlds.flatMap(({ locks }) => locks),
    MAX_HOURLY_USD,
  );
  const worldOf = new Map(worlds.map((world) => [world.orgId, world]));

  /**
   * Why each operation of a batch is refused, or null, in the transaction that posts it. The model is consulted while
   * the deciding rows are locked.
   */
  async function refusalsIn(tx: Tx, batch: readonly ControlledOperation[]): Promise<(string | null)[]> {
    const refused = new Set<number>();
    const gates = batch.flatMap(({ approval }, index) => (approval === undefined ? [] : [{ ...approval, index }]));
    // Locked first, in one order: a refused approval would not be locked and could be decided before the model is
    // consulted.
    if (gates.length > 0)
      await tx.query(
        `SELECT FROM approvals WHERE (org_id, approval_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
          ORDER BY org_id, approval_id FOR NO KEY UPDATE`,
        [gates.map(({ orgId }) => orgId), gates.map(({ approvalId }) => approvalId)],
      );
    for (const { index, orgId, approvalId, at } of gates) {
      const used = await tx.query(
        `UPDATE approvals SET status = 'used' WHERE org_id = $1 AND approval_id = $2 AND status = 'approved'
          AND created_at > $3::timestamptz - interval '7 days' RETURNING 1`,
        [orgId, approvalId, at],
      );
      if (used.length === 0) refused.add(index);
    }
    const uses = batch.flatMap(({ lock }) => (lock === undefined ? [] : [lock]));
    const refusals = await consumeLocks(tx, uses, { rateLockHourlyUsd: MAX_HOURLY_USD, rateOpenUsd: MAX_HOURLY_USD });
    return batch.map(({ lock }, index) =>
      refused.has(index) ? "approval refused" : lock === undefined ? null : (refusals.get(lock.usedBy) ?? null),
    );
  }

  /** After the batch was posted, still in its transaction. */
  async function follow(
    tx: Tx,
    batch: readonly ControlledOperation[],
    refusals: readonly (string | null)[],
    isPosted: (index: number) => boolean,
  ): Promise<void> {
    const posted = batch.filter((_, index) => refusals[index] === null && isPosted(index));
    await writeTogether(tx, lockUses(posted.flatMap(({ lock }) => (lock === undefined ? [] : [lock]))));
    const expected = model.refusals(batch);
    for (const [index, operation] of batch.entries()) {
      if (expected[index] !== refusals[index])
        differ(
          `${operation.transaction.cause}: ${refusals[index]}, but the model of the controls says ${expected[index]}`,
        );
      if (expected[index] === null) model.apply(operation, isPosted(index));
    }
  }

  async function release({ orgId, orgRateId, usedBy }: LockReleaseOperation): Promise<string> {
    const used = `SELECT used_by FROM org_rates WHERE org_id = $1 AND org_rate_id = $2`;
    return db.transaction(async (tx) => {
      // Locked first: a release without effect would lock nothing.
      await tx.query(`${used} FOR UPDATE`, [orgId, orgRateId]);
      await writeTogether(tx, lockEnds([{ orgId, orgRateId, usedBy, isFree: true }]));
      const isReleased = model.release({ kind: "release", orgId, orgRateId, usedBy });
      const [row] = await tx.query<{ used_by: string | null }>(used, [orgId, orgRateId]);
      if (row!.used_by !== model.locks.get(orgRateId)!.usedBy)
        differ(`lock ${orgRateId} is used by ${row!.used_by}, which the model does not say`);
      return isReleased ? "lock released" : "lock of another kept";
    });
  }

  const quiet = async (): Promise<void> => undefined;
  const approvalDeps = (at: Date): ApprovalDeps => ({
    db,
    clock: new SteppedClock(at),
    notifyOrganization: quiet,
    notifyPlatform: quiet,
  });

  async function request(operation: ApprovalRequestOperation, random: () => number): Promise<string> {
    const { orgId, requestedBy, keyMadeBy, needed, platformOnly, at } = operation;
    const subject = newId();
    const approval = {
      org_id: orgId,
      kind: "change" as const,
      subject,
      title: "Raise the credit line",
      request: {},
      reasons: ["a test"],
      approvers_needed: needed,
      approver_role: platformOnly ? ("platform-admin" as const) : ("org-admin" as const),
      requester: { userId: requestedBy, keyMadeBy, actor: { type: "user" as const, id: requestedBy } },
    };
    const approvalId = await db.transaction(async (tx) => {
      const [requested] = await requestApprovals(tx, approvalDeps(at), [approval]);
      model.request(requested!.approval_id, operation);
      return requested!.approval_id;
    });
    rememberApproval(worldOf.get(orgId)!, approvalId, random);
    return "approval requested";
  }

  async function decide(operation: ApprovalDecisionOperation): Promise<string> {
    const { orgId, approvalId, userId, isPlatformAdmin, decision } = operation;
    const caller = {
      kind: "jwt" as const,
      credentialId: userId,
      userId,
      orgId,
      platformRole: isPlatformAdmin ? ("admin" as const) : null,
      role: "org-admin" as const,
      permissions: new Set<never>(),
      features: new Set<never>(),
    };
    // The model decides inside the transaction, while the row of the approval is locked.
    let expected = "";
    const deps = { clock: approvalDeps(new Date()).clock };
    const given = await db
      .transaction(async (tx) => {
        try {
          const request = { caller, id: "proof" };
          const decided = await decideApproval(tx, deps, request, { orgId, approvalId }, { decision, comment: null });
          return decided.status as string;
        } finally {
          expected = model.decide(operation);
        }
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError) return String(error.statusCode);
        throw error;
      });
    if (given !== expected) differ(`approval ${approvalId}: ${given}, but the model says ${expected}`);
    return `decision ${expected}`;
  }

  return {
    refusalsIn,
    follow,
    async prepare(): Promise<void> {
      await db.query(
        `INSERT INTO organizations (org_id, name, country, created_at, updated_at)
          SELECT id, 'proof', 'NG', now(), now() FROM unnest($1::uuid[]) AS id`,
        [worlds.map(({ orgId }) => orgId)],
      );
      await db.query(
        `INSERT INTO org_rates (org_id, org_rate_id, from_currency, to_currency, rate, margin_bps, source, usd_per_unit,
         created_at, expires_at)
         SELECT "orgId", "orgRateId", "fromCurrency", "toCurrency", 1, 0, 'table', "usdPerUnit", now(), now()
         FROM json_to_recordset($1::json) AS r ("orgId" uuid, "orgRateId" uuid, "fromCurrency" text, "toCurrency" text,
           "usdPerUnit" numeric)`,
        [JSON.stringify([...model.locks.values()].map(({ counted: _, ...lock }) => lock))],
      );
    },
    run(operation: ControlOperation, random: () => number): Promise<string> {
      if (operation.kind === "release") return release(operation);
      return operation.kind === "request" ? request(operation, random) : decide(operation);
    },
    compare: () => compareControls(db, model, differ),
  };
}

async function compareControls(db: Db, model: ReferenceControls, differ: (what: string) => void): Promise<void> {
  const locks = await db.query<{ org_rate_id: string; used_by: string | null; counted_usd: string }>(
    "SELECT org_rate_id, used_by, counted_usd FROM org_rates",
  );
  for (const { org_rate_id, used_by, counted_usd } of locks) {
    const expected = model.locks.get(org_rate_id)!;
    if (expected.usedBy !== used_by || expected.counted !== ReferenceControls.usdOf(counted_usd))
      differ(`lock ${org_rate_id} differs from the model`);
  }
  const exposures = await db.query<{ name: string; usd: string }>(
    `SELECT concat_ws('/', org_id, from_currency, to_currency, (extract(epoch FROM hour) / 3600)::bigint) AS name, usd
      FROM rate_exposures`,
  );
  for (const { name, usd } of exposures)
    if ((model.exposures.get(name) ?? 0n) !== ReferenceControls.usdOf(usd))
      differ(`the exposure ${name} differs from the model`);
  if (exposures.length < model.exposures.size)
    differ(`${exposures.length} exposures, but the model has ${model.exposures.size}`);
  const approvals = await db.query<{ approval_id: string; status: string }>(
    "SELECT approval_id, status FROM approvals",
  );
  if (approvals.length !== model.approvals.size)
    differ(`${approvals.length} approvals, but the model has ${model.approvals.size}`);
  for (const { approval_id, status } of approvals)
    if (model.approvals.get(approval_id)?.status !== status) differ(`approval ${approval_id} is ${status}`);
}
