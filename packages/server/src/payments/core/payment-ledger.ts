import {
  type AccountRef,
  atProvider,
  FEES,
  fundsAt,
  FX,
  type LedgerTransaction,
  move,
  OWN_ACCOUNTS,
  SETTLEMENT,
  SUSPENSE,
  transaction,
  waiting,
} from "#src/record/ledger/index.ts";
import type { Money } from "@corridor/base/money.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { collectingAttempt, type Payment } from "./payment.ts";

/**
 * The postings of a payment. A positive posting increases an account; each transaction sums to zero per currency.
 *
 *   payin  completed:  provider -> settlement (through fx when currencies differ), and the fee settlement -> fees;
 *                      to pending_settlement instead, less the fee, if the provider settles later
 *   payout created:    funding -> in_transit, fee funding -> fees      (set aside before anything is sent)
 *   payout completed:  in_transit -> provider (through fx)             ended otherwise: everything back to funding
 *   refund reserved:   settlement -> refunds_in_transit                completed: -> provider; failed: -> settlement
 *   refund elsewhere:  settlement -> provider                          (made at the provider, not through us)
 *   at an account of the organization: its own_accounts instead of settlement, except for the fee
 *   given back:        provider -> ramp_clearing, then as a refund from there; or -> suspense, for a person
 *
 * The provider's account is negative while it holds our money: that is what it owes us. The floor of the funding
 * account may refuse what we set aside or reserve. Everything else has already happened at a provider and is never
 * refused: a completed payin takes its fee whatever the resulting balance (docs/decisions/0020).
 */
const PENDING_SETTLEMENT: AccountRef = { purpose: "pending_settlement" };
const IN_TRANSIT: AccountRef = { purpose: "in_transit" };
/** The customer's money between two currencies. It is empty when the payment has ended. */
export const CLEARING: AccountRef = { purpose: "ramp_clearing" };
const REFUNDS_IN_TRANSIT: AccountRef = { purpose: "refunds_in_transit" };

/** Moves a payment's locked amounts, through the fx account when the currencies differ. */
function exchange(from: AccountRef, to: AccountRef, source: Money, target: Money): LedgerTransaction["postings"] {
  if (source.currency === target.currency) return move(from, to, source);
  return [...move(from, FX, source), ...move(FX, to, target)];
}

function fundingOf(payment: Payment): AccountRef {
  return payment.details.funding ?? SETTLEMENT;
}

/** Money is set aside at the creation of a payout, and where the source of the fee is named, as for a ramp. */
export function setsAside({ direction, details }: Payment): boolean {
  return direction === "outbound" || details.fee_funding !== undefined;
}

export function ledgerOfCreation(payment: Payment, at: Date): LedgerTransaction[] {
  if (!setsAside(payment)) return [];
  const isPayout = payment.direction === "outbound";
  const funding = fundingOf(payment);
  const fee = move(payment.details.fee_funding ?? funding, FEES, payment.totalFees);
  const postings = isPayout ? [...move(funding, waiting(IN_TRANSIT, funding), payment.amount), ...fee] : fee;
  return [transaction(payment, "reserved", isPayout ? "Payout set aside" : "Fee set aside", at, postings)];
}

export function ledgerOfCompletion(payment: Payment, at: Date): LedgerTransaction[] {
  const { amount, targetAmount, totalFees } = payment;
  const provider = atProvider(payment.provider);
  if (payment.direction === "outbound") {
    const delivered = exchange(waiting(IN_TRANSIT, fundingOf(payment)), provider, amount, targetAmount);
    return [transaction(payment, "completed", "Payout delivered", at, delivered)];
  }
  const target = pendingSettlementOf(payment) === null ? fundsAt(payment.provider) : PENDING_SETTLEMENT;
  const isHere = target !== OWN_ACCOUNTS && totalFees.currency === targetAmount.currency;
  const feeSource = isHere ? target : SETTLEMENT;
  const postings = [...exchange(provider, target, amount, targetAmount), ...move(feeSource, FEES, totalFees)];
  return [{ ...transaction(payment, "completed", "Payin received", at, postings), hasHappened: true }];
}

/**
 * What a completed payin leaves pending; null if its provider settles at once. The fee is taken from the payin where
 * possible, so that an organization without a balance does not owe it meanwhile.
 */
export function pendingSettlementOf(payment: Payment): { amount: Money; delayMs: number } | null {
  const config = collectingAttempt(payment)?.config_id;
  const hours = payment.progress.route.find(({ config_id }) => config_id === config)?.settlement_delay_hours;
  if (hours === undefined || payment.direction !== "inbound" || fundsAt(payment.provider) === OWN_ACCOUNTS) return null;
  const { targetAmount, totalFees } = payment;
  const net = targetAmount.currency === totalFees.currency ? targetAmount.minus(totalFees) : targetAmount;
  return net.isPositive() ? { amount: net, delayMs: hours * HOUR_MS } : null;
}

const HOUR_MS = 60 * 60_000;

type PaymentKey = Pick<Payment, "orgId" | "paymentId">;
/** The provider has settled the payin: its money becomes available. */
export function ledgerOfSettlement(payment: PaymentKey, amount: Money, at: Date): LedgerTransaction {
  const postings = move(PENDING_SETTLEMENT, SETTLEMENT, amount);
  return { ...transaction(payment, "available", "Payin available", at, postings), hasHappened: true };
}

/** A payout that ended undelivered: everything set aside at its creation goes back, including the fee. */
export function ledgerOfReversal(payment: Payment, at: Date): LedgerTransaction[] {
  if (payment.direction !== "outbound") return [];
  const funding = fundingOf(payment);
  const postings = [
    ...move(waiting(IN_TRANSIT, funding), funding, payment.amount),
    ...move(FEES, payment.details.fee_funding ?? funding, payment.totalFees),
  ];
  return [transaction(payment, "reversed", "Payout returned", at, postings)];
}

/** Beyond the amount, or for an ended payment. `total` is part of the cause, so each increase is posted once. */
export function ledgerOfUnexpectedMoney(
  payment: Payment,
  provider: ProviderName,
  amount: Money,
  total: Money,
  at: Date,
): LedgerTransaction {
  const kept = fundsAt(provider) === OWN_ACCOUNTS ? OWN_ACCOUNTS : SUSPENSE;
  const postings = move(atProvider(provider), kept, amount);
  return transaction(payment, `unexpected:${total.toDatabase()}`, "Money received beyond the amount", at, postings);
}

/** `from`: the ledger account that pays the refund. */
export function ledgerOfRefund(
  payment: Payment,
  refund: { refundId: string; amount: Money },
  step: "reserved" | "completed" | "failed",
  from: AccountRef,
  provider: ProviderName | null,
  at: Date,
): LedgerTransaction {
  const inTransit = waiting(REFUNDS_IN_TRANSIT, from);
  const source = step === "reserved" ? from : inTransit;
  const target = { reserved: inTransit, completed: atProvider(provider), failed: from }[step];
  const postings = move(source, target, refund.amount);
  return transaction(payment, `refund:${refund.refundId}:${step}`, `Refund ${step}`, at, postings);
}

/** The first leg of a ramp, or a payin that is given back instead of converted. */
export function ledgerOfCollection(payment: Payment, provider: ProviderName, at: Date): LedgerTransaction {
  const what = payment.kind === "ramp" ? "First leg of a ramp collected" : "Payin collected, to be given back";
  return transaction(payment, "collected", what, at, move(atProvider(provider), CLEARING, payment.amount));
}

export function ledgerOfHandOver(payment: Payment, at: Date): LedgerTransaction {
  const postings = move(CLEARING, SUSPENSE, payment.amount);
  return transaction(payment, "handed_over", "Collected money, to be returned by a person", at, postings);
}

/** It has already happened, so it goes straight from the organization's balance to the provider. */
export function ledgerOfRefundElsewhere(
  payment: Payment,
  refund: { refundId: string; amount: Money; from: ProviderName },
  at: Date,
): LedgerTransaction {
  const postings = move(fundsAt(refund.from), atProvider(refund.from), refund.amount);
  const cause = `refund:${refund.refundId}:elsewhere`;
  return { ...transaction(payment, cause, "Refund made at the provider", at, postings), hasHappened: true };
}
