import type { Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";

/** Counts to `limit` at most: a larger number is of no use, and counting takes time. */
export async function countDeadLetters(db: Queryable, scope: Scope, limit: number): Promise<number> {
  const [row] =
    "every" in scope
      ? await db.query<{ count: number }>(
          `SELECT count(*)::bigint AS count FROM (SELECT 1 FROM webhook_deliveries WHERE status = 'dead'
            LIMIT $1) dead`,
          [limit],
        )
      : await db.query<{ count: number }>(
          `SELECT count(*)::bigint AS count FROM (SELECT 1 FROM webhook_deliveries WHERE status = 'dead' AND org_id = $2
            LIMIT $1) dead`,
          [limit, scope.orgId],
        );
  return row!.count;
}
