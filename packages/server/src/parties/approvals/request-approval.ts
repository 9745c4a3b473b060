import { audit, type AuditActor } from "#src/record/audit/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { type Approval, type ApprovalDecision, PLATFORM, showApproval } from "./approval.ts";
import { expireApprovals, forgetAnswers, insertApprovals, lockApproval, updateApproval } from "./queries.ts";

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
  eligible?: string[] | null;
  /** The sealed request, for an approval that carries it out. */
  seal?(approval: { approval_id: string }): string;
};

export async function requestApprovals(
  tx: Tx,
  deps: ApprovalDeps,
  requested: readonly NewApproval[],
): Promise<Approval[]> {
  const at = deps.clock.now();
  const approvals = requested.map(({ requester, alsoExcluded = [], eligible = null, seal, ...approval }): Approval => {
    const approval_id = newId();
    return {
      ...approval,
      approval_id,
      eligible,
      call: seal?.({ approval_id }) ?? null,
      answer: null,
      status: "pending",
      requested_by: requester.userId,
      requested_with: requester.actor.type === "api-key" ? requester.actor.id : null,
      excluded: [...new Set([requester.userId, requester.keyMadeBy ?? requester.userId, ...alsoExcluded])],
      event_sequence: 1,
      created_at: at,
      decided_at: null,
    };
  });
  await insertApprovals(tx, approvals);
  await appendEvents(
    tx,
    approvals
      .filter(({ org_id }) => org_id !== PLATFORM)
      .map((approval) => ({ ...eventOf(approval), type: "approval.requested" as const, at })),
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
    const by = { orgId: auditedIn(approval), actor: requested[index]!.requester.actor, at };
    const { title, approvers_needed } = approval;
    await audit(tx, by, "approval.requested", approval.approval_id, { title, approvers_needed });
  }
  return approvals;
}

/** Null: the platform's own chain. */
export function auditedIn({ org_id }: Approval): string | null {
  return org_id === PLATFORM ? null : org_id;
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

/** The requester has withdrawn the request: its approval expires, and nobody can decide it any more. */
export async function withdrawApproval(
  tx: Tx,
  { org_id, approval_id }: Pick<Approval, "org_id" | "approval_id">,
  now: Date,
): Promise<void> {
  const approval = await lockApproval(tx, org_id, approval_id);
  if (approval?.status === "pending") await updateApproval(tx, { ...approval, status: "expired", decided_at: now });
}

const GOOD_FOR_MS = 7 * 86_400_000;
const EXPIRE_ROWS = 500;

export function expireApprovalsJob(deps: { db: Db; clock: Clock }): Job {
  return {
    name: "approval-expiry",
    intervalMs: 60 * 60_000,
    runOnce: async () => {
      const before = new Date(deps.clock.now().getTime() - GOOD_FOR_MS);
      await forgetAnswers(deps.db, before);
      return expireApprovals(deps.db, before, deps.clock.now(), EXPIRE_ROWS);
    },
  };
}
