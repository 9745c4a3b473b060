import { scaleOf } from "@corridor/base/currencies.ts";
import { writeDecimalText } from "@corridor/base/decimal.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { chainHash, GENESIS_HASH } from "./chain.ts";
import {
  type AccountPurpose,
  type AccountStatus,
  firstFloorOf,
  InvalidLedgerTransaction,
  type LedgerTransaction,
  type Line,
  linesOf,
  type PostingOutcome,
  storableDescription,
  yieldsToFacts,
} from "./ledger.ts";
import { openingOf } from "./sandbox-balance.ts";

/**
 * The rules of the ledger, without a database: applies a batch in order to the state of what it touches, and collects
 * the rows to write. A refused transaction leaves no trace, so it cannot harm the rest. All amounts are minor units
 * here.
 */
export type AccountState = {
  readonly orgId: string;
  readonly accountId: string;
  readonly purpose: AccountPurpose;
  readonly ownerId: string;
  readonly currency: string;
  readonly createdAt: Date;
  balance: bigint;
  held: bigint;
  status: AccountStatus;
  floor: bigint | null;
  /** A posting of money that had already moved took the account below its floor. */
  overdrawn: boolean;
};

export type HoldState = {
  readonly orgId: string;
  readonly holdId: string;
  readonly accountId: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly createdAt: Date;
  captured: bigint;
  released: bigint;
};

export type ChainState = { readonly orgId: string; length: number; headHash: string };

export type LedgerState = {
  readonly accounts: Map<string, AccountState>;
  readonly holds: Map<string, HoldState>;
  readonly chains: Map<string, ChainState>;
  /** The lines that were posted under each cause. They are read only if a cause is used again. */
  readonly causes: Map<string, readonly LineContent[]>;
  /** Development only: the opening balance of a new settlement account, by currency. */
  readonly openings?: ReadonlyMap<string, Money>;
};

export type TransactionRow = {
  org_id: string;
  position: number;
  cause: string;
  description: string;
  at: Date;
  has_happened: boolean | null;
  previous_hash: string;
  hash: string;
};
export type PostingRow = {
  org_id: string;
  position: number;
  index: number;
  account_id: string;
  currency: string;
  amount: string;
  held_change: string;
  hold_id: string | null;
  account_status: AccountStatus | null;
  floor: string | null;
  balance_after: string;
  held_after: string;
};

export type AppliedBatch = {
  readonly outcomes: PostingOutcome[];
  readonly transactions: TransactionRow[];
  readonly postings: PostingRow[];
  /** Every account that the batch changed, with the time of its last change. */
  readonly changedAccounts: Map<AccountState, Date>;
  readonly changedHolds: Map<HoldState, Date>;
  readonly changedChains: Set<ChainState>;
};

export function holdKey(orgId: string, holdId: string): string {
  return `${orgId} ${holdId}`;
}

export function causeKey(orgId: string, cause: string): string {
  return `${orgId} ${cause}`;
}

const CONTENT = ["purpose", "ownerId", "currency", "amount", "heldChange", "holdId", "accountStatus", "floor"] as const;
export type LineContent = Pick<Line, (typeof CONTENT)[number]>;

/** Whether two transactions would write the same lines. */
function isSameContent(one: readonly LineContent[], other: readonly LineContent[]): boolean {
  const isSame = (line: LineContent, index: number): boolean =>
    CONTENT.every((field) => line[field] === other[index]![field]);
  return one.length === other.length && one.every(isSame);
}

/** Decimal text of minor units, as the database stores it. Most held amounts are zero. */
export function decimalText(minor: bigint, currency: string): string {
  const scale = scaleOf(currency)!;
  return minor === 0n ? (ZEROS[scale] ??= writeDecimalText(0n, scale)) : writeDecimalText(minor, scale);
}

const ZEROS: string[] = [];

type Change = { account: AccountState } & Pick<AccountState, "balance" | "held" | "status" | "floor" | "overdrawn">;
type AppliedLine = { line: Line; account: AccountState; balanceAfter: bigint; heldAfter: bigint };

export function applyTransactions(
  state: LedgerState,
  transactions: readonly LedgerTransaction[],
  linesOfEach: readonly Line[][],
): AppliedBatch {
  const changes = { changedAccounts: new Map(), changedHolds: new Map(), changedChains: new Set<ChainState>() };
  const batch: AppliedBatch = { outcomes: [], transactions: [], postings: [], ...changes };
  for (const [index, transaction] of transactions.entries()) {
    if (state.openings !== undefined)
      for (const line of linesOfEach[index]!) openSettlement(state, state.openings, batch, transaction, line);
    batch.outcomes.push(applyTransaction(state, batch, transaction, linesOfEach[index]!));
  }
  return batch;
}

function applyTransaction(
  state: LedgerState,
  batch: AppliedBatch,
  transaction: LedgerTransaction,
  lines: readonly Line[],
): PostingOutcome {
  const { orgId, cause } = transaction;
  const posted = state.causes.get(causeKey(orgId, cause));
  if (posted !== undefined) {
    if (isSameContent(posted, lines)) return "already_posted";
    // Returning "already posted" here would hide money that was never posted.
    throw new InvalidLedgerTransaction(transaction, "this cause was posted before with other lines");
  }

  // All changes are tried on copies; the state changes only when the whole transaction passes.
  const changes = new Map<string, Change>();
  const holds = new Map<string, HoldState>();
  const applied: AppliedLine[] = [];

  for (const line of lines) {
    const key = line.accountKey;
    let change = changes.get(key);
    if (change === undefined) {
      const account = state.accounts.get(key) ?? newAccount(transaction, line);
      const { balance, held, status, floor, overdrawn } = account;
      change = { account, balance, held, status, floor, overdrawn };
      changes.set(key, change);
    }
    if (change.status === "closed") return "closed";
    const takes = (line.amount < 0n && line.holdId === null) || line.heldChange > 0n;
    if (takes && change.status === "frozen") return "frozen";
    if (line.holdId !== null && !applyToHold(state, holds, transaction, line, change.account.accountId))
      return "hold_exceeded";
    change.balance += line.amount;
    change.held += line.heldChange;
    if (line.accountStatus !== null) {
      if (line.accountStatus === "closed" && (change.balance !== 0n || change.held !== 0n)) return "not_empty";
      change.status = line.accountStatus;
    }
    change.floor = line.floor ?? change.floor;
    applied.push({ line, account: change.account, balanceAfter: change.balance, heldAfter: change.held });
  }
  for (const change of changes.values()) {
    if (respectsFloor(change, transaction.hasHappened === true)) continue;
    shortages.set(transaction, shortageOf(change));
    return "insufficient_funds";
  }

  for (const [key, { account, ...changed }] of changes) {
    Object.assign(account, changed);
    state.accounts.set(key, account);
    batch.changedAccounts.set(account, transaction.at);
  }
  for (const [key, copy] of holds) {
    const { captured, released } = copy;
    const hold = state.holds.get(key);
    const current = hold === undefined ? copy : Object.assign(hold, { captured, released });
    state.holds.set(key, current);
    batch.changedHolds.set(current, transaction.at);
  }
  appendToChain(state, batch, transaction, applied);
  state.causes.set(causeKey(orgId, cause), lines);
  return "posted";
}

/** What the account may spend, with its credit line, and what a refused transaction would have taken from it. */
export type Shortage = { readonly available: Money; readonly needed: Money };
const shortages = new WeakMap<LedgerTransaction, Shortage>();
export const shortageIn = (transaction: LedgerTransaction): Shortage => shortages.get(transaction)!;

function shortageOf({ account, balance, held }: Change): Shortage {
  const before = account.balance - account.held;
  const amount = (minor: bigint): Money => Money.ofMinor(minor, account.currency);
  return { available: amount(before - (account.floor ?? 0n)), needed: amount(before - (balance - held)) };
}

/** Whether the account may end in this state. Also sets the change's `overdrawn`. */
function respectsFloor(change: Change, hasHappened: boolean): boolean {
  const { account, floor } = change;
  const available = change.balance - change.held;
  if (floor === null || available >= floor) {
    change.overdrawn = false;
    return true;
  }
  // Below its floor an account may still be credited, and a credit line that was used may be withdrawn.
  const takes = available < account.balance - account.held;
  const maySink = hasHappened && yieldsToFacts(account.purpose);
  if (takes && !maySink) return false;
  change.overdrawn ||= maySink || floor !== account.floor;
  return true;
}

/** In development the first use of a settlement account posts its sandbox balance, as a transaction before it. */
function openSettlement(
  state: LedgerState,
  openings: ReadonlyMap<string, Money>,
  batch: AppliedBatch,
  { orgId, at }: LedgerTransaction,
  line: Line,
): void {
  const amount =
    line.purpose === "settlement" && !state.accounts.has(line.accountKey) ? openings.get(line.currency) : undefined;
  if (amount === undefined) return;
  const opening = openingOf(orgId, amount, at);
  applyTransaction(state, batch, opening, linesOf(opening));
}

function newAccount(transaction: LedgerTransaction, line: Line): AccountState {
  const { purpose, ownerId, currency } = line;
  if (scaleOf(currency) === undefined)
    throw new InvalidLedgerTransaction(transaction, `unknown currency ${JSON.stringify(currency)}`);
  const { orgId, at: createdAt } = transaction;
  const nothingYet = { balance: 0n, held: 0n, status: "active", overdrawn: false } as const;
  const account = { orgId, accountId: newId(), purpose, ownerId, currency, createdAt };
  return { ...account, ...nothingYet, floor: firstFloorOf(purpose) };
}

/** A positive change reserves (once), a negative one with an amount captures, and one without an amount releases. */
function applyToHold(
  state: LedgerState,
  copies: Map<string, HoldState>,
  transaction: LedgerTransaction,
  line: Line,
  accountId: string,
): boolean {
  const key = holdKey(transaction.orgId, line.holdId!);
  const known = copies.get(key) ?? state.holds.get(key);
  if (line.heldChange > 0n) {
    if (known !== undefined) throw new InvalidLedgerTransaction(transaction, `hold ${line.holdId} was reserved before`);
    const { orgId, at: createdAt } = transaction;
    const { holdId, currency, heldChange: amount } = line;
    copies.set(key, { orgId, holdId: holdId!, accountId, currency, amount, createdAt, captured: 0n, released: 0n });
    return true;
  }
  const taken = -line.heldChange;
  if (known === undefined || known.accountId !== accountId || known.captured + known.released + taken > known.amount)
    return false;
  const copy = { ...known };
  if (line.amount === 0n) copy.released += taken;
  else copy.captured += taken;
  copies.set(key, copy);
  return true;
}

function appendToChain(
  state: LedgerState,
  batch: AppliedBatch,
  transaction: LedgerTransaction,
  applied: readonly AppliedLine[],
): void {
  const { orgId, cause, at, hasHappened = false } = transaction;
  const chain = state.chains.get(orgId) ?? { orgId, length: 0, headHash: GENESIS_HASH };
  const position = chain.length + 1;
  const description = storableDescription(transaction.description);
  const postings = applied.map(({ line, account, balanceAfter, heldAfter }) => ({
    accountId: account.accountId,
    purpose: account.purpose,
    ownerId: account.ownerId,
    currency: line.currency,
    amount: decimalText(line.amount, line.currency),
    heldChange: decimalText(line.heldChange, line.currency),
    holdId: line.holdId,
    accountStatus: line.accountStatus,
    floor: line.floor === null ? null : decimalText(line.floor, line.currency),
    balanceAfter: decimalText(balanceAfter, line.currency),
    heldAfter: decimalText(heldAfter, line.currency),
  }));
  const hash = chainHash(chain.headHash, { orgId, position, cause, description, at, hasHappened }, postings);
  const has_happened = hasHappened;
  const previous_hash = chain.headHash;
  batch.transactions.push({ org_id: orgId, position, cause, description, at, has_happened, previous_hash, hash });
  for (const [index, posting] of postings.entries()) {
    batch.postings.push({
      org_id: orgId,
      position,
      index,
      account_id: posting.accountId,
      currency: posting.currency,
      amount: posting.amount,
      held_change: posting.heldChange,
      hold_id: posting.holdId,
      account_status: posting.accountStatus,
      floor: posting.floor,
      balance_after: posting.balanceAfter,
      held_after: posting.heldAfter,
    });
  }
  chain.length = position;
  chain.headHash = hash;
  state.chains.set(orgId, chain);
  batch.changedChains.add(chain);
}
