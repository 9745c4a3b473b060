import type { AccountRef, LedgerTransaction } from "#src/modules/books/ledger/ledger.ts";
import type { Money } from "#src/platform/money.ts";
import type { ProviderName } from "#src/providers/provider.ts";
import type { Payment } from "../payment.ts";

/**
 * The postings of a payment. A positive posting increases an account; each transaction sums to zero per currency.
 *
 *   payin  completed:  provider -> settlement (through fx when currencies differ), and the fee settlement -> fees
 *   payout created:    funding -> in_transit, fee funding -> fees      (set aside before anything is sent)
 *   payout completed:  in_transit -> provider (through fx)             payout ended otherwise: everything back to funding
 *   refund reserved:   settlement -> refunds_in_transit                refund completed: -> provider; refund failed: -> settlement
 *
 * The provider's account runs negative while it holds our money: what it owes us.
 */
export const SETTLEMENT: AccountRef = { purpose: "settlement" };
const IN_TRANSIT: AccountRef = { purpose: "in_transit" };
const REFUNDS_IN_TRANSIT: AccountRef = { purpose: "refunds_in_transit" };
const FEES: AccountRef = { purpose: "fees" };
const FX: AccountRef = { purpose: "fx" };
const SUSPENSE: AccountRef = { purpose: "suspense" };

type Postings = LedgerTransaction["postings"];

/** One amount from one account to another; nothing at all for zero. */
export function move(from: AccountRef, to: AccountRef, amount: Money): Postings {
  return amount.isZero()
    ? []
    : [
        { account: from, amount: amount.negate() },
        { account: to, amount },
      ];
}

/** From one account to another at the payment's locked amounts, through the fx account when the currencies differ. */
function exchange(from: AccountRef, to: AccountRef, source: Money, target: Money): Postings {
  if (source.currency === target.currency) return move(from, to, source);
  return [...move(from, FX, source), ...move(FX, to, target)];
}

export function atProvider(provider: ProviderName | null): AccountRef {
  return { purpose: "provider", ownerId: provider ?? "manual" };
}

function fundingOf(payment: Payment): AccountRef {
  return payment.details.funding ?? SETTLEMENT;
}

export function transaction(payment: Payment, cause: string, description: string, at: Date, postings: Postings): LedgerTransaction {
  return { orgId: payment.orgId, cause: `${payment.paymentId}:${cause}`, description, at, postings };
}

export function ledgerOfCreation(payment: Payment, at: Date): LedgerTransaction[] {
  if (payment.direction !== "outbound") return [];
  const funding = fundingOf(payment);
  return [
    transaction(payment, "reserved", "Payout set aside", at, [
      ...move(funding, IN_TRANSIT, payment.amount),
      ...move(payment.details.fee_funding ?? funding, FEES, payment.totalFees),
    ]),
  ];
}

export function ledgerOfCompletion(payment: Payment, at: Date): LedgerTransaction[] {
  const provider = atProvider(payment.provider);
  const cause = "completed";
  if (payment.direction === "outbound") {
    return [transaction(payment, cause, "Payout delivered", at, exchange(IN_TRANSIT, provider, payment.amount, payment.targetAmount))];
  }
  return [
    transaction(payment, cause, "Payin received", at, [
      ...exchange(provider, SETTLEMENT, payment.amount, payment.targetAmount),
      ...move(SETTLEMENT, FEES, payment.totalFees),
    ]),
  ];
}

/** A payout that ended without being delivered: what creation set aside goes back whole, fee included. */
export function ledgerOfReversal(payment: Payment, at: Date): LedgerTransaction[] {
  if (payment.direction !== "outbound") return [];
  const funding = fundingOf(payment);
  return [
    transaction(payment, "reversed", "Payout returned", at, [
      ...move(IN_TRANSIT, funding, payment.amount),
      ...move(FEES, payment.details.fee_funding ?? funding, payment.totalFees),
    ]),
  ];
}

/** Money that came in beyond what was asked for, or for a payment that no longer takes any. `total` makes the cause: each growth is booked once. */
export function ledgerOfUnexpectedMoney(payment: Payment, provider: ProviderName, amount: Money, total: Money, at: Date): LedgerTransaction {
  const cause = `unexpected:${total.toDatabase()}`;
  return transaction(payment, cause, "Money received beyond the amount", at, move(atProvider(provider), SUSPENSE, amount));
}

/** `from`: where the money stands that goes back. */
export function ledgerOfRefund(
  payment: Payment,
  refund: { refundId: string; amount: Money },
  step: "reserved" | "completed" | "failed",
  from: AccountRef,
  provider: ProviderName | null,
  at: Date,
): LedgerTransaction {
  const [source, target] = { reserved: [from, REFUNDS_IN_TRANSIT], completed: [REFUNDS_IN_TRANSIT, atProvider(provider)], failed: [REFUNDS_IN_TRANSIT, from] }[
    step
  ] as [AccountRef, AccountRef];
  return transaction(payment, `refund:${refund.refundId}:${step}`, `Refund ${step}`, at, move(source, target, refund.amount));
}
