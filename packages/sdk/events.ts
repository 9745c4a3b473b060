import type { EventType } from "@corridor/shared/choices.ts";
import type {
  ApiKey,
  Approval,
  CorridorHealth,
  Disbursement,
  Dispute,
  Export,
  Milestone,
  Organization,
  Payment,
  PaymentLink,
  PayoutBatch,
  ProviderFloat,
  ReconciliationItem,
  Refund,
  User,
  VirtualAccount,
  VirtualTransaction,
} from "./records.ts";

/**
 * The events by type. `data` is the resource as its read endpoint returns it, so it has the API's types. What an event
 * adds or leaves out is declared here, and tests compare it with real events.
 */
type Told<Resource, More = object> = Resource & More & { /** Orders the events of one resource. */ sequence: number };

/** `actions` depend on the reader's rights, and an event has many readers, so an event has none. */
type PaymentEvent = Told<Omit<Payment, "actions">, { previous_status: Payment["status"] | null }>;
/** An event contains no evidence; read the dispute to get it. */
type DisputeEvent = Told<Omit<Dispute, "actions" | "evidence">, { previous_status: Dispute["status"] | null }>;
type Movement = Told<VirtualTransaction, { account: VirtualAccount }>;
type AccountChange = Told<VirtualAccount, { previous_status: VirtualAccount["status"]; reason: string | null }>;
/** A milestone's own `sequence` (its place in the project) is replaced by the event's `sequence`. */
type ToldMilestone = Omit<Milestone, "sequence"> & { resource_sequence: Milestone["sequence"] };
type KybDecision = Told<
  Omit<Organization, "kyb_decided_by" | "kyb_review">,
  { previous_status: Organization["kyb_status"]; reason: string | null }
>;
type KycDecision = Told<
  Omit<User, "platform_role" | "default_org_id">,
  { previous_status: User["kyc_status"]; reason: string | null }
>;
type ApprovalChange = Told<Omit<Approval, "people" | "actions">>;
/** The download address is only in the export itself. */
type ExportEnd = Told<Omit<Export, "download_url" | "download_url_expires_at">>;
/** The body that was sent to `POST /public/webhooks/notify`. */
type TestNotification = Told<{ [name: string]: unknown }, { test: true }>;

export type EventData = Exactly<{
  "payment.processing": PaymentEvent;
  "payment.pending": PaymentEvent;
  "payment.completed": PaymentEvent;
  "payment.failed": PaymentEvent;
  "payment.refunded": PaymentEvent;
  "payment.canceled": PaymentEvent;
  "transaction.updated": (PaymentEvent & { test?: never }) | TestNotification;
  "ramp.collected": PaymentEvent;
  "ramp.refunding": PaymentEvent;
  "ramp.completed": PaymentEvent;
  "ramp.failed": PaymentEvent;
  "ramp.canceled": PaymentEvent;
  "refund.requested": Told<Refund>;
  "refund.completed": Told<Refund>;
  "refund.failed": Told<Refund>;
  "dispute.opened": DisputeEvent;
  "dispute.updated": DisputeEvent;
  "dispute.under_review": DisputeEvent;
  "dispute.won": DisputeEvent;
  "dispute.lost": DisputeEvent;
  "dispute.accepted": DisputeEvent;
  "dispute.expired": DisputeEvent;
  "reconciliation.item_opened": Told<ReconciliationItem>;
  "reconciliation.item_resolved": Told<ReconciliationItem>;
  "virtual_account.deposit": Movement;
  "virtual_account.withdrawal": Movement;
  "virtual_account.frozen": AccountChange;
  "virtual_account.unfrozen": AccountChange;
  "escrow.milestone.funded": Told<ToldMilestone>;
  "escrow.milestone.disbursed": Told<
    ToldMilestone,
    { previous_status: Milestone["status"]; disbursements: Disbursement[] }
  >;
  "escrow.milestone.approval_revoked": Told<ToldMilestone, { previous_status: Milestone["status"] }>;
  "escrow.disbursement.completed": Told<Disbursement>;
  "escrow.disbursement.failed": Told<Disbursement>;
  "payment_link.paid": Told<PaymentLink, { previous_status: PaymentLink["status"] }>;
  "approval.requested": ApprovalChange;
  "approval.approved": ApprovalChange;
  "approval.rejected": ApprovalChange;
  "payout_batch.ready": Told<PayoutBatch>;
  "payout_batch.sending": Told<PayoutBatch>;
  "payout_batch.paused": Told<PayoutBatch>;
  "payout_batch.completed": Told<PayoutBatch>;
  "payout_batch.canceled": Told<PayoutBatch>;
  "payout_batch.rejected": Told<PayoutBatch>;
  "export.completed": ExportEnd;
  "export.failed": ExportEnd;
  "float.low": Told<ProviderFloat>;
  "corridor.degraded": Told<CorridorHealth>;
  "corridor.recovered": Told<CorridorHealth>;
  "api_key.expiring": Told<ApiKey>;
  "kyb.approved": KybDecision;
  "kyb.rejected": KybDecision;
  "kyc.approved": KycDecision;
  "kyc.rejected": KycDecision;
}>;

/** Exactly one entry for each event type of the service: a missing or an extra entry does not compile. */
type Exactly<T extends Record<EventType, unknown> & Record<Exclude<keyof T, EventType>, never>> = T;

/** `event_type` decides the type of `data`. New event types appear over time, so give every `switch` a `default`. */
export type CorridorEvent = {
  [T in EventType]: { event_id: string; event_type: T; org_id: string; created_at: string; data: EventData[T] };
}[EventType];
