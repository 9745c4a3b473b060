import { describe, expect, test } from "vitest";
import { isBelow, isModule } from "./layers.ts";
import { moduleOf, product, type SourceFile } from "./source.ts";

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

const crossesModules = (target: string, file: SourceFile): boolean => {
  const [from, to] = [moduleOf(file.path), moduleOf(target)];
  return from !== undefined && to !== undefined && from !== to;
};

describe("imports", () => {
  test("platform imports no module, provider or sandbox", () => {
    const wrong = importsOf(
      (file) => file.path.startsWith("platform/"),
      (target) => /^(modules|providers|sandbox|commands)\//.test(target),
    );
    expect(wrong).toEqual([]);
  });

  test("providers import only the platform and the contract, and never the database", () => {
    const wrong = importsOf(
      (file) => file.path.startsWith("providers/"),
      (target) => !/^(providers|platform)\//.test(target) || target.startsWith("platform/db/"),
    );
    expect(wrong).toEqual([]);
  });

  test("the sandbox is reached over HTTP only: it imports no module and no database", () => {
    const wrong = importsOf(
      (file) => file.path.startsWith("sandbox/"),
      (target) =>
        target.startsWith("modules/")
          ? !target.startsWith("modules/reference/crypto-assets/")
          : target.startsWith("platform/db/"),
    );
    expect(wrong).toEqual([]);
  });

  test("a connection outside of a pool is made in one place, where its loss does not end the process", () => {
    expect(product.filter(({ text }) => text.includes("new pg.Client(")).map(({ path }) => path)).toEqual([
      "platform/db/open-client.ts",
    ]);
  });

  test("a module never imports another's queries, routes or schemas", () => {
    const PRIVATE = /(?:^|[/-])(?:queries|routes|schemas?)\.ts$/;
    const wrong = importsOf(
      () => true,
      (target, file) => PRIVATE.test(target) && crossesModules(target, file),
    );
    expect(wrong).toEqual([]);
  });

  test("between modules go only from higher layers to lower ones, so there are no circles", () => {
    expect(
      [...new Set(product.map((file) => moduleOf(file.path)))].filter((name) => name !== undefined && !isModule(name)),
    ).toEqual([]);
    const wrong = importsOf(
      () => true,
      (target, file) => crossesModules(target, file) && !isBelow(moduleOf(target)!, moduleOf(file.path)!),
    );
    expect(wrong).toEqual([]);
  });

  test("ramps know few names of payments: what both decide by is in the core", () => {
    const names = product
      .filter((file) => moduleOf(file.path) === "money/ramps")
      .flatMap((file) => [
        ...file.text.matchAll(/import (?:type )?\{([^}]*)\} from "#src\/modules\/money\/payments\//g),
      ])
      .flatMap((match) => match[1]!.split(",").map((name) => name.trim().replace(/^type /, "")))
      .filter((name) => name !== "");
    expect(new Set(names).size).toBeLessThan(25);
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
