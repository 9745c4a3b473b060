import type { VirtualAccount, VirtualTransaction } from "#src/products/virtual-accounts/index.ts";
import { Money } from "@corridor/base/money.ts";
import type { Escrow } from "./escrow.ts";
import { ESCROW_RAIL } from "./origins.ts";

/** A project's money that arrived in a virtual account, as the account's own transaction. */
export function creditOf(
  { project }: Escrow,
  account: VirtualAccount,
  credit: { transactionId: string; amount: Money; description: string; reference: string },
  at: Date,
): VirtualTransaction {
  return {
    orgId: account.orgId,
    accountId: account.accountId,
    userId: account.userId,
    type: "credit",
    status: "completed",
    fee: Money.zero(credit.amount.currency),
    paymentRail: ESCROW_RAIL,
    counterparty: project.escrowId,
    paymentId: null,
    createdAt: at,
    updatedAt: at,
    ...credit,
  };
}
