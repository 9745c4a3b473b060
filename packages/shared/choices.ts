/** Generated from openapi.json by scripts/generate-api-types.ts. Do not edit. Values are added over time. */
export const PAYMENT_STATUSES = ["initiated","reviewed","confirmed","processing","pending","completed","failed","refunded","rejected","canceled"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_DIRECTIONS = ["inbound","outbound","external"] as const;
export type PaymentDirection = (typeof PAYMENT_DIRECTIONS)[number];

export const PAYMENT_METHODS = ["bank_transfer","card","mobile_money","crypto","wallet"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PROVIDERS = ["manual","crypto","fiat","hybrid","paystack","flutterwave","stripe","adyen","wise","pawapay","mtn_momo","mpesa","yellowcard"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export const EVENT_TYPES = ["payment.processing","payment.pending","payment.completed","payment.failed","payment.refunded","payment.canceled","transaction.updated","ramp.collected","ramp.refunding","ramp.completed","ramp.failed","ramp.canceled","refund.requested","refund.completed","refund.failed","dispute.opened","dispute.updated","dispute.under_review","dispute.won","dispute.lost","dispute.accepted","dispute.expired","reconciliation.item_opened","reconciliation.item_resolved","virtual_account.deposit","virtual_account.withdrawal","virtual_account.frozen","virtual_account.unfrozen","escrow.milestone.funded","escrow.milestone.disbursed","escrow.milestone.approval_revoked","escrow.disbursement.completed","escrow.disbursement.failed","payment_link.paid","approval.requested","approval.approved","approval.rejected","payout_batch.ready","payout_batch.sending","payout_batch.paused","payout_batch.completed","payout_batch.canceled","payout_batch.rejected","export.completed","export.failed","float.low","corridor.degraded","corridor.recovered","api_key.expiring","kyb.approved","kyb.rejected","kyc.approved","kyc.rejected"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const LINK_STATUSES = ["active","paid","expired","disabled"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const DELIVERY_STATUSES = ["pending","delivered","dead","canceled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const DISPUTE_STATUSES = ["needs_response","under_review","won","lost","accepted","expired"] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export const PAYOUT_BATCH_STATUSES = ["checking","ready","awaiting_approval","scheduled","sending","paused","sent","completed","canceled","rejected"] as const;
export type PayoutBatchStatus = (typeof PAYOUT_BATCH_STATUSES)[number];

export const PAYOUT_ROW_STATUSES = ["unchecked","ready","invalid","sent","completed","failed","canceled"] as const;
export type PayoutRowStatus = (typeof PAYOUT_ROW_STATUSES)[number];

export const FAILURE_CAUSES = ["funds","limit","wrong_code","timeout","network_down","not_allowed","card_expired","declined","other"] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];

export const FEATURES = ["payments","ramps","virtual_accounts","escrow","payment_links"] as const;
export type Feature = (typeof FEATURES)[number];

export const KYB_STATUSES = ["not_started","pending","approved","rejected"] as const;
export type KybStatus = (typeof KYB_STATUSES)[number];

export const KYC_STATUSES = ["not_started","pending","approved","rejected"] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

export const ROLES = ["org-admin","org-member","org-viewer"] as const;
export type Role = (typeof ROLES)[number];

export const BENEFICIARY_TYPES = ["individual","business","loan_client"] as const;
export type BeneficiaryType = (typeof BENEFICIARY_TYPES)[number];
