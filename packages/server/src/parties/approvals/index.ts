export { type Approval, APPROVAL_STATUSES, type ApproverRole, objectionToDecider } from "./approval.ts";
export { decideApproval } from "./decide-approval.ts";
export { findApprovalOfPayment } from "./find-approval.ts";
export {
  type ApprovalDeps,
  passApproval,
  requestApprovals,
  requireApproval,
  useApproval,
  withdrawApproval,
} from "./request-approval.ts";
