export { BATCH_ACTIONS, BATCH_STATUSES, ROW_STATUSES } from "./payout-batch.ts";
