import { ACCOUNT_PURPOSES } from "#src/record/ledger/index.ts";
import { EVENT_TYPES } from "#src/record/events/index.ts";
import { DELIVERY_STATUSES } from "#src/record/webhooks/index.ts";
import { ADJUSTMENT_STATUSES } from "#src/back-office/balances/index.ts";
import {
  DISBURSEMENT_STATUSES,
  FUNDING_STATUSES,
  MILESTONE_STATUSES,
  PROJECT_STATUSES,
  SPLIT_TYPES,
} from "#src/products/escrow/index.ts";
import { LINK_STATUSES } from "#src/products/links/index.ts";
import { PAYMENT_STATUSES, RECONCILIATION_KINDS } from "#src/payments/core/index.ts";
import { BATCH_ACTIONS, BATCH_STATUSES, ROW_STATUSES } from "#src/products/batches/index.ts";
import { PAYMENT_ACTIONS } from "#src/payments/wire/index.ts";
import { FAILURE_CAUSES } from "#src/payments/rules/index.ts";
import { TRANSACTION_STATUSES, VIRTUAL_ACCOUNT_STATUSES } from "#src/products/virtual-accounts/index.ts";
import { API_KEY_STATUSES } from "#src/parties/api-keys/index.ts";
import { APPROVAL_STATUSES } from "#src/parties/approvals/index.ts";
import { ACCOUNT_TYPES, BENEFICIARY_TYPES } from "#src/parties/beneficiaries/index.ts";
import { PRIORITIES } from "#src/parties/notifications/index.ts";
import { INVITE_STATUSES, KYB_STATUSES, LIMIT_SCOPES, POLICY_CONDITIONS } from "#src/parties/organizations/index.ts";
import { FOUND_TYPES } from "#src/back-office/search/index.ts";
import { FEATURES, ORGANIZATION_ROLES, PERMISSIONS } from "#src/kernel/http/caller.ts";
import {
  DISPUTE_STATUSES,
  PAYMENT_METHODS,
  PROVIDER_NAMES,
  RECORD_DIRECTIONS,
} from "@corridor/provider-kit/provider.ts";

/**
 * The lists of fixed words that have a name in the OpenAPI document. The document finds them by their values, so a
 * route only lists its values. Two lists with the same values share a name: KYB and KYC are both a
 * `VerificationStatus`.
 */
export const ENUMS: Readonly<Record<string, readonly string[]>> = {
  AccountType: ACCOUNT_TYPES,
  AdjustmentStatus: ADJUSTMENT_STATUSES,
  ApiKeyStatus: API_KEY_STATUSES,
  ApprovalStatus: APPROVAL_STATUSES,
  BeneficiaryType: BENEFICIARY_TYPES,
  DeliveryStatus: DELIVERY_STATUSES,
  DisbursementStatus: DISBURSEMENT_STATUSES,
  DisputeStatus: DISPUTE_STATUSES,
  EscrowStatus: PROJECT_STATUSES,
  EventType: EVENT_TYPES,
  FailureCause: FAILURE_CAUSES,
  Feature: FEATURES,
  FundingStatus: FUNDING_STATUSES,
  InviteStatus: INVITE_STATUSES,
  LedgerPurpose: ACCOUNT_PURPOSES,
  LimitScope: LIMIT_SCOPES,
  LinkStatus: LINK_STATUSES,
  MilestoneStatus: MILESTONE_STATUSES,
  PaymentActionName: PAYMENT_ACTIONS,
  PaymentDirection: RECORD_DIRECTIONS,
  PaymentMethod: PAYMENT_METHODS,
  PaymentStatus: PAYMENT_STATUSES,
  PayoutBatchAction: BATCH_ACTIONS,
  PayoutBatchStatus: BATCH_STATUSES,
  PayoutRowStatus: ROW_STATUSES,
  Permission: PERMISSIONS,
  PolicyCondition: POLICY_CONDITIONS,
  Priority: PRIORITIES,
  ProviderName: PROVIDER_NAMES,
  ReconciliationKind: RECONCILIATION_KINDS,
  Role: ORGANIZATION_ROLES,
  SearchHitType: FOUND_TYPES,
  SplitType: SPLIT_TYPES,
  SuccessStatus: ["success"],
  TransactionStatus: TRANSACTION_STATUSES,
  VerificationStatus: KYB_STATUSES,
  VirtualAccountStatus: VIRTUAL_ACCOUNT_STATUSES,
};
