export { announceItem, publishItems } from "./announce-items.ts";
export { LedgerRefused, type TransitionInput, type TransitionOutcome } from "./apply-transition.ts";
export { countOpenItems } from "./count-open-items.ts";
export type { CreationOutcome } from "./create-payments.ts";
export { erasePayments, isAnyPaymentLeft } from "./erase-queries.ts";
export { findChangeablePayment, findVisiblePayment } from "./find-visible-payment.ts";
export type { PaymentIds } from "./hold-references.ts";
export {
  findReconciliationItem,
  listPayments,
  listReconciliationItems,
  MAX_SUMMED,
  ORDERS,
  type PaymentFilters,
  type PaymentOrder,
  resolveItem,
  sortKeyOf,
  SORTS,
  sumPayments,
} from "./list-queries.ts";
export {
  chooseRemedy,
  claimLeftBehind,
  forgetMissing,
  type LeftBehind,
  markFound,
  noteOnItem,
} from "./missing-queries.ts";
export { openReconciliationItems } from "./open-reconciliation-items.ts";
export type { PaymentStore } from "./payment-store.ts";
export {
  type Audited,
  auditOf,
  detailWrites,
  type HoldRefusal,
  type PaymentListener,
  type StatusChange,
} from "./payment-writes.ts";
export { type AbsenceJudge, NOT_FOUND_PAUSE_MS } from "./proof-of-absence.ts";
export {
  checkDeletes,
  claimDueChecks,
  detailsUpdate,
  findByReferenceRange,
  findByReferences,
  itemInserts,
  lockPayments,
  type NewReconciliationItem,
  type PaymentKey,
  referenceInserts,
  rescheduleCheck,
} from "./queries.ts";
export { BATCHES } from "./read-payments.ts";
export { type Count, paidBeneficiaries, readCounts, type Screening } from "./screen-payouts.ts";
