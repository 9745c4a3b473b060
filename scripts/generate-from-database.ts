/**
 * Writes what a database says of itself after all migrations: docs/schema.sql for people, the types of its tables
 * (packages/server/src/kernel/db/database-types.ts), and those of all statements (statement-types.ts beside it). With --check nothing is written: the command fails when a file is
 * not what would be written.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { withClient } from "@corridor/server/kernel/db/open-client.ts";
import { describeSchema } from "./describe-schema.ts";
import { describeStatements } from "./describe-statements.ts";

const ROOT = join(import.meta.dirname, "..");

/** A domain has the type that it narrows. */
const COLUMNS = `
  SELECT CASE nspname WHEN 'identity' THEN 'identity.' ELSE '' END || relname AS table, attname AS name,
    coalesce(element.typname, base.typname) AS type, element.oid IS NOT NULL AS is_array, NOT attnotnull AS is_nullable
  FROM pg_class class JOIN pg_namespace namespace ON namespace.oid = relnamespace
    JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped
    JOIN pg_type own ON own.oid = atttypid
    JOIN pg_type base ON base.oid = CASE own.typtype WHEN 'd' THEN own.typbasetype ELSE own.oid END
    LEFT JOIN pg_type element ON element.oid = base.typelem AND base.typcategory = 'A'
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname IN ('public', 'identity', 'cell_0')
    AND relname <> 'schema_migrations'
  ORDER BY 1, attnum`;

/** As column-types.ts reads them. */
const TYPES: Readonly<Record<string, string>> = {
  uuid: "string",
  text: "string",
  numeric: "string",
  date: "string",
  bool: "boolean",
  int2: "number",
  int4: "number",
  int8: "number",
  timestamptz: "Date",
  bytea: "Buffer",
  json: "unknown",
  jsonb: "unknown",
};

for (const [name, wanted] of Object.entries(await generate())) {
  const path = join(ROOT, name);
  if (!process.argv.includes("--check")) writeFileSync(path, wanted);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== wanted) {
    console.error(`${name} is not what the migrations say: run node scripts/generate-from-database.ts`);
    process.exitCode = 1;
  }
}

async function generate(): Promise<Record<string, string>> {
  const directory = await mkdtemp(join(tmpdir(), "corridor-types-"));
  await chmod(directory, 0o711); // As root the server runs as another user, who must get in.
  const server = await startEmbedded({ directory, durable: false });
  try {
    await migrate({ url: server.url });
    return {
      "docs/schema.sql": await describeSchema(server.url),
      "packages/server/src/kernel/db/database-types.ts": await typesOf(server.url),
      "packages/server/src/kernel/db/statement-types.ts": await describeStatements(server.url),
    };
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

type Column = { table: string; name: string; type: string; is_array: boolean; is_nullable: boolean };

async function typesOf(url: string): Promise<string> {
  const { rows } = await withClient({ connectionString: url }, (client) => client.query<Column>(COLUMNS));
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(
    ([table, columns]) => `  ${/\./.test(table) ? `"${table}"` : table}: {\n${columns.map(line).join("")}  };\n`,
  );
  return `/** Generated from the migrations by scripts/generate-from-database.ts: what a SELECT of a table's columns answers. */
export type Rows = {\n${tables.join("")}};\n`;
}

function line({ table, name, type, is_array, is_nullable }: Column): string {
  const known = TYPES[type];
  if (known === undefined) throw new Error(`say in TYPES what ${table}.${name} of the type ${type} is`);
  return `    ${name}: ${known}${is_array ? "[]" : ""}${is_nullable && known !== "unknown" ? " | null" : ""};\n`;
}
