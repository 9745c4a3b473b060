import type { Db } from "#src/kernel/db/client.ts";
import type { Needs } from "#src/kernel/part.ts";
import { followJob } from "#src/record/events/index.ts";
import { measureBacklog, measureChecks } from "./measure-backlog.ts";
import { createPaymentStore } from "./payment-store.ts";
import { createAbsenceJudge } from "./proof-of-absence.ts";
import { announceItemsJob } from "./reconciliation-items.ts";
import { createRequestPaymentApprovals } from "./request-payment-approvals.ts";
import { purgePayoutCountsJob } from "./screen-payouts.ts";
import { SEARCH_KEYS } from "./search-keys.ts";

export { isBeneficiaryInUse } from "./beneficiary-in-use.ts";
export { createCountArms } from "./count-arms.ts";
export { usualDurationMs } from "./usual-duration.ts";
export { LedgerRefused, type TransitionInput, type TransitionOutcome } from "./apply-transition.ts";
export type { CreationOutcome } from "./create-payments.ts";
export { erasePayments, findErasable, isAnyPaymentLeft } from "./erase-queries.ts";
export { findChangeablePayment, findVisiblePayment } from "./find-visible-payment.ts";
export { holdReturn, type Return } from "./hold-return.ts";
export type { PaymentIds } from "./hold-references.ts";
export {
  findPaymentsBy,
  findReconciliationItem,
  listPayments,
  listReconciliationItems,
  ORDERS,
  type PaymentFilters,
  type PaymentOrder,
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
  paymentPages,
} from "./queries.ts";
export { BATCHES } from "./read-payments.ts";
export {
  announceItem,
  countOpenItems,
  openReconciliationItems,
  publishItems,
  resolveItem,
} from "./reconciliation-items.ts";
export { SEARCH_KEYS } from "./search-keys.ts";
export {
  type Count,
  judgePayouts,
  paidBeneficiaries,
  payeeIdsOf,
  readCounts,
  type Screening,
} from "./screen-payouts.ts";

type StoreDeps = Needs<
  | typeof announceItemsJob
  | typeof measureBacklog
  | typeof createPaymentStore
  | typeof createAbsenceJudge
  | typeof createRequestPaymentApprovals
  | typeof purgePayoutCountsJob,
  "requestApprovals"
> & { writerDb: Db };

export function composeStore(deps: StoreDeps) {
  const requestApprovals = createRequestPaymentApprovals(deps);
  const store = createPaymentStore({ ...deps, db: deps.writerDb, requestApprovals });
  return {
    store,
    absence: createAbsenceJudge(deps),
    jobs: [announceItemsJob(deps), purgePayoutCountsJob(deps), followJob(deps, SEARCH_KEYS)],
    measures: [measureChecks(deps), measureBacklog(deps)],
    close: () => store.drain(),
  };
}
