import type { PaymentListener } from "#src/payments/store/index.ts";
import { type Payment, type PaymentPhase, phaseOf } from "#src/payments/core/index.ts";
import { findAccounts, settleTransactions } from "./queries.ts";
import { publishMovements, recordMovements } from "./record-movements.ts";
import { movementOf, type VirtualAccount, type VirtualTransaction } from "./virtual-account.ts";
import { WITHDRAWAL_ORIGIN } from "./withdraw-funds.ts";

/**
 * Inside the transactions that change the payouts: a created one is pending, a completed one published, and of a
 * failed, rejected or canceled one the ledger returned the money.
 */
export const withdrawalListener: PaymentListener = {
  async follow(tx, changes, now) {
    const ours = changes.filter(({ after }) => after.details.origin?.type === WITHDRAWAL_ORIGIN);
    if (ours.length === 0) return;

    const created = ours.filter(({ before }) => before === null).map(({ after }) => after);
    if (created.length > 0) {
      const keys = created.map(({ orgId, details }) => ({ orgId, accountId: details.origin!.id }));
      const accounts = await findAccounts(tx, keys);
      const movements = created.map((one) => withdrawalOf(one, accounts.get(one.details.origin!.id)!, now));
      await recordMovements(tx, movements, now);
    }

    // One batch may hold several changes of a payout; the last one counts.
    const last = new Map(ours.map(({ after }) => [after.paymentId, after]));
    const settled = [...last.values()].flatMap(({ orgId, transactionId, status: paid }) => {
      const status = SETTLED_STATUS[phaseOf(paid)];
      return status === null ? [] : [{ orgId, transactionId, status }];
    });
    if (settled.length === 0) return;
    const transactions = await settleTransactions(tx, settled, now);
    const completed = transactions.filter(({ status }) => status === "completed");
    await publishMovements(tx, completed, now);
  },
};

const SETTLED_STATUS: Record<PaymentPhase, VirtualTransaction["status"] | null> = {
  starting: null,
  review: null,
  open: null,
  succeeded: "completed",
  unsuccessful: "failed",
};

function withdrawalOf(payment: Payment, account: VirtualAccount, at: Date): VirtualTransaction {
  return movementOf(account, at, {
    transactionId: payment.transactionId,
    type: "debit",
    status: "pending",
    amount: payment.amount,
    fee: payment.totalFees,
    description: payment.details.description ?? "Withdrawal",
    paymentRail: payment.paymentMethod,
    reference: payment.clientReference ?? payment.paymentId,
    counterparty: payment.details.recipient_info?.name ?? null,
    paymentId: payment.paymentId,
  });
}
