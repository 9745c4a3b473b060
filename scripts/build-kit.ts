/**
 * Builds the provider kit as it is published: kit and base as JavaScript and types in one folder with a manifest of its
 * own, for `npm pack`. `node scripts/build-kit.ts [folder]`, by default packages/provider-kit/dist.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const to = resolve(process.argv[2] ?? join(ROOT, "packages/provider-kit/dist"));
const CACHE = join(ROOT, "node_modules/.cache");
type Manifest = { dependencies: Record<string, string> } & Record<"version" | "description" | "license", string>;
const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, "packages", name, "package.json"), "utf8")) as Manifest;
const [base, kit] = [manifestOf("base"), manifestOf("provider-kit")];

const COMMANDS = [
  ["corridor-conformance", "conformance/command.js"],
  ["corridor-certify", "certification/command.js"],
] as const;

mkdirSync(CACHE, { recursive: true });
/** Beside the installed packages, which the compiler looks for from there. */
const sources = mkdtempSync(join(CACHE, "corridor-kit-"));
try {
  const options = { cwd: join(ROOT, "packages"), exclude: ["**/*.test.ts", "**/node_modules/**", "**/dist/**"] };
  for (const file of globSync("{base,provider-kit}/**/*.{ts,json}", options)) {
    const path = join(sources, file);
    cpSync(join(ROOT, "packages", file), path);
    // The published package has no other package of ours to import from.
    const up = relative(dirname(path), join(sources, "base"));
    writeFileSync(path, readFileSync(path, "utf8").replaceAll('"@corridor/base/', `"${up}/`));
  }
  const compilerOptions = {
    rootDir: ".",
    outDir: to,
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
  };
  const include = ["base/**/*.ts", "provider-kit/**/*.ts"];
  const project = { extends: join(ROOT, "tsconfig.json"), compilerOptions, include, exclude: ["nothing"] };
  writeFileSync(join(sources, "tsconfig.json"), JSON.stringify(project));
  rmSync(to, { recursive: true, force: true });
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", sources], { stdio: "inherit" });
  // A type of JavaScript that the compiler's library does not have yet, and so emits nowhere.
  cpSync(join(ROOT, "packages/base/json-raw.d.ts"), join(to, "base/json-raw.d.ts"));
  for (const file of globSync("base/{money,decimal}.d.ts", { cwd: to })) {
    const text = readFileSync(join(to, file), "utf8");
    writeFileSync(join(to, file), `/// <reference path="./json-raw.d.ts" />\n${text}`);
  }
  cpSync(join(ROOT, "packages/provider-kit/package.json"), join(to, "provider-kit/package.json"));
  const { "@corridor/base": _, ...own } = kit.dependencies;
  const published = {
    name: "@corridor/provider-kit",
    version: kit.version,
    description: kit.description,
    license: kit.license,
    type: "module",
    exports: {
      ".": { types: "./provider-kit/index.d.ts", default: "./provider-kit/index.js" },
      "./testing": { types: "./provider-kit/testing.d.ts", default: "./provider-kit/testing.js" },
    },
    bin: Object.fromEntries(COMMANDS.map(([name, path]) => [name, `provider-kit/${path}`])),
    dependencies: { ...base.dependencies, ...own },
  };
  writeFileSync(join(to, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  for (const [, path] of COMMANDS) chmodSync(join(to, "provider-kit", path), 0o755);
} finally {
  rmSync(sources, { recursive: true });
}
