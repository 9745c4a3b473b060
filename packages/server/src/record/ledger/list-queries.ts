import type { Queryable } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { inMoney, type InMoney } from "#src/kernel/db/money-rows.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { Money } from "@corridor/base/money.ts";
import type { AccountPurpose, AccountStatus } from "./ledger.ts";

export type LedgerAccount = InMoney<Row<"ledger.LIST_ACCOUNTS">, "balance" | "held">;

type LedgerAccountFilter = { purpose: AccountPurpose | null; ownerId: string | null; currency: string | null };

const ACCOUNT_COLUMNS =
  "org_id, account_id, purpose, owner_id, currency, balance, held, status, created_at, updated_at";

const LIST_ACCOUNTS = statement("ledger.LIST_ACCOUNTS")`
  SELECT ${inCamelCase("a", ACCOUNT_COLUMNS)} FROM ledger_accounts a
    WHERE org_id = $1 AND ($2::text IS NULL OR purpose = $2) AND ($3::text IS NULL OR owner_id = $3)
      AND ($4::text IS NULL OR currency = $4)
      AND ($5::uuid IS NULL OR account_id < $5)
    ORDER BY account_id DESC LIMIT $6`;

/** Accounts, newest first: `limit` rows before `beforeId`. */
export async function listAccounts(
  db: Queryable,
  orgId: string,
  filter: LedgerAccountFilter,
  beforeId: string | null,
  limit: number,
): Promise<LedgerAccount[]> {
  const rows = await db.query(LIST_ACCOUNTS, [orgId, filter.purpose, filter.ownerId, filter.currency, beforeId, limit]);
  return rows.map((row) => inMoney(row, "balance", "held"));
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
const BY_RESOURCE = statement("ledger.BY_RESOURCE")`
  SELECT position, cause, description, at, encode(hash, 'hex') AS hash /* not null */ FROM ledger_transactions
  WHERE org_id = $1 AND cause >= $2::text || ':' AND cause < $2::text || ';' AND position < $3 AND position >= $5
  ORDER BY position DESC LIMIT $4`;

const BY_ACCOUNT = statement("ledger.BY_ACCOUNT")`
  SELECT t.position, t.cause, t.description, t.at, encode(t.hash, 'hex') AS hash /* not null */
  FROM (
    SELECT DISTINCT position FROM ledger_postings
    WHERE org_id = $1 AND account_id = $2::uuid AND position < $3 AND position >= $5 ORDER BY position DESC LIMIT $4
  ) p
  JOIN ledger_transactions t ON t.org_id = $1 AND t.position = p.position
  ORDER BY t.position DESC`;

const ALL = statement("ledger.ALL")`
  SELECT position, cause, description, at, encode(hash, 'hex') AS hash /* not null */ FROM ledger_transactions
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
  const transactions = await ("resourceId" in filter
    ? db.query(BY_RESOURCE, [orgId, filter.resourceId, before, limit, from])
    : "accountId" in filter
      ? db.query(BY_ACCOUNT, [orgId, filter.accountId, before, limit, from])
      : db.query(ALL, [orgId, before, limit, from]));
  const positions = transactions.map(({ position }) => position);
  const postings = await postingsAt(db, orgId, positions);
  return transactions.map((transaction) => ({ ...transaction, postings: postings.get(transaction.position) ?? [] }));
}

const AMOUNTS = ["amount", "heldChange", "balanceAfter", "heldAfter"] as const;
type Amounts = (typeof AMOUNTS)[number];
const POSTING_COLUMNS =
  "position, account_id, currency, amount, held_change, hold_id, account_status, balance_after, held_after";

const POSTINGS_AT = statement("ledger.POSTINGS_AT")`
  SELECT ${inCamelCase("p", POSTING_COLUMNS)}, ${inCamelCase("a", "purpose, owner_id")}
    FROM ledger_postings p JOIN ledger_accounts a ON a.org_id = p.org_id AND a.account_id = p.account_id
    WHERE p.org_id = $1 AND p.position = ANY($2::bigint[]) ORDER BY p.position, p.index`;

async function postingsAt(db: Queryable, orgId: string, positions: readonly number[]) {
  const rows = await db.query(POSTINGS_AT, [orgId, positions]);
  const postings = rows.map(({ currency, ...row }) => {
    const amounts = AMOUNTS.map((name) => [name, Money.fromDatabase(row[name], currency)]);
    return { ...row, ...(Object.fromEntries(amounts) as Record<Amounts, Money>) };
  });
  return Map.groupBy(postings, ({ position }) => position);
}
