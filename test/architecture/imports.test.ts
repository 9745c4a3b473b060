import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isBelow, isModule } from "./floors.ts";
import { moduleOf, packageOf, product, ROOT, type SourceFile } from "./source.ts";

/**
 * Which part of the code may import which (ARCHITECTURE.md, rules 1 and 2). Each rule is a function from a file to its
 * offenses: the product must have none, and each rule must find the offenses that are written out below it.
 */
type Rule = (file: SourceFile) => string[];

const importing = (path: string, ...imports: string[]): SourceFile => ({ path, text: "", imports });

function ruleOf(isWrong: (target: string, file: SourceFile) => boolean): Rule {
  return (file) => file.imports.filter((target) => isWrong(target, file)).map((target) => `${file.path} -> ${target}`);
}

const isOtherModule = (target: string, file: SourceFile): boolean =>
  moduleOf(target) !== undefined && moduleOf(target) !== moduleOf(file.path);

const modulesInKernel = ruleOf(
  (target, { path }) =>
    path.startsWith("kernel/") && (moduleOf(target) !== undefined || target.startsWith("commands/")),
);
/** It says what every column holds, in types alone. */
const KNOWS_ALL_SHAPES = "column-documents.ts";
const pastFaces = ruleOf(
  (target, file) =>
    isOtherModule(target, file) && target !== `${moduleOf(target)}/index.ts` && file.path !== KNOWS_ALL_SHAPES,
);
const upwards = ruleOf(
  (target, file) =>
    moduleOf(file.path) !== undefined &&
    isOtherModule(target, file) &&
    !isBelow(moduleOf(target)!, moduleOf(file.path)!),
);

describe("imports", () => {
  test("of the kernel go to no module", () => expect(product.flatMap(modulesInKernel)).toEqual([]));

  test("of a module by others go to its face", () => expect(product.flatMap(pastFaces)).toEqual([]));

  test("between modules go only downwards, so there are no circles", () => {
    expect(
      [...new Set(product.map((file) => moduleOf(file.path)))].filter((name) => name !== undefined && !isModule(name)),
    ).toEqual([]);
    expect(product.flatMap(upwards)).toEqual([]);
  });

  test.each([
    ["the kernel that knows a module", modulesInKernel, importing("kernel/log.ts", "record/audit/index.ts")],
    ["a module past another's face", pastFaces, importing("products/links/pay-link.ts", "payments/store/queries.ts")],
    ["the map past a face", pastFaces, importing("compose.ts", "payments/store/payment-store.ts")],
    ["a lower floor that knows a higher one", upwards, importing("record/audit/a.ts", "payments/core/index.ts")],
    [
      "a module that knows a later one of its floor",
      upwards,
      importing("parties/users/a.ts", "parties/identity/index.ts"),
    ],
  ])("such as %s are found", (_name, rule, file) => expect(rule(file)).toHaveLength(1));

  test("a connection outside of a pool is made in one place, where its loss does not end the process", () => {
    expect(product.filter(({ text }) => text.includes("new pg.Client(")).map(({ path }) => path)).toEqual([
      "kernel/db/open-client.ts",
    ]);
  });
});

type Manifest = { dependencies?: Record<string, string> };
const manifestOf = (path: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8")) as Manifest;

describe("packages", () => {
  const IMPORT = /^import "([^"]+)"|^(?:import|export)\s[^;"=]*?\sfrom "([^"]+)"|\bimport\(\s*"([^"]+)"/gm;
  const packagesNamedIn = ({ text }: SourceFile): string[] =>
    [...text.matchAll(IMPORT)]
      .map((match) => (match[1] ?? match[2] ?? match[3])!)
      .filter((specifier) => !/^(?:[.#]|node:)/.test(specifier))
      .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]);

  function unnamedPackages(file: SourceFile): string[] {
    const named = new Set(Object.keys(manifestOf(`packages/${packageOf(file.path)}`).dependencies ?? {}));
    return packagesNamedIn(file)
      .filter((dependency) => !named.has(dependency))
      .map((dependency) => `${file.path} -> ${dependency}`);
  }

  test("import only what their package.json names", () => expect(product.flatMap(unnamedPackages)).toEqual([]));

  test.each([
    ["an adapter", "providers/wise/wise.ts", "@corridor/server/kernel/log.ts"],
    ["the server", "kernel/log.ts", "svelte"],
    ["the base", "base/money.ts", "pg"],
  ])("such as an import of another by %s are found", (_name, path, specifier) =>
    expect(unnamedPackages({ path, text: `import { a } from "${specifier}";\n`, imports: [] })).toHaveLength(1),
  );

  test("the server's package.json names no package of the pages", () => {
    const ofPages = Object.keys(manifestOf("packages/web").dependencies ?? {}).filter(
      (name) => !name.startsWith("@corridor/"),
    );
    const both = Object.keys(manifestOf("packages/server").dependencies ?? {}).filter((name) => ofPages.includes(name));
    // Both call the API by its client, draw the same codes and name the same countries.
    expect(both).toEqual(["corridor-client", "i18n-iso-countries", "uqr"]);
  });
});

describe("circles", () => {
  const importsFrom = new Map(product.map((file) => [file.path, file.imports]));

  function reachableFrom(path: string): Set<string> {
    const reached = new Set(importsFrom.get(path));
    for (const target of reached) for (const next of importsFrom.get(target) ?? []) reached.add(next);
    return reached;
  }

  test("no file imports itself by way of others, imports of types included", () => {
    expect(product.map(({ path }) => path).filter((path) => reachableFrom(path).has(path))).toEqual([]);
  });
});
