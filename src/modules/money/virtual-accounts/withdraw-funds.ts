import { findEarlier, type InitiateDeps, type Initiator, type RequestKey, startPayment } from "#src/modules/money/payments/initiation/initiate-payment.ts";
import { readInitiation } from "#src/modules/money/payments/initiation/read-initiation.ts";
import type { Db } from "#src/platform/db/client.ts";
import { invalidField, notFound } from "#src/platform/http/errors.ts";
import { type PayoutSource, payoutRequestOf } from "./payout-request.ts";
import { findAccount, findTransaction } from "./queries.ts";
import { ledgerAccountOf, type VirtualAccount, type VirtualTransaction } from "./virtual-account.ts";

/** What the payment's `details.origin` says of a withdrawal. */
export const WITHDRAWAL_ORIGIN = "virtual_account";

export type WithdrawalBody = {
  amount: number;
  beneficiary_id: string;
  description?: string | null;
  reference?: string | null;
  org_rate_id?: string | null;
  target_amount?: number | null;
};

/**
 * Pays a beneficiary out of a virtual account. It is an ordinary payout, with the same routing, fees, reviews and callbacks, except that
 * its money comes from the account: what the payout and its fee need is set aside in the ledger when the payment is created, and goes
 * back when the payment ends undelivered. Returns the account's transaction, which follows the payment (follow-withdrawals.ts).
 */
export async function withdrawFunds(
  deps: InitiateDeps & { db: Db },
  who: Initiator,
  accountId: string,
  body: WithdrawalBody,
  key: RequestKey,
): Promise<VirtualTransaction> {
  const { orgId } = who;
  const earlier = await findEarlier(deps, who, key);
  if (earlier !== undefined) return (await findTransaction(deps.db, { orgId }, earlier.transactionId))!;
  const account = await findAccount(deps.db, { orgId }, accountId);
  if (account === undefined) throw notFound("Virtual account");
  const beneficiary = await deps.findBeneficiary(orgId, body.beneficiary_id);
  if (beneficiary === undefined) throw invalidField("beneficiary_id", "names no beneficiary of this organization", "BENEFICIARY_NOT_FOUND");
  const request = payoutRequestOf(sourceOf(account), beneficiary, {
    amount: body.amount,
    currency: account.currency,
    targetAmount: body.target_amount ?? null,
    orgRateId: body.org_rate_id ?? null,
    reference: body.reference ?? null,
    description: body.description ?? null,
  });
  const intent = await readInitiation(deps, orgId, request);
  const details = { ...intent.details, funding: ledgerAccountOf(account.accountId), origin: { type: WITHDRAWAL_ORIGIN, id: account.accountId } };
  const payment = await startPayment(deps, who, { ...intent, details }, key.id);
  return (await findTransaction(deps.db, { orgId }, payment.transactionId))!;
}

function sourceOf(account: VirtualAccount): PayoutSource {
  const { number, name, accountId, country } = account;
  if (number === null) return { accountName: name, accountNumber: accountId, bankName: "Virtual account", bankCode: null, country };
  return { accountName: number.accountName, accountNumber: number.accountNumber, bankName: number.bankName, bankCode: number.bankCode, country };
}
