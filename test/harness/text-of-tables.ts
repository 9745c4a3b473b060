import type { Db } from "@corridor/server/kernel/db/client.ts";

/** Every table as text, bytes as hexadecimal digits. Temporary tables are those of one connection. */
export async function textOfTables(db: Pick<Db, "query">, whose = "the"): Promise<[string, string][]> {
  const tables = await db.query<{ name: string; place: string }>(
    `SELECT tablename AS name, format('%I.%I', schemaname, tablename) AS place FROM pg_tables
      WHERE schemaname !~ '^pg_' AND schemaname <> 'information_schema'`,
  );
  const texts: [string, string][] = [];
  for (const { name, place } of tables) {
    const rows = await db.query<{ row: string }>(`SELECT one::text AS row FROM ${place} AS one`);
    texts.push([`${whose} table ${name}`, rows.map(({ row }) => row).join("\n")]);
  }
  return texts;
}
