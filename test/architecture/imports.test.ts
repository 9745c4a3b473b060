import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isBelow, isModule } from "./floors.ts";
import { moduleOf, packageOf, product, ROOT, type SourceFile } from "./source.ts";

/** Which part of the code may import which (ARCHITECTURE.md, rules 1 and 2). */
function importsOf(
  isFrom: (file: SourceFile) => boolean,
  isWrong: (target: string, file: SourceFile) => boolean,
): string[] {
  return product
    .filter(isFrom)
    .flatMap((file) =>
      file.imports.filter((target) => isWrong(target, file)).map((target) => `${file.path} -> ${target}`),
    );
}

const isOtherModule = (target: string, file: SourceFile): boolean =>
  moduleOf(target) !== undefined && moduleOf(target) !== moduleOf(file.path);

const crossesModules = (target: string, file: SourceFile): boolean => {
  const [from, to] = [moduleOf(file.path), moduleOf(target)];
  return from !== undefined && to !== undefined && from !== to;
};

describe("imports", () => {
  test("the kernel imports no module", () => {
    const wrong = importsOf(
      (file) => file.path.startsWith("kernel/"),
      (target) => moduleOf(target) !== undefined || target.startsWith("commands/"),
    );
    expect(wrong).toEqual([]);
  });

  test("a connection outside of a pool is made in one place, where its loss does not end the process", () => {
    expect(product.filter(({ text }) => text.includes("new pg.Client(")).map(({ path }) => path)).toEqual([
      "kernel/db/open-client.ts",
    ]);
  });

  test("of a module go to its face alone", () => {
    const wrong = importsOf(
      () => true,
      (target, file) => isOtherModule(target, file) && target !== `${moduleOf(target)}/index.ts`,
    );
    expect(wrong).toEqual([]);
  });

  test("between modules go only downwards, so there are no circles", () => {
    expect(
      [...new Set(product.map((file) => moduleOf(file.path)))].filter((name) => name !== undefined && !isModule(name)),
    ).toEqual([]);
    const wrong = importsOf(
      () => true,
      (target, file) => crossesModules(target, file) && !isBelow(moduleOf(target)!, moduleOf(file.path)!),
    );
    expect(wrong).toEqual([]);
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

  test.each(["base", "shared", "provider-kit", "providers", "sandbox", "server"])(
    "%s imports only what its package.json names",
    (name) => {
      const named = new Set(Object.keys(manifestOf(`packages/${name}`).dependencies ?? {}));
      const wrong = product
        .filter(({ path }) => packageOf(path) === name)
        .flatMap((file) =>
          packagesNamedIn(file)
            .filter((dependency) => !named.has(dependency))
            .map((dependency) => `${file.path} -> ${dependency}`),
        );
      expect(wrong).toEqual([]);
    },
  );

  test("the server's package.json names no package of the pages", () => {
    const ofPages = Object.keys(manifestOf("packages/web").dependencies ?? {}).filter(
      (name) => !name.startsWith("@corridor/"),
    );
    const both = Object.keys(manifestOf("packages/server").dependencies ?? {}).filter((name) => ofPages.includes(name));
    expect(both).toEqual(["i18n-iso-countries", "uqr"]); // Both draw the same codes and name the same countries.
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
