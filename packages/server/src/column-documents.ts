import type { AccountReach } from "@corridor/base/networks/account-format.ts";
import type { PaymentMethod, ProviderName, RecordDirection } from "@corridor/provider-kit/provider.ts";
import type { JWK } from "jose";
import type { KeyScope } from "./kernel/http/key-scopes.ts";
import type { Feature, Permission } from "./kernel/http/caller.ts";
import type { StatChange, StatStatus } from "./back-office/analytics/payment-stats.ts";
import type { StoredCells } from "./back-office/analytics/stat-cells.ts";
import type { Backtest, BacktestResult } from "./back-office/backtests/backtest.ts";
import type { ExportFilters } from "./back-office/exports/export.ts";
import type { ImportProblem } from "./back-office/settlements/import-queries.ts";
import type { Mapping } from "./back-office/settlements/mapping.ts";
import type { FOUND_TYPES } from "./back-office/search/find-anything.ts";
import type { DayHead, LineKind } from "./back-office/settlements/settlement.ts";
import type { ApprovalKind } from "./parties/approvals/approval.ts";
import type { Beneficiary } from "./parties/beneficiaries/beneficiary.ts";
import type { EmailState } from "./parties/notifications/notification.ts";
import type { MailBrand } from "./parties/notifications/render-mail.ts";
import type { WrittenTo } from "./parties/notifications/verification-queries.ts";
import type { StoredSettings } from "./parties/organizations/controls.ts";
import type { KybReview } from "./parties/organizations/organization.ts";
import type { ReconciliationItem } from "./payments/core/decision.ts";
import type { AttemptOutcome, Payment } from "./payments/core/payment.ts";
import type { EventType } from "./record/events/event-types.ts";
import type { DeliveryRow } from "./record/webhooks/delivery.ts";
import type { EndpointStatus } from "./record/webhooks/endpoint.ts";
import type { FailureReason } from "./record/webhooks/send-attempt.ts";
import type { CostFit } from "./pricing/routing/costs/cost.ts";
import type { Program } from "./pricing/routing/programs/program.ts";
import type { QuotedTerms } from "./pricing/rates/queries.ts";
import type {
  BatchControls,
  BatchPerson,
  BatchProblem,
  BatchRate,
  BatchRepeat,
  BatchTotal,
  RowInput,
  RowIntent,
  RowProblem,
} from "./products/batches/payout-batch.ts";
import type { Contract, DISBURSEMENT_STATUSES, MilestoneStatus } from "./products/escrow/escrow.ts";
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
    "beneficiaries.party": Beneficiary["party"];
    "beneficiaries.loan_client_details": Beneficiary["loanClientDetails"];
    "beneficiaries.momo_details": Beneficiary["momoDetails"];
    "customers.metadata": Document;
    "email_outbox.brand": MailBrand;
    "escrow_disbursements.status": (typeof DISBURSEMENT_STATUSES)[number];
    "escrow_milestones.contract": Contract;
    "escrow_milestones.splits": StoredSplit[];
    "escrow_milestones.status": MilestoneStatus;
    "exports.filters": ExportFilters;
    "invites.permissions": Permission[];
    "maintenance_windows.direction": RecordDirection;
    "maintenance_windows.payment_method": PaymentMethod;
    "maintenance_windows.provider": ProviderName;
    "members.permissions": Permission[];
    "notifications.data": Document;
    "org_rates.quote": QuotedTerms;
    "organizations.features": readonly Feature[];
    "organizations.kyb_review": KybReview;
    "organizations.settings": StoredSettings;
    "payment_links.custom_fields": readonly CustomField[];
    "payment_stat_changes.status": StatStatus | AttemptOutcome;
    "payment_stats.cells": StoredCells;
    "payout_batches.controls": BatchControls;
    "payout_batches.problems": readonly BatchProblem[];
    "payout_batches.rates": readonly BatchRate[];
    "payout_batches.released_by": BatchPerson;
    "payout_batches.repeat": BatchRepeat;
    "payout_batches.requester": BatchPerson;
    "payout_batches.totals": readonly BatchTotal[];
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
    "provider_costs.provider": ProviderName;
    "provider_costs.fit": CostFit;
    "provider_costs.source": "operator" | "settlements";
    "routing_backtests.program": Program;
    "routing_backtests.result": BacktestResult;
    "routing_backtests.status": Backtest["status"];
    "routing_programs.rules": Program["rules"];
    "saved_views.filters": Record<string, string>;
    "settlement_days.head": DayHead;
    "settlement_imports.header": { cells: readonly string[]; separator: string };
    "settlement_imports.mapping": Mapping;
    "settlement_imports.problems": ImportProblem[];
    "settlement_imports.repeats": Readonly<Record<string, number>>;
    "settlement_sources.mapping": Mapping;
    "signing_keys.public_jwk": JWK;
    "stops.payment_method": PaymentMethod;
    "verification_requests.written_to": WrittenTo;
    "virtual_accounts.reach": AccountReach;
    /** Words and documents that only a statement makes. */
    endpoint_status: EndpointStatus;
    disabled_by_us: "gone" | "failing";
    cells_or_changes: StoredCells | StatChange[];
    email_states: EmailState;
    found_types: (typeof FOUND_TYPES)[number];
    line_kinds: LineKind;
    line_match: "exact" | "self";
    transfers: { line_key: string; gross: string; fee: string }[];
  }
}
