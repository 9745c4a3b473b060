import type { Row } from "#src/kernel/db/statement.ts";
import { type Caller, peopleBehind } from "#src/kernel/http/caller.ts";

/**
 * Requests that wait for a second person. The requester, and the creator of the requesting key, never decide.
 *
 *   pending --enough approve--> approved --a change: carried out, or refused--> used
 *           --one rejects-----> rejected         (everything else continues by itself)
 *           --nobody decides for a week--> expired
 */
export const APPROVAL_STATUSES = ["pending", "approved", "rejected", "used", "expired"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
export const APPROVAL_KINDS = ["payment", "change", "payout_batch", "refund", "dispute"] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
/** `platform-admin`: for what only the platform grants. A platform admin may also decide what an org-admin may. */
export const APPROVER_ROLES = ["org-admin", "platform-admin"] as const;
export type ApproverRole = (typeof APPROVER_ROLES)[number];

/** Files approvals that concern the platform and no single organization. */
export const PLATFORM = "00000000-0000-0000-0000-000000000000";

export type ApprovalDecision = {
  user_id: string;
  decision: "approve" | "reject";
  comment: string | null;
  decided_at: Date;
};

/**
 * `approver_role`: the role that must decide; null: anybody who may approve payouts.
 * `eligible`: who had the power to decide when it was requested; null: everybody who has it by then.
 * `call`: of a change, sealed: the request to carry out, and its answer.
 */
export type Approval = Row<"approvals.FIND_APPROVAL">;

type Decider = Pick<Caller, "userId" | "keyMadeBy" | "role" | "platformRole">;

export function objectionToDeciding(
  approval: Approval,
  decisions: readonly ApprovalDecision[],
  caller: Decider,
): string | null {
  if (approval.status !== "pending") return `The approval is already ${approval.status}`;
  if (decisions.some((decision) => peopleBehind(caller).includes(decision.user_id)))
    return "You have already decided; another person must decide now";
  return objectionToDecider(approval, caller);
}

export function objectionToDecider(approval: Approval, caller: Decider): string | null {
  if (peopleBehind(caller).some((person) => approval.excluded.includes(person)))
    return "The requester, and the person who created the requesting key, cannot decide";
  if (approval.approver_role === "platform-admin" && caller.platformRole !== "admin")
    return "Only a platform admin may decide this";
  if (approval.eligible !== null && !approval.eligible.includes(caller.userId))
    return "You became a platform admin after the request, so another one must decide";
  const needsAdmin = approval.kind === "change" || approval.approver_role === "org-admin";
  if (needsAdmin && caller.role !== "org-admin" && caller.platformRole !== "admin")
    return "Only an org-admin may decide this";
  return null;
}

export function statusAfter(
  approval: Approval,
  decisions: readonly Pick<ApprovalDecision, "decision">[],
): ApprovalStatus {
  if (decisions.some(({ decision }) => decision === "reject")) return "rejected";
  return decisions.length >= approval.approvers_needed ? "approved" : "pending";
}

/** An approval as the API and the events show it. The API adds fields that depend on the reader. */
export function showApproval(
  { event_sequence: _, excluded: __, eligible: ___, call: ____, answer: _____, subject, ...approval }: Approval,
  decisions: readonly ApprovalDecision[],
) {
  return {
    ...approval,
    payment_id: approval.kind === "payment" ? subject : paymentIn(approval.request),
    batch_id: approval.kind === "payout_batch" ? subject : null,
    request: { ...approval.request },
    unusual: wordsIn(approval.request["unusual"]),
    reasons: [...approval.reasons],
    decisions: decisions.map((decision) => ({ ...decision })),
  };
}

/** Of a refund or dispute. */
function paymentIn({ payment_id: paymentId }: Approval["request"]): string | null {
  return typeof paymentId === "string" ? paymentId : null;
}

function wordsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
