import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { PROVERS } from "../../scripts/provers.ts";

/**
 * A document that says "shown by" is worth as much as the test that it names: renaming a test must not leave a promise
 * without one.
 */
const ROOT = join(import.meta.dirname, "../..");
const DOCUMENTS = ["docs/reference/asvs.md", "docs/reference/how-it-is-tested.md", "SECURITY.md"];
const MAX_SCRIPTS = 20;
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

test.each(DOCUMENTS)("every folder that %s cites exists", (document) => {
  const quoted = quotedIn(document);
  const folders = quoted.filter((text) => /^(?:packages|test|docs)\/[\w./-]*\/$/.test(text));
  expect(folders.filter((folder) => !all.some((path) => path.startsWith(folder)))).toEqual([]);
});

test("every npm script and every prover that any text names exists", () => {
  const texts = [...all, "Dockerfile", ...globSync(["deploy/**/*.*", ".github/**/*.md"], { cwd: ROOT })];
  const wrong = texts
    .filter((path) => path !== "CHANGELOG.md") // It tells of the past.
    .flatMap((path) => {
      const text = read(path).replaceAll(/\n *(?:\*|\/\/|#) /g, " ");
      const named = (command: RegExp): string[] => [...text.matchAll(command)].map((match) => match[1]!);
      return [
        ...named(/\bnpm run (?:-s )?([a-z][\w:-]*)/g).filter((name) => scripts[name] === undefined),
        ...named(/\bnpm run (?:-s )?prove -- ([a-z][\w-]*)/g).filter((name) => PROVERS[name] === undefined),
      ].map((name) => `${path}: ${name}`);
    });
  expect(wrong).toEqual([]);
});

test(`there are at most ${MAX_SCRIPTS} npm scripts: what few people run is an argument of one, or a file to run`, () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(MAX_SCRIPTS);
});

/** The fragments by which a document's headings are linked to. */
const headingsOf = (document: string): string[] =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, ""),
  );

test("every link between documents leads to a file, and to a heading of it", () => {
  const documents = globSync(["*.md", "{docs,examples,.github}/**/*.md", "packages/*/*.md"], {
    cwd: ROOT,
    exclude: ["**/node_modules/**"],
  });
  const leads = (document: string, target: string, fragment: string | undefined): boolean => {
    const path = join(dirname(document), target);
    return existsSync(join(ROOT, path)) && (fragment === undefined || headingsOf(path).includes(fragment));
  };
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)#\s:]+)(?:#([^)]*))?\)/g)]
      .filter(([, target, fragment]) => !leads(document, target!, fragment))
      .map(([link]) => `${document} -> ${link}`),
  );
  expect(broken).toEqual([]);
});
