import {
  agreePrice,
  findEarlier,
  type InitiateDeps,
  payoutIntentOf,
  type PayoutOrder,
  type Price,
  startPayment,
} from "#src/payments/initiate/index.ts";
import type { Initiator, RequestKey } from "#src/payments/requests/index.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import type { AccountReader } from "./read-accounts.ts";
import { ledgerAccountOf, type VirtualAccount, type VirtualTransaction } from "./virtual-account.ts";

/** The `details.origin` of a withdrawal's payment. */
export const WITHDRAWAL_ORIGIN = "virtual_account";

export type WithdrawalBody = { amount: number; beneficiary_id: string; target_amount?: number | null } & Partial<
  Record<"description" | "reference" | "org_rate_id", string | null>
>;

/**
 * An ordinary payout, with the same routing, fees, reviews and callbacks, except that payout and fee are set aside from
 * the account's money when the payment is created, and go back if it ends undelivered. Returns the account's
 * transaction, which follows the payment (withdrawal-listener.ts).
 */
export async function withdrawFunds(
  deps: InitiateDeps & { reader: AccountReader },
  who: Initiator,
  account: VirtualAccount,
  body: WithdrawalBody,
  key: RequestKey,
): Promise<VirtualTransaction> {
  const { orgId } = who;
  const earlier = await findEarlier(deps, who, key);
  if (earlier !== undefined) return (await deps.reader.transaction(earlier))!;
  const beneficiary = await deps.findBeneficiary(orgId, body.beneficiary_id);
  if (beneficiary === undefined)
    throw invalidField("beneficiary_id", "is not a beneficiary of this organization", "BENEFICIARY_NOT_FOUND");
  const intent = payoutIntentOf({
    beneficiary,
    price: await priceOf(deps, account, beneficiary.currency, body),
    source: sourceOf(account),
    funding: ledgerAccountOf(account.accountId),
    origin: { type: WITHDRAWAL_ORIGIN, id: account.accountId },
    reference: body.reference ?? null,
    description: body.description ?? null,
  });
  const payment = await startPayment(deps, who, intent, key.id);
  return (await deps.reader.transaction(payment))!;
}

async function priceOf(
  { rates }: InitiateDeps,
  account: VirtualAccount,
  currency: string,
  body: WithdrawalBody,
): Promise<Price> {
  const amount = readMoney(body.amount, account.currency, "amount");
  const targetAmount = body.target_amount ?? (currency === account.currency ? body.amount : null);
  if (targetAmount === null) throw invalidField("target_amount", `is required: the beneficiary is paid in ${currency}`);
  return agreePrice(rates, account.orgId, amount, { currency, targetAmount, orgRateId: body.org_rate_id });
}

function sourceOf(account: VirtualAccount): PayoutOrder["source"] {
  const { number, name, accountId, country } = account;
  if (number === null) return { account_name: name, account_number: accountId, bank_name: "Virtual account", country };
  const { accountName: account_name, accountNumber: account_number, bankName: bank_name, bankCode } = number;
  return { account_name, account_number, bank_name, country, ...(bankCode === null ? {} : { bank_code: bankCode }) };
}
