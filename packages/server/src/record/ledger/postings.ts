import { accountOf } from "@corridor/provider-kit/accounts.ts";
import type { Money } from "@corridor/base/money.ts";
import type { AccountRef, LedgerTransaction } from "./ledger.ts";

/** The parts from which all postings are built. */
export const SETTLEMENT: AccountRef = { purpose: "settlement" };
/** The organization has this money at an account of its own at a provider, so it is no part of its balance here. */
export const OWN_ACCOUNTS: AccountRef = { purpose: "adjustments", ownerId: "own_accounts" };
export const FEES: AccountRef = { purpose: "fees" };
export const FX: AccountRef = { purpose: "fx" };
export const SUSPENSE: AccountRef = { purpose: "suspense" };

export function atProvider(provider: string | null): AccountRef {
  return { purpose: "provider", ownerId: provider ?? "manual" };
}

/** Whose books a provider's account stands against: of what came there, and of what is paid from there. */
export function fundsAt(account: string | null): AccountRef {
  return account !== null && accountOf(account).orgId !== null ? OWN_ACCOUNTS : SETTLEMENT;
}

/** The account where funds wait: those of own accounts wait apart, too. */
export function waiting(account: AccountRef, funds: AccountRef): AccountRef {
  const ownerId = OWN_ACCOUNTS.ownerId!;
  return funds.ownerId === ownerId ? { ...account, ownerId } : account;
}

/** One amount from one account to another; no postings for zero. */
export function move(from: AccountRef, to: AccountRef, amount: Money): LedgerTransaction["postings"] {
  return amount.isZero()
    ? []
    : [
        { account: from, amount: amount.negate() },
        { account: to, amount },
      ];
}

/** A ledger transaction of a payment. The cause makes sure that it is posted once. */
export function transaction(
  of: { orgId: string; paymentId: string },
  cause: string,
  description: string,
  at: Date,
  postings: LedgerTransaction["postings"],
): LedgerTransaction {
  return { orgId: of.orgId, cause: `${of.paymentId}:${cause}`, description, at, postings };
}
