import type { Queryable } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import type { AccountPurpose, AccountStatus } from "./ledger.ts";

export type LedgerAccount = {
  orgId: string;
  accountId: string;
  purpose: AccountPurpose;
  ownerId: string;
  balance: Money;
  held: Money;
  status: AccountStatus;
  createdAt: Date;
  updatedAt: Date;
};

export type LedgerAccountFilter = { purpose: AccountPurpose | null; ownerId: string | null; currency: string | null };

/** Accounts, newest first: `limit` rows before `beforeId`. */
export async function listAccounts(
  db: Queryable,
  orgId: string,
  filter: LedgerAccountFilter,
  beforeId: string | null,
  limit: number,
): Promise<LedgerAccount[]> {
  const rows = await db.query<{
    account_id: string;
    purpose: AccountPurpose;
    owner_id: string;
    currency: string;
    balance: string;
    held: string;
    status: AccountStatus;
    created_at: Date;
    updated_at: Date;
  }>(
    `SELECT account_id, purpose, owner_id, currency, balance, held, status, created_at, updated_at FROM ledger_accounts
     WHERE org_id = $1 AND ($2::text IS NULL OR purpose = $2) AND ($3::text IS NULL OR owner_id = $3)
       AND ($4::text IS NULL OR currency = $4)
       AND ($5::uuid IS NULL OR account_id < $5)
     ORDER BY account_id DESC LIMIT $6`,
    [orgId, filter.purpose, filter.ownerId, filter.currency, beforeId, limit],
  );
  return rows.map((row) => ({
    orgId,
    accountId: row.account_id,
    purpose: row.purpose,
    ownerId: row.owner_id,
    balance: Money.fromDatabase(row.balance, row.currency),
    held: Money.fromDatabase(row.held, row.currency),
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

export type LedgerEntry = {
  position: number;
  cause: string;
  description: string;
  at: Date;
  hash: string;
  postings: {
    accountId: string;
    purpose: AccountPurpose;
    ownerId: string;
    amount: Money;
    heldChange: Money;
    holdId: string | null;
    accountStatus: AccountStatus | null;
    balanceAfter: Money;
    heldAfter: Money;
  }[];
};

/** Causes of a resource begin with its id and a colon; `;` is the character after `:`. */
const BY_RESOURCE = `
  SELECT position, cause, description, at, encode(hash, 'hex') AS hash FROM ledger_transactions
  WHERE org_id = $1 AND cause >= $2::text || ':' AND cause < $2::text || ';' AND position < $3 AND position >= $5
  ORDER BY position DESC LIMIT $4`;

const BY_ACCOUNT = `
  SELECT t.position, t.cause, t.description, t.at, encode(t.hash, 'hex') AS hash
  FROM (
    SELECT DISTINCT position FROM ledger_postings
    WHERE org_id = $1 AND account_id = $2::uuid AND position < $3 AND position >= $5 ORDER BY position DESC LIMIT $4
  ) p
  JOIN ledger_transactions t ON t.org_id = $1 AND t.position = p.position
  ORDER BY t.position DESC`;

const ALL = `
  SELECT position, cause, description, at, encode(hash, 'hex') AS hash FROM ledger_transactions
  WHERE org_id = $1 AND position < $2 AND position >= $4 ORDER BY position DESC LIMIT $3`;

export type LedgerEntryFilter = { resourceId: string } | { accountId: string } | { everything: true };

/** A position after every transaction. */
export const LAST_POSITION = Number.MAX_SAFE_INTEGER;

/** Newest first: transactions from position `from` on and before `before`, each with all its postings. */
export async function listTransactions(
  db: Queryable,
  orgId: string,
  filter: LedgerEntryFilter,
  { from, before }: { from: number; before: number },
  limit: number,
): Promise<LedgerEntry[]> {
  type Row = { position: number; cause: string; description: string; at: Date; hash: string };
  const transactions = await ("resourceId" in filter
    ? db.query<Row>(BY_RESOURCE, [orgId, filter.resourceId, before, limit, from])
    : "accountId" in filter
      ? db.query<Row>(BY_ACCOUNT, [orgId, filter.accountId, before, limit, from])
      : db.query<Row>(ALL, [orgId, before, limit, from]));
  const postings = await postingsAt(
    db,
    orgId,
    transactions.map(({ position }) => position),
  );
  return transactions.map((transaction) => ({ ...transaction, postings: postings.get(transaction.position) ?? [] }));
}

async function postingsAt(
  db: Queryable,
  orgId: string,
  positions: readonly number[],
): Promise<Map<number, LedgerEntry["postings"]>> {
  const rows = await db.query<{
    position: number;
    account_id: string;
    purpose: AccountPurpose;
    owner_id: string;
    currency: string;
    amount: string;
    held_change: string;
    hold_id: string | null;
    account_status: AccountStatus | null;
    balance_after: string;
    held_after: string;
  }>(
    `SELECT p.position, p.account_id, a.purpose, a.owner_id, p.currency, p.amount, p.held_change, p.hold_id,
     p.account_status, p.balance_after, p.held_after
     FROM ledger_postings p JOIN ledger_accounts a ON a.org_id = p.org_id AND a.account_id = p.account_id
     WHERE p.org_id = $1 AND p.position = ANY($2::bigint[]) ORDER BY p.position, p.index`,
    [orgId, positions],
  );
  const byPosition = Map.groupBy(rows, (row) => row.position);
  return new Map(
    [...byPosition].map(([position, lines]) => [
      position,
      lines.map((line) => ({
        accountId: line.account_id,
        purpose: line.purpose,
        ownerId: line.owner_id,
        holdId: line.hold_id,
        accountStatus: line.account_status,
        amount: Money.fromDatabase(line.amount, line.currency),
        heldChange: Money.fromDatabase(line.held_change, line.currency),
        balanceAfter: Money.fromDatabase(line.balance_after, line.currency),
        heldAfter: Money.fromDatabase(line.held_after, line.currency),
      })),
    ]),
  );
}
