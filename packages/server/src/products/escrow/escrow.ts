import type { AccountRef } from "#src/record/ledger/index.ts";
import type { InMoney } from "#src/kernel/db/money-rows.ts";
import type { Row } from "#src/kernel/db/statement.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { SplitType } from "./split-amount.ts";

/**
 * project        draft --activate--> active --every milestone disbursed or canceled--> completed
 *                draft, active --cancel--> canceled
 * milestone      pending --contract submitted--> contract_submitted --approved--> approved --released--> releasing
 *                releasing --the last share has arrived, or went back--> disbursed; canceled if every share went back
 *                approved --its shares, or a party's destination, change--> contract_submitted
 *                any of the first three --canceled (alone, or with its project)--> canceled
 * funding        pending --payin completed--> completed, or returned when the project accepts no money any more
 *                pending --payin ended--> failed
 * disbursement   pending --paid--> completed
 *                pending --not paid--> failed --retry, redirect--> pending or completed
 *                failed --refund (a share only)--> returned, with refunds to the funders
 *
 * A draft is a plan and changes freely. Once active, its amounts are fixed and it accepts money, which covers
 * milestones by sequence; a milestone is released when it is approved and fully funded.
 *
 * Money never gets stuck in a project. Where it is, and what moves it out (histories.test.ts tries all of them):
 *
 *   project    milestone, funding           disbursement         the money is in  ways out
 *   draft      any, unfunded                none                 nowhere          delete, cancel
 *   active     open, unfunded               none                 nowhere          fund; cancel
 *   active     open, payin in progress      none                 nowhere yet      it completes, fails or expires
 *   active     open, partly or all funded   none                 the project      fund, approve, release; cancel
 *   active     canceled, more than needed   none                 the project      the project ends, which returns it
 *   not draft  releasing                    share pending        in transit       the payout ends, or its review
 *   not draft  releasing                    share failed         the project      retry, redirect, refund
 *   ended      any, or payin came too late  refund pending       settlement       the refund ends
 *   ended      any                          refund failed        settlement       retry, redirect
 *   any        any                          completed, returned  gone             -
 */
export const PROJECT_STATUSES = ["draft", "active", "completed", "canceled"] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export const MILESTONE_STATUSES = [
  "pending",
  "contract_submitted",
  "approved",
  "releasing",
  "disbursed",
  "canceled",
] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];

export const FUNDING_STATUSES = ["unfunded", "partially_funded", "funded"] as const;
export type FundingStatus = (typeof FUNDING_STATUSES)[number];

export const MAX_PARTIES = 50;
export const MAX_MILESTONES = 100;

/** The `details.origin` of payments that escrow started; its id is the project's. */
export const FUNDING_ORIGIN = "escrow_funding";
export const PAYOUT_ORIGIN = "escrow_payout";

export const ESCROW_RAIL = "escrow";

export type ProjectKey = { readonly orgId: string; readonly escrowId: string };

export type Project = InMoney<Row<"escrow.FIND_PROJECT">, "totalAmount">;

/** Exactly one of `beneficiaryId` and `accountId` is set. */
export type Party = Row<"escrow.FIND_ESCROW_PARTIES">;

export type Split = { readonly partyId: string; readonly type: SplitType; readonly value: Decimal };

export type Contract = {
  readonly title: string;
  readonly terms: string | null;
  readonly documentUrl: string | null;
  readonly submittedBy: string;
  readonly submittedAt: string;
  readonly approvedBy: string | null;
  readonly approvedAt: string | null;
  /** Who acted, or created the acting key. Changing what is paid counts as submitting. Older contracts have none. */
  readonly submitters?: readonly string[];
  readonly approvers?: readonly string[];
};

export type Milestone = ProjectKey & {
  readonly milestoneId: string;
  readonly sequence: number;
  readonly label: string;
  readonly description: string | null;
  readonly amount: Money;
  /** `2026-03-31`. */
  readonly dueDate: string | null;
  readonly status: MilestoneStatus;
  readonly splits: readonly Split[];
  readonly contract: Contract | null;
  readonly disbursedTotal: Money;
  /** Shares of a released milestone that went back to the project's funders. */
  readonly returnedTotal: Money;
  readonly disbursedAt: Date | null;
  readonly eventSequence: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** A project with all that its rules need. Its limits keep it small, so it is read and decided on as a whole. */
export type Escrow = {
  readonly project: Project;
  readonly parties: readonly Party[];
  readonly milestones: readonly Milestone[];
  /** The money that the project received and did not refund, including money that was paid to parties. */
  readonly funded: Money;
  readonly fundingPending: Money;
};

export type Funding = InMoney<Row<"escrow.FIND_FUNDING">, "amount" | "refunded">;

export const DISBURSEMENT_STATUSES = ["pending", "completed", "failed", "returned"] as const;

/**
 * status         `returned`: a share that could not be paid and went back to the project's funders
 * method         `settlement`: back to the organization, when the account it came from is closed
 * beneficiaryId  to whom a payout was redirected; null: the party's own beneficiary
 * dueAt          when the payment of the disbursement is started, or started again; null when nothing is to be started
 * requestedBy    the last requester: of the release, or of the retry or redirect after a failure
 */
export type Disbursement = InMoney<Row<"escrow.CLAIM_DUE_DISBURSEMENTS">, "amount">;

/** How a disbursement is paid. In the ledger it is over at once; otherwise its payment starts now. */
export function payingBy(method: Disbursement["method"], at: Date) {
  const isOver = method === "virtual_account" || method === "settlement";
  const paid = { method, failureReason: null, updatedAt: at };
  return isOver
    ? ({ ...paid, paymentId: null, status: "completed", dueAt: null } as const)
    : ({ ...paid, paymentId: newId(), status: "pending", dueAt: at } as const);
}

type NewDisbursement = Pick<Disbursement, "kind" | "method" | "amount" | "requestedBy" | "keyMadeBy"> &
  Partial<Disbursement>;

export function newDisbursement({ orgId, escrowId }: ProjectKey, one: NewDisbursement, at: Date): Disbursement {
  const made = { orgId, escrowId, disbursementId: newId(), tries: 0, createdAt: at };
  const nobody = { milestoneId: null, partyId: null, fundingId: null, accountId: null, beneficiaryId: null };
  return { ...made, ...nobody, ...payingBy(one.method, at), ...one };
}

export function ledgerAccountOf(escrowId: string): AccountRef {
  return { purpose: "escrow", ownerId: escrowId };
}

/** The milestone once these shares have arrived or went back. The last one ends it, unless none of them arrived. */
export function withSettled(milestone: Milestone, shares: readonly Disbursement[], at: Date): Milestone {
  const add = (to: Money, wanted: Disbursement["status"]): Money =>
    shares.reduce((sum, { status, amount }) => (status === wanted ? sum.plus(amount) : sum), to);
  const disbursedTotal = add(milestone.disbursedTotal, "completed");
  const returnedTotal = add(milestone.returnedTotal, "returned");
  const settled = { ...milestone, disbursedTotal, returnedTotal, updatedAt: at };
  if (milestone.status !== "releasing" || disbursedTotal.plus(returnedTotal).compare(milestone.amount) < 0)
    return settled;
  return disbursedTotal.isZero()
    ? { ...settled, status: "canceled" }
    : { ...settled, status: "disbursed", disbursedAt: at };
}

/** Whether the party has a share of a released milestone, which may have failed and be paid again. */
export function hasReleasedTo({ milestones }: Escrow, partyId: string): boolean {
  return milestones.some(
    (milestone) => isReleased(milestone) && milestone.splits.some((split) => split.partyId === partyId.toLowerCase()),
  );
}

function isReleased({ status }: Milestone): boolean {
  return status === "releasing" || status === "disbursed";
}

/** Whether nothing of it was paid yet: it can be changed and canceled. */
export function isOpen(milestone: Milestone): boolean {
  return !isReleased(milestone) && milestone.status !== "canceled";
}

/** What all milestones that are not canceled need. A share that went back to its funders is no longer needed. */
export function neededAmount(escrow: Escrow): Money {
  return escrow.milestones
    .filter(({ status }) => status !== "canceled")
    .reduce((sum, milestone) => sum.plus(owedOf(milestone)), zeroOf(escrow));
}

function owedOf(milestone: Milestone): Money {
  return milestone.amount.minus(milestone.returnedTotal);
}

/** What may still be funded, counting payins in progress. */
export function leftToFund(escrow: Escrow): Money {
  const left = neededAmount(escrow).minus(escrow.funded).minus(escrow.fundingPending);
  return left.isNegative() ? zeroOf(escrow) : left;
}

/** Project money that no released milestone has taken: what a cancellation returns. */
export function unspent(escrow: Escrow): Money {
  return escrow.milestones.filter(isReleased).reduce((left, milestone) => left.minus(owedOf(milestone)), escrow.funded);
}

/** How much of each milestone is covered: released money first, then the rest in the order of the sequence. */
export function coverage(escrow: Escrow): Map<string, Money> {
  let left = unspent(escrow);
  const covered = new Map<string, Money>();
  for (const milestone of escrow.milestones) {
    if (isReleased(milestone)) covered.set(milestone.milestoneId, milestone.amount);
    else if (milestone.status === "canceled") covered.set(milestone.milestoneId, zeroOf(escrow));
    else {
      const part = left.compare(milestone.amount) < 0 ? left : milestone.amount;
      covered.set(milestone.milestoneId, part);
      left = left.minus(part);
    }
  }
  return covered;
}

export function fundingStatusOf(milestone: Milestone, covered: Money): FundingStatus {
  if (covered.isZero()) return "unfunded";
  return covered.compare(milestone.amount) < 0 ? "partially_funded" : "funded";
}

/** Open milestones that were not fully funded before and are now. */
export function newlyFunded(before: Escrow, after: Escrow): Milestone[] {
  const [was, is] = [coverage(before), coverage(after)];
  return after.milestones.filter((milestone) => {
    const now = fundingStatusOf(milestone, is.get(milestone.milestoneId)!);
    const then = was.get(milestone.milestoneId) ?? zeroOf(after);
    return isOpen(milestone) && now === "funded" && then.compare(milestone.amount) < 0;
  });
}

function zeroOf(escrow: Escrow): Money {
  return Money.zero(escrow.project.totalAmount.currency);
}
