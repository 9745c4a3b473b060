export { ADJUSTMENT_STATUSES } from "./adjustment.ts";
