import type { Queryable } from "#src/platform/db/client.ts";
import type { Scope } from "#src/platform/http/caller.ts";
import type { DateRange } from "./date-range.ts";
import { PLATFORM } from "./payment-stats.ts";
import { DIMENSIONS, MEASURES } from "./stat-queries.ts";

/** The reading side: sums plus what is not folded yet, in one statement and so in one snapshot. A missing fold makes a read slower, never wrong. */
export function statsOwnerOf(scope: Scope): string {
  return "every" in scope ? PLATFORM : scope.orgId;
}

export type Dimension = "direction" | "provider" | "method" | "country" | "corridor" | "status" | "attempt";

type Sums = { value: string; currency: string; count: number; completed: number; failed: number; volume: string };
export type DayRow = Sums & { day: string };
export type TotalRow = Sums & { dimension: Dimension };

const TOTALS = "sum(count)::bigint AS count, sum(completed)::bigint AS completed, sum(failed)::bigint AS failed, sum(volume)::text AS volume";

/** Changes `f` of the owner $1, each seen along the dimensions `d` that it counts in. */
const UNFOLDED = `
  SELECT f.day, d.dimension, d.value, d.currency, ${MEASURES.count} AS count, ${MEASURES.completed} AS completed, ${MEASURES.failed} AS failed, ${MEASURES.volume} AS volume
  FROM payment_stat_changes f CROSS JOIN LATERAL (VALUES ${DIMENSIONS}) AS d (kind, dimension, value, currency)
  WHERE d.kind = f.kind AND ($1 = '${PLATFORM}' OR f.org_id = $1)`;

/** Payments per day, direction and currency. */
export async function countByDay(db: Queryable, owner: string, range: DateRange): Promise<DayRow[]> {
  return db.query<DayRow>(
    `SELECT day::text AS day, value, currency, ${TOTALS}
     FROM (
       SELECT period AS day, value, currency, count, completed, failed, volume FROM payment_stats WHERE org_id = $1 AND grain = 'day' AND dimension = 'direction' AND period BETWEEN $2 AND $3
       UNION ALL
       SELECT day, value, currency, count, completed, failed, volume FROM (${UNFOLDED}) unfolded WHERE dimension = 'direction' AND day BETWEEN $2 AND $3
     ) cells
     GROUP BY cells.day, value, currency HAVING sum(count) <> 0`,
    [owner, range.from, range.to],
  );
}

export type TotalsQuestion = { owner: string; dimensions: readonly Dimension[]; range: DateRange; days: readonly string[]; months: readonly string[] };

/** `days` and `months` together are the range. */
export async function totalsOf(db: Queryable, { owner, dimensions, range, days, months }: TotalsQuestion): Promise<TotalRow[]> {
  return db.query<TotalRow>(
    `SELECT dimension, value, currency, ${TOTALS}
     FROM (
       SELECT dimension, value, currency, count, completed, failed, volume FROM payment_stats WHERE org_id = $1 AND grain = 'day' AND dimension = ANY ($2::text[]) AND period = ANY ($3::date[])
       UNION ALL
       SELECT dimension, value, currency, count, completed, failed, volume FROM payment_stats WHERE org_id = $1 AND grain = 'month' AND dimension = ANY ($2::text[]) AND period = ANY ($4::date[])
       UNION ALL
       SELECT dimension, value, currency, count, completed, failed, volume FROM (${UNFOLDED}) unfolded WHERE dimension = ANY ($2::text[]) AND day BETWEEN $5 AND $6
     ) cells
     GROUP BY 1, 2, 3 HAVING sum(count) <> 0`,
    [owner, dimensions, days, months, range.from, range.to],
  );
}

/** Since the first payment: months alone. */
export async function totalsOfAllTime(db: Queryable, owner: string, dimension: Dimension): Promise<TotalRow[]> {
  return db.query<TotalRow>(
    `SELECT $2 AS dimension, value, currency, ${TOTALS}
     FROM (
       SELECT value, currency, count, completed, failed, volume FROM payment_stats WHERE org_id = $1 AND grain = 'month' AND dimension = $2
       UNION ALL
       SELECT value, currency, count, completed, failed, volume FROM (${UNFOLDED}) unfolded WHERE dimension = $2
     ) cells
     GROUP BY 2, 3 HAVING sum(count) <> 0`,
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
