import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileNamed } from "./resolve-import.ts";

/**
 * The fast tests: those whose imports reach no database, server, browser or other process. There is no list: a test
 * that starts to use one of these is no longer a fast test.
 */
const ROOT = join(import.meta.dirname, "..");
const IMPURE_FILES =
  /^(?:test\/harness\/|packages\/server\/src\/kernel\/(?:db\/(?:client|embedded|migrate)|http\/server)\.ts$)/;
const IMPURE_PACKAGES = new Set(
  "pg undici fastify playwright-core nodemailer smtp-server node:http node:https node:http2 node:net node:tls node:child_process node:cluster".split(
    " ",
  ),
);
/** Imports of types alone load nothing. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\bfrom\s*)?"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

export function pureTests(patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: ROOT, exclude: ["**/node_modules/**"] })
    .filter((path) => !walk(path).some((target) => IMPURE_FILES.test(target) || IMPURE_PACKAGES.has(target)))
    .toSorted();
}

/**
 * The files and packages that are loaded with a file, itself included. Paths are from the root of the repository on.
 */
export function reachedFrom(path: string): ReadonlySet<string> {
  return new Set(walk(path));
}

function* walk(path: string): Generator<string, void> {
  const reached = new Set([path]);
  for (const target of reached) {
    yield target;
    for (const next of loadedBy(target)) reached.add(next);
  }
}

const known = new Map<string, readonly string[]>();

function loadedBy(target: string): readonly string[] {
  let loaded = known.get(target);
  if (loaded === undefined) {
    const text = isFile(target) ? readFileSync(join(ROOT, target), "utf8") : "";
    loaded = [...text.matchAll(IMPORT)]
      .map((match) => (match[1] ?? match[2])!)
      .map((specifier) => fileOf(target, specifier) ?? specifier);
    known.set(target, loaded);
  }
  return loaded;
}

function isFile(path: string): boolean {
  return /\.[jt]sx?$/.test(path) && existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile();
}

/** Undefined for a package from outside and for files without code. */
function fileOf(from: string, specifier: string): string | undefined {
  const path = fileNamed(from, specifier);
  return path !== undefined && isFile(path) ? path : undefined;
}
