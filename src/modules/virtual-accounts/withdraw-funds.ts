import type { Beneficiary } from "#src/modules/beneficiaries/beneficiary.ts";
import { type InitiateDeps, type Initiator, startPayment } from "#src/modules/payments/initiate-payment.ts";
import type { InitiationBody } from "#src/modules/payments/initiation-schema.ts";
import { readInitiation } from "#src/modules/payments/read-initiation.ts";
import type { Db } from "#src/platform/db/client.ts";
import { invalidField, notFound } from "#src/platform/http/errors.ts";
import { findAccount, findTransaction } from "./queries.ts";
import { ledgerAccountOf, type VirtualAccount, type VirtualTransaction } from "./virtual-account.ts";

/** What the payment's `details.origin` says of a withdrawal. */
export const WITHDRAWAL_ORIGIN = "virtual_account";

export type WithdrawalBody = {
  amount: number; beneficiary_id: string; description?: string | null; reference?: string | null; org_rate_id?: string | null; target_amount?: number | null;
};

/**
 * Pays a beneficiary out of a virtual account. It is an ordinary payout, with the same routing, fees, reviews and callbacks, except that
 * its money comes from the account: what the payout and its fee need is set aside in the ledger when the payment is created, and goes
 * back when the payment ends undelivered. Returns the account's transaction, which follows the payment (follow-withdrawals.ts).
 */
export async function withdrawFunds(
  deps: InitiateDeps & { db: Db }, who: Initiator, accountId: string, body: WithdrawalBody, paymentId: string | undefined,
): Promise<VirtualTransaction> {
  const { orgId } = who;
  const account = await findAccount(deps.db, { orgId }, accountId);
  if (account === undefined) throw notFound("Virtual account");
  const beneficiary = await deps.findBeneficiary(orgId, body.beneficiary_id);
  if (beneficiary === undefined) throw invalidField("beneficiary_id", "names no beneficiary of this organization", "BENEFICIARY_NOT_FOUND");
  const intent = await readInitiation(deps, orgId, payoutOf(account, beneficiary, body));
  const details = { ...intent.details, funding: ledgerAccountOf(account.accountId), origin: { type: WITHDRAWAL_ORIGIN, id: account.accountId } };
  const payment = await startPayment(deps, who, { ...intent, details }, paymentId);
  return (await findTransaction(deps.db, { orgId }, payment.transactionId))!;
}

/** The payout as its request would have said it: from the account's own number to the beneficiary's account. */
function payoutOf(account: VirtualAccount, beneficiary: Beneficiary, body: WithdrawalBody): InitiationBody {
  const { bankDetails, momoDetails } = beneficiary;
  const sameCurrency = account.currency === beneficiary.currency;
  if (!sameCurrency && body.target_amount == null) throw invalidField("target_amount", `is required: the beneficiary is paid in ${beneficiary.currency}`);
  const common = {
    direction: "payout" as const, amount: body.amount, currency: account.currency, target_amount: body.target_amount ?? body.amount,
    target_currency: beneficiary.currency, beneficiary_id: beneficiary.beneficiaryId, org_rate_id: body.org_rate_id ?? null,
    client_reference: body.reference ?? null, description: body.description ?? null,
  };
  if (bankDetails !== null) {
    return {
      ...common,
      payment_method: "bank_transfer",
      bank_details: {
        account_name: account.number?.accountName ?? account.name, account_number: account.number?.accountNumber ?? account.accountId,
        bank_name: account.number?.bankName ?? "Virtual account", bank_code: account.number?.bankCode ?? null, country: account.country,
      },
      bank_account: { account_number: bankDetails.account_number, bank_name: bankDetails.bank_name ?? "", bank_code: bankDetails.bank_code ?? null },
    };
  }
  if (momoDetails !== null) return { ...common, payment_method: "mobile_money", mobile_money_details: { ...momoDetails } };
  throw invalidField("beneficiary_id", "must name a beneficiary with a bank or mobile money account");
}
