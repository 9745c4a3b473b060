import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { FLOORS } from "./floors.ts";
import { fileNamed } from "#test/resolve-import.ts";
import { type ESTree, parseSync, Visitor, type VisitorObject } from "vite";

/** The product's source files, as the architecture tests read them. */
export const ROOT = join(import.meta.dirname, "../..");
const PACKAGES = join(ROOT, "packages");
/** Packages with code that runs on the server. The pages and the SDK have compilers of their own. */
const READ = ["base", "shared", "provider-kit", "providers", "sandbox", "server/src"];

export type SourceFile = {
  /** The path below `packages/server/src/`, or below `packages/` for the other packages. */
  readonly path: string;
  readonly text: string;
  /** The files that it imports, named like `path`. Type imports count too. */
  readonly imports: readonly string[];
};

/** How these tests name a file of the repository. */
function nameOf(file: string): string {
  return file.replace(/^packages\/(?:server\/src\/)?/, "");
}

/** The absolute path of a source file. */
export function fileAt(path: string): string {
  return join(PACKAGES, packageOf(path) === "server" ? "server/src" : "", path);
}

/** The package of a source file. */
export function packageOf(path: string): string {
  return READ.find((name) => path.startsWith(`${name}/`)) ?? "server";
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    if (name === "node_modules" || name === "dist") return [];
    return statSync(path).isDirectory() ? filesBelow(path) : path.endsWith(".ts") ? [path] : [];
  });
}

export const files: readonly SourceFile[] = READ.flatMap((name) => filesBelow(join(PACKAGES, name))).map((absolute) => {
  const text = readFileSync(absolute, "utf8");
  const path = relative(ROOT, absolute);
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
  const imports = specifiers.flatMap((specifier) => fileNamed(path, specifier) ?? []).map(nameOf);
  return { path: nameOf(path), text, imports };
});

/** All source files without tests and fixtures. */
export const product: readonly SourceFile[] = files.filter(
  (file) => !file.path.endsWith(".test.ts") && !file.path.endsWith(".fixtures.ts"),
);

export function moduleOf(path: string): string | undefined {
  const [floor, name, ...rest] = path.split("/");
  return rest.length > 0 && floor !== undefined && floor in FLOORS ? `${floor}/${name}` : undefined;
}

/** The module of a file. For a file outside of the modules, its folder or package. */
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
