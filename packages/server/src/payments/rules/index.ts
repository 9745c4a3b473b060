export {
  adviceOf,
  FAILURE_CAUSES,
  type FailureCause,
  failureCauseOf,
  failureOf,
  type PaymentFailure,
  REASONS,
} from "./failure-cause.ts";
export { decideMove } from "./payment-rules.ts";
export {
  type Counted,
  judgePayout,
  type MoneyOut,
  mostOf,
  needsCounts,
  NEVER_PAID,
  type PayoutVerdict,
} from "./payout-controls.ts";
export { rampEventsOf } from "./ramp-events.ts";
