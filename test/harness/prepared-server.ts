import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { Demo } from "@corridor/server/commands/seed.ts";
import { type EmbeddedServer, startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { reachedFrom } from "#test/pure-tests.ts";
import { onServer, urlOfDatabase } from "./server.ts";
import { TEST_CELL } from "./test-cell.ts";

/**
 * A server of the run's own, with the templates. To make its files takes seconds, so an archive of them is kept for
 * later runs, under a hash of all that they come from. Every run unpacks a copy: nothing keeps running, and no two runs
 * meet.
 */
const ROOT = join(import.meta.dirname, "../..");
const KEPT = join(ROOT, "node_modules/.cache/corridor-test");
const DEMO = "demo.json";
/** Of PostgreSQL, other than the installed one (`npm run prove -- postgres`). */
const release = process.env["TEST_POSTGRES_RELEASE"];

export async function startPreparedServer(
  directory: string,
  kept: string = KEPT,
): Promise<{ url: string; demo: Demo; stop(): Promise<void> }> {
  const archive = join(kept, `${hashOfSources()}.tar`);
  if (!(await unpack(archive, directory))) {
    await prepare(directory);
    await keep(archive, directory);
  }
  const { url, stop } = await startEmbedded({ directory, durable: false, release });
  return { url, demo: JSON.parse(await readFile(join(directory, DEMO), "utf8")) as Demo, stop };
}

/** All that the files come from. Paths are from the root of the repository on. */
export function sourcesOfTemplates(): string[] {
  const code = [...reachedFrom("test/harness/prepared-server.ts")].filter((path) => existsSync(join(ROOT, path)));
  const others = globSync(["package-lock.json", "packages/server/src/kernel/db/migrations/*/*"], { cwd: ROOT });
  return [...code, ...others].toSorted();
}

function hashOfSources(): string {
  // Some rows have the time at which they were made, so the files are of today.
  const today = new Date().toISOString().slice(0, 10);
  const { platform, arch } = process;
  const hash = createHash("sha256").update([platform, arch, process.getuid?.(), TEST_CELL, release, today].join());
  for (const path of sourcesOfTemplates()) hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest("hex");
}

async function prepare(directory: string): Promise<void> {
  const server = await startEmbedded({ directory, durable: false, release });
  try {
    await letTestsPrepare(server);
    const { makeTemplates } = await import("./templates.ts"); // Later runs do not need the code behind it.
    await writeFile(join(directory, DEMO), JSON.stringify(await makeTemplates(server.url)), { mode: 0o600 });
  } finally {
    await server.stop();
  }
}

/**
 * What an operator prepares as a superuser. The service's role cannot create roles; a test of its grants needs one
 * beside it.
 */
async function letTestsPrepare({ url, directory }: EmbeddedServer): Promise<void> {
  const superuser = new URL(urlOfDatabase(url, "postgres"));
  [superuser.username, superuser.password] = [
    "postgres",
    (await readFile(join(directory, "superuser-password"), "utf8")).trim(),
  ];
  const role = pg.escapeIdentifier(decodeURIComponent(new URL(url).username));
  await onServer(superuser.href, (client) => client.query(`ALTER ROLE ${role} CREATEROLE`));
}

const tar = (...args: readonly string[]): Promise<unknown> => promisify(execFile)("tar", args);

/** False when there is no such archive, or none that can be read. */
async function unpack(archive: string, directory: string): Promise<boolean> {
  if (!existsSync(archive)) return false;
  return tar("-xf", archive, "-C", directory).then(
    () => true,
    async () => {
      await rm(join(directory, "postgres"), { recursive: true, force: true });
      return false;
    },
  );
}

/** Written beside its final name: a run that is cut off leaves nothing that looks like an archive. */
async function keep(archive: string, directory: string): Promise<void> {
  const unfinished = `${archive}.${process.pid}`;
  try {
    await rm(join(archive, ".."), { recursive: true, force: true }); // Archives of other sources.
    await mkdir(join(archive, ".."), { recursive: true, mode: 0o700 });
    await tar("-cf", unfinished, "-C", directory, DEMO, "postgres/superuser-password", "postgres/cluster");
    await rename(unfinished, archive);
  } catch (error) {
    await rm(unfinished, { force: true });
    process.emitWarning(`the prepared server is not kept: ${(error as Error).message}`);
  }
}
