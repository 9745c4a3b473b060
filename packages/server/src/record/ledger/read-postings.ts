import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { Money } from "@corridor/base/money.ts";

/** A ledger account by its purpose and owner. */
export type OwnedAccount = { orgId: string; purpose: string; ownerId: string; currency: string };

export type StatementLine = Row<"ledger.POSTINGS_OF">;

const FIND_LEDGER_CHAINS = statement("ledger.FIND_LEDGER_CHAINS")`SELECT length FROM ledger_chains WHERE org_id = $1`;

const FIND_LEDGER_TRANSACTIONS = statement("ledger.FIND_LEDGER_TRANSACTIONS")`
  SELECT at FROM ledger_transactions WHERE org_id = $1 AND position = $2`;

/**
 * The chain's first position at or after an instant; one past the end when there is none. A binary search over the
 * primary key: an index by time would slow every posting.
 */
export async function positionAt(db: Queryable, orgId: string, instant: Date): Promise<number> {
  const [chain] = await db.query(FIND_LEDGER_CHAINS, [orgId]);
  let low = 1;
  let high = (chain?.length ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await db.query(FIND_LEDGER_TRANSACTIONS, [orgId, middle]);
    if (row !== undefined && row.at < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

const keyOf = (account: OwnedAccount) => valuesOf(account, "orgId", "purpose", "ownerId", "currency");

export async function balanceBefore(db: Queryable, account: OwnedAccount, position: number): Promise<Money> {
  const [row] = await db.query(BALANCE_BEFORE, [...keyOf(account), position]);
  return Money.fromDatabase(row?.balance_after ?? "0", account.currency);
}

/** Postings that changed the balance, after `after` and before the position `end`. */
export async function postingsOf(
  db: Queryable,
  account: OwnedAccount,
  after: { position: number; index: number },
  end: number,
  limit: number,
): Promise<StatementLine[]> {
  return db.query(POSTINGS_OF, [...keyOf(account), after.position, after.index, end, limit]);
}

const ACCOUNT = `SELECT l.account_id FROM ledger_accounts l WHERE l.org_id = $1 AND l.purpose = $2 AND l.owner_id = $3
    AND l.currency = $4`;

const POSTINGS_OF = statement("ledger.POSTINGS_OF")`
  SELECT p.position, p.index, t.at, split_part(t.cause, ':', 1) AS resource_id /* not null */, t.description, p.amount,
    p.balance_after
    FROM ledger_postings p JOIN ledger_transactions t ON t.org_id = p.org_id AND t.position = p.position
    WHERE p.org_id = $1 AND p.account_id = (${ACCOUNT}) AND (p.position, p.index) > ($5::bigint, $6::smallint)
      AND p.position < $7 AND p.amount <> 0
    ORDER BY p.position, p.index LIMIT $8`;

const BALANCE_BEFORE = statement("ledger.BALANCE_BEFORE")`
  SELECT balance_after FROM ledger_postings WHERE org_id = $1 AND account_id = (${ACCOUNT}) AND position < $5
    ORDER BY position DESC, index DESC LIMIT 1`;
