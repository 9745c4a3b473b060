import { postTransactions } from "#src/record/ledger/index.ts";
import { type InitiateDeps, type PayinFields, readPayin, startPayment } from "#src/payments/initiate/index.ts";
import type { Payment } from "#src/payments/core/index.ts";
import * as virtualAccounts from "#src/products/virtual-accounts/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import { Money } from "@corridor/base/money.ts";
import {
  auditEscrow,
  changeEscrow,
  type EscrowDeps,
  existingEscrow,
  publishMilestones,
  type Requester,
  requireStatus,
} from "./change-escrow.ts";
import {
  type Escrow,
  ESCROW_RAIL,
  type Funding,
  FUNDING_ORIGIN,
  ledgerAccountOf,
  leftToFund,
  newlyFunded,
} from "./escrow.ts";
import { findFunding, insertFunding, reopenFunding, settleFunding } from "./money-queries.ts";

type Funded = { funding: Funding; escrow: Escrow };

export async function fundFromAccount(
  deps: EscrowDeps,
  who: Requester,
  input: { fundingId: string; accountId: string; amount: number },
): Promise<Funded> {
  const { orgId } = who;
  const account = await virtualAccounts.findVirtualAccount(deps.db, orgId, input.accountId);
  if (account === undefined) throw notFound("Virtual account");
  return changeEscrow(deps, who, "money", async (tx, escrow, at) => {
    const repeated = await findFunding(tx, who, input.fundingId);
    if (repeated !== undefined) return { funding: repeated, escrow }; // The same request, repeated after a crash.
    const { escrowId, title } = escrow.project;
    const amount = checkAmount(escrow, input.amount);
    if (account.currency !== amount.currency)
      throw invalidField("account_id", `is in ${account.currency}, but the project is in ${amount.currency}`);
    const { accountId } = account;
    const funding = newFunding(who, "virtual_account", input.fundingId, accountId, amount, at);
    const postings = [
      { account: virtualAccounts.ledgerAccountOf(accountId), amount: amount.negate() },
      { account: ledgerAccountOf(escrowId), amount },
    ];
    const cause = `${funding.fundingId}:escrow-funding`;
    const transaction = { orgId, cause, description: `Funding of escrow ${title}`, at, postings };
    const [outcome] = await postTransactions(tx, [transaction]);
    if (outcome !== "posted") throw virtualAccounts.refusalOf(outcome!, transaction);
    await insertFunding(tx, funding);
    const debit = virtualAccounts.movementOf(account, at, {
      transactionId: funding.fundingId,
      type: "debit",
      amount,
      description: `Escrow: ${title}`,
      paymentRail: ESCROW_RAIL,
      reference: escrowId,
      counterparty: escrowId,
    });
    await virtualAccounts.recordMovements(tx, [debit], at);
    const audited = { source: "virtual_account", account_id: accountId, amount: amount.toDatabase() };
    await auditEscrow(tx, who, "funded", audited, at);
    return { funding, escrow: await addFunds(tx, escrow, amount, at) };
  });
}

/** Adds money to the project; milestones that become fully funded are published. */
export async function addFunds(tx: Tx, escrow: Escrow, amount: Money, at: Date): Promise<Escrow> {
  const after = { ...escrow, funded: escrow.funded.plus(amount) };
  const funded = { escrow: after, milestones: newlyFunded(escrow, after) };
  return publishMilestones(tx, "escrow.milestone.funded", funded, at);
}

/** By a payin of the same id. The funding is written first, so payins never collect more than what is missing. */
export async function fundByPayin(
  deps: EscrowDeps & { payments: InitiateDeps },
  who: Requester,
  input: { fundingId: string; amount: number; payment: PayinFields },
): Promise<Funded & { payment: Payment }> {
  const { orgId } = who;
  const { fundingId } = input;
  const { project } = await existingEscrow(deps.db, who);
  const findPayment = () => deps.payments.store.findPayment({ orgId, paymentId: fundingId });
  const answer = async (payment: Payment) => ({
    payment,
    funding: (await findFunding(deps.db, who, payment.paymentId))!,
    escrow: await existingEscrow(deps.db, who),
  });
  const started = await findPayment();
  if (started !== undefined) return answer(started); // The same request, repeated after a crash.
  const asked = readMoney(input.amount, project.totalAmount.currency, "amount");
  const price = { amount: asked, targetAmount: asked, orgRateId: null };
  const intent = await readPayin(deps.payments, orgId, input.payment, price);
  const origin = { type: FUNDING_ORIGIN, id: project.escrowId };
  const details = { ...intent.details, refunded_by: FUNDING_ORIGIN, origin };
  await changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const known = await findFunding(tx, who, fundingId);
    if (known?.status === "pending") return;
    const amount = checkAmount(escrow, input.amount);
    // A funding that was given up because its payment could not be created: the payin that follows now must count.
    if (known !== undefined) await reopenFunding(tx, known, at);
    else await insertFunding(tx, newFunding(who, "payin", fundingId, null, amount, at));
    const audited = { source: "payin", payment_id: fundingId, amount: amount.toDatabase() };
    await auditEscrow(tx, who, "funding_started", audited, at);
  });
  try {
    return await answer(await startPayment(deps.payments, who, { ...intent, details }, fundingId));
  } catch (error) {
    // Without a payment (no route, say) the announced funding must not count. A payment settles its funding by itself.
    if ((await findPayment()) === undefined) await settleFunding(deps.db, who, fundingId, "failed", deps.clock.now());
    throw error;
  }
}

function checkAmount(escrow: Escrow, asked: number): Money {
  requireStatus(escrow, ["active"], "funded");
  const amount = readMoney(asked, escrow.project.totalAmount.currency, "amount");
  const left = leftToFund(escrow);
  if (amount.compare(left) > 0) throw conflict(`Only ${left.toString()} can still be funded`, "EXCEEDS_FUNDING");
  return amount;
}

/** Money of a virtual account is there at once; a payin's when it completes. */
function newFunding(
  { orgId, escrowId, userId: createdBy }: Requester,
  source: Funding["source"],
  fundingId: string,
  accountId: string | null,
  amount: Money,
  at: Date,
): Funding {
  const status = source === "payin" ? "pending" : "completed";
  const refunded = Money.zero(amount.currency);
  const key = { orgId, escrowId, fundingId };
  return { ...key, source, accountId, amount, refunded, status, createdBy, createdAt: at, updatedAt: at };
}
