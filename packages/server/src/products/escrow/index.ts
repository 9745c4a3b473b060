export { DISBURSEMENT_STATUSES, FUNDING_STATUSES, MILESTONE_STATUSES, PROJECT_STATUSES } from "./escrow.ts";
export { SPLIT_TYPES } from "./split-amount.ts";
