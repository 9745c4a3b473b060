import { actorIn, audit } from "#src/record/audit/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import type { Call } from "#src/kernel/http/caller.ts";
import { conflict, forbidden, notFound } from "#src/kernel/http/errors.ts";
import { type Approval, type ApprovalDecision, objectionToDeciding, statusAfter } from "./approval.ts";
import { findDecisions, insertDecision, lockApproval, updateApproval } from "./queries.ts";
import { auditedIn, eventOf } from "./request-approval.ts";

export type GivenDecision = Pick<ApprovalDecision, "decision" | "comment">;

/** One person's decision, recorded once. What follows from it must be in the same transaction. */
export async function decideApproval(
  tx: Tx,
  deps: { clock: Clock },
  request: Call,
  key: { orgId: string; approvalId: string },
  { decision, comment }: GivenDecision,
): Promise<Approval> {
  const { caller } = request;
  const approval = await lockApproval(tx, key.orgId, key.approvalId);
  if (approval === undefined) throw notFound("Approval");
  const before = (await findDecisions(tx, [approval])).get(approval.approval_id)!;
  const objection = objectionToDeciding(approval, before, caller);
  if (objection !== null)
    throw approval.status === "pending" ? forbidden(objection, "SECOND_PERSON_REQUIRED") : conflict(objection);
  const at = deps.clock.now();
  // The person who made an acting key has decided, and cannot decide again without it.
  const decided: ApprovalDecision = { user_id: caller.keyMadeBy ?? caller.userId, decision, comment, decided_at: at };
  const decisions = [...before, decided];
  const status = statusAfter(approval, decisions);
  const isOver = status !== "pending";
  const after: Approval = {
    ...approval,
    status,
    decided_at: isOver ? at : null,
    event_sequence: approval.event_sequence + (isOver ? 1 : 0),
  };
  await insertDecision(tx, approval, decided);
  await updateApproval(tx, after);
  if (isOver && auditedIn(after) !== null)
    await appendEvents(tx, [
      { ...eventOf(after, decisions), type: status === "approved" ? "approval.approved" : "approval.rejected", at },
    ]);
  const action = decision === "approve" ? "approval.approved" : "approval.rejected";
  const by = { orgId: auditedIn(after), actor: actorIn(request), at };
  await audit(tx, by, action, after.approval_id, { title: after.title, comment, status });
  return after;
}
