export { checkAfter, DISPATCH_DEADLINE_MS, nextCheckAt, nextPollAt, RECOVERY_AFTER_MS } from "./check-schedule.ts";
export {
  applied,
  changeStatus,
  type Decision,
  news,
  type ReconciliationItem,
  refuse,
  unchanged,
  withProgress,
  withTimeline,
} from "./decision.ts";
export { decideGiveBack, type GiveBackMove, startGiveBack } from "./give-back.ts";
export type { PaymentKind, PaymentKinds, Substance } from "./kind.ts";
export { type LegTerms, liveAttempt } from "./leg.ts";
export { type Context, createMoveRules, type KindMove, type LegTable, type Move, refundUnbooked } from "./moves.ts";
export { candidateAfterPause, nextCandidateOf } from "./next-candidate.ts";
export {
  MAX_OTP_TRIES,
  objectionOfDispute,
  objectionToActingAt,
  objectionToCancel,
  objectionToOtp,
  objectionToRefund,
  objectionToRefundAt,
  objectionToReview,
  objectionToReviewer,
  objectionToSettle,
  otpTriesLeft,
} from "./objections.ts";
export { isLastTryWrong } from "./otp-tries.ts";
export {
  CLEARING,
  ledgerOfCollection,
  ledgerOfCompletion,
  ledgerOfCreation,
  ledgerOfRefund,
  ledgerOfRefundElsewhere,
  ledgerOfReversal,
  ledgerOfSettlement,
  pendingSettlementOf,
  setsAside,
} from "./payment-ledger.ts";
export {
  eventTypesOf,
  isFinal,
  mayMove,
  PAYMENT_STATUS,
  PAYMENT_STATUSES,
  type PaymentPhase,
  type PaymentStatus,
  phaseOf,
  REFUND_STATUSES,
  type RefundStatus,
} from "./payment-status.ts";
export {
  aboutOf,
  type Attempt,
  type AttemptOutcome,
  collectingAttempt,
  conversionOf,
  currentAttempt,
  findAttempt,
  flowOf,
  isGivenUp,
  isOnHold,
  isOver,
  type LegName,
  type Payment,
  type PaymentDetails,
  type RampDetails,
  type RampProgress,
  type RouteCandidate,
  type StoredCard,
  type TimelineEntry,
} from "./payment.ts";
export { isSealed, withSeal } from "./payout-seal.ts";
export { type CauseOf, withCause } from "./with-cause.ts";
export { RECONCILIATION_KINDS, type ReconciliationKind } from "./reconciliation-kinds.ts";
