import { createHash } from "node:crypto";
import { actorOf, audit, type AuditActor } from "#src/record/audit/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { conflict } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { type Approval, type ApprovalDecision, type ApproverRole, showApproval } from "./approval.ts";
import { expireApprovals, insertApprovals, lockApproval, lockOpenChange, updateApproval } from "./queries.ts";

/**
 * A change that would loosen a control is refused with `APPROVAL_REQUIRED`; once approved, its requester repeats the
 * same request. So nothing is stored for others to execute, and the approval is bound to a digest of exactly this
 * change.
 */
export type ApprovalDeps = {
  db: Db;
  clock: Clock;
  /** Sent by bell and e-mail to the organization's admins, or to the platform's where only they may decide. */
  notifyOrganization(tx: Tx, orgId: string, notice: ApprovalNotice): Promise<void>;
  notifyPlatform(tx: Tx, notice: ApprovalNotice): Promise<void>;
};

type ApprovalNotice = {
  subject: string;
  text: string;
  type: string;
  data: Record<string, unknown>;
  except: readonly string[];
};

export type Requester = {
  userId: string;
  actor: AuditActor;
  /** The person who created the requesting API key. */
  keyMadeBy?: string | undefined;
};

export type NewApproval = Pick<
  Approval,
  "org_id" | "kind" | "subject" | "title" | "request" | "reasons" | "approvers_needed" | "approver_role"
> & {
  requester: Requester;
  alsoExcluded?: readonly string[];
};

export async function requestApprovals(
  tx: Tx,
  deps: ApprovalDeps,
  requested: readonly NewApproval[],
): Promise<Approval[]> {
  const at = deps.clock.now();
  const approvals = requested.map(({ requester, alsoExcluded = [], ...approval }): Approval => ({
    ...approval,
    approval_id: newId(),
    status: "pending",
    requested_by: requester.userId,
    requested_with: requester.actor.type === "api-key" ? requester.actor.id : null,
    excluded: [...new Set([requester.userId, requester.keyMadeBy ?? requester.userId, ...alsoExcluded])],
    event_sequence: 1,
    created_at: at,
    decided_at: null,
  }));
  await insertApprovals(tx, approvals);
  await appendEvents(
    tx,
    approvals.map((approval) => ({ ...eventOf(approval), type: "approval.requested" as const, at })),
  );
  for (const [index, approval] of approvals.entries()) {
    const notice = {
      subject: `Approval needed: ${approval.title}`,
      text: `${approval.title}\n\nWhy: ${approval.reasons.join("; ")}.\nOpen the dashboard to approve or reject it.`,
      type: "approval.requested",
      data: { approval_id: approval.approval_id, kind: approval.kind },
      except: approval.excluded,
    };
    await (approval.approver_role === "platform-admin"
      ? deps.notifyPlatform(tx, notice)
      : deps.notifyOrganization(tx, approval.org_id, notice));
    const by = { orgId: approval.org_id, actor: requested[index]!.requester.actor, at };
    await audit(tx, by, "approval.requested", approval.approval_id, { title: approval.title });
  }
  return approvals;
}

export function eventOf(approval: Approval, decisions: readonly ApprovalDecision[] = []) {
  return {
    orgId: approval.org_id,
    resourceType: "approval",
    resourceId: approval.approval_id,
    sequence: approval.event_sequence,
    data: showApproval(approval, decisions),
  };
}

/** A description of the change for the approver, exact enough to differ from any other change. */
export type ControlledChange = {
  orgId: string;
  title: string;
  request: Readonly<Record<string, unknown>>;
  reasons: readonly string[];
  approverRole?: ApproverRole;
};

/** The id of an approval that covers the change, to be used in its transaction. Without one: asks, and throws. */
export async function requireApproval(
  deps: ApprovalDeps,
  caller: Caller,
  { orgId, approverRole = "org-admin", ...change }: ControlledChange,
): Promise<string> {
  const subject = createHash("sha256")
    .update(JSON.stringify([caller.userId, change.title, change.request]))
    .digest("hex");
  const approval = await deps.db.transaction(async (tx) => {
    const open = await lockOpenChange(tx, orgId, subject);
    if (open !== undefined) return open;
    const requester = { userId: caller.userId, actor: actorOf(caller), keyMadeBy: caller.keyMadeBy };
    const asked = { org_id: orgId, kind: "change", subject, approvers_needed: 1, approver_role: approverRole } as const;
    const [requested] = await requestApprovals(tx, deps, [{ ...change, ...asked, requester }]);
    return requested!;
  });
  if (approval.status === "approved") return approval.approval_id;
  throw conflict(
    `This needs a second person (${change.reasons.join("; ")}). Approval ${approval.approval_id} was requested; ` +
      "repeat the request once it is approved.",
    "APPROVAL_REQUIRED",
  );
}

/** Each approval covers one change. */
export async function useApproval(
  tx: Tx,
  approval: Pick<Approval, "org_id" | "approval_id">,
  now: Date,
): Promise<void> {
  const rows = await tx.query(
    `UPDATE approvals SET status = 'used' WHERE org_id = $1 AND approval_id = $2 AND status = 'approved'
      AND created_at > $3 RETURNING 1`,
    [approval.org_id, approval.approval_id, new Date(now.getTime() - GOOD_FOR_MS)],
  );
  if (rows.length === 0)
    throw conflict("The approval was used or has expired; repeat the request to get a new one", "APPROVAL_REQUIRED");
}

/** The requester has withdrawn the request: its approval expires, and nobody can decide it any more. */
export async function withdrawApproval(
  tx: Tx,
  { org_id, approval_id }: Pick<Approval, "org_id" | "approval_id">,
  now: Date,
): Promise<void> {
  const approval = await lockApproval(tx, org_id, approval_id);
  if (approval?.status === "pending") await updateApproval(tx, { ...approval, status: "expired", decided_at: now });
}

/** Uses an approval at once, also if the change, which follows in its own transaction, then fails. */
export async function passApproval(deps: ApprovalDeps, caller: Caller, change: ControlledChange): Promise<void> {
  const approvalId = await requireApproval(deps, caller, change);
  await deps.db.transaction((tx) =>
    useApproval(tx, { org_id: change.orgId, approval_id: approvalId }, deps.clock.now()),
  );
}

const GOOD_FOR_MS = 7 * 86_400_000;
const EXPIRE_ROWS = 500;

export function expireApprovalsJob(deps: { db: Db; clock: Clock }): Job {
  return {
    name: "approval-expiry",
    intervalMs: 60 * 60_000,
    runOnce: () =>
      expireApprovals(deps.db, new Date(deps.clock.now().getTime() - GOOD_FOR_MS), deps.clock.now(), EXPIRE_ROWS),
  };
}
