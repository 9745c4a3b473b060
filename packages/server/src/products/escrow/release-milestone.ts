import { appendAudit, type AuditEntry } from "#src/record/audit/index.ts";
import { type LedgerTransaction, lockLedgers, postTransactions } from "#src/record/ledger/index.ts";
import * as virtualAccounts from "#src/products/virtual-accounts/index.ts";
import { combine } from "#src/kernel/combine.ts";
import { BATCH_LOCK_TIMEOUT_MS, type Tx } from "#src/kernel/db/client.ts";
import { requireClaim } from "#src/kernel/http/claim-over.ts";
import { ApiError, conflict, notFound } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Money } from "@corridor/base/money.ts";
import {
  auditOf,
  BooksDisagree,
  type Changed,
  type EscrowDeps,
  type Planned,
  publishTogether,
  type Requester,
  requireMilestone,
  requireParty,
  requireStatus,
  withMilestone,
} from "./change-escrow.ts";
import {
  coverage,
  type Disbursement,
  type Escrow,
  ledgerAccountOf,
  type Milestone,
  newDisbursement,
  type Party,
  withSettled,
} from "./escrow.ts";
import { disbursementRecordOf } from "./escrow-records.ts";
import { completeWhenDone, creditOf, disputedFunding, frozenIn, pendingOf } from "./end-project.ts";
import { requireOtherPeople, type SeparationDeps } from "./guard-milestone.ts";
import { insertDisbursements } from "./money-queries.ts";
import { lockEscrows, writeMilestones } from "./queries.ts";
import type { Disburser } from "./settle-disbursements.ts";
import { coversWhole, splitAmount } from "./split-amount.ts";
import { publishEnds } from "./tell-disbursements.ts";

type Share = { readonly party: Party; readonly amount: Money };
/** By project: what its disputed payins brought. */
type Frozen = ReadonlyMap<string, Money>;
type ReleaseRequest = { readonly who: Requester; readonly milestoneId: string; readonly isSeparated: boolean };
type Released = Planned & { readonly pendingIds: readonly string[] };
export type ReleaseDeps = EscrowDeps & SeparationDeps & { disburser: Disburser };
export type Releases = (who: Requester, milestoneId: string) => Promise<Planned>;

const LIMITS = { maxBatch: 64, maxInFlight: 2, maxQueued: 5_000 };

/**
 * In one transaction the shares are fixed, virtual accounts credited, and payouts recorded as owed. They start right
 * after it; the job finishes what a crash or a provider leaves undone. Concurrent releases share one transaction: one
 * at a time locks an organization's ledger. A refused release does not affect the others.
 */
export function createReleases(deps: ReleaseDeps): Releases {
  const release = combine<ReleaseRequest, Outcome>({
    run: (requests) => releaseTogether(deps, requests),
    orgOf: ({ who }) => who.orgId,
    ...LIMITS,
  });
  return async (who, milestoneId) => {
    const released = await release({ who, milestoneId, isSeparated: await deps.separatesEscrow(who.orgId) });
    if (released instanceof ApiError) throw released;
    await deps.disburser.startNow(who, released.pendingIds);
    return released;
  };
}

type Outcome = Released | ApiError;

async function releaseTogether(deps: EscrowDeps, requests: readonly ReleaseRequest[]): Promise<Outcome[]> {
  return deps.db.transaction(async (tx) => {
    const keys = requests.map(({ who }) => who);
    await lockLedgers(tx, [...new Set(keys.map(({ orgId }) => orgId))]);
    const escrows = await lockEscrows(tx, keys);
    const at = deps.clock.now();
    const frozen = await frozenIn(
      tx,
      [...escrows.values()].map(({ project }) => project),
    );
    const outcomes = new Map<ReleaseRequest, Outcome>();
    for (const round of roundsOf(requests)) {
      for (const [request, outcome] of await releaseRound(tx, escrows, frozen, round, at)) {
        outcomes.set(request, outcome);
        if (!(outcome instanceof ApiError)) escrows.set(outcome.escrow.project.escrowId, outcome.escrow);
      }
    }
    await requireClaim(tx, earliestOf(keys.flatMap(({ commitBy }) => commitBy ?? [])));
    return requests.map((request) => outcomes.get(request)!);
  }, BATCH_LOCK_TIMEOUT_MS);
}

/** The first release of every project, then the second ones: each is decided by what the one before it left. */
function roundsOf(requests: readonly ReleaseRequest[]): ReleaseRequest[][] {
  const rounds: ReleaseRequest[][] = [];
  for (const ofProject of Map.groupBy(requests, ({ who }) => who.escrowId).values())
    ofProject.forEach((request, index) => (rounds[index] ??= []).push(request));
  return rounds;
}

type Plan = {
  readonly request: ReleaseRequest;
  readonly escrow: Escrow;
  readonly milestone: Milestone;
  readonly shares: readonly Share[];
  readonly disbursements: readonly Disbursement[];
};

async function releaseRound(
  tx: Tx,
  escrows: ReadonlyMap<string, Escrow>,
  frozen: Frozen,
  requests: readonly ReleaseRequest[],
  at: Date,
): Promise<Map<ReleaseRequest, Outcome>> {
  const outcomes = new Map<ReleaseRequest, Outcome>();
  const refuse = (request: ReleaseRequest, error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    outcomes.set(request, error);
  };
  const planned = requests.flatMap((request) => {
    try {
      return [planOf(escrows.get(request.who.escrowId.toLowerCase()), frozen, request, at)];
    } catch (error) {
      refuse(request, error);
      return [];
    }
  });
  const accounts = await accountsOf(tx, planned);
  const plans = planned.filter((plan) => {
    const closed = creditedIn(plan).find(({ party }) => accounts.get(party.accountId!)?.status === "closed");
    if (closed === undefined) return true;
    const { name } = closed.party;
    refuse(plan.request, conflict(`The virtual account of ${name} is closed; give the party another one`));
    return false;
  });
  if (plans.length === 0) return outcomes;

  await creditAccounts(tx, plans, accounts, at);
  const all = plans.flatMap(({ disbursements }) => disbursements);
  await insertDisbursements(tx, all);
  await publishEnds(tx, all, at);
  const released = plans.map((plan) => releasedOf(plan, at));
  await writeMilestones(tx, released.filter(isReleasing));
  const changes = plans.map((plan, index) => changeOf(plan, released[index]!));
  const published = await publishTogether(tx, "escrow.milestone.disbursed", changes, at);
  const entries = plans.map((plan) => auditOfRelease(plan, at));
  await appendAudit(tx, entries);
  for (const [index, { request, milestone, disbursements }] of plans.entries()) {
    const { escrow, refunds } = await completeWhenDone(tx, published[index]!, request.who, at);
    const now = requireMilestone(escrow, milestone.milestoneId);
    outcomes.set(request, { escrow, milestone: now, pendingIds: pendingOf([...disbursements, ...refunds]) });
  }
  return outcomes;
}

function planOf(escrow: Escrow | undefined, frozen: Frozen, request: ReleaseRequest, at: Date): Plan {
  // The batch has projects of several organizations, and a request sees only those of its own.
  if (escrow === undefined || escrow.project.orgId !== request.who.orgId) throw notFound("Escrow project");
  const milestone = requireMilestone(escrow, request.milestoneId);
  checkReleasable(escrow, milestone, frozen.get(escrow.project.escrowId));
  if (request.isSeparated) requireOtherPeople(request.who, milestone.contract!, "release");
  const shares = sharesOf(escrow, milestone);
  const disbursements = shares.map((share) => disbursementOf(milestone, share, request.who, at));
  return { request, escrow, milestone, shares, disbursements };
}

function releasedOf({ milestone, disbursements }: Plan, at: Date): Milestone {
  return withSettled({ ...milestone, status: "releasing" }, disbursements, at);
}

const isReleasing = ({ status }: Milestone): boolean => status === "releasing";

/** Where every party is paid in the ledger, the release is over at once, and told. */
function changeOf({ escrow, milestone, disbursements }: Plan, released: Milestone): Changed {
  const extra = { previous_status: milestone.status, disbursements: disbursements.map(disbursementRecordOf) };
  return { escrow: withMilestone(escrow, released), milestones: isReleasing(released) ? [] : [released], extra };
}

function auditOfRelease({ request, milestone, shares }: Plan, at: Date): AuditEntry {
  const paid = shares.map(({ party, amount }) => ({ party_id: party.partyId, amount: amount.toDatabase() }));
  return auditOf(request.who, "milestone_released", { milestone_id: milestone.milestoneId, shares: paid }, at);
}

function earliestOf(times: readonly Date[]): Date | undefined {
  return times.length === 0 ? undefined : new Date(Math.min(...times.map((time) => time.getTime())));
}

function checkReleasable(escrow: Escrow, milestone: Milestone, frozen: Money | undefined): void {
  requireStatus(escrow, ["active"], "paid out");
  if (milestone.status !== "approved")
    throw conflict(`The milestone is ${milestone.status}; it is released when its contract is approved`);
  const covered = coverage(escrow).get(milestone.milestoneId)!;
  if (covered.compare(milestone.amount) < 0)
    throw conflict(`Only ${covered.toString()} of ${milestone.amount.toString()} are funded`, "NOT_FUNDED");
  if (frozen !== undefined) {
    const left = coverage({ ...escrow, funded: escrow.funded.minus(frozen) }).get(milestone.milestoneId)!;
    if (left.compare(milestone.amount) < 0) throw disputedFunding(frozen);
  }
  if (!coversWhole(milestone.amount, milestone.splits))
    throw conflict("The parties' shares do not cover the whole milestone", "SPLITS_INCOMPLETE");
}

/** A zero share is not paid. */
function sharesOf(escrow: Escrow, milestone: Milestone): Share[] {
  const amounts = splitAmount(milestone.amount, milestone.splits);
  return milestone.splits
    .map((split, index) => ({ party: requireParty(escrow, split.partyId), amount: amounts[index]! }))
    .filter(({ amount }) => amount.isPositive());
}

function creditedIn({ shares }: Plan): Share[] {
  return shares.filter(({ party }) => party.accountId !== null);
}

async function accountsOf(tx: Tx, plans: readonly Plan[]): Promise<Map<string, virtualAccounts.VirtualAccount>> {
  const found = await Promise.all(
    [...Map.groupBy(plans, ({ escrow }) => escrow.project.orgId)].map(([orgId, list]) => {
      const ids = list.flatMap((plan) => creditedIn(plan).map(({ party }) => party.accountId!));
      return virtualAccounts.findVirtualAccounts(tx, orgId, ids);
    }),
  );
  return new Map(found.flatMap((accounts) => [...accounts]));
}

async function creditAccounts(
  tx: Tx,
  plans: readonly Plan[],
  accounts: ReadonlyMap<string, virtualAccounts.VirtualAccount>,
  at: Date,
): Promise<void> {
  const crediting = plans.filter((plan) => creditedIn(plan).length > 0);
  const transactions = crediting.map((plan) => ledgerOf(plan, at));
  const outcomes = await postTransactions(tx, transactions);
  // The project's own account covers every funded milestone. Otherwise books and project disagree: nothing may be paid.
  for (const [index, { escrow, milestone }] of crediting.entries())
    if (outcomes[index] !== "posted")
      throw new BooksDisagree(
        `escrow ${escrow.project.escrowId}: the ledger refused the release of ${milestone.milestoneId}: ` +
          `${outcomes[index]}`,
      );
  const movements = crediting.flatMap((plan) =>
    creditedIn(plan).map(({ party, amount }) => {
      const reference = plan.milestone.milestoneId;
      const credit = { transactionId: newId(), amount, description: describe(plan), reference };
      return creditOf(plan.escrow, accounts.get(party.accountId!)!, credit, at);
    }),
  );
  await virtualAccounts.recordMovements(tx, movements, at);
}

function ledgerOf(plan: Plan, at: Date): LedgerTransaction {
  const { orgId, escrowId } = plan.escrow.project;
  const postings = creditedIn(plan).flatMap(({ party, amount }) => [
    { account: ledgerAccountOf(escrowId), amount: amount.negate() },
    { account: virtualAccounts.ledgerAccountOf(party.accountId!), amount },
  ]);
  return { orgId, cause: `${plan.milestone.milestoneId}:released`, description: describe(plan), at, postings };
}

function describe({ escrow, milestone }: Plan): string {
  return `Escrow ${escrow.project.title}: ${milestone.label}`;
}

function disbursementOf(milestone: Milestone, { party, amount }: Share, who: Requester, at: Date): Disbursement {
  const { accountId, partyId } = party;
  const method = accountId === null ? "payout" : "virtual_account";
  const share = { kind: "release", method, milestoneId: milestone.milestoneId, partyId, accountId, amount } as const;
  const by = { requestedBy: who.userId, keyMadeBy: who.keyMadeBy ?? null };
  return newDisbursement(milestone, { ...share, ...by }, at);
}
