import type { Queryable } from "#src/platform/db/client.ts";
import type { Scope } from "#src/platform/http/caller.ts";
import type { DateRange } from "./date-range.ts";
import { PLATFORM } from "./payment-stats.ts";

/** The reading side: sums plus what is not folded yet, in one statement and so in one snapshot. A missing fold makes a read slower, never wrong. */
export function statsOwnerOf(scope: Scope): string {
  return "every" in scope ? PLATFORM : scope.orgId;
}

const SUCCEEDED = "status IN ('completed', 'refunded')";

export type DayRow = { day: string; direction: string; currency: string; count: number; completed: number; failed: number; volume: string };

export async function countByDay(db: Queryable, owner: string, range: DateRange): Promise<DayRow[]> {
  return db.query<DayRow>(
    `SELECT day::text AS day, direction, currency, sum(count)::bigint AS count, coalesce(sum(count) FILTER (WHERE ${SUCCEEDED}), 0)::bigint AS completed,
       coalesce(sum(count) FILTER (WHERE status = 'failed'), 0)::bigint AS failed, coalesce(sum(volume) FILTER (WHERE ${SUCCEEDED}), 0)::text AS volume
     FROM (
       SELECT period AS day, value AS direction, currency, status, count, volume FROM payment_stats WHERE org_id = $1 AND grain = 'day' AND dimension = 'direction' AND period BETWEEN $2 AND $3
       UNION ALL
       SELECT day, direction, currency, status, count, volume FROM payment_stat_changes WHERE kind = 'payment' AND day BETWEEN $2 AND $3 AND ($1 = '${PLATFORM}' OR org_id = $1)
     ) cells
     GROUP BY 1, 2, 3`,
    [owner, range.from, range.to],
  );
}

export type Dimension = "direction" | "provider" | "method" | "country" | "corridor" | "attempt";
export type TotalRow = { dimension: Dimension; value: string; currency: string; status: string; count: number; volume: string };

export type TotalsQuestion = { owner: string; dimensions: readonly Dimension[]; range: DateRange; days: readonly string[]; months: readonly string[] };

/** `days` and `months` together are the range. */
export async function totalsOf(db: Queryable, { owner, dimensions, range, days, months }: TotalsQuestion): Promise<TotalRow[]> {
  return db.query<TotalRow>(
    `SELECT dimension, value, currency, status, sum(count)::bigint AS count, sum(volume)::text AS volume
     FROM (
       SELECT dimension, value, currency, status, count, volume FROM payment_stats WHERE org_id = $1 AND grain = 'day' AND dimension = ANY ($2::text[]) AND period = ANY ($3::date[])
       UNION ALL
       SELECT dimension, value, currency, status, count, volume FROM payment_stats WHERE org_id = $1 AND grain = 'month' AND dimension = ANY ($2::text[]) AND period = ANY ($4::date[])
       UNION ALL
       SELECT d.dimension, d.value, d.currency, c.status, c.count, c.volume FROM payment_stat_changes c
       CROSS JOIN LATERAL (VALUES
         ('payment', 'direction', c.direction, c.currency), ('payment', 'provider', c.provider, c.currency), ('payment', 'method', c.payment_method, c.currency),
         ('payment', 'country', c.country, c.currency), ('payment', 'corridor', c.country || '/' || c.payment_method || '/' || c.direction, ''), ('attempt', 'attempt', c.provider, '')
       ) AS d (kind, dimension, value, currency)
       WHERE d.kind = c.kind AND d.dimension = ANY ($2::text[]) AND c.day BETWEEN $5 AND $6 AND ($1 = '${PLATFORM}' OR c.org_id = $1)
     ) cells
     GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(volume) <> 0`,
    [owner, dimensions, days, months, range.from, range.to],
  );
}

/** Since the first payment: months alone. */
export async function totalsOfAllTime(db: Queryable, owner: string, dimension: Exclude<Dimension, "corridor" | "attempt">): Promise<TotalRow[]> {
  return db.query<TotalRow>(
    `SELECT $2 AS dimension, value, currency, status, sum(count)::bigint AS count, sum(volume)::text AS volume
     FROM (
       SELECT value, currency, status, count, volume FROM payment_stats WHERE org_id = $1 AND grain = 'month' AND dimension = $2
       UNION ALL
       SELECT CASE $2 WHEN 'direction' THEN direction WHEN 'provider' THEN provider WHEN 'method' THEN payment_method ELSE country END, currency, status, count, volume
       FROM payment_stat_changes WHERE kind = 'payment' AND ($1 = '${PLATFORM}' OR org_id = $1)
     ) cells
     GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(volume) <> 0`,
    [owner, dimension],
  );
}

/* ---- around payments ---- */

export async function usersByCountry(db: Queryable, scope: Scope): Promise<{ country: string | null; users: number }[]> {
  return "every" in scope
    ? db.query(`SELECT country, count(*)::bigint AS users FROM users GROUP BY country`)
    : db.query(`SELECT u.country, count(*)::bigint AS users FROM members m JOIN users u ON u.user_id = m.user_id WHERE m.org_id = $1 GROUP BY u.country`, [scope.orgId]);
}

/** Counted to `limit` at most: beyond that the number tells nobody more, and counting would take time. */
export async function countOpenItems(db: Queryable, scope: Scope, limit: number): Promise<number> {
  const [row] =
    "every" in scope
      ? await db.query<{ count: number }>(`SELECT count(*)::bigint AS count FROM (SELECT 1 FROM reconciliation_items WHERE status = 'open' LIMIT $1) open`, [limit])
      : await db.query<{ count: number }>(`SELECT count(*)::bigint AS count FROM (SELECT 1 FROM reconciliation_items WHERE status = 'open' AND org_id = $2 LIMIT $1) open`, [limit, scope.orgId]);
  return row!.count;
}

export async function countDeadLetters(db: Queryable, scope: Scope, limit: number): Promise<number> {
  const [row] =
    "every" in scope
      ? await db.query<{ count: number }>(`SELECT count(*)::bigint AS count FROM (SELECT 1 FROM webhook_deliveries WHERE status = 'dead' LIMIT $1) dead`, [limit])
      : await db.query<{ count: number }>(`SELECT count(*)::bigint AS count FROM (SELECT 1 FROM webhook_deliveries WHERE status = 'dead' AND org_id = $2 LIMIT $1) dead`, [limit, scope.orgId]);
  return row!.count;
}

export async function organizationExists(db: Queryable, orgId: string): Promise<boolean> {
  return (await db.query(`SELECT 1 FROM organizations WHERE org_id = $1`, [orgId])).length > 0;
}
