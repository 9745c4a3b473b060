import { type AccountRef, postTransactions } from "#src/record/ledger/index.ts";
import * as virtualAccounts from "#src/products/virtual-accounts/index.ts";
import { findDisputed } from "#src/payments/disputes/index.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import { isId } from "@corridor/base/ids.ts";
import {
  auditEscrow,
  changeEscrow,
  type EscrowDeps,
  type Requester,
  requireMilestone,
  requireParty,
} from "./change-escrow.ts";
import { creditOf, disputedFunding, frozenIn, pendingOf, refundFunders, settleShare } from "./end-project.ts";
import { type Disbursement, type Escrow, ledgerAccountOf, payingBy, type ProjectKey } from "./escrow.ts";
import { findDisbursements, replaceFailed } from "./money-queries.ts";
import { destinationOf, type PartyDestination } from "./plan-parties.ts";
import type { Disburser } from "./settle-disbursements.ts";
import { publishEnds } from "./tell-disbursements.ts";

/** A failed share's money is in the project's account, a failed refund's in the organization's settlement account. */
type ResolveDeps = EscrowDeps & { disburser: Disburser };

/** Retries it to its planned destination: the party's current beneficiary or account, or the payer of a refund. */
export async function retryDisbursement(deps: ResolveDeps, who: Requester, id: string): Promise<Disbursement> {
  return resolve(deps, who, id, async (tx, escrow, failed, at) => {
    await auditEscrow(tx, who, "disbursement_retried", { disbursement_id: failed.disbursementId }, at);
    if (failed.beneficiaryId !== null || failed.kind === "refund") return payAgain(failed, failed.beneficiaryId, at);
    const { accountId } = requireParty(escrow, failed.partyId!);
    return accountId === null ? payAgain(failed, null, at) : creditAccount(tx, escrow, failed, accountId, at);
  });
}

/** Only this money is redirected: the party's next payments stay as planned. */
export async function redirectDisbursement(
  deps: ResolveDeps,
  who: Requester,
  disbursementId: string,
  to: PartyDestination,
): Promise<Disbursement> {
  return resolve(deps, who, disbursementId, async (tx, escrow, failed, at) => {
    const { beneficiaryId, accountId } = await destinationOf(tx, escrow, to);
    const changes = { disbursement_id: failed.disbursementId, beneficiary_id: beneficiaryId, account_id: accountId };
    await auditEscrow(tx, who, "disbursement_redirected", changes, at);
    return accountId === null ? payAgain(failed, beneficiaryId, at) : creditAccount(tx, escrow, failed, accountId, at);
  });
}

/** A share that cannot be paid goes back to the project's funders, the latest funding first. */
export async function returnDisbursement(
  deps: ResolveDeps,
  who: Requester,
  disbursementId: string,
  reason: string | null,
): Promise<{ disbursement: Disbursement; refunds: Disbursement[] }> {
  let refunds: Disbursement[] = [];
  const disbursement = await resolve(deps, who, disbursementId, async (tx, escrow, failed, at) => {
    if (failed.kind !== "release") throw conflict("This disbursement is already a refund; retry or redirect it");
    await auditEscrow(tx, who, "disbursement_returned", { disbursement_id: failed.disbursementId, reason }, at);
    refunds = await refundFunders(tx, escrow, failed.amount, who, at);
    return { ...failed, status: "returned", updatedAt: at };
  });
  const ids = refunds.map((refund) => refund.disbursementId);
  await deps.disburser.startNow(who, ids);
  return { disbursement, refunds: ids.length === 0 ? [] : await findDisbursements(deps.db, who, ids) };
}

type Resolution = (tx: Tx, escrow: Escrow, failed: Disbursement, at: Date) => Promise<Disbursement> | Disbursement;

/** Also called before a second person's approval is requested: nobody should approve what cannot be done. */
export async function requireFailed(db: Queryable, key: ProjectKey, disbursementId: string): Promise<Disbursement> {
  const [found] = isId(disbursementId) ? await findDisbursements(db, key, [disbursementId]) : [];
  if (found === undefined) throw notFound("Disbursement");
  if (found.status !== "failed")
    throw conflict(`The disbursement is ${found.status}; only a failed one can be retried, redirected or returned`);
  return found;
}

async function resolve(deps: ResolveDeps, who: Requester, id: string, resolution: Resolution): Promise<Disbursement> {
  const refunds = await changeEscrow(deps, who, "money", async (tx, escrow, at) => {
    const found = await requireFailed(tx, who, id);
    await requireUndisputed(tx, found);
    const continued = await resolution(tx, escrow, found, at);
    // The person who continues the disbursement is now its requester, and so may not approve its payout.
    await replaceFailed(tx, { ...continued, requestedBy: who.userId, keyMadeBy: who.keyMadeBy ?? null });
    await publishEnds(tx, [continued], at);
    if (continued.milestoneId === null || continued.status === "pending") return [];
    const wentBack = continued.status === "returned" ? escrow.funded.minus(continued.amount) : escrow.funded;
    return (await settleShare(tx, { ...escrow, funded: wentBack }, continued, who, at)).refunds;
  });
  await deps.disburser.startNow(who, [id, ...pendingOf(refunds)]);
  return (await findDisbursements(deps.db, who, [id]))[0]!;
}

async function requireUndisputed(tx: Tx, { orgId, escrowId, fundingId, amount }: Disbursement): Promise<void> {
  const refunded = fundingId === null ? [] : [{ orgId, paymentId: fundingId }];
  const isDisputed = (await findDisputed(tx, refunded)).size > 0;
  const frozen = isDisputed ? amount : (await frozenIn(tx, [{ orgId, escrowId }])).get(escrowId);
  if (frozen !== undefined) throw disputedFunding(frozen);
}

/** A new payment. A refund without a beneficiary goes to the payer, through the payin's provider. */
function payAgain(failed: Disbursement, beneficiaryId: string | null, at: Date): Disbursement {
  const method = failed.kind === "refund" && beneficiaryId === null ? "payin_refund" : "payout";
  return { ...failed, ...payingBy(method, at), beneficiaryId, accountId: null };
}

async function creditAccount(
  tx: Tx,
  escrow: Escrow,
  failed: Disbursement,
  accountId: string,
  at: Date,
): Promise<Disbursement> {
  const { orgId, escrowId, title } = escrow.project;
  const account = await virtualAccounts.findVirtualAccount(tx, orgId, accountId);
  if (account === undefined) throw notFound("Virtual account");
  const { amount, disbursementId } = failed;
  const milestone = failed.kind === "release" ? requireMilestone(escrow, failed.milestoneId!) : null;
  const source: AccountRef = milestone === null ? { purpose: "settlement" } : ledgerAccountOf(escrowId);
  const description = milestone === null ? `Refund of escrow ${title}` : `Escrow ${title}: ${milestone.label}`;
  const postings = [
    { account: source, amount: amount.negate() },
    { account: virtualAccounts.ledgerAccountOf(account.accountId), amount },
  ];
  const transaction = { orgId, cause: `${disbursementId}:escrow-credit`, description, at, postings };
  const [outcome] = await postTransactions(tx, [transaction]);
  if (outcome !== "posted") throw virtualAccounts.refusalOf(outcome!, transaction);
  const reference = milestone?.milestoneId ?? escrowId;
  const credit = creditOf(escrow, account, { transactionId: disbursementId, amount, description, reference }, at);
  await virtualAccounts.recordMovements(tx, [credit], at);
  return { ...failed, ...payingBy("virtual_account", at), accountId: account.accountId, beneficiaryId: null };
}
