import type { Beneficiary } from "#src/modules/people/beneficiaries/beneficiary.ts";
import type { InitiationBody } from "#src/modules/money/payments/initiation/initiation-schema.ts";
import { invalidField } from "#src/platform/http/errors.ts";

/** Where a payout's money comes from, as the provider and the beneficiary's bank are told. */
export type PayoutSource = { accountName: string; accountNumber: string; bankName: string; bankCode: string | null; country: string };

export type PayoutAmounts = {
  amount: number;
  currency: string;
  targetAmount: number | null;
  orgRateId: string | null;
  reference: string | null;
  description: string | null;
};

/** A payout to a beneficiary as its request would have said it, so that it is read and checked like any other. */
export function payoutRequestOf(source: PayoutSource, beneficiary: Beneficiary, amounts: PayoutAmounts): InitiationBody {
  const { bankDetails, momoDetails } = beneficiary;
  if (amounts.currency !== beneficiary.currency && amounts.targetAmount === null) {
    throw invalidField("target_amount", `is required: the beneficiary is paid in ${beneficiary.currency}`);
  }
  const common = {
    direction: "payout" as const,
    amount: amounts.amount,
    currency: amounts.currency,
    target_amount: amounts.targetAmount ?? amounts.amount,
    target_currency: beneficiary.currency,
    beneficiary_id: beneficiary.beneficiaryId,
    org_rate_id: amounts.orgRateId,
    client_reference: amounts.reference,
    description: amounts.description,
  };
  if (bankDetails !== null) {
    return {
      ...common,
      payment_method: "bank_transfer",
      bank_details: {
        account_name: source.accountName,
        account_number: source.accountNumber,
        bank_name: source.bankName,
        bank_code: source.bankCode,
        country: source.country,
      },
      bank_account: { account_number: bankDetails.account_number, bank_name: bankDetails.bank_name ?? "", bank_code: bankDetails.bank_code ?? null },
    };
  }
  if (momoDetails !== null) return { ...common, payment_method: "mobile_money", mobile_money_details: { ...momoDetails } };
  throw invalidField("beneficiary_id", "must name a beneficiary with a bank or mobile money account");
}
