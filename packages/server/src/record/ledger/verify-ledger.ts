import { createHash } from "node:crypto";
import type { ChainStarts, VerifiedHead } from "#src/record/audit/index.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import type { Progress } from "#src/kernel/progress.ts";
import { type ChainedPosting, chainHash, GENESIS_HASH } from "./chain.ts";
import { firstFloorOf, yieldsToFacts } from "./ledger.ts";
import {
  type AccountPostingRow,
  type AccountRow,
  accountPages,
  countTransactions,
  type HoldRow,
  missingGuards,
  nextOrganization,
  type PostingRow,
  postingsBetween,
  postingsByAccount,
  postingsOfHolds,
  type PostingWithAccountRow,
  readChain,
  readHolds,
  strayHold,
  strayPosting,
  timesOf,
  type TransactionRow,
  transactionPages,
  useOneSnapshot,
} from "./verification-queries.ts";

/**
 * Recomputes the ledger from its postings. Each organization is read twice within one snapshot: in the order of its
 * chain (hashes, sums, holds) and of its accounts (balances, floors, statuses), a page at a time. Behind a signed head
 * only what is newer is read, and every account: what it was at the head must be what was signed. A hold that nothing
 * newer names is left to the verification of the whole. The chain reveals any change to the past, except a tail cut
 * off together with the chain row. So the report prints the head of each chain, to be stored elsewhere and compared.
 */
type BrokenRow = { readonly [field in "table" | "row" | "problem"]: string } & { readonly orgId: string | null };

export type LedgerReport = Readonly<Counts> & { readonly heads: readonly Head[]; readonly broken: BrokenRow | null };

const GUARDS = [
  "ledger_transactions_append_only",
  "ledger_postings_append_only",
  "ledger_accounts_kept",
  "ledger_holds_kept",
  "ledger_chains_kept",
  "ledger_accounts_identity",
  "ledger_chains_only_grow",
  "ledger_chains_not_deleted",
];

class Broken extends Error {
  readonly row: BrokenRow;

  constructor(table: string, orgId: string | null, row: string, problem: string) {
    super(problem);
    this.row = { table, orgId, row, problem };
  }
}

type Counts = Record<"organizations" | "transactions" | "postings" | "accounts" | "holds", number>;
type Head = Omit<VerifiedHead, "position"> & { readonly length: number };
type Breaks = (problem: string) => Broken;
/** A row, and the positions of its first posting, unless it is older than the signed head, and of its last. */
type Span = { row: { created_at: Date; updated_at: Date }; first: number | null; last: number; broken: Breaks };

export async function verifyLedger(
  db: Db,
  progress: Progress = { done: 0, total: 0 },
  starts: ChainStarts = new Map(),
): Promise<LedgerReport> {
  const counts: Counts = { organizations: 0, transactions: 0, postings: 0, accounts: 0, holds: 0 };
  const heads: Head[] = [];
  let broken: BrokenRow | null = null;
  progress.total += await countTransactions(db);
  for (const { position } of starts.values()) progress.total -= position;
  try {
    const [missing] = await missingGuards(db, GUARDS);
    if (missing !== undefined)
      throw new Broken("pg_trigger", null, missing, "this trigger that protects the ledger is missing or disabled");
    for (let orgId = await nextOrganization(db, null); orgId !== null; orgId = await nextOrganization(db, orgId))
      heads.push(await verifyOrganization(db, { orgId, start: starts.get(orgId), counts, progress }));
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    broken = error.row;
  }
  return { ...counts, heads, broken };
}

/** The report as `corridor verify` prints it, line by line. */
export function describeLedger(report: LedgerReport): string[] {
  const lines = [
    `ledger: ${report.organizations} organizations, ${report.transactions} transactions, ${report.postings} ` +
      `postings, ${report.accounts} accounts, ${report.holds} holds`,
    ...report.heads.map(({ orgId, length, hash }) => `  chain ${orgId}: ${length} transactions, head ${hash}`),
  ];
  if (report.broken === null)
    return [...lines, "ledger: every hash, sum, balance, floor, credit line and hold is correct"];
  const { table, orgId, row, problem } = report.broken;
  const owner = orgId === null ? "" : ` of organization ${orgId}`;
  return [...lines, `ledger: BROKEN at ${table} ${row}${owner}: ${problem}`];
}

type Scope = { tx: Tx; orgId: string; start: ReturnType<ChainStarts["get"]>; counts: Counts; progress: Progress };

async function verifyOrganization(db: Db, scope: Omit<Scope, "tx">): Promise<Head> {
  return db.transaction(async (tx) => {
    await useOneSnapshot(tx);
    const { orgId, start, counts } = scope;
    const head = await verifyChain({ ...scope, tx });
    const balances = await verifyAccounts({ ...scope, tx });
    const stray = start === undefined ? await strayHold(tx, orgId) : null;
    if (stray !== null) throw new Broken("ledger_holds", orgId, stray, "no posting reserved it");
    counts.organizations += 1;
    return { orgId, ...head, balances, since: start?.position ?? 0 };
  });
}

/** Minor units of a stored amount. Text that is not an amount of that currency counts as damage. */
function minorOf(text: string, currency: string, broken: Breaks): bigint {
  try {
    return Money.fromDatabase(text, currency).minor;
  } catch (error) {
    throw broken((error as Error).message);
  }
}

async function verifyChain({ tx, orgId, start, counts, progress }: Scope): Promise<Pick<Head, "length" | "hash">> {
  const chain = await readChain(tx, orgId);
  let { position, hash } = start ?? { position: 0, hash: GENESIS_HASH };
  let floorsBind = start !== undefined;
  for await (const page of transactionPages(tx, orgId, position)) {
    const postings = await postingsBetween(tx, orgId, page[0]!.position, page.at(-1)!.position);
    const postingsOf = Map.groupBy(postings, (posting) => posting.position);
    for (const transaction of page) {
      const broken: Breaks = (problem) =>
        new Broken("ledger_transactions", orgId, `position ${transaction.position}`, problem);
      position += 1;
      if (transaction.position !== position) throw broken(`position ${position} is missing before this transaction`);
      if (transaction.previous_hash !== hash) throw broken("this transaction does not continue the previous hash");
      if (transaction.has_happened === null && floorsBind)
        throw broken("this transaction does not record whether a floor applied, although an earlier one does");
      floorsBind ||= transaction.has_happened !== null;
      hash = verifyTransaction(orgId, transaction, postingsOf.get(position) ?? [], broken);
      postingsOf.delete(position);
    }
    const [stray] = postingsOf.keys();
    if (stray !== undefined)
      throw new Broken("ledger_postings", orgId, `position ${stray}`, "its transaction is missing");
    await verifyHolds(tx, orgId, postings, counts);
    counts.transactions += page.length;
    progress.done += page.length;
    counts.postings += postings.length;
  }
  const stray = await strayPosting(tx, orgId, position);
  if (stray !== null) throw new Broken("ledger_postings", orgId, placeOf(stray), "its transaction is missing");
  const broken: Breaks = (problem) => new Broken("ledger_chains", orgId, "of the organization", problem);
  if (chain === null) throw broken("the row is missing");
  if (chain.length === 0) throw broken("a chain without transactions");
  if (chain.length !== position) throw broken(`the chain says ${chain.length} transactions, but there are ${position}`);
  if (chain.head_hash !== hash) throw broken("the head of the chain is not the hash of the last transaction");
  return { length: position, hash };
}

function placeOf({ position, index }: { position: number; index: number }): string {
  return `position ${position}, index ${index}`;
}

/** Returns the transaction's recomputed hash. */
function verifyTransaction(
  orgId: string,
  transaction: TransactionRow,
  postings: readonly PostingWithAccountRow[],
  broken: Breaks,
): string {
  if (postings.length === 0) throw broken("its postings are missing");
  const sums = new Map<string, bigint>();
  const chained: ChainedPosting[] = [];
  for (const [index, posting] of postings.entries()) {
    const brokenPosting: Breaks = (problem) => new Broken("ledger_postings", orgId, placeOf(posting), problem);
    const { currency } = posting;
    const text = (amount: string): string =>
      Money.ofMinor(minorOf(amount, currency, brokenPosting), currency).toDatabase();
    if (posting.index !== index) throw brokenPosting(`index ${index} is missing before this posting`);
    if (posting.purpose === null || posting.owner_id === null)
      throw brokenPosting(`the account ${posting.account_id} of this posting is missing`);
    if (posting.account_currency !== currency)
      throw brokenPosting(
        `the account ${posting.account_id} of this posting is in ${posting.account_currency}, not ${currency}`,
      );
    sums.set(currency, (sums.get(currency) ?? 0n) + minorOf(posting.amount, currency, brokenPosting));
    chained.push({
      accountId: posting.account_id,
      purpose: posting.purpose,
      ownerId: posting.owner_id,
      currency,
      amount: text(posting.amount),
      heldChange: text(posting.held_change),
      holdId: posting.hold_id,
      accountStatus: posting.account_status,
      floor: posting.floor === null ? null : text(posting.floor),
      balanceAfter: text(posting.balance_after),
      heldAfter: text(posting.held_after),
    });
  }
  for (const [currency, sum] of sums)
    if (sum !== 0n) throw broken(`the transaction's postings in ${currency} do not sum to zero`);
  const { position, cause, description, at, has_happened: hasHappened } = transaction;
  const hash = chainHash(transaction.previous_hash, { orgId, position, cause, description, at, hasHappened }, chained);
  if (hash !== transaction.hash)
    throw broken("the hash does not match the transaction, its postings and their accounts");
  return hash;
}

/** Distributes postings, sorted by account, to the accounts, which must be requested in that order. */
function dealOut(stream: AsyncGenerator<AccountPostingRow>) {
  let pending: AccountPostingRow | undefined;
  const peek = async () => (pending ??= (await stream.next()).value as AccountPostingRow | undefined);
  return async function* (accountId: string): AsyncGenerator<AccountPostingRow> {
    for (let posting = await peek(); posting?.account_id === accountId; posting = await peek()) {
      pending = undefined;
      yield posting;
    }
  };
}

/** Returns the digest of all accounts. */
async function verifyAccounts({ tx, orgId, start, counts }: Scope): Promise<string> {
  const since = start?.position ?? 0;
  const [then, now] = [createHash("sha256"), createHash("sha256")];
  const postingsOf = dealOut(postingsByAccount(tx, orgId, since));
  const totals = new Map<string, bigint>();
  for await (const page of accountPages(tx, orgId, since)) {
    const spans: Span[] = [];
    for (const account of page) {
      const broken = (problem: string): Broken => new Broken("ledger_accounts", orgId, account.account_id, problem);
      const { first, last, balance } = await verifyAccount(orgId, account, postingsOf(account.account_id), broken);
      totals.set(account.currency, (totals.get(account.currency) ?? 0n) + balance);
      spans.push({ row: account, first, last, broken });
      if (first === null) then.update(account.start_digest);
      now.update(account.digest);
    }
    await verifyTimes(tx, orgId, spans);
    counts.accounts += page.length;
  }
  for (const [currency, total] of totals)
    if (total !== 0n)
      throw new Broken("ledger_accounts", orgId, `all in ${currency}`, "the balances do not sum to zero");
  if (start !== undefined && then.digest("hex") !== start.balances)
    throw new Broken("ledger_accounts", orgId, `all at position ${since}`, "they are not as the head signed them");
  return now.digest("hex");
}

async function verifyAccount(
  orgId: string,
  account: AccountRow,
  postings: AsyncGenerator<AccountPostingRow>,
  broken: Breaks,
): Promise<{ first: number | null; last: number; balance: bigint }> {
  const { currency, start_position: startedAt } = account;
  const floorOf = (text: string | null): bigint | null => (text === null ? null : minorOf(text, currency, broken));
  let floor = startedAt === null ? firstFloorOf(account.purpose) : floorOf(account.start_floor);
  let balance = minorOf(account.start_balance, currency, broken);
  let held = minorOf(account.start_held, currency, broken);
  let status = account.start_status ?? "active";
  let before = balance - held;
  let started = true;
  let first: number | null = null;
  let last = startedAt ?? 0;
  const brokenAt = (position: number, problem: string): Broken =>
    new Broken("ledger_postings", orgId, `position ${position} on account ${account.account_id}`, problem);
  // Between its own lines a transaction may pass below the floor: only the end counts, and if it took money.
  const checkFloor = (): void => {
    const available = balance - held;
    if (floor !== null && available < floor && available < before && started)
      throw brokenAt(last, "this posting takes the account below its floor");
    before = available;
  };
  for await (const posting of postings) {
    const brokenPosting = (problem: string): Broken => brokenAt(posting.position, problem);
    if (posting.position !== last) checkFloor();
    started = !yieldsToFacts(account.purpose) || posting.has_happened === false;
    if (startedAt === null) first ??= posting.position;
    last = posting.position;
    balance += minorOf(posting.amount, currency, brokenPosting);
    held += minorOf(posting.held_change, currency, brokenPosting);
    status = posting.account_status ?? status;
    if (posting.floor !== null) floor = minorOf(posting.floor, currency, brokenPosting);
    if (minorOf(posting.balance_after, currency, brokenPosting) !== balance)
      throw brokenPosting("the balance after this posting is not the sum of the postings");
    if (minorOf(posting.held_after, currency, brokenPosting) !== held)
      throw brokenPosting("the held amount after this posting is not the sum of the postings");
  }
  if (last === 0) throw broken("it has no postings");
  checkFloor();
  if (minorOf(account.balance, currency, broken) !== balance)
    throw broken("the balance is not the sum of the account's postings");
  if (minorOf(account.held, currency, broken) !== held)
    throw broken("the held amount is not the sum of the account's postings");
  if (account.status !== status)
    throw broken(`the account's status is ${account.status}, but its postings say ${status}`);
  if (floorOf(account.floor) !== floor) throw broken("the floor does not match the account's purpose and credit line");
  if (account.overdrawn !== (floor !== null && balance - held < floor))
    throw broken(`the account is ${account.overdrawn ? "not " : ""}overdrawn, but is marked otherwise`);
  return { first, last, balance };
}

/** The holds that these postings name, each with all of its postings, if none comes later than these. */
async function verifyHolds(tx: Tx, orgId: string, page: readonly PostingRow[], counts: Counts): Promise<void> {
  const named = new Map(page.flatMap(({ hold_id, position }) => (hold_id === null ? [] : [[hold_id, position]])));
  const holdIds = [...named.keys()];
  if (holdIds.length === 0) return;
  const holds = new Map((await readHolds(tx, orgId, holdIds)).map((hold) => [hold.hold_id, hold]));
  const spans: Span[] = [];
  for (const [holdId, postings] of Map.groupBy(await postingsOfHolds(tx, orgId, holdIds), ({ hold_id }) => hold_id!)) {
    const hold = holds.get(holdId);
    const broken = (problem: string): Broken => new Broken("ledger_holds", orgId, holdId, problem);
    const [first, last] = [postings[0]!.position, postings.at(-1)!.position];
    if (hold === undefined) throw broken(`the row is missing, but position ${last} names it`);
    if (last !== named.get(holdId)) continue;
    verifyHold(hold, postings, broken);
    spans.push({ row: hold, first, last, broken });
  }
  await verifyTimes(tx, orgId, spans);
  counts.holds += spans.length;
}

function verifyHold(hold: HoldRow, postings: readonly PostingRow[], broken: Breaks): void {
  const { currency } = hold;
  let amount = 0n;
  let captured = 0n;
  let released = 0n;
  for (const posting of postings) {
    if (posting.account_id !== hold.account_id || posting.currency !== currency)
      throw broken(`the hold's posting at position ${posting.position} is on another account`);
    const change = minorOf(posting.held_change, currency, broken);
    if (change > 0n) amount += change;
    else if (minorOf(posting.amount, currency, broken) === 0n) released -= change;
    else captured -= change;
    if (captured + released > amount)
      throw broken(`at position ${posting.position} more was captured and released than was reserved`);
  }
  const agrees =
    minorOf(hold.amount, currency, broken) === amount &&
    minorOf(hold.captured, currency, broken) === captured &&
    minorOf(hold.released, currency, broken) === released;
  if (!agrees) throw broken("what was reserved, captured and released is not the sum of the hold's postings");
}

/** A row's first posting created it, and its last posting changed it last. */
async function verifyTimes(tx: Tx, orgId: string, spans: readonly Span[]): Promise<void> {
  const times = await timesOf(tx, orgId, [...new Set(spans.flatMap(({ first, last }) => [first ?? last, last]))]);
  for (const { row, first, last, broken } of spans) {
    if (first !== null && row.created_at.getTime() !== times.get(first))
      throw broken("the row was not created together with its first posting");
    if (row.updated_at.getTime() !== times.get(last))
      throw broken("the row was not updated together with its last posting");
  }
}
