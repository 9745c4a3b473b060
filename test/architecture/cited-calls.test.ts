import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandLine } from "@corridor/server/commands/command-line.ts";
import packageFile from "../../package.json" with { type: "json" };
import { PROVERS } from "../../scripts/provers.ts";

/** What a document tells a reader to call or to run exists: an operator reads these pages in trouble. */
const ROOT = join(import.meta.dirname, "../..");
const FILES = [
  "*.md",
  "{docs,examples,packages}/**/*.md",
  "deploy/**/*.*",
  "compose*.yaml",
  "Dockerfile",
  ".github/**/*.md",
];
const OTHERS_APIS = "docs/reference/providers/";
const documents = globSync(FILES, { cwd: ROOT, exclude: ["**/node_modules/**"] }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), "utf8"),
}));

/** Every place of `pattern`, by what `nameOf` makes of it. */
function cited<T>(pattern: RegExp, nameOf: (found: RegExpMatchArray) => T): { path: string; said: string; name: T }[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((found) => ({ path, said: found[0], name: nameOf(found) })),
  );
}

describe("calls", () => {
  /** Addresses of the service beside `/v1`. */
  const BESIDE = ["GET /readyz", "GET /healthz", "GET /metrics", "POST /identity/token"];
  const { paths } = JSON.parse(readFileSync(join(ROOT, "openapi.json"), "utf8")) as {
    paths: Record<string, Record<string, object>>;
  };
  const patterns = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "(?:\\{\\w+\\}|[\\w-]+)")}$`),
    ),
  );

  test("that a document names are operations of the API", () => {
    const calls = cited(
      /\b(GET|POST|PUT|PATCH|DELETE)\s`?(\/[\w{}./-]*[\w}])/g,
      ([, method, path]) => `${method} ${path!.replace(/^\/v1\//, "/")}`,
    ).filter(({ path }) => !path.startsWith(OTHERS_APIS));
    expect(calls.length).toBeGreaterThan(100);
    expect(
      calls.filter(({ name }) => !BESIDE.includes(name) && !patterns.some((pattern) => pattern.test(name))),
    ).toEqual([]);
  });
});

type Cli = ReturnType<typeof commandLine>;

describe("commands", () => {
  const named = (from: Cli, name: string): Cli | undefined => from.commands.find((command) => command.name() === name);
  /** What is wrong with `corridor <words>`; null: nothing. */
  function objectionTo(words: readonly string[]): string | null {
    let command = commandLine();
    const flags = new Set<string>();
    for (const word of words) {
      for (const { long } of command.options) flags.add(long ?? "");
      const next = named(command, word);
      if (next !== undefined) command = next;
      else if (word.startsWith("--") && !["--help", "--version"].includes(word)) {
        if (!flags.has(word.replace(/=.*/, ""))) return `${command.name()} has no ${word}`;
      } else if (command.commands.length > 0 && !word.startsWith("--") && !flags.has(word) && isWord(word))
        return `${command.name()} has no command ${word}`;
    }
    return null;
  }
  const isWord = (word: string): boolean => /^[a-z-]+$/.test(word);
  const words = (text: string): string[] => text.split(/[\s"']+/).filter((word) => word !== "" && word !== "\\");

  test("of corridor that a document names exist, with each of their flags", () => {
    const commands = cited(
      /(?:`|^|\$\(|&& )(?:npm run (?:-s )?)?corridor (?:-- )?([a-z-][^`\n#|;&>)]*)/gm,
      ([, rest]) => words(rest!),
    ).filter(({ name }) => !/^(?:is|has|was|takes|a|the|and|of|to)$/.test(name[0] ?? ""));
    expect(commands.length).toBeGreaterThan(40);
    expect(commands.map(({ path, said, name }) => [path, said, objectionTo(name)]).filter(([, , why]) => why)).toEqual(
      [],
    );
  });

  test("of npm that a document names exist, and so do provers", () => {
    const scripts = cited(/\bnpm run (?:-s )?([a-z:]+)(?: -- ([a-z]+))?/g, ([, name, argument]) => [name, argument]);
    expect(scripts.length).toBeGreaterThan(40);
    expect(
      scripts.filter(
        ({ name: [script, argument] }) =>
          !Object.hasOwn(packageFile.scripts, script!) ||
          (script === "prove" && argument !== undefined && !Object.hasOwn(PROVERS, argument)),
      ),
    ).toEqual([]);
  });
});

test("the runbook of readiness names every check, and none that is not there", () => {
  const sources = globSync("packages/server/src/**/*.ts", { cwd: ROOT, exclude: ["**/*.test.ts"] });
  const checks = sources.flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/name: "([a-z ]+)",\s+check[:(]|name: "(migrations)"/g)].map(
      ([, name, migrations]) => name ?? migrations,
    ),
  );
  const runbook = documents.find(({ path }) => path.endsWith("runbooks.md"))!.text.split(/^## /m);
  const named = /name the check: (.+?)\./s.exec(runbook.find((text) => text.startsWith("CorridorNotReady"))!)![1]!;
  expect([...named.matchAll(/`([^`]+)`/g)].map(([, name]) => name).toSorted()).toEqual([...new Set(checks)].toSorted());
});
