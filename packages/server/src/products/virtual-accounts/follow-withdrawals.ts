import type { PaymentListener } from "#src/payments/store/index.ts";
import { type Payment, type PaymentPhase, phaseOf } from "#src/payments/core/index.ts";
import { findAccounts, settleTransactions } from "./queries.ts";
import { recordMovements, tellMovements } from "./record-movements.ts";
import type { VirtualAccount, VirtualTransaction } from "./virtual-account.ts";
import { WITHDRAWAL_ORIGIN } from "./withdraw-funds.ts";

/**
 * Updates withdrawals together with their payouts, inside the transactions that change the payouts:
 *
 *   payout created -> pending        completed -> completed, and published        failed, rejected, canceled -> failed
 *   (the ledger returned the money)
 */
export const followWithdrawals: PaymentListener = {
  async follow(tx, changes, now) {
    const ours = changes.filter(({ after }) => after.details.origin?.type === WITHDRAWAL_ORIGIN);
    if (ours.length === 0) return;

    const created = ours.filter(({ before }) => before === null).map(({ after }) => after);
    if (created.length > 0) {
      const accounts = await findAccounts(
        tx,
        created.map((payment) => ({ orgId: payment.orgId, accountId: payment.details.origin!.id })),
      );
      const byId = new Map(accounts.map((account) => [account.accountId, account]));
      await recordMovements(
        tx,
        created.map((payment) => withdrawalOf(payment, byId.get(payment.details.origin!.id)!, now)),
        now,
      );
    }

    // One batch may hold several changes of a payout; the last one counts.
    const last = new Map(ours.map(({ after }) => [after.paymentId, after]));
    const settled = [...last.values()].flatMap((payment) => {
      const status = settledStatusOf(payment);
      return status === null ? [] : [{ orgId: payment.orgId, transactionId: payment.transactionId, status }];
    });
    if (settled.length === 0) return;
    const transactions = await settleTransactions(tx, settled, now);
    await tellMovements(
      tx,
      transactions.filter((transaction) => transaction.status === "completed"),
      now,
    );
  },
};

const SETTLED_STATUS: Record<PaymentPhase, VirtualTransaction["status"] | null> = {
  starting: null,
  review: null,
  open: null,
  succeeded: "completed",
  unsuccessful: "failed",
};

function settledStatusOf(payment: Payment): VirtualTransaction["status"] | null {
  return SETTLED_STATUS[phaseOf(payment.status)];
}

function withdrawalOf(payment: Payment, account: VirtualAccount, at: Date): VirtualTransaction {
  return {
    orgId: payment.orgId,
    transactionId: payment.transactionId,
    accountId: account.accountId,
    userId: account.userId,
    type: "debit",
    status: "pending",
    amount: payment.amount,
    fee: payment.totalFees,
    description: payment.details.description ?? "Withdrawal",
    paymentRail: payment.paymentMethod,
    reference: payment.clientReference ?? payment.paymentId,
    counterparty: payment.details.recipient_info?.name ?? null,
    paymentId: payment.paymentId,
    createdAt: at,
    updatedAt: at,
  };
}
