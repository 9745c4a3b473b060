/**
 * Builds the SDK as it is published: the client and what it shares with the server, as JavaScript and types in one
 * folder that imports nothing else. `node scripts/build-sdk.ts [folder]`, by default packages/sdk/dist.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const to = resolve(process.argv[2] ?? join(ROOT, "packages/sdk/dist"));
const sources = mkdtempSync(join(tmpdir(), "corridor-sdk-"));
try {
  for (const name of ["sdk", "shared"])
    for (const file of globSync("*.{ts,json}", {
      cwd: join(ROOT, "packages", name),
      exclude: ["*.test.ts"],
    }))
      cpSync(join(ROOT, "packages", name, file), join(sources, name, file));
  // The published package has no other package to import from.
  for (const file of globSync("sdk/*.ts", { cwd: sources })) {
    const path = join(sources, file);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll('"@corridor/shared/', '"../shared/'));
  }
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", join(sources, "sdk"), "--outDir", to], { stdio: "inherit" });
} finally {
  rmSync(sources, { recursive: true });
}
