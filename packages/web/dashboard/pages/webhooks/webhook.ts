import { EVENT_TYPES, type EventType } from "@corridor/shared/choices.ts";
import type { Data, Row } from "@corridor/shared/operations.ts";

export type Endpoint = Data<"get", "/public/webhooks/{webhook_id}">;
export type Delivery = Row<"/public/webhooks/{webhook_id}/deliveries">;

/** Whether an active endpoint has failed every attempt since its last success. */
export function isFailing(endpoint: Endpoint): boolean {
  return endpoint.status === "active" && endpoint.failing_since !== undefined;
}

export const WEBHOOKS = ["webhooks"] as const;
export const endpointKey = (webhookId: string) => ["webhook", webhookId] as const;
export const DEAD_LETTERS = ["dead-letters"] as const;

const SUBJECTS = [
  "Payments",
  "Payout batches",
  "Disputes",
  "Virtual accounts",
  "Escrow",
  "Approvals",
  "Verification",
  "Security",
  "Exports",
  "Platform",
] as const;

const SUBJECT_OF: Record<EventType, (typeof SUBJECTS)[number]> = {
  "payment.processing": "Payments",
  "payment.pending": "Payments",
  "payment.completed": "Payments",
  "payment.failed": "Payments",
  "payment.refunded": "Payments",
  "payment.canceled": "Payments",
  "transaction.updated": "Payments",
  "ramp.collected": "Payments",
  "ramp.refunding": "Payments",
  "ramp.completed": "Payments",
  "ramp.failed": "Payments",
  "ramp.canceled": "Payments",
  "refund.requested": "Payments",
  "refund.completed": "Payments",
  "refund.failed": "Payments",
  "payment_link.paid": "Payments",
  "dispute.opened": "Disputes",
  "dispute.updated": "Disputes",
  "dispute.under_review": "Disputes",
  "dispute.won": "Disputes",
  "dispute.lost": "Disputes",
  "dispute.accepted": "Disputes",
  "dispute.expired": "Disputes",
  "reconciliation.item_opened": "Payments",
  "reconciliation.item_resolved": "Payments",
  "virtual_account.deposit": "Virtual accounts",
  "virtual_account.withdrawal": "Virtual accounts",
  "virtual_account.frozen": "Virtual accounts",
  "virtual_account.unfrozen": "Virtual accounts",
  "escrow.milestone.funded": "Escrow",
  "escrow.milestone.disbursed": "Escrow",
  "escrow.milestone.approval_revoked": "Escrow",
  "escrow.disbursement.completed": "Escrow",
  "escrow.disbursement.failed": "Escrow",
  "approval.requested": "Approvals",
  "approval.approved": "Approvals",
  "approval.rejected": "Approvals",
  "payout_batch.ready": "Payout batches",
  "payout_batch.sending": "Payout batches",
  "payout_batch.paused": "Payout batches",
  "payout_batch.completed": "Payout batches",
  "payout_batch.canceled": "Payout batches",
  "payout_batch.rejected": "Payout batches",
  "export.completed": "Exports",
  "export.failed": "Exports",
  "float.low": "Platform",
  "corridor.degraded": "Platform",
  "corridor.recovered": "Platform",
  "api_key.expiring": "Security",
  "kyb.approved": "Verification",
  "kyb.rejected": "Verification",
  "kyc.approved": "Verification",
  "kyc.rejected": "Verification",
};

/** Event types by subject, in the order people look for them. */
export const TYPES_BY_SUBJECT = SUBJECTS.map((subject) => ({
  subject,
  types: EVENT_TYPES.filter((type) => SUBJECT_OF[type] === subject),
}));

export function isEveryType(chosen: readonly string[]): boolean {
  return EVENT_TYPES.every((type) => chosen.includes(type));
}

/** An empty list subscribes to all types, including types that are added later. */
export function subscriptionOf(chosen: readonly string[]): string[] | null {
  return isEveryType(chosen) ? null : [...chosen];
}
