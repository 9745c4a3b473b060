import {
  type AccountRef,
  FX,
  type LedgerTransaction,
  move,
  postTransactions,
  SUSPENSE,
} from "#src/record/ledger/index.ts";
import { PLATFORM_ORGANIZATION } from "#src/parties/notifications/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import type { Money } from "@corridor/base/money.ts";
import { ledgerAccountOf } from "./settlement.ts";

/**
 * Reconciliation posts to the platform's own books, which have their own chain: no organization's balance changes
 * because a provider kept a fee, and no payment waits while a statement is read.
 *
 *   fee, fee netted, rounding         provider -> provider_costs
 *   transfer                          provider -> bank: one transaction for each, found in the bank's statement
 *   fx, settled in another currency   provider -> fx
 *   suspense, write-off               provider -> suspense, adjustments
 */
export const PLATFORM_BOOKS = PLATFORM_ORGANIZATION;

const TARGETS = {
  /** One cost account per provider or bank, so that a report can show who charged what. */
  costs: { purpose: "provider_costs" },
  fx: FX,
  suspense: SUSPENSE,
  adjustments: { purpose: "adjustments" },
} as const satisfies Record<string, AccountRef>;

/** By how much the statement exceeds the ledger, and to which account the difference is posted. */
export type Difference = { readonly to: keyof typeof TARGETS | `bank:${string}`; readonly amount: Money };

/** `cause` identifies the finding, so that it is posted once. */
type SettlementPosting = {
  readonly cause: string;
  readonly description: string;
  readonly account: string;
  readonly differences: readonly Difference[];
};

export async function postSettlement(tx: Tx, postings: readonly SettlementPosting[], at: Date): Promise<void> {
  const transactions = postings.flatMap(({ cause, description, account, differences }): LedgerTransaction[] => {
    const targetOf = (to: Difference["to"]): AccountRef =>
      to === "costs" ? { ...TARGETS.costs, ownerId: account } : isTarget(to) ? TARGETS[to] : ledgerAccountOf(to);
    const moved = summed(differences).flatMap(({ to, amount }) => move(ledgerAccountOf(account), targetOf(to), amount));
    return moved.length === 0
      ? []
      : [{ orgId: PLATFORM_BOOKS, cause, description, at, postings: moved, hasHappened: true }];
  });
  const outcomes = await postTransactions(tx, transactions);
  const refused = outcomes.find((outcome) => outcome !== "posted");
  // Each match happens in exactly one transaction, so a cause that was posted before is a bug and not a repetition.
  if (refused !== undefined) throw new Error(`the ledger refused a settlement: ${refused}`);
}

/** Sums the amounts per target and currency: one pass produces many, and a ledger transaction takes few. */
function summed(differences: readonly Difference[]): Difference[] {
  const sums = new Map<string, Difference>();
  for (const { to, amount } of differences) {
    const key = `${to} ${amount.currency}`;
    sums.set(key, { to, amount: sums.get(key)?.amount.plus(amount) ?? amount });
  }
  return [...sums.values()];
}

function isTarget(to: Difference["to"]): to is keyof typeof TARGETS {
  return to in TARGETS;
}
