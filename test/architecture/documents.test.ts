import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

/** Documents are read only while there are few of them: what is added must be worth what it takes. */
const MAX_WORDS = 57_880;
const MAX_README_LINES = 150;

const ROOT = join(import.meta.dirname, "../..");
const documents = globSync(["{*,.github/**/*,{docs,examples,packages}/**/*}.md"], {
  cwd: ROOT,
  exclude: ["**/node_modules/**"],
});
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

test(`all documents together have at most ${MAX_WORDS} words`, () => {
  const words = documents.flatMap((path) => read(path).split(/\s+/).filter(Boolean));
  expect(documents).toContain("docs/guides/quick-start.md");
  expect(words.length).toBeLessThanOrEqual(MAX_WORDS);
});

test(`the README has at most ${MAX_README_LINES} lines`, () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_README_LINES);
});

test("no two pages of docs have one name", () => {
  const names = documents.filter((path) => path.startsWith("docs/")).map((path) => basename(path));
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
