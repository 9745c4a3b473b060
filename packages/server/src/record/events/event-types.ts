/** Every event a receiver can subscribe to. */
export const EVENT_TYPES = [
  "payment.processing",
  "payment.pending",
  "payment.completed",
  "payment.failed",
  "payment.refunded",
  "payment.canceled",
  "transaction.updated",
  "ramp.collected",
  "ramp.refunding",
  "ramp.completed",
  "ramp.failed",
  "ramp.canceled",
  "refund.requested",
  "refund.completed",
  "refund.failed",
  "dispute.opened",
  "dispute.updated",
  "dispute.under_review",
  "dispute.won",
  "dispute.lost",
  "dispute.accepted",
  "dispute.expired",
  "reconciliation.item_opened",
  "reconciliation.item_resolved",
  "virtual_account.deposit",
  "virtual_account.withdrawal",
  "virtual_account.frozen",
  "virtual_account.unfrozen",
  "escrow.milestone.funded",
  "escrow.milestone.disbursed",
  "escrow.milestone.approval_revoked",
  "escrow.disbursement.completed",
  "escrow.disbursement.failed",
  "payment_link.paid",
  "approval.requested",
  "approval.approved",
  "approval.rejected",
  "payout_batch.ready",
  "payout_batch.sending",
  "payout_batch.paused",
  "payout_batch.completed",
  "payout_batch.canceled",
  "payout_batch.rejected",
  "export.completed",
  "export.failed",
  "float.low",
  "corridor.degraded",
  "corridor.recovered",
  "api_key.expiring",
  "kyb.approved",
  "kyb.rejected",
  "kyc.approved",
  "kyc.rejected",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Found by walking the log; every other type has an index, which has the first of a row only. */
export const FREQUENT_TYPES: ReadonlySet<string> = new Set<EventType>([
  "payment.processing",
  "payment.pending",
  "payment.completed",
  "transaction.updated",
]);

const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPES);

export function isEventType(text: string): text is EventType {
  return KNOWN.has(text);
}
