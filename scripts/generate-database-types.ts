/**
 * Writes packages/server/src/kernel/db/database-types.ts from the migrations, by asking a database that they have been applied to.
 * With --check nothing is written: the command fails when the file is not what would be written.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";

const ROOT = join(import.meta.dirname, "..");
const OUTPUT = join(ROOT, "packages/server/src/kernel/db/database-types.ts");
const GENERATOR = join(ROOT, "node_modules", "kysely-codegen", "dist", "cli", "bin.js");
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

const generated = await generate();
if (!process.argv.includes("--check")) {
  writeFileSync(OUTPUT, generated);
} else if (readFileSync(OUTPUT, "utf8") !== generated) {
  console.error(
    "packages/server/src/kernel/db/database-types.ts is not what the migrations say: run node scripts/generate-database-types.ts",
  );
  process.exitCode = 1;
}

async function generate(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "corridor-types-"));
  await chmod(directory, 0o711); // As root the server runs as another user, who must get in.
  const server = await startEmbedded({ directory, durable: false });
  try {
    await migrate({ url: server.url });
    return typesOf(server.url);
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The types must say what column-types.ts does. */
function typesOf(url: string): string {
  const output = execFileSync(
    process.execPath,
    [
      GENERATOR,
      "--dialect",
      "postgres",
      "--print",
      "--log-level",
      "silent",
      "--exclude-pattern",
      "schema_migrations",
      "--type-mapping",
      JSON.stringify({ int8: "number", numeric: "string", date: "string" }),
    ],
    { encoding: "utf8", cwd: ROOT, env: { ...process.env, DATABASE_URL: url }, maxBuffer: MAX_OUTPUT_BYTES },
  );
  return output.trimStart();
}
