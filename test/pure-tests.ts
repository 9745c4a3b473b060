import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * The tests of the fast lane: those that reach, through all that they import, neither a database nor a server, a browser or another process. Nobody keeps a list; a test
 * that begins to use one of these leaves the lane by itself.
 */
const ROOT = join(import.meta.dirname, "..");
const IMPURE_FILES = /^(?:test\/harness\/|src\/platform\/db\/(?:client|embedded|migrate)\.ts$|src\/platform\/http\/server\.ts$)/;
const IMPURE_PACKAGES = new Set(
  "pg undici fastify playwright-core nodemailer smtp-server node:http node:https node:http2 node:net node:tls node:child_process node:cluster".split(" "),
);
/** Imports of types alone load nothing. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\bfrom\s*)?"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

export function pureTests(patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: ROOT, exclude: ["**/node_modules/**"] })
    .filter((path) => !reachesImpure(path, new Set()))
    .toSorted();
}

const verdicts = new Map<string, boolean>();

/** `path` is from the root of the repository on. `seen` ends circles. */
function reachesImpure(path: string, seen: Set<string>): boolean {
  if (IMPURE_FILES.test(path)) return true;
  const known = verdicts.get(path);
  if (known !== undefined) return known;
  if (seen.has(path)) return false;
  seen.add(path);
  const verdict = [...readFileSync(join(ROOT, path), "utf8").matchAll(IMPORT)].some((match) => {
    const specifier = (match[1] ?? match[2])!;
    const target = fileOf(path, specifier);
    return target === undefined ? IMPURE_PACKAGES.has(specifier) : reachesImpure(target, seen);
  });
  verdicts.set(path, verdict);
  return verdict;
}

/** Undefined for a package, and for what is no code. */
function fileOf(from: string, specifier: string): string | undefined {
  const path = specifier.startsWith("#") ? specifier.slice(1) : specifier.startsWith(".") ? relative(ROOT, join(ROOT, dirname(from), specifier)) : undefined;
  if (path === undefined || !/\.tsx?$/.test(path)) return undefined;
  return existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile() ? path : undefined;
}
