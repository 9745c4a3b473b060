/** What a person must review. Clients and the dashboard know these names; rows of a removed kind stay readable. */
export const RECONCILIATION_KINDS = [
  "accepted_after_refusal",
  "accepted_after_end",
  "contradicts_final_status",
  "contradicts_refund",
  "contradicts_dispute",
  "dispute_warning",
  "refunded_elsewhere",
  "said_by_another",
  "wrong_currency",
  "underpaid",
  "overpaid",
  "unexpected_money",
  "settled_twice",
  "ramp_refund_needed",
  "link_paid_twice",
  "deposit_in_suspense",
] as const;

export type ReconciliationKind = (typeof RECONCILIATION_KINDS)[number];
