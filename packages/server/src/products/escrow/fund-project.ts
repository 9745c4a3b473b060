import { postTransactions } from "#src/record/ledger/index.ts";
import {
  type InitiateDeps,
  type PayinFields,
  type PaymentIntent,
  readPayin,
  startPayment,
} from "#src/payments/initiate/index.ts";
import type { Payment } from "#src/payments/core/index.ts";
import {
  findVirtualAccount,
  ledgerAccountOf as virtualLedgerAccountOf,
  recordMovements,
  refusalOf,
} from "#src/products/virtual-accounts/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import { Money } from "@corridor/base/money.ts";
import {
  auditEscrow,
  changeEscrow,
  type EscrowDeps,
  existingEscrow,
  type Requester,
  requireStatus,
  tellMilestones,
} from "./change-escrow.ts";
import { type Escrow, type Funding, leftToFund, ledgerAccountOf, newlyFunded } from "./escrow.ts";
import { findFunding, insertFunding, reopenFunding, settleFunding } from "./money-queries.ts";
import { ESCROW_RAIL, FUNDING_ORIGIN } from "./origins.ts";
import type { ProjectKey } from "./queries.ts";

/** Moves money of a virtual account into a project, at once. */
export async function fundFromAccount(
  deps: EscrowDeps,
  who: Requester,
  key: ProjectKey,
  input: { fundingId: string; accountId: string; amount: number },
): Promise<{ funding: Funding; escrow: Escrow }> {
  const { orgId } = key;
  const account = await findVirtualAccount(deps.db, orgId, input.accountId);
  if (account === undefined) throw notFound("Virtual account");
  return changeEscrow(deps, key, { movesMoneyFor: who }, async (tx, escrow, at) => {
    const repeated = await findFunding(tx, key, input.fundingId);
    if (repeated !== undefined) return { funding: repeated, escrow }; // The same request, repeated after a crash.
    const amount = checkAmount(escrow, input.amount);
    if (account.currency !== amount.currency)
      throw invalidField("account_id", `is in ${account.currency}, but the project is in ${amount.currency}`);
    const funding = newFunding("virtual_account", input.fundingId, account.accountId, amount, "completed", who, at);
    const [outcome] = await postTransactions(tx, [
      {
        orgId,
        cause: `${funding.fundingId}:escrow-funding`,
        description: `Funding of escrow ${escrow.project.title}`,
        at,
        postings: [
          { account: virtualLedgerAccountOf(account.accountId), amount: amount.negate() },
          { account: ledgerAccountOf(escrow.project.escrowId), amount },
        ],
      },
    ]);
    if (outcome !== "posted") throw refusalOf(outcome!);
    await insertFunding(tx, key, funding);
    await recordMovements(
      tx,
      [
        {
          orgId,
          transactionId: funding.fundingId,
          accountId: account.accountId,
          userId: account.userId,
          type: "debit",
          status: "completed",
          amount,
          fee: Money.zero(amount.currency),
          description: `Escrow: ${escrow.project.title}`,
          paymentRail: ESCROW_RAIL,
          reference: escrow.project.escrowId,
          counterparty: escrow.project.escrowId,
          paymentId: null,
          createdAt: at,
          updatedAt: at,
        },
      ],
      at,
    );
    await auditEscrow(
      tx,
      who,
      "funded",
      escrow.project.escrowId,
      { source: "virtual_account", account_id: account.accountId, amount: amount.toDatabase() },
      at,
    );
    return { funding, escrow: await addFunds(tx, escrow, amount, at) };
  });
}

/** Adds money to the project; milestones that become fully funded are published. */
export async function addFunds(tx: Tx, escrow: Escrow, amount: Money, at: Date): Promise<Escrow> {
  const after = { ...escrow, funded: escrow.funded.plus(amount) };
  return tellMilestones(tx, after, "escrow.milestone.funded", newlyFunded(escrow, after), at);
}

/**
 * Collects the money by an ordinary payin. The funding is written first, so that payins never collect more than what is
 * missing; it is settled with its payment (follow-payments.ts). Funding and payment share one id.
 */
export async function fundByPayin(
  deps: EscrowDeps & { payments: InitiateDeps },
  who: Requester,
  key: ProjectKey,
  input: { fundingId: string; amount: number; payment: PayinFields },
): Promise<{ funding: Funding; escrow: Escrow; payment: Payment }> {
  const { project } = await existingEscrow(deps.db, key);
  const started = await deps.payments.store.findPayment({ orgId: key.orgId, paymentId: input.fundingId });
  if (started !== undefined) return answer(deps, key, started); // The same request, repeated after a crash.
  const asked = readMoney(input.amount, project.totalAmount.currency, "amount");
  const intent = await readPayin(deps.payments, key.orgId, input.payment, {
    amount: asked,
    targetAmount: asked,
    orgRateId: null,
  });
  const details = {
    ...intent.details,
    refunded_by: FUNDING_ORIGIN,
    origin: { type: FUNDING_ORIGIN, id: project.escrowId },
  };
  await changeEscrow(deps, key, "plan", async (tx, escrow, at) => {
    const known = await findFunding(tx, key, input.fundingId);
    if (known?.status === "pending") return;
    const amount = checkAmount(escrow, input.amount);
    // A funding that was given up because its payment could not be created: the payin that follows now must count.
    if (known !== undefined) await reopenFunding(tx, key, input.fundingId, at);
    else await insertFunding(tx, key, newFunding("payin", input.fundingId, null, amount, "pending", who, at));
    await auditEscrow(
      tx,
      who,
      "funding_started",
      project.escrowId,
      { source: "payin", payment_id: input.fundingId, amount: amount.toDatabase() },
      at,
    );
  });
  return answer(deps, key, await startOrFail(deps, who, key, input.fundingId, { ...intent, details }));
}

async function answer(
  deps: EscrowDeps,
  key: ProjectKey,
  payment: Payment,
): Promise<{ funding: Funding; escrow: Escrow; payment: Payment }> {
  return {
    payment,
    funding: (await findFunding(deps.db, key, payment.paymentId))!,
    escrow: await existingEscrow(deps.db, key),
  };
}

async function startOrFail(
  deps: EscrowDeps & { payments: InitiateDeps },
  who: Requester,
  key: ProjectKey,
  fundingId: string,
  intent: PaymentIntent,
): Promise<Payment> {
  try {
    return await startPayment(deps.payments, who, intent, fundingId);
  } catch (error) {
    // No payment exists (for example, there was no route): the announced funding must not count any more. An existing
    // payment settles its funding by itself.
    if ((await deps.payments.store.findPayment({ orgId: key.orgId, paymentId: fundingId })) === undefined)
      await settleFunding(deps.db, key, fundingId, "failed", deps.clock.now());
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

function newFunding(
  source: Funding["source"],
  fundingId: string,
  accountId: string | null,
  amount: Money,
  status: Funding["status"],
  who: Requester,
  at: Date,
): Funding {
  return {
    fundingId,
    source,
    accountId,
    amount,
    refunded: Money.zero(amount.currency),
    status,
    createdBy: who.userId,
    createdAt: at,
    updatedAt: at,
  };
}
