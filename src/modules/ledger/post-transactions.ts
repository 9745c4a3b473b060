import type { Tx } from "#src/platform/db/client.ts";
import { applyTransactions } from "./apply-transactions.ts";
import { type LedgerTransaction, linesOf, type PostingOutcome } from "./ledger.ts";
import { lockLedgerState, writeBatch } from "./queries.ts";

export type { LedgerTransaction, PostingOutcome } from "./ledger.ts";

/** Keeps the size of one statement, and the time it takes, within bounds. */
const MAX_TRANSACTIONS_PER_WRITE = 500;

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
  const lines = transactions.map(linesOf);
  const orgIds = [...new Set(transactions.map((transaction) => transaction.orgId))].sort();
  const outcomes: PostingOutcome[] = [];
  for (let start = 0; start < transactions.length; start += MAX_TRANSACTIONS_PER_WRITE) {
    const part = transactions.slice(start, start + MAX_TRANSACTIONS_PER_WRITE);
    const partLines = lines.slice(start, start + MAX_TRANSACTIONS_PER_WRITE);
    // All organisations are locked with the first part, so that the order of the locks does not depend on how a batch is cut.
    const state = await lockLedgerState(tx, orgIds, part, partLines);
    const batch = applyTransactions(state, part, partLines);
    await writeBatch(tx, batch, state.chains.values());
    outcomes.push(...batch.outcomes);
  }
  return outcomes;
}
