import type { Decimal } from "@corridor/base/decimal.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { Money } from "@corridor/base/money.ts";
import {
  coverage,
  type Disbursement,
  type Escrow,
  type Funding,
  fundingStatusOf,
  type Milestone,
  type Party,
  type Project,
  type Split,
  unspent,
} from "./escrow.ts";

export function projectRecordOf(project: Project) {
  return {
    ...inSnakeCase(project, "escrowId", "orgId", "title", "description"),
    currency: project.totalAmount.currency,
    ...inSnakeCase(project, "totalAmount", "status", "createdBy", "createdAt", "updatedAt"),
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
  const contact = inSnakeCase(party, "partyId", "name", "role", "email");
  return { ...contact, ...inSnakeCase(party, "beneficiaryId", "accountId", "createdAt", "updatedAt") };
}

export function milestoneRecordOf(escrow: Escrow, milestone: Milestone) {
  const covered = coverage(escrow).get(milestone.milestoneId)!;
  return {
    ...inSnakeCase(milestone, "milestoneId", "escrowId", "label", "sequence"),
    currency: milestone.amount.currency,
    expected_disbursement: milestone.amount,
    ...inSnakeCase(milestone, "status", "disbursedTotal", "returnedTotal"),
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
    ...inSnakeCase(milestone, "createdAt", "updatedAt"),
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
    ...inSnakeCase(contract, "title", "terms", "documentUrl"),
    status: contract.approvedAt === null ? ("submitted" as const) : ("approved" as const),
    ...inSnakeCase(contract, "submittedBy", "submittedAt", "approvedBy", "approvedAt"),
  };
}

export function fundingRecordOf(funding: Funding) {
  return {
    ...inSnakeCase(funding, "fundingId", "source", "accountId"),
    payment_id: funding.source === "payin" ? funding.fundingId : null,
    amount: funding.amount,
    currency: funding.amount.currency,
    refunded_amount: funding.refunded,
    ...inSnakeCase(funding, "status", "createdBy", "createdAt", "updatedAt"),
  };
}

export function disbursementRecordOf(disbursement: Disbursement) {
  return {
    ...inSnakeCase(disbursement, "disbursementId", "escrowId", "kind", "method", "milestoneId", "partyId", "fundingId"),
    ...inSnakeCase(disbursement, "accountId", "beneficiaryId", "paymentId", "amount"),
    currency: disbursement.amount.currency,
    ...inSnakeCase(disbursement, "status", "failureReason", "createdAt", "updatedAt"),
  };
}
