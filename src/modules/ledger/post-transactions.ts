import type { Tx } from "#src/platform/db/client.ts";
import { applyTransactions } from "./apply-transactions.ts";
import { type LedgerTransaction, linesOf, type PostingOutcome } from "./ledger.ts";
import { lockLedgerState, writeBatch } from "./queries.ts";

export type { AccountPurpose, AccountRef, LedgerTransaction, Posting, PostingOutcome } from "./ledger.ts";

export const MAX_TRANSACTIONS_PER_BATCH = 1_000;

/**
 * The one way money moves. Applies a batch of transactions in order, each at most once by its cause, and says what became of each.
 * A refused one (no funds, frozen) changes nothing and does not harm the others; a malformed one throws and fails the whole call.
 *
 * The row locks of the organisations' chains, taken in sorted order, are the only locks of the ledger: whoever holds them is alone with
 * all accounts of those organisations, so no order of accounts can deadlock and a hot account costs no more than a cold one. They are
 * held until COMMIT. So call it once per database transaction, as late in it as possible, after the locks of the resource's own rows.
 * Row locks per account were rejected: they need one more ordered statement, and the chain serialises an organisation anyway.
 */
export async function postTransactions(tx: Tx, transactions: readonly LedgerTransaction[]): Promise<PostingOutcome[]> {
  if (transactions.length === 0) return [];
  if (transactions.length > MAX_TRANSACTIONS_PER_BATCH) throw new Error(`a ledger batch has at most ${MAX_TRANSACTIONS_PER_BATCH} transactions`);
  const lines = transactions.map(linesOf);
  const orgIds = [...new Set(transactions.map((transaction) => transaction.orgId))].sort();

  const state = await lockLedgerState(tx, orgIds, transactions, lines);
  const batch = applyTransactions(state, transactions, lines);
  await writeBatch(tx, batch, state.chains.values());
  return batch.outcomes;
}
