import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";

/** The rules of the house (ARCHITECTURE.md), held against the code itself. */
const ROOT = join(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "src");
const MAX_LINES = 600;

/**
 * The areas of `src/modules` and the modules in each, lowest first. A module imports only from layers before its own; the modules of one
 * layer do not import each other. Imports of types count like any other: what a module needs to know of another is what it depends on.
 */
const LAYERS: readonly (readonly string[])[] = [
  ["reference/networks", "reference/crypto-assets", "reference/bank-validation", "books/audit", "books/ledger"],
  ["delivery/webhooks"],
  ["delivery/events"],
  ["terms/providers", "terms/routing", "terms/fees", "terms/rates", "people/beneficiaries"],
  ["people/notifications", "people/users"],
  ["people/organizations"],
  ["people/api-keys"],
  ["people/identity"],
  ["money/payments"],
  ["money/ramps", "money/virtual-accounts", "money/payment-links", "money/balances"],
  ["money/escrow", "views/analytics", "views/web"],
];

type File = { path: string; text: string; imports: string[] };

function filesBelow(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesBelow(path) : path.endsWith(".ts") ? [path] : [];
  });
}

const files: File[] = filesBelow(SOURCE).map((path) => {
  const text = readFileSync(path, "utf8");
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
  const imports = specifiers.flatMap((specifier) => {
    if (specifier.startsWith("#src/")) return [specifier.slice("#src/".length)];
    if (specifier.startsWith(".")) return [relative(SOURCE, join(path, "..", specifier))];
    return [];
  });
  return { path: relative(SOURCE, path), text, imports };
});
const product = files.filter((file) => !file.path.endsWith(".test.ts") && !file.path.endsWith(".fixtures.ts"));
const moduleOf = (path: string): string | undefined => /^modules\/([^/]+\/[^/]+)\//.exec(path)?.[1];

describe("imports", () => {
  test("platform imports no module, provider or sandbox", () => {
    const wrong = product
      .filter((file) => file.path.startsWith("platform/"))
      .flatMap((file) => file.imports.filter((target) => /^(modules|providers|sandbox|commands)\//.test(target)).map((target) => `${file.path} -> ${target}`));
    expect(wrong).toEqual([]);
  });

  test("providers import only the platform and the contract, and never the database", () => {
    const wrong = product
      .filter((file) => file.path.startsWith("providers/"))
      .flatMap((file) =>
        file.imports
          .filter((target) => !/^(providers|platform)\//.test(target) || target.startsWith("platform/db/"))
          .map((target) => `${file.path} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test("the sandbox is reached over HTTP only: it imports no module and no database", () => {
    const wrong = product
      .filter((file) => file.path.startsWith("sandbox/"))
      .flatMap((file) =>
        file.imports
          .filter((target) => (target.startsWith("modules/") ? !target.startsWith("modules/reference/crypto-assets/") : target.startsWith("platform/db/")))
          .map((target) => `${file.path} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test("a module never imports another's queries or routes", () => {
    const wrong = product.flatMap((file) =>
      file.imports
        .filter(
          (target) =>
            moduleOf(file.path) !== undefined &&
            moduleOf(target) !== undefined &&
            moduleOf(file.path) !== moduleOf(target) &&
            /(queries|routes)\.ts$/.test(target),
        )
        .map((target) => `${file.path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("only the route has payments read from a request body; the rest of the product makes intents with Money", () => {
    const readers = product.filter((file) => /\breadInitiation\b/.test(file.text) && file.path.startsWith("modules/"));
    expect(readers.map((file) => file.path).sort()).toEqual([
      "modules/money/payments/initiation/initiate-payment.ts",
      "modules/money/payments/initiation/read-initiation.ts",
    ]);
    const numbers = product.filter(
      (file) => /^modules\/money\/(escrow|virtual-accounts|payment-links)\//.test(file.path) && /\bNumber\(/.test(file.text.replaceAll("Type.Number(", "")),
    );
    expect(numbers.map((file) => file.path)).toEqual([]);
  });

  test("between modules go only from higher layers to lower ones, so there are no circles", () => {
    const layerOf = new Map(LAYERS.flatMap((modules, layer) => modules.map((name) => [name, layer] as const)));
    const unknown = new Set(product.map((file) => moduleOf(file.path)).filter((name) => name !== undefined && !layerOf.has(name)));
    expect([...unknown]).toEqual([]);
    const wrong = product.flatMap((file) =>
      file.imports.flatMap((target) => {
        const from = moduleOf(file.path);
        const to = moduleOf(target);
        if (from === undefined || to === undefined || from === to) return [];
        return layerOf.get(from)! > layerOf.get(to)! ? [] : [`${file.path} -> ${target}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe("tables", () => {
  test("one module writes a table", () => {
    const writers = new Map<string, Set<string>>();
    for (const file of product) {
      const owner = moduleOf(file.path) ?? file.path.split("/")[0]!;
      for (const match of file.text.matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(?:ONLY\s+)?([a-z_]+(?:\.[a-z_]+)?)/g)) {
        const table = match[1]!;
        if (/^(set|of|skip|from|on)$/i.test(table)) continue;
        writers.set(table, (writers.get(table) ?? new Set()).add(owner));
      }
    }
    expect([...writers].filter(([, owners]) => owners.size > 1).map(([table, owners]) => `${table}: ${[...owners].join(", ")}`)).toEqual([]);
  });
});

describe("files", () => {
  test(`are at most ${MAX_LINES} lines long`, () => {
    const generated = new Set(["platform/db/database-types.ts"]);
    expect(files.filter((file) => file.text.split("\n").length > MAX_LINES && !generated.has(file.path)).map((file) => file.path)).toEqual([]);
  });

  test("read the environment in one place only", () => {
    // The embedded server's programs get the path from it and nothing else; no setting is read there.
    expect(
      product.filter((file) => file.text.includes("process.env") && !/^(commands|config|platform\/db\/embedded)/.test(file.path)).map((file) => file.path),
    ).toEqual([]);
  });
});

describe("circles", () => {
  /** To be removed with the circle itself. */
  const KNOWN: ReadonlySet<string> = new Set(["commands/run-all.ts", "commands/start.ts"]);
  const importsOf = new Map(files.map((file) => [file.path, file.imports]));

  function reachableFrom(path: string): Set<string> {
    const reached = new Set(importsOf.get(path));
    for (const target of reached) for (const next of importsOf.get(target) ?? []) reached.add(next);
    return reached;
  }

  test("no file imports itself by way of others, imports of types included", () => {
    const inCircles = files.map(({ path }) => path).filter((path) => !KNOWN.has(path) && reachableFrom(path).has(path));
    expect(inCircles).toEqual([]);
  });
});
