import type { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import type { Disbursement, Escrow, Funding, Milestone, Party, Project, Split } from "./escrow.ts";
import { coverage, fundingStatusOf, unspent } from "./escrow.ts";

/** Escrow as its endpoints and events show it. */
export function projectRecordOf(project: Project) {
  return {
    escrow_id: project.escrowId,
    org_id: project.orgId,
    title: project.title,
    description: project.description,
    currency: project.totalAmount.currency,
    total_amount: project.totalAmount,
    status: project.status,
    created_by: project.createdBy,
    created_at: project.createdAt,
    updated_at: project.updatedAt,
  };
}

export function escrowRecordOf(escrow: Escrow) {
  return {
    ...projectRecordOf(escrow.project),
    funded_amount: escrow.funded,
    pending_funding: escrow.fundingPending,
    unspent_amount: unspent(escrow),
    parties: escrow.parties.map(partyRecordOf),
    milestones: escrow.milestones.map((milestone) => milestoneRecordOf(escrow, milestone)),
  };
}

export function partyRecordOf(party: Party) {
  return {
    party_id: party.partyId,
    name: party.name,
    role: party.role,
    email: party.email,
    beneficiary_id: party.beneficiaryId,
    account_id: party.accountId,
    created_at: party.createdAt,
    updated_at: party.updatedAt,
  };
}

export function milestoneRecordOf(escrow: Escrow, milestone: Milestone) {
  const covered = coverage(escrow).get(milestone.milestoneId)!;
  return {
    milestone_id: milestone.milestoneId,
    escrow_id: milestone.escrowId,
    label: milestone.label,
    sequence: milestone.sequence,
    currency: milestone.amount.currency,
    expected_disbursement: milestone.amount,
    status: milestone.status,
    disbursed_total: milestone.disbursedTotal,
    returned_total: milestone.returnedTotal,
    description: milestone.description ?? undefined,
    due_date: milestone.dueDate ?? undefined,
    contract_submitted_at: milestone.contract?.submittedAt,
    disbursed_at: milestone.disbursedAt ?? undefined,
    parties: milestone.splits.map((split) => ({
      party_id: split.partyId,
      split_type: split.type,
      split_value: splitValueOf(milestone, split),
    })),
    funding_status: fundingStatusOf(milestone, covered),
    covered_amount: covered,
    created_at: milestone.createdAt,
    updated_at: milestone.updatedAt,
  };
}

/** A fixed share is money, and is written like all money; a percentage is not. */
function splitValueOf(milestone: Milestone, { type, value }: Split): Money | Decimal {
  return type === "fixed" ? Money.parse(value.toDatabase(), milestone.amount.currency) : value;
}

export function contractRecordOf(milestone: Milestone) {
  const contract = milestone.contract!;
  return {
    milestone_id: milestone.milestoneId,
    title: contract.title,
    terms: contract.terms,
    document_url: contract.documentUrl,
    status: contract.approvedAt === null ? ("submitted" as const) : ("approved" as const),
    submitted_by: contract.submittedBy,
    submitted_at: contract.submittedAt,
    approved_by: contract.approvedBy,
    approved_at: contract.approvedAt,
  };
}

export function fundingRecordOf(funding: Funding) {
  return {
    funding_id: funding.fundingId,
    source: funding.source,
    account_id: funding.accountId,
    payment_id: funding.source === "payin" ? funding.fundingId : null,
    amount: funding.amount,
    currency: funding.amount.currency,
    refunded_amount: funding.refunded,
    status: funding.status,
    created_by: funding.createdBy,
    created_at: funding.createdAt,
    updated_at: funding.updatedAt,
  };
}

export function disbursementRecordOf(disbursement: Disbursement) {
  return {
    disbursement_id: disbursement.disbursementId,
    kind: disbursement.kind,
    method: disbursement.method,
    milestone_id: disbursement.milestoneId,
    party_id: disbursement.partyId,
    funding_id: disbursement.fundingId,
    account_id: disbursement.accountId,
    beneficiary_id: disbursement.beneficiaryId,
    payment_id: disbursement.paymentId,
    amount: disbursement.amount,
    currency: disbursement.amount.currency,
    status: disbursement.status,
    failure_reason: disbursement.failureReason,
    created_at: disbursement.createdAt,
    updated_at: disbursement.updatedAt,
  };
}
