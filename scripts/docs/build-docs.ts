import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { renderGuides } from "./render-guides.ts";
import { renderReference } from "./render-reference.ts";

/**
 * The pages under /docs as files: the documents from docs, the API reference from openapi.json. They are built with the
 * other pages, so that the service serves files and knows no Markdown. Every file appears under its name in one
 * step: a running service never sends half of one.
 */
const ROOT = join(import.meta.dirname, "../..");
const SOURCES = [
  "docs/**/*.md",
  "docs/images/*.{svg,png}",
  "packages/web/docs/*",
  "scripts/docs/*.ts",
  "openapi.json",
  "package-lock.json",
];
const COMPRESSIBLE = /\.(?:html|css|js|svg)$/;

/** Returns how many files were written; 0 when nothing changed. */
export async function buildDocs(to: string): Promise<number> {
  const hash = hashOfSources();
  if (readRecord(to) === hash) return 0;
  const files = new Map<string, string | Buffer>([
    ...(await renderGuides(ROOT)),
    ...(await renderReference(readFileSync(join(ROOT, "openapi.json"), "utf8"))),
    ...globSync("packages/web/docs/*", { cwd: ROOT }).map((path): [string, Buffer] => [
      path.replace("packages/web/docs/", ""),
      readFileSync(join(ROOT, path)),
    ]),
  ]);
  for (const [name, content] of files) write(join(to, name), content);
  write(join(to, RECORD), hash);
  return files.size;
}

const RECORD = "sources.sha256";

function readRecord(to: string): string | null {
  try {
    return readFileSync(join(to, RECORD), "utf8");
  } catch {
    return null;
  }
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  const variants: [string, string | Buffer][] = [[path, content]];
  if (COMPRESSIBLE.test(path))
    variants.push([`${path}.gz`, gzipSync(content, { level: 9 })], [`${path}.br`, brotliCompressSync(content)]);
  for (const [file, bytes] of variants) {
    writeFileSync(`${file}.new`, bytes);
    renameSync(`${file}.new`, file);
  }
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const path of globSync(SOURCES, { cwd: ROOT }).toSorted())
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex");
}
