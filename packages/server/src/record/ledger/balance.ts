import { inSnakeCase } from "#src/kernel/fields.ts";
import { Money } from "@corridor/base/money.ts";

/**
 * An organization's money in one currency. All of it is read from the ledger:
 *
 *   available    the settlement account; below zero when it is overdrawn or a credit line is used
 *   pending      completed payins that their provider has not settled yet
 *   reserved     set aside for payouts and refunds in progress, or held for disputes
 *   creditLine   how far below zero `available` may go for new payouts and refunds
 *   spendable    what can be started now: available plus credit line, and never below zero
 */
export type Balance = {
  readonly orgId: string;
  readonly currency: string;
  readonly available: Money;
  readonly pending: Money;
  readonly reserved: Money;
  readonly creditLine: Money;
  /** Null for an unused currency. In development, the first use of a currency posts its sandbox balance. */
  readonly updatedAt: Date | null;
};

/** A currency that the organization has not used: zero, or the sandbox balance that its first use will post. */
export function unusedBalance(orgId: string, currency: string, available: Money = Money.zero(currency)): Balance {
  const none = Money.zero(currency);
  return { orgId, currency, available, pending: none, reserved: none, creditLine: none, updatedAt: null };
}

export function spendableOf({ available, creditLine, currency }: Balance): Money {
  const spendable = available.plus(creditLine);
  return spendable.isPositive() ? spendable : Money.zero(currency);
}

export function balanceRecordOf(balance: Balance) {
  const amounts = inSnakeCase(balance, "orgId", "currency", "available", "pending", "reserved", "creditLine");
  return { ...amounts, spendable: spendableOf(balance), updated_at: balance.updatedAt };
}
