import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { type ESTree, parseSync, Visitor, type VisitorObject } from "vite";

/** The product's source files, as the architecture tests read them. */
export const ROOT = join(import.meta.dirname, "../..");
export const SOURCE = join(ROOT, "src");

export type SourceFile = {
  /** The path relative to `src/`. */
  readonly path: string;
  readonly text: string;
  /** The files of `src/` that it imports, as paths relative to `src/`. Type imports count too. */
  readonly imports: readonly string[];
};

function filesBelow(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesBelow(path) : path.endsWith(".ts") ? [path] : [];
  });
}

export const files: readonly SourceFile[] = filesBelow(SOURCE).map((path) => {
  const text = readFileSync(path, "utf8");
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
  const imports = specifiers.flatMap((specifier) => {
    if (specifier.startsWith("#src/")) return [specifier.slice("#src/".length)];
    if (specifier.startsWith(".")) return [relative(SOURCE, join(path, "..", specifier))];
    return [];
  });
  return { path: relative(SOURCE, path), text, imports };
});

/** All source files without tests and fixtures. */
export const product: readonly SourceFile[] = files.filter(
  (file) => !file.path.endsWith(".test.ts") && !file.path.endsWith(".fixtures.ts"),
);

export function moduleOf(path: string): string | undefined {
  return /^modules\/([^/]+\/[^/]+)\//.exec(path)?.[1];
}

/** The module of a file. For a file outside of `modules/`, its folder in `src/`. */
export function roomOf(path: string): string {
  return moduleOf(path) ?? path.split("/")[0]!;
}

export function visit({ path, text }: SourceFile, visitor: VisitorObject): void {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  new Visitor(visitor).visit(program);
}

export function textOf(file: SourceFile, node: ESTree.Node): string {
  return file.text.slice(node.start, node.end);
}

export function placeOf(file: SourceFile, node: ESTree.Node): string {
  return `${file.path}:${file.text.slice(0, node.start).split("\n").length}`;
}
