/**
 * Builds the dashboard, the hosted checkout and the documentation into packages/web/dist when their sources changed, and then
 * prints what a first visit downloads. A build over its size budget fails: the checkout must open on a slow phone.
 *
 * The build goes to a separate folder and is published file by file, so that a running server never serves a page whose
 * files are missing.
 */
import { createHash, randomUUID } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildEmbed } from "./build-embed.ts";
import { buildDocs } from "./docs/build-docs.ts";
import { publishBuild, readBuildRecord } from "./publish-web.ts";

const KIB = 1024;
const ROOT = join(import.meta.dirname, "..");
const OUTPUT = join(ROOT, "packages/web/dist");

type Site = {
  name: "dashboard" | "checkout";
  budgetBytes: number;
  /** Lazily loaded modules that the first visit needs anyway; they count toward the budget. */
  firstPages: readonly string[];
  /** Whether the page itself, its styles and the texts of the largest language also count, or only scripts. */
  countsEverything: boolean;
};

const SITES: readonly Site[] = [
  {
    name: "dashboard",
    budgetBytes: 300 * KIB,
    firstPages: ["pages/overview/overview-page.tsx"],
    countsEverything: false,
  },
  { name: "checkout", budgetBytes: 35 * KIB, firstPages: [], countsEverything: true },
];

type Manifest = Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; isEntry?: boolean }
>;

function hashOfSources(): string {
  const files = globSync(
    [
      "packages/web/{dashboard,checkout,embed,lib}/**/*",
      "packages/web/*",
      "packages/{sdk,shared}/**/*.ts",
      "scripts/build-{web,embed}.ts",
      "scripts/publish-web.ts",
      "package-lock.json",
    ],
    {
      cwd: ROOT,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(OUTPUT))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const hash = createHash("sha256");
  for (const file of files) hash.update(relative(ROOT, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/**
 * The JavaScript a visitor waits for: the entry, the pages named by the site, and everything these import statically.
 */
function firstLoadFiles(manifest: Manifest, site: Site): Set<string> {
  const keys = Object.keys(manifest);
  const start = keys.filter((key) => manifest[key]!.isEntry === true);
  for (const page of site.firstPages) {
    if (manifest[page] === undefined)
      throw new Error(`${site.name}: ${page} is not a chunk of the build; update firstPages in scripts/build-web.ts`);
    start.push(page);
  }
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (key: string): void => {
    if (visited.has(key)) return;
    visited.add(key);
    const chunk = manifest[key]!;
    if (chunk.file.endsWith(".js")) files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of start) visit(key);
  return files;
}

function stylesOf(manifest: Manifest): string[] {
  return Object.values(manifest).flatMap((chunk) => (chunk.isEntry === true ? (chunk.css ?? []) : []));
}

function languagesOf(manifest: Manifest): string[] {
  const files = Object.entries(manifest).flatMap(([key, chunk]) =>
    /\/languages\/[a-z]{2}\.ts$/.test(key) ? [chunk.file] : [],
  );
  if (files.length === 0)
    throw new Error("checkout: no language is a file of its own; the first load cannot be measured");
  return files;
}

const COMPRESSIBLE = new Set([".js", ".css", ".svg"]);

function compressFiles(directory: string): void {
  const files = globSync("**/*", { cwd: directory, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name);
    if (!COMPRESSIBLE.has(extname(path))) continue;
    const content = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}

function isWithinBudget(firstLoadBytes: Record<string, number>): boolean {
  return SITES.every((site) => firstLoadBytes[site.name]! <= site.budgetBytes);
}

function printSizes(firstLoadBytes: Record<string, number>): boolean {
  for (const site of SITES) {
    const bytes = firstLoadBytes[site.name]!;
    console.log(
      `${site.name}: first load ${(bytes / KIB).toFixed(1)} KiB of compressed ` +
        `${site.countsEverything ? "page, styles, JavaScript and words" : "JavaScript"} (gzip), budget ` +
        `${site.budgetBytes / KIB} KiB${bytes > site.budgetBytes ? ": OVER BUDGET" : ""}`,
    );
  }
  return isWithinBudget(firstLoadBytes);
}

type License = { name: string; version: string; identifier?: string; text?: string };

/** What the licenses of the packages in the pages demand: their names and texts, in one file that the pages link. */
function writeNotices(licenses: readonly License[], file: string): void {
  const each = new Map(licenses.map((one) => [`${one.name} ${one.version}`, one]));
  const parts = [...each.keys()].toSorted().map((name) => {
    const { identifier, text } = each.get(name)!;
    if (identifier === undefined && text === undefined) throw new Error(`${name} names no license`);
    return `${name} (${identifier})\n\n${text ?? "The package comes without the text of its license."}`;
  });
  const head = "The pages of Corridor contain these packages, under these licenses.";
  writeFileSync(file, `${[head, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
}

async function buildSite(site: Site, directory: string): Promise<{ bytes: number; licenses: License[] }> {
  // Not imported above: most runs, one before each start, only find that there is nothing to build.
  const { build } = await import("vite");
  const outDir = join(directory, site.name);
  await build({
    configFile: join(ROOT, `packages/web/vite.${site.name}.ts`),
    mode: "production",
    build: { outDir, emptyOutDir: true, license: { fileName: ".vite/licenses.json" } },
  });
  const manifestFile = join(outDir, ".vite/manifest.json");
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
  const sizeOf = (file: string): number => gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length;
  const counted = [
    ...firstLoadFiles(manifest, site),
    ...(site.countsEverything ? ["index.html", ...stylesOf(manifest)] : []),
  ];
  const words = site.countsEverything ? languagesOf(manifest).map(sizeOf) : [0];
  const bytes = counted.map(sizeOf).reduce((sum, size) => sum + size, 0) + Math.max(...words);
  const licenses = JSON.parse(readFileSync(join(outDir, ".vite/licenses.json"), "utf8")) as License[];
  rmSync(join(outDir, ".vite"), { recursive: true });
  compressFiles(outDir);
  return { bytes, licenses };
}

const docs = await buildDocs(join(OUTPUT, "docs"));
if (docs > 0) console.log(`docs: ${docs} files`);

const sourceHash = hashOfSources();
const last = readBuildRecord(OUTPUT);
// Silent when there is nothing to build: every start runs this, and its own output should come first.
if (last?.sourceHash === sourceHash && !process.argv.includes("--force"))
  process.exit(isWithinBudget(last.firstLoadBytes) || printSizes(last.firstLoadBytes) ? 0 : 1);

process.env["NODE_ENV"] = "production";
const working = join(ROOT, "dist", `web-${randomUUID()}`);
mkdirSync(working, { recursive: true });
try {
  const firstLoadBytes: Record<string, number> = {};
  const used: License[] = [];
  for (const site of SITES) {
    const { bytes, licenses } = await buildSite(site, working);
    firstLoadBytes[site.name] = bytes;
    used.push(...licenses);
  }
  writeNotices(used, join(working, "dashboard/notices.txt"));
  renameSync(await buildEmbed(join(working, "embed")), join(working, "checkout/embed.js"));
  if (!printSizes(firstLoadBytes)) process.exitCode = 1;
  else
    publishBuild({
      from: working,
      to: OUTPUT,
      sites: SITES.map(({ name }) => name),
      record: { sourceHash, firstLoadBytes },
      now: new Date(),
    });
} finally {
  rmSync(working, { recursive: true, force: true });
}
