import type { Needs, Part } from "#src/kernel/part.ts";
import { measureApprovals } from "./measure-approvals.ts";
import { expireApprovalsJob } from "./request-approval.ts";
import { approvalRoutes } from "./routes.ts";

export type { AfterCommit } from "./routes.ts";
export { type Approval, APPROVAL_STATUSES, type ApproverRole, objectionToDecider } from "./approval.ts";
export { decideApproval } from "./decide-approval.ts";
export { findApprovalOf } from "./queries.ts";
export { type ApprovalDeps, requestApprovals, withdrawApproval } from "./request-approval.ts";
export { createSecondPerson } from "./second-person.ts";

export function composeApprovals(
  deps: Needs<typeof approvalRoutes | typeof expireApprovalsJob | typeof measureApprovals>,
): Part {
  return { routes: [approvalRoutes(deps)], jobs: [expireApprovalsJob(deps)], measures: [measureApprovals(deps)] };
}
