import type { AccountRef, LedgerTransaction } from "#src/modules/books/ledger/ledger.ts";
import { FX, move, SUSPENSE } from "#src/modules/books/ledger/postings.ts";
import { postTransactions } from "#src/modules/books/ledger/post-transactions.ts";
import { PLATFORM_ORGANIZATION } from "#src/modules/people/notifications/notification.ts";
import type { Tx } from "#src/platform/db/client.ts";
import type { Money } from "#src/platform/money.ts";
import { ledgerAccountOf } from "./settlement.ts";

/**
 * What reconciliation posts stands in the platform's own books, a chain of its own: no organization's balance changes because a provider kept a fee, and no payment
 * waits for a statement that is read. What is expected at a provider is the sum over all books, so both sides meet there.
 *
 *   fee, fee netted, rounding   provider -> provider_costs
 *   transfer                    provider -> bank             one transaction for each, which the bank's statement is held against
 *   fx, settled in another currency   provider -> fx
 *   suspense, write-off         provider -> suspense, adjustments
 */
export const PLATFORM_BOOKS = PLATFORM_ORGANIZATION;

const TARGETS = {
  /** Of each account its own, so that a report can say who charged what. */
  costs: { purpose: "provider_costs" },
  fx: FX,
  suspense: SUSPENSE,
  adjustments: { purpose: "adjustments" },
} as const satisfies Record<string, AccountRef>;

/** By how much the statement says more than the ledger, and where the difference belongs. */
export type Difference = { readonly to: keyof typeof TARGETS | `bank:${string}`; readonly amount: Money };

/** `cause` names what was found, and so makes it happen once. */
export type SettlementPosting = { readonly cause: string; readonly description: string; readonly account: string; readonly differences: readonly Difference[] };

export async function postSettlement(tx: Tx, postings: readonly SettlementPosting[], at: Date): Promise<void> {
  const transactions = postings.flatMap(({ cause, description, account, differences }): LedgerTransaction[] => {
    const targetOf = (to: Difference["to"]): AccountRef =>
      to === "costs" ? { ...TARGETS.costs, ownerId: account } : isTarget(to) ? TARGETS[to] : ledgerAccountOf(to);
    const moved = differences.flatMap(({ to, amount }) => move(ledgerAccountOf(account), targetOf(to), amount));
    return moved.length === 0 ? [] : [{ orgId: PLATFORM_BOOKS, cause, description, at, postings: moved, hasHappened: true }];
  });
  const outcomes = await postTransactions(tx, transactions);
  const refused = outcomes.find((outcome) => outcome !== "posted");
  // Whatever was matched is matched in this transaction and no other, so a cause that was posted before is a defect and no repetition.
  if (refused !== undefined) throw new Error(`the ledger refused a settlement: ${refused}`);
}

function isTarget(to: Difference["to"]): to is keyof typeof TARGETS {
  return to in TARGETS;
}
