import type { Money } from "@corridor/base/money.ts";
import type { AccountRef, LedgerTransaction } from "./ledger.ts";

/** The parts from which all postings are built. */
export const SETTLEMENT: AccountRef = { purpose: "settlement" };
export const FEES: AccountRef = { purpose: "fees" };
export const FX: AccountRef = { purpose: "fx" };
export const SUSPENSE: AccountRef = { purpose: "suspense" };

export function atProvider(provider: string | null): AccountRef {
  return { purpose: "provider", ownerId: provider ?? "manual" };
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
