import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/**
 * A document that says "shown by" is worth as much as the test that it names: renaming a test must not leave a promise
 * without one.
 */
const ROOT = join(import.meta.dirname, "../..");
const DOCUMENTS = ["docs/reference/asvs.md", "docs/reference/how-it-is-tested.md", "SECURITY.md"];
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const all = globSync(["{packages,test,scripts,bench}/**/*.ts", "*.md", "docs/**/*.md"], {
  cwd: ROOT,
  exclude: ["**/node_modules/**"],
});
const scripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts;
const quotedIn = (document: string): string[] => [...read(document).matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!);

test.each(DOCUMENTS)("every file that %s cites exists, and a bare name is that of one file", (document) => {
  const cited = quotedIn(document).filter((text) => /^[\w./-]+\.(?:ts|md)$/.test(text));
  expect(cited.length).toBeGreaterThan(0);
  const wrong = cited.filter(
    (text) => !all.includes(text) && all.filter((path) => path.endsWith(`/${text}`)).length !== 1,
  );
  expect(wrong).toEqual([]);
});

test.each(DOCUMENTS)("every folder and command that %s cites exists", (document) => {
  const quoted = quotedIn(document);
  const folders = quoted.filter((text) => /^(?:packages|test|docs)\/[\w./-]*\/$/.test(text));
  expect(folders.filter((folder) => !all.some((path) => path.startsWith(folder)))).toEqual([]);
  const commands = quoted.flatMap(
    (text) => /^(?:npm run )?((?:prove|test|bench|check|lint):[\w-]+)(?: |$)/.exec(text)?.[1] ?? [],
  );
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test("every link between documents leads to a file", () => {
  const documents = globSync(["*.md", "docs/**/*.md", "packages/*/*.md"], {
    cwd: ROOT,
    exclude: ["**/node_modules/**"],
  });
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1]!)
      .filter((target) => !existsSync(join(ROOT, dirname(document), target)))
      .map((target) => `${document} -> ${target}`),
  );
  expect(broken).toEqual([]);
});
