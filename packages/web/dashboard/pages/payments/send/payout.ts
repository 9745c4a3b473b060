import { convert, scaleOf } from "@corridor/shared/money-text.ts";
import type { Body, Data } from "@corridor/shared/operations.ts";
import type { Beneficiary } from "../../beneficiaries/beneficiary.ts";
import type { LockedRate } from "../use-locked-rate.ts";

export type PayoutRequest = Body<"post", "/payments-init/initiate">;
export type PaymentCheck = Data<"post", "/payments/check">;

/** What a person decides about a payout; everything else comes from the payee. */
export type Payout = {
  payee: Beneficiary;
  amount: number;
  currency: string;
  /** Whether `amount` is what arrives, in the payee's currency, or what leaves, in `currency`. */
  side: "they-get" | "we-send";
  reference: string;
};

/** The least amount that becomes at least `target`: they get what they were promised. */
export function amountFor(target: number, rate: number, currency: string, targetCurrency: string): number {
  const units = 10 ** scaleOf(currency);
  let tooLittle = 0;
  let enough = Math.ceil((target / rate) * units) + 1;
  while (enough - tooLittle > 1) {
    const between = Math.floor((tooLittle + enough) / 2);
    if (convert(between / units, rate, targetCurrency) >= target) enough = between;
    else tooLittle = between;
  }
  return enough / units;
}

/** Null while the rate of another currency is not known. */
export function requestOf(payout: Payout, rate: LockedRate | undefined): PayoutRequest | null {
  const { payee, currency, side, reference } = payout;
  const target_currency = payee.currency;
  const crosses = currency !== target_currency;
  if (crosses && rate === undefined) return null;
  const amount =
    crosses && side === "they-get" ? amountFor(payout.amount, rate!.rate, currency, target_currency) : payout.amount;
  return {
    direction: "payout",
    beneficiary_id: payee.beneficiary_id,
    payment_method: payee.account_type === "mobile_money" ? "mobile_money" : "bank_transfer",
    amount,
    currency,
    target_amount: crosses ? convert(amount, rate!.rate, target_currency) : amount,
    target_currency,
    ...(crosses ? { org_rate_id: rate!.org_rate_id } : {}),
    ...(reference.trim() === "" ? {} : { client_reference: reference.trim() }),
  };
}
