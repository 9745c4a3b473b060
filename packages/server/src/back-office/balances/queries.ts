import type { Queryable } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { positionsOf } from "#src/record/ledger/index.ts";
import { Money } from "@corridor/base/money.ts";

/** Reads of the ledger's tables. Nothing here writes them: postings go through `postTransactions`. */
export type CreditLine = Awaited<ReturnType<typeof listCreditLines>>[number];

const LIST_CREDIT_LINES = statement("balances.LIST_CREDIT_LINES")`
  SELECT ${inCamelCase("a", "org_id, account_id, currency, created_at, updated_at")},
      floor /* not null */, balance - held AS available /* not null */ FROM ledger_accounts a
    WHERE floor < 0 AND ($1::uuid IS NULL OR org_id = $1)
      AND account_id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    ORDER BY account_id DESC LIMIT $3`;

/** The credit lines of one organization or of all, the newest account first, by the index of floors below zero. */
export async function listCreditLines(db: Queryable, orgId: string | null, beforeId: string | null, limit: number) {
  const rows = await db.query(LIST_CREDIT_LINES, [orgId, beforeId, limit]);
  return rows.map(({ floor, ...row }) => ({
    ...row,
    creditLine: Money.fromDatabase(floor, row.currency).negate(),
    available: Money.fromDatabase(row.available, row.currency),
  }));
}

const READ_CREDIT_LINE = statement("balances.READ_CREDIT_LINE")`
  SELECT floor /* not null */ FROM ledger_accounts WHERE org_id = $1 AND purpose = 'settlement' AND owner_id = ''
    AND currency = $2`;

/** A caller that changes the credit line must hold the ledger's lock when it reads the old one here. */
export async function readCreditLine(db: Queryable, orgId: string, currency: string): Promise<Money> {
  const [row] = await db.query(READ_CREDIT_LINE, [orgId, currency]);
  return row === undefined ? Money.zero(currency) : Money.fromDatabase(row.floor, currency).negate();
}

/* ---- history ---- */

export type HistoryEntry = {
  position: number;
  index: number;
  amount: Money;
  availableAfter: Money;
  /** The credit line from here on, if the entry changes it. */
  creditLine: Money | null;
  cause: string;
  description: string;
  at: Date;
};

type HistoryQuery = {
  currency: string;
  from: Date | null;
  to: Date | null;
  before: readonly string[] | null;
  limit: number;
};

const FIND_LEDGER_ACCOUNTS = statement("balances.FIND_LEDGER_ACCOUNTS")`
  SELECT account_id FROM ledger_accounts WHERE org_id = $1 AND purpose = 'settlement' AND owner_id = ''
    AND currency = $2`;

const FIND_LEDGER_POSTINGS = statement("balances.FIND_LEDGER_POSTINGS")`
  SELECT p.position, p.index, p.amount, p.balance_after - p.held_after AS "availableAfter" /* not null */, p.floor,
    t.cause,
    t.description, t.at
    FROM ledger_postings p JOIN ledger_transactions t ON t.org_id = p.org_id AND t.position = p.position
    WHERE p.org_id = $1 AND p.account_id = $2 AND p.position >= $3 AND p.position < $4
      AND (p.position, p.index) < ($5::bigint, $6::smallint)
      AND ($7::float8 IS NULL OR extract(epoch FROM t.at) * 1000 >= $7)
      AND ($8::float8 IS NULL OR extract(epoch FROM t.at) * 1000 < $8)
    ORDER BY p.position DESC, p.index DESC LIMIT $9`;

/** The dates become positions of the chain first, so that a page of last year does not read through this year. */
export async function listHistory(db: Queryable, orgId: string, query: HistoryQuery): Promise<HistoryEntry[]> {
  const { currency, from, to } = query;
  const [[account], [first, end]] = await Promise.all([
    db.query(FIND_LEDGER_ACCOUNTS, [orgId, currency]),
    positionsOf(db, orgId, { from, to }),
  ]);
  if (account === undefined) return [];
  const [lastPosition = end, lastIndex = "0"] = query.before ?? [];
  const places = [first, end, lastPosition, Number(lastIndex)] as const;
  const times = [from?.getTime(), to?.getTime()] as const;
  const rows = await db.query(FIND_LEDGER_POSTINGS, [orgId, account.account_id, ...places, ...times, query.limit]);
  return rows.map(({ floor, ...row }) => ({
    ...row,
    amount: Money.fromDatabase(row.amount, currency),
    availableAfter: Money.fromDatabase(row.availableAfter, currency),
    creditLine: floor === null ? null : Money.fromDatabase(floor, currency).negate(),
  }));
}
