import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Environment } from "../environment.ts";
import { runLoad } from "../load.ts";
import type { Report } from "../report.ts";
import type { Pair } from "./initiate.ts";
import { moneyLoads } from "./money.ts";

/**
 * Where the bytes of the database's log go, by operation, table and index. Needs no quiet machine: it counts and does
 * not time. Pages that are written whole after a checkpoint are left out; they depend on how often checkpoints come.
 */
const WARM_UP_SECONDS = 2;

/** A record names the pages that it changes; its bytes count for the first of them. */
const BY_RELATION = `
  WITH records AS (
    SELECT start_lsn, (array_agg(relfilenode ORDER BY block_id))[1] AS relfilenode,
      max(record_length) - coalesce(sum(block_fpi_length), 0) AS bytes,
      bool_or(record_type LIKE 'SPLIT%') AS is_split
    FROM pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false) GROUP BY start_lsn)
  SELECT coalesce(relation.relname, 'other') AS name, coalesce(owner.relname, relation.relname, 'other') AS table_name,
    count(*)::integer AS records, count(*) FILTER (WHERE is_split)::integer AS splits,
      sum(bytes)::double precision AS bytes
  FROM records
  LEFT JOIN pg_class AS relation ON relation.relfilenode = records.relfilenode
  LEFT JOIN pg_index AS entry ON entry.indexrelid = relation.oid LEFT
    JOIN pg_class AS owner ON owner.oid = entry.indrelid
  GROUP BY 1, 2 ORDER BY 2, 5 DESC`;

type Line = { name: string; table_name: string; records: number; splits: number; bytes: number };

export async function benchLog(
  environment: Environment,
  pair: Pair,
  report: Report,
  options: { seconds: number },
): Promise<void> {
  const server = await connectAsSuperuser(environment);
  try {
    await server.query("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
    for (const { name, load } of (await moneyLoads(environment, pair)).loads) {
      await runLoad(environment.directory, await load(WARM_UP_SECONDS));
      const measured = await load(options.seconds);
      const from = await placeOf(server);
      const { requests } = await runLoad(environment.directory, measured);
      const to = await placeOf(server);
      const { rows } = await server.query<Line>(BY_RELATION, [from, to]);
      report.log.push(
        ...rows
          .filter(({ records, bytes }) => records > requests / 50 || bytes > requests * 10)
          .map((line) => ({
            operation: name,
            table: line.table_name,
            relation: line.name,
            records: line.records / requests,
            splits: line.splits / requests,
            bytes: line.bytes / requests,
          })),
      );
    }
  } finally {
    await server.end();
  }
}

async function connectAsSuperuser({ database }: Environment): Promise<pg.Client> {
  const password = readFileSync(join(database.directory, "superuser-password"), "utf8").trim();
  const client = new pg.Client({ connectionString: database.url.replace(/\/\/[^@]*@/, `//postgres:${password}@`) });
  await client.connect();
  return client;
}

async function placeOf(server: pg.Client): Promise<string> {
  const { rows } = await server.query<{ place: string }>("SELECT pg_current_wal_flush_lsn()::text AS place");
  return rows[0]!.place;
}
