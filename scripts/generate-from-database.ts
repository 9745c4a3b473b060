/**
 * Writes what a database says of itself after all migrations: docs/schema.sql for people, and the types of all
 * statements (packages/server/src/kernel/db/statement-types.ts). With --check nothing is written: the command fails
 * when a file is not what would be written.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { describeSchema } from "./describe-schema.ts";
import { describeStatements } from "./describe-statements.ts";

const ROOT = join(import.meta.dirname, "..");

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
      "packages/server/src/kernel/db/statement-types.ts": await describeStatements(server.url),
    };
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
