import type { Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";

const COUNT_ALL =
  "SELECT count(*)::bigint AS count FROM (SELECT 1 FROM reconciliation_items WHERE status = 'open' LIMIT $1) open";
const COUNT_OWN = `SELECT count(*)::bigint AS count
    FROM (SELECT 1 FROM reconciliation_items WHERE status = 'open' AND org_id = $2
    LIMIT $1) open`;

/** Counts to `limit` at most: a larger number is of no use, and counting takes time. */
export async function countOpenItems(db: Queryable, scope: Scope, limit: number): Promise<number> {
  type Row = { count: number };
  const [row] = await ("every" in scope
    ? db.query<Row>(COUNT_ALL, [limit])
    : db.query<Row>(COUNT_OWN, [limit, scope.orgId]));
  return row!.count;
}
