import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type * as applied from "./apply-transactions.ts";
import { accountDigest } from "./chain-heads.ts";
import type { AccountPurpose, AccountStatus } from "./ledger.ts";

/** The reads of `verify`: one organization at a time, in pages, so that memory does not grow with the ledger. */
const PAGE_ROWS = 2_000;
const SMALLEST_ID = "00000000-0000-0000-0000-000000000000";
const SMALLEST_POSITION = "-9223372036854775808";
const LARGEST_INDEX = 32_767;
const POSTING_COLUMNS = `position, index, account_id, currency, amount, held_change, hold_id, account_status, floor,
  balance_after, held_after`;

export type TransactionRow = Omit<applied.TransactionRow, "org_id">;
export type PostingRow = Omit<applied.PostingRow, "org_id">;
export type AccountPostingRow = PostingRow & Pick<applied.TransactionRow, "has_happened">;
export type PostingWithAccountRow = PostingRow & {
  purpose: AccountPurpose | null;
  owner_id: string | null;
  account_currency: string | null;
};
type Text<Names extends string> = Record<Names, string>;
type Times = { created_at: Date; updated_at: Date };
export type AccountRow = Text<"account_id" | "owner_id" | "currency" | "balance" | "held"> &
  Times & { purpose: AccountPurpose; floor: string | null; overdrawn: boolean; status: AccountStatus } & {
    digest: Buffer;
    /** Null if the account is younger. */ start_position: number | null;
    start_floor: string | null;
    start_status: AccountStatus | null;
    start_digest: Buffer;
  } & Text<"start_balance" | "start_held">;
export type HoldRow = Text<"hold_id" | "account_id" | "currency" | "amount" | "captured" | "released"> & Times;
export type ChainRow = { length: number; head_hash: string };

/** Searches every table, so that rows of an organization that should not exist are found as well. */
export async function nextOrganization(db: Queryable, after: string | null): Promise<string | null> {
  const rows = await db.query(after === null ? FIRST_ORGANIZATION : NEXT_ORGANIZATION, [after ?? SMALLEST_ID]);
  return rows[0]?.org_id ?? null;
}

const LEDGER_TABLES = ["ledger_chains", "ledger_transactions", "ledger_postings", "ledger_accounts", "ledger_holds"];
const nearestOrganization = (comparison: ">" | ">="): string =>
  `SELECT org_id /* not null */ FROM (${LEDGER_TABLES.map((table) => `(SELECT org_id FROM ${table} WHERE org_id ${comparison} $1::uuid ORDER BY org_id LIMIT 1)`).join(" UNION ALL ")}) AS nearest
   ORDER BY org_id LIMIT 1`;
const FIRST_ORGANIZATION = statement("ledger.FIRST_ORGANIZATION")`${nearestOrganization(">=")}`;
const NEXT_ORGANIZATION = statement("ledger.NEXT_ORGANIZATION")`${nearestOrganization(">")}`;

const USE_ONE_SNAPSHOT = statement("ledger.USE_ONE_SNAPSHOT")`
  SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;

/** One snapshot for all reads of an organization: concurrent postings must not look like damage. */
export async function useOneSnapshot(tx: Tx): Promise<void> {
  await tx.query(USE_ONE_SNAPSHOT);
}

const READ_CHAIN = statement("ledger.READ_CHAIN")`
  SELECT length, encode(head_hash, 'hex') AS head_hash /* not null */ FROM ledger_chains WHERE org_id = $1`;

export async function readChain(tx: Tx, orgId: string): Promise<ChainRow | null> {
  const rows = await tx.query(READ_CHAIN, [orgId]);
  return rows[0] ?? null;
}

const TRANSACTION_PAGES = statement("ledger.TRANSACTION_PAGES")`
  SELECT position, cause, description, at, has_happened, encode(previous_hash, 'hex') AS previous_hash /* not null */,
    encode(hash, 'hex') AS hash /* not null */
    FROM ledger_transactions WHERE org_id = $1 AND position > $2::bigint ORDER BY position LIMIT ${PAGE_ROWS}`;

/** The transactions after the given position; 0 begins before any that could be there. */
export async function* transactionPages(tx: Tx, orgId: string, since: number): AsyncGenerator<TransactionRow[]> {
  let last: number | string = since === 0 ? SMALLEST_POSITION : since;
  for (;;) {
    // A bound that is always present begins at its place in the index; "IS NULL OR" would begin at the start.
    const page: TransactionRow[] = await tx.query(TRANSACTION_PAGES, [orgId, last]);
    if (page.length === 0) return;
    last = page.at(-1)!.position;
    yield page;
  }
}

const POSTINGS_BETWEEN = statement("ledger.POSTINGS_BETWEEN")`
  SELECT p.position, p.index, p.account_id, p.currency, p.amount, p.held_change, p.hold_id, p.account_status,
      p.floor, p.balance_after, p.held_after,
      a.purpose, a.owner_id, a.currency AS account_currency
    FROM ledger_postings p LEFT JOIN ledger_accounts a ON a.org_id = p.org_id AND a.account_id = p.account_id
    WHERE p.org_id = $1 AND p.position BETWEEN $2 AND $3 ORDER BY p.position, p.index`;

/** The postings of the positions `from` to `to`, both included, with the accounts they name. */
export async function postingsBetween(tx: Tx, orgId: string, from: number, to: number) {
  return tx.query(POSTINGS_BETWEEN, [orgId, from, to]);
}

const STRAY_POSTING = statement("ledger.STRAY_POSTING")`
  SELECT position, index FROM ledger_postings WHERE org_id = $1 AND (position < 1 OR position > $2)
    ORDER BY position, index LIMIT 1`;

export async function strayPosting(tx: Tx, orgId: string, lastPosition: number) {
  const rows = await tx.query(STRAY_POSTING, [orgId, lastPosition]);
  return rows[0] ?? null;
}

const POSTINGS_BY_ACCOUNT = statement("ledger.POSTINGS_BY_ACCOUNT")`
  SELECT p.*, (SELECT has_happened FROM ledger_transactions t
      WHERE t.org_id = a.org_id AND t.position = p.position) AS has_happened
    FROM ledger_accounts a CROSS JOIN LATERAL (
      SELECT ${POSTING_COLUMNS} FROM ledger_postings WHERE org_id = a.org_id AND account_id = a.account_id
        AND (position, index) > (CASE a.account_id WHEN $2::uuid THEN $3::bigint ELSE $5::bigint END,
          CASE a.account_id WHEN $2::uuid THEN $4::smallint ELSE ${LARGEST_INDEX} END)
      ORDER BY position, index LIMIT ${PAGE_ROWS}) AS p
    WHERE a.org_id = $1 AND a.account_id >= $2::uuid
    ORDER BY a.account_id, p.position, p.index LIMIT ${PAGE_ROWS}`;

/** Each posting after a position with whether its money had already moved: that decides whether a floor applied. */
export async function* postingsByAccount(tx: Tx, orgId: string, since: number): AsyncGenerator<AccountPostingRow> {
  let after: [string, number, number] = [SMALLEST_ID, since, LARGEST_INDEX];
  for (;;) {
    // Account by account, so that the postings up to the position are never read.
    const page: AccountPostingRow[] = await tx.query(POSTINGS_BY_ACCOUNT, [orgId, ...after, since]);
    yield* page;
    if (page.length < PAGE_ROWS) return;
    const last = page.at(-1)!;
    after = [last.account_id, last.position, last.index];
  }
}

export async function* accountPages(tx: Tx, orgId: string, since: number): AsyncGenerator<AccountRow[]> {
  let page = await tx.query(FIRST_ACCOUNTS, [orgId, since, SMALLEST_ID]);
  while (page.length > 0) {
    yield page;
    page = await tx.query(NEXT_ACCOUNTS, [orgId, since, page.at(-1)!.account_id]);
  }
}

const OF_ACCOUNT = "org_id = a.org_id AND account_id = a.account_id";
/** `start_...`: what the account was at a position. What no later posting changed is what it is now. */
const SELECT_ACCOUNTS = `
  SELECT a.account_id, a.purpose, a.owner_id, a.currency, a.balance, a.held, a.floor, a.overdrawn, a.status,
    a.created_at, a.updated_at, ${accountDigest("a")} AS digest /* not null */, start.position AS start_position,
    coalesce(start.balance, 0)::text AS start_balance /* not null */, coalesce(start.held, 0)::text AS start_held /* not null */,
    start.floor AS start_floor, start.status AS start_status /* like ledger_accounts.status */, ${accountDigest("start")} AS start_digest /* not null */
  FROM ledger_accounts a LEFT JOIN LATERAL (
    SELECT position, balance_after AS balance, held_after AS held,
      CASE WHEN EXISTS (SELECT 1 FROM ledger_postings WHERE ${OF_ACCOUNT} AND position > $2 AND floor IS NOT NULL)
        THEN coalesce((SELECT floor FROM ledger_postings WHERE ${OF_ACCOUNT} AND position <= $2 AND floor IS NOT NULL
          ORDER BY position DESC LIMIT 1), 0) ELSE a.floor END AS floor,
      CASE WHEN EXISTS (SELECT 1 FROM ledger_postings WHERE ${OF_ACCOUNT} AND position > $2
          AND account_status IS NOT NULL)
        THEN coalesce((SELECT account_status FROM ledger_postings WHERE ${OF_ACCOUNT} AND position <= $2
          AND account_status IS NOT NULL ORDER BY position DESC LIMIT 1), 'active') ELSE a.status END AS status
    FROM ledger_postings WHERE ${OF_ACCOUNT} AND position <= $2 ORDER BY position DESC, index DESC LIMIT 1
  ) AS start ON true
  WHERE a.org_id = $1`;
const FIRST_ACCOUNTS = statement("ledger.FIRST_ACCOUNTS")`${SELECT_ACCOUNTS} AND a.account_id >= $3::uuid
    ORDER BY a.account_id LIMIT ${PAGE_ROWS}`;
const NEXT_ACCOUNTS = statement("ledger.NEXT_ACCOUNTS")`${SELECT_ACCOUNTS} AND a.account_id > $3::uuid
    ORDER BY a.account_id LIMIT ${PAGE_ROWS}`;

const READ_HOLDS = statement("ledger.READ_HOLDS")`
  SELECT hold_id, account_id, currency, amount, captured, released, created_at, updated_at FROM ledger_holds
    WHERE org_id = $1 AND hold_id = ANY($2::uuid[]) ORDER BY hold_id`;

export async function readHolds(tx: Tx, orgId: string, holdIds: readonly string[]): Promise<HoldRow[]> {
  return tx.query(READ_HOLDS, [orgId, holdIds]);
}

const POSTINGS_OF_HOLDS = statement("ledger.POSTINGS_OF_HOLDS")`
  SELECT ${POSTING_COLUMNS} FROM ledger_postings WHERE org_id = $1 AND hold_id = ANY($2::uuid[])
    ORDER BY position, index`;

export async function postingsOfHolds(tx: Tx, orgId: string, holdIds: readonly string[]): Promise<PostingRow[]> {
  return tx.query(POSTINGS_OF_HOLDS, [orgId, holdIds]);
}

const STRAY_HOLD = statement("ledger.STRAY_HOLD")`
  SELECT hold_id FROM ledger_holds h WHERE org_id = $1 AND NOT EXISTS (
    SELECT 1 FROM ledger_postings p WHERE p.org_id = h.org_id AND p.hold_id = h.hold_id) ORDER BY hold_id LIMIT 1`;

/** A hold that no posting names. */
export async function strayHold(tx: Tx, orgId: string): Promise<string | null> {
  const rows = await tx.query(STRAY_HOLD, [orgId]);
  return rows[0]?.hold_id ?? null;
}

const TIMES_OF = statement("ledger.TIMES_OF")`
  SELECT position, at FROM ledger_transactions WHERE org_id = $1 AND position = ANY($2::bigint[])`;

/** The times of the transactions at these positions. */
export async function timesOf(tx: Tx, orgId: string, positions: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.query(TIMES_OF, [orgId, positions]);
  return new Map(rows.map((row) => [row.position, row.at.getTime()]));
}

const COUNT_TRANSACTIONS = statement("ledger.COUNT_TRANSACTIONS")`
  SELECT coalesce(sum(length), 0)::bigint AS count /* not null */ FROM ledger_chains`;

/** How many transactions all chains have, to show how far a verification is. */
export async function countTransactions(db: Queryable): Promise<number> {
  const [row] = await db.query(COUNT_TRANSACTIONS);
  return Number(row!.count);
}

const MISSING_GUARDS = statement("ledger.MISSING_GUARDS")`SELECT guard FROM unnest($1::text[]) AS guard /* not null */
  WHERE NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgname = guard AND tgenabled IN ('O', 'A')
    AND pg_table_is_visible(tgrelid)) ORDER BY guard`;

/** Triggers of the tables that are missing or disabled. */
export async function missingGuards(db: Queryable, guards: readonly string[]): Promise<string[]> {
  const rows = await db.query(MISSING_GUARDS, [guards]);
  return rows.map((row) => row.guard);
}
