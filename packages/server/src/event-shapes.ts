import type { EventType } from "#src/record/events/index.ts";
import type { EventShape } from "#src/kernel/http/openapi-webhooks.ts";

/** A resource as its read endpoint shows it, plus what the event adds, minus what it leaves out. */
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const orNull = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
const reason = { ...orNull({ type: "string" }), description: "The reason, in words for people; null: none" };
const before = (status: string) => ({
  previous_status: { ...orNull(ref(status)), description: "The status before this event; null: there was none" },
});

const payment = { name: "PaymentEvent", resource: "Payment", omits: ["actions"], adds: before("PaymentStatus") };
const disputed = { name: "DisputeEvent", resource: "Dispute", omits: ["actions", "evidence"] };
const dispute = { ...disputed, adds: before("DisputeStatus") };
const held = { account: ref("VirtualAccount") };
const movement = { name: "VirtualTransactionEvent", resource: "VirtualTransaction", adds: held };
const frozen = { previous_status: ref("VirtualAccountStatus"), reason };
const account = { name: "VirtualAccountEvent", resource: "VirtualAccount", adds: frozen };
/** In an event `sequence` is the event's, so the milestone's place in its project gets another name. */
const place = { resource_sequence: { type: "integer", description: "The milestone's own `sequence`" } };
const change = { previous_status: ref("MilestoneStatus") };
const disbursement = { name: "DisbursementEvent", resource: "Disbursement" };
const approval = { name: "ApprovalEvent", resource: "Approval", omits: ["people", "actions", "outcome"] };
const verification = { previous_status: ref("VerificationStatus"), reason };
const kyb = { name: "KybEvent", resource: "Organization", omits: ["kyb_decided_by", "kyb_review"], adds: verification };
const kyc = { name: "KycEvent", resource: "User", omits: ["platform_role", "default_org_id"], adds: verification };

const refund = { name: "RefundEvent", resource: "Refund" };
const item = { name: "ReconciliationEvent", resource: "ReconciliationItem" };
const batch = { name: "PayoutBatchEvent", resource: "PayoutBatch" };
const corridor = { name: "CorridorEvent", resource: "CorridorHealth" };
const file = { name: "ExportEvent", resource: "Export", omits: ["download_url", "download_url_expires_at"] };

export const EVENT_SHAPES: Readonly<Record<EventType, EventShape>> = {
  "payment.processing": {
    ...payment,
    when: "A provider has accepted the payment for the first time. Sent once, whatever the payment's status is then.",
  },
  "payment.pending": { ...payment, when: "The payment waits for its customer or its provider." },
  "payment.completed": { ...payment, when: "The money has arrived." },
  "payment.failed": { ...payment, when: "The payment failed, or a person rejected it." },
  "payment.refunded": { ...payment, when: "The payment was refunded in full." },
  "payment.canceled": { ...payment, when: "The payment was canceled, or its time ran out." },
  "transaction.updated": {
    ...payment,
    when: "A payment changed; also a test notification, whose `data` is what was sent with `test: true`.",
  },
  "ramp.collected": { ...payment, when: "The customer's payment has arrived; the second leg begins." },
  "ramp.refunding": { ...payment, when: "The second leg failed for good; the customer's payment is returned." },
  "ramp.completed": { ...payment, when: "The second leg was delivered." },
  "ramp.failed": {
    ...payment,
    when: "The ramp failed; the customer's payment was returned, or a person must return it.",
  },
  "ramp.canceled": { ...payment, when: "The ramp was canceled, or its time ran out." },
  "refund.requested": { ...refund, when: "A refund was requested, and its money is set aside." },
  "refund.completed": { ...refund, when: "The provider has refunded the payer." },
  "refund.failed": { ...refund, when: "The provider refused the refund; its money is available again." },
  "dispute.opened": { ...dispute, when: "A payer's bank demands the money of a payment back." },
  "dispute.updated": { ...dispute, when: "The provider reports more about a dispute: amount, fee, deadline." },
  "dispute.under_review": { ...dispute, when: "The evidence about a dispute was submitted to the payer's bank." },
  "dispute.won": { ...dispute, when: "A dispute was won: the bank gave the money back." },
  "dispute.lost": { ...dispute, when: "A dispute was lost: the bank kept the money." },
  "dispute.accepted": { ...dispute, when: "The organization accepted a dispute." },
  "dispute.expired": { ...dispute, when: "Nobody answered in time." },
  "reconciliation.item_opened": {
    ...item,
    when: "A provider's update contradicts our record, and a person must decide.",
  },
  "reconciliation.item_resolved": {
    ...item,
    when: "A person has resolved a contradiction between a provider and our record.",
  },
  "virtual_account.deposit": { ...movement, when: "Money arrived in a virtual account." },
  "virtual_account.withdrawal": { ...movement, when: "Money left a virtual account." },
  "virtual_account.frozen": { ...account, when: "A virtual account was frozen." },
  "virtual_account.unfrozen": { ...account, when: "A virtual account was unfrozen." },
  "escrow.milestone.funded": {
    name: "MilestoneFundedEvent",
    resource: "Milestone",
    adds: place,
    when: "A milestone is covered.",
  },
  "escrow.milestone.disbursed": {
    name: "MilestoneDisbursedEvent",
    resource: "Milestone",
    adds: {
      ...place,
      ...change,
      disbursements: { type: "array", items: ref("Disbursement"), description: "What each party got" },
    },
    when: "The last share of a released milestone has arrived.",
  },
  "escrow.milestone.approval_revoked": {
    name: "MilestoneRevokedEvent",
    resource: "Milestone",
    adds: { ...place, ...change },
    when: "The payments of an approved milestone were changed, so it must be approved again.",
  },
  "escrow.disbursement.completed": { ...disbursement, when: "A share of a milestone, or a refund, has arrived." },
  "escrow.disbursement.failed": { ...disbursement, when: "A share or a refund was not paid, and waits for a person." },
  "payment_link.paid": {
    name: "PaymentLinkEvent",
    resource: "PaymentLink",
    adds: { previous_status: ref("LinkStatus") },
    when: "A payment of the link completed.",
  },
  "approval.requested": { ...approval, when: "A request waits for the approval of other people." },
  "approval.approved": { ...approval, when: "Enough people have approved." },
  "approval.rejected": { ...approval, when: "A person has rejected the request." },
  "payout_batch.ready": { ...batch, when: "Every row of a payout batch was checked; it can be submitted." },
  "payout_batch.sending": { ...batch, when: "A payout batch started to send, or continues." },
  "payout_batch.paused": { ...batch, when: "A payout batch was paused, by a person or for lack of funds." },
  "payout_batch.completed": { ...batch, when: "Every payment of a payout batch has ended." },
  "payout_batch.canceled": { ...batch, when: "A payout batch was canceled; payouts that were sent continue." },
  "payout_batch.rejected": { ...batch, when: "A person rejected a payout batch." },
  "export.completed": { ...file, when: "The file of an export can be downloaded." },
  "export.failed": { ...file, when: "An export could not be made." },
  "float.low": {
    name: "FloatEvent",
    resource: "ProviderFloat",
    when: "The money at a provider fell below its threshold; for the platform only.",
  },
  "corridor.degraded": {
    ...corridor,
    when: "A provider became slow in a corridor, or payments fail there by its fault; for the platform only.",
  },
  "corridor.recovered": { ...corridor, when: "The provider does well in that corridor again; for the platform only." },
  "api_key.expiring": {
    name: "ApiKeyEvent",
    resource: "ApiKey",
    when: "An API key expires within two weeks; sent once for each key.",
  },
  "kyb.approved": { ...kyb, when: "A business was verified." },
  "kyb.rejected": { ...kyb, when: "A business was not verified." },
  "kyc.approved": { ...kyc, when: "A person was verified." },
  "kyc.rejected": { ...kyc, when: "A person was not verified." },
};
