import type { Reader } from "./client.ts";
import { join, raw, type Sql, sql } from "./sql.ts";

/**
 * A page of a list looks at no more rows than these, whatever it is filtered by. One that found too few of them
 * continues behind them. What is counted or summed up then ends there, and says so.
 */
export const WALKED = 10_000;

/** `key`: the columns of the order, all of one index. `narrow`: what an index finds; `wide`: asked of each row. */
type Walk = { table: string; key: string[]; order: "asc" | "desc"; narrow: Sql[]; wide: Sql[] };

/** The rows that match among the next `WALKED`; and the key of the last of these, null if there are no more. */
export function walk(db: Reader, { table, key, order, narrow, wide }: Walk) {
  const ordered = raw(key.map((column) => `${column} ${order}`).join(", "));
  const next = (columns: string): Sql =>
    sql`SELECT ${raw(columns)} FROM ${raw(table)} WHERE ${join([sql`true`, ...narrow])} ORDER BY ${ordered}`;
  const query = sql`SELECT * FROM (${next("*")} LIMIT ${WALKED}) AS ${raw(table)}
    WHERE ${join([sql`true`, ...wide])} ORDER BY ${ordered}`;
  // Only what the index has: with another column the rows themselves are read once more.
  const end = async (): Promise<string[] | null> => {
    const rest = sql`${next(key.join(", "))} LIMIT 2 OFFSET ${WALKED - 1}`;
    const [last, beyond] = await db.ask<Record<string, string>>(rest);
    return beyond === undefined ? null : key.map((column) => last![column]!);
  };
  return { query, end };
}
