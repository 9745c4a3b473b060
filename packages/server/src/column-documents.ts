import type { AccountReach } from "@corridor/base/networks/account-format.ts";
import type { PaymentMethod, ProviderName } from "@corridor/provider-kit/provider.ts";
import type { JWK } from "jose";
import type { KeyScope } from "./kernel/http/key-scopes.ts";
import type { Permission } from "./kernel/http/caller.ts";
import type { StatChange, StatStatus } from "./back-office/analytics/payment-stats.ts";
import type { StoredCells } from "./back-office/analytics/stat-cells.ts";
import type { Export } from "./back-office/exports/export.ts";
import type { Import } from "./back-office/settlements/import-queries.ts";
import type { Found } from "./back-office/search/find-anything.ts";
import type { DayHead, LineKind } from "./back-office/settlements/settlement.ts";
import type { ApprovalKind } from "./parties/approvals/approval.ts";
import type { Beneficiary } from "./parties/beneficiaries/beneficiary.ts";
import type { EmailState } from "./parties/notifications/notification.ts";
import type { MailBrand } from "./parties/notifications/render-mail.ts";
import type { WrittenTo } from "./parties/notifications/verification-queries.ts";
import type { StoredSettings } from "./parties/organizations/controls.ts";
import type { KybReview, Organization } from "./parties/organizations/organization.ts";
import type { ReconciliationItem } from "./payments/core/decision.ts";
import type { AttemptOutcome, Payment } from "./payments/core/payment.ts";
import type { EventType } from "./record/events/event-types.ts";
import type { DeliveryRow } from "./record/webhooks/delivery.ts";
import type { WebhookEndpoint } from "./record/webhooks/endpoint.ts";
import type { FailureReason } from "./record/webhooks/send-attempt.ts";
import type { QuotedTerms } from "./pricing/rates/queries.ts";
import type { Batch, RowInput, RowIntent, RowProblem } from "./products/batches/payout-batch.ts";
import type { Contract, Disbursement, MilestoneStatus } from "./products/escrow/escrow.ts";
import type { StoredSplit } from "./products/escrow/queries.ts";
import type { CustomField } from "./products/links/custom-fields.ts";

type Document = Readonly<Record<string, unknown>>;

/**
 * The only place where the type of a column is believed: the shapes of documents, and words that no check of the
 * database holds. Everything else the database says itself (scripts/describe-statements.ts).
 */
declare module "#src/kernel/db/value-types.ts" {
  interface Columns {
    "api_keys.scopes": KeyScope[];
    "approvals.kind": ApprovalKind;
    "approvals.request": Document;
    "balance_adjustments.provider": ProviderName;
    "beneficiaries.bank_details": Beneficiary["bankDetails"];
    "beneficiaries.crypto_details": Beneficiary["cryptoDetails"];
    "beneficiaries.loan_client_details": Beneficiary["loanClientDetails"];
    "beneficiaries.momo_details": Beneficiary["momoDetails"];
    "customers.metadata": Document;
    "email_outbox.brand": MailBrand;
    "escrow_disbursements.status": Disbursement["status"];
    "escrow_milestones.contract": Contract;
    "escrow_milestones.splits": StoredSplit[];
    "escrow_milestones.status": MilestoneStatus;
    "exports.filters": Export["filters"];
    "invites.permissions": Permission[];
    "members.permissions": Permission[];
    "notifications.data": Document;
    "org_rates.quote": QuotedTerms;
    "organizations.features": Organization["features"];
    "organizations.kyb_review": KybReview;
    "organizations.settings": StoredSettings;
    "payment_links.custom_fields": readonly CustomField[];
    "payment_stat_changes.status": StatStatus | AttemptOutcome;
    "payment_stats.cells": StoredCells;
    "payout_batches.controls": Batch["controls"];
    "payout_batches.problems": Batch["problems"];
    "payout_batches.rates": Batch["rates"];
    "payout_batches.released_by": Batch["releasedBy"];
    "payout_batches.repeat": Batch["repeat"];
    "payout_batches.requester": Batch["requester"];
    "payout_batches.totals": Batch["totals"];
    "payout_batch_rows.errors": readonly RowProblem[];
    "payout_batch_rows.failure": { code: string; message: string };
    "payout_batch_rows.input": RowInput;
    "payout_batch_rows.intent": RowIntent;
    "disputes.provider": ProviderName;
    "payments.details": Payment["details"];
    "payments.next_action": Payment["nextAction"];
    "payments.progress": Payment["progress"];
    "payments.provider": ProviderName;
    "provider_callbacks.provider": ProviderName;
    "reconciliation_items.detail": ReconciliationItem["detail"];
    "reconciliation_items.kind": ReconciliationItem["kind"];
    "refunds.provider": ProviderName;
    "webhook_deliveries.earlier_attempts": NonNullable<DeliveryRow["earlier_attempts"]>;
    "webhook_endpoints.events": EventType[];
    "webhook_deliveries.event_type": EventType;
    "webhook_deliveries.reason": FailureReason;
    "provider_configs.provider": ProviderName;
    "provider_settings.provider": ProviderName;
    "saved_views.filters": Record<string, string>;
    "settlement_days.head": DayHead;
    "settlement_imports.header": Import["header"];
    "settlement_imports.mapping": Import["mapping"];
    "settlement_imports.problems": Import["problems"];
    "settlement_imports.repeats": Import["repeats"];
    "settlement_sources.mapping": Import["mapping"];
    "signing_keys.public_jwk": JWK;
    "stops.payment_method": PaymentMethod;
    "verification_requests.written_to": WrittenTo;
    "virtual_accounts.reach": AccountReach;
    /** Words and documents that only a statement makes. */
    endpoint_status: WebhookEndpoint["status"];
    disabled_by_us: "gone" | "failing";
    cells_or_changes: StoredCells | StatChange[];
    email_states: EmailState;
    found_types: Found["type"];
    line_kinds: LineKind;
    line_match: "exact" | "self";
    transfers: { line_key: string; gross: string; fee: string }[];
  }
}
