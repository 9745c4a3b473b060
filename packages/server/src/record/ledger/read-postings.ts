import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { LAST_POSITION } from "./list-queries.ts";
import { Money } from "@corridor/base/money.ts";

/** A ledger account by its purpose and owner. */
export type OwnedAccount = { orgId: string; purpose: string; ownerId: string; currency: string };

export type StatementLine = Row<"ledger.POSTINGS_OF">;

const POSITION_AT = statement("ledger.POSITION_AT")`WITH RECURSIVE search(low, high) AS (
    SELECT 1::bigint, length + 1 FROM ledger_chains WHERE org_id = $1
    UNION ALL
    SELECT CASE WHEN is_before THEN middle + 1 ELSE low END, CASE WHEN is_before THEN high ELSE middle END
    FROM search CROSS JOIN LATERAL (SELECT position AS middle, extract(epoch FROM at) * 1000 < $2::float8 AS is_before
      FROM ledger_transactions WHERE org_id = $1 AND position = (low + high) / 2 LIMIT 1) t
    WHERE low < high
  )
  SELECT low /* not null */ FROM search WHERE low >= high LIMIT 1`;

/**
 * The chain's first position at or after an instant; one past the end when there is none. A binary search over the
 * primary key: an index by time would slow every posting.
 */
export async function positionAt(db: Queryable, orgId: string, atMs: number): Promise<number> {
  return (await db.query(POSITION_AT, [orgId, atMs]))[0]?.low ?? 1;
}

/** Processes stamp a chain by their own clocks: neighboring times may be out of order by less than this. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/** The positions of postings that may be of these dates: the first, and the one behind the last. */
export function positionsOf(
  db: Queryable,
  orgId: string,
  { from, to }: Record<"from" | "to", Date | null | undefined>,
) {
  return Promise.all([
    from ? positionAt(db, orgId, from.getTime() - CLOCKS_DIFFER_MS) : 1,
    to ? positionAt(db, orgId, to.getTime() + CLOCKS_DIFFER_MS) : LAST_POSITION,
  ]);
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
