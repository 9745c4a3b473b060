import type { AccountState, ChainState, LedgerState } from "./apply-transactions.ts";
import type { LedgerTransaction, Line } from "./ledger.ts";

/**
 * The accounts of organizations as this process last posted to them. The head of a chain is the version of all its
 * accounts at once: if the head found under the lock equals the remembered one, so do the accounts. So nothing here
 * needs invalidation. State of a transaction that was rolled back has a head that the database never gets, and is not
 * used.
 */
type Books = {
  headHash: string;
  length: number;
  readonly accounts: Map<string, AccountState>;
  /** How many of this process's last postings in a row found the head that its previous posting had left. */
  streak: number;
  /** The streak from which writing without reading is tried. Other processes' postings raise it, ours lower it. */
  streakNeeded: number;
  /** This process's last changes, oldest first, to be undone: they may never be stored, or after others' postings. */
  readonly steps: Step[];
};
type Step = { readonly headBefore: string; readonly accounts: [key: string, before: AccountState | undefined][] };

/** Changes that can be undone: more than the postings this process has in flight for one organization. */
const MAX_STEPS = 16;
/** An account takes about half a kilobyte. */
const MAX_REMEMBERED_ACCOUNTS = 20_000;

/** When two processes constantly post to one organization, trying costs a tenth of the speed: they soon stop. */
const MAX_STREAK_NEEDED = 64;

/** The least recently used organization is first. */
const remembered = new Map<string, Books>();
let rememberedAccounts = 0;

/** Postings of this process that wait for the lock: when the next one gets it, the state remembered now will be old. */
const waiting = new Map<string, number>();

/**
 * Counts a posting that waits for the lock. The caller calls the returned function when the lock's answer has arrived,
 * and then must apply and remember its posting before it awaits anything else.
 */
export function beginWaiting(orgIds: readonly string[]): () => void {
  for (const orgId of orgIds) waiting.set(orgId, (waiting.get(orgId) ?? 0) + 1);
  return () => {
    for (const orgId of orgIds) {
      const left = waiting.get(orgId)! - 1;
      if (left === 0) waiting.delete(orgId);
      else waiting.set(orgId, left);
    }
  };
}

export function isAnyWaiting(orgIds: readonly string[]): boolean {
  return waiting.size > 0 && orgIds.some((orgId) => waiting.has(orgId));
}

/** Whether the remembered state of all these organizations is likely to be current. */
export function areOurs(orgIds: readonly string[]): boolean {
  return orgIds.every((orgId) => {
    const books = remembered.get(orgId);
    return books !== undefined && books.streak >= books.streakNeeded;
  });
}

/** The remembered state that the batch needs; null when part is unknown. Holds, statuses and floors are always read. */
export function recallState(
  transactions: readonly LedgerTransaction[],
  linesOfEach: readonly Line[][],
): LedgerState | null {
  const state: LedgerState = { accounts: new Map(), chains: new Map(), holds: new Map(), causes: new Map() };
  for (let i = 0; i < transactions.length; i++) {
    const { orgId } = transactions[i]!;
    const books = remembered.get(orgId);
    if (books === undefined) return null;
    if (!state.chains.has(orgId)) state.chains.set(orgId, { orgId, length: books.length, headHash: books.headHash });
    for (const line of linesOfEach[i]!) {
      if (line.holdId !== null || line.accountStatus !== null || line.floor !== null) return null;
      if (state.accounts.has(line.accountKey)) continue;
      const account = books.accounts.get(line.accountKey);
      if (account === undefined) return null;
      state.accounts.set(line.accountKey, { ...account });
    }
  }
  return state;
}

/** `headsBefore` are the heads with which the state was read or recalled; this cache owns `state` from here on. */
export function rememberState(headsBefore: ReadonlyMap<string, string>, state: LedgerState): void {
  for (const chain of state.chains.values()) openBooks(chain, headsBefore.get(chain.orgId)!);
  for (const [key, account] of state.accounts) {
    const books = remembered.get(account.orgId);
    if (books === undefined) continue; // The organization has no transaction yet, so there is nothing to remember.
    books.steps.at(-1)!.accounts.push([key, books.accounts.get(key)]);
    setAccount(books, key, account);
  }
  for (const orgId of remembered.keys()) {
    if (rememberedAccounts <= MAX_REMEMBERED_ACCOUNTS) break;
    forget(orgId);
  }
}

function openBooks(chain: ChainState, headBefore: string): void {
  const { orgId, length, headHash } = chain;
  const known = remembered.get(orgId);
  if (known !== undefined) undoUntil(known, headBefore);
  const isOurs = known?.headHash === headBefore;
  if (!isOurs) forget(orgId);
  remembered.delete(orgId); // Moves the organization to the end: it was used last.
  if (length === 0) return;
  const steps = isOurs ? known.steps : [];
  steps.push({ headBefore, accounts: [] });
  if (steps.length > MAX_STEPS) steps.shift();
  remembered.set(orgId, {
    headHash,
    length,
    accounts: isOurs ? known.accounts : new Map(),
    steps,
    ...trustAfter(known, isOurs),
  });
}

function trustAfter(known: Books | undefined, isOurs: boolean): Pick<Books, "streak" | "streakNeeded"> {
  if (known === undefined) return { streak: 0, streakNeeded: 1 };
  return isOurs
    ? { streak: known.streak + 1, streakNeeded: Math.max(1, known.streakNeeded - 1) }
    : { streak: 0, streakNeeded: Math.min(MAX_STREAK_NEEDED, known.streakNeeded * 2) };
}

/** Undoes remembered changes until the head matches. If it never matched, all of them are undone. */
function undoUntil(books: Books, headHash: string): void {
  while (books.headHash !== headHash && books.steps.length > 0) {
    const { headBefore, accounts } = books.steps.pop()!;
    for (const [key, before] of accounts) setAccount(books, key, before);
    books.headHash = headBefore;
  }
}

function setAccount({ accounts }: Books, key: string, account: AccountState | undefined): void {
  rememberedAccounts -= accounts.size;
  if (account === undefined) accounts.delete(key);
  else accounts.set(key, account);
  rememberedAccounts += accounts.size;
}

function forget(orgId: string): void {
  rememberedAccounts -= remembered.get(orgId)?.accounts.size ?? 0;
  remembered.delete(orgId);
}
