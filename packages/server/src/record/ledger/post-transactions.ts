import type { Tx } from "#src/kernel/db/client.ts";
import { applyTransactions, type LedgerState } from "./apply-transactions.ts";
import { type LedgerTransaction, type Line, linesOf, type PostingOutcome } from "./ledger.ts";
import { lockLedgerState, writeBatch } from "./queries.ts";
import { areOurs, beginWaiting, isAnyWaiting, recallState, rememberState } from "./remembered-books.ts";
import { lockChains, writeIfUnmoved } from "./write-unmoved.ts";

/** Bounds the size and the duration of one statement. */
const MAX_TRANSACTIONS_PER_WRITE = 500;

/**
 * The only way to move money. Applies a batch in order, each transaction at most once by its cause. A refused one (no
 * funds, frozen) changes nothing and does not harm the others; a malformed one throws and fails the whole call. The row
 * locks of the organizations' chains, sorted, are the ledger's only locks: the holder has exclusive access to all
 * accounts, so no order of accounts can deadlock. In the order of locks (ARCHITECTURE.md) they come after payments and
 * deposits and before escrow projects, virtual accounts and payment links. Post for all organizations in the first call
 * of a database transaction: a second call locks no further ones. Row locks per account were rejected: they need one
 * more ordered statement, and the chain serializes an organization anyway.
 */
export async function postTransactions(tx: Tx, transactions: readonly LedgerTransaction[]): Promise<PostingOutcome[]> {
  if (transactions.length === 0) return [];
  const lines = transactions.map(linesOf);
  const orgIds = [...new Set(transactions.map((transaction) => transaction.orgId))].sort();
  if (transactions.length <= MAX_TRANSACTIONS_PER_WRITE) {
    const outcomes = await postToRemembered(tx, orgIds, transactions, lines);
    if (outcomes !== null) return outcomes;
  }
  const outcomes: PostingOutcome[] = [];
  for (let start = 0; start < transactions.length; start += MAX_TRANSACTIONS_PER_WRITE) {
    const part = transactions.slice(start, start + MAX_TRANSACTIONS_PER_WRITE);
    const partLines = lines.slice(start, start + MAX_TRANSACTIONS_PER_WRITE);
    // All are locked with the first part, so that the order of locks does not depend on how a batch is split.
    const state = await whileWaiting(orgIds, () => lockLedgerState(tx, orgIds, part, partLines));
    const headsBefore = headsOf(state);
    const batch = applyTransactions(state, part, partLines);
    rememberState(headsBefore, state);
    await writeBatch(tx, batch, state.chains.values());
    outcomes.push(...batch.outcomes);
  }
  return outcomes;
}

/**
 * The fast path: applies the batch to remembered accounts and writes it on the condition that they have not changed.
 * Null when that is impossible or failed; then nothing was written, and everything is read under the lock. A refusal is
 * never decided here, because only a successful write proves that the remembered state is true.
 */
async function postToRemembered(
  tx: Tx,
  orgIds: readonly string[],
  transactions: readonly LedgerTransaction[],
  lines: readonly Line[][],
): Promise<PostingOutcome[] | null> {
  if (!areOurs(orgIds)) return null;
  // An earlier posting of this process will change what we remember: then the lock comes first.
  const isLocked = isAnyWaiting(orgIds);
  if (isLocked) await whileWaiting(orgIds, () => lockChains(tx, orgIds));
  const state = recallState(transactions, lines);
  if (state === null) return null;
  const headsBefore = headsOf(state);
  const batch = applyTransactions(state, transactions, lines);
  if (!batch.outcomes.every((outcome) => outcome === "posted")) return null;
  // Updated before the database answers, so that the next batch can follow while this one is written.
  rememberState(headsBefore, state);
  const [, isWritten] = await Promise.all([
    isLocked ? null : lockChains(tx, orgIds),
    writeIfUnmoved(tx, headsBefore, batch),
  ]);
  return isWritten ? batch.outcomes : null;
}

async function whileWaiting<T>(orgIds: readonly string[], work: () => Promise<T>): Promise<T> {
  const end = beginWaiting(orgIds);
  try {
    return await work();
  } finally {
    end();
  }
}

function headsOf(state: LedgerState): Map<string, string> {
  return new Map([...state.chains.values()].map(({ orgId, headHash }) => [orgId, headHash]));
}
