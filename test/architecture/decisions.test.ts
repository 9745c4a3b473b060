import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const DECISIONS = join(import.meta.dirname, "../../docs/decisions");

test("every decision has a number of its own, and a row with date and status in the index", () => {
  const index = readFileSync(join(DECISIONS, "README.md"), "utf8");
  const rows = [...index.matchAll(/^\| \[(\d+)\]\((\S+)\) \| .+ \| \d{4}-\d\d-\d\d \| (?:accepted|proposed|replaced by \d+) \|$/gm)].map(
    ([, number, file]) => ({
      number,
      file,
    }),
  );
  const files = globSync("[0-9]*.md", { cwd: DECISIONS }).toSorted();
  expect(rows.map(({ file }) => file)).toEqual(files);
  expect(rows.map(({ number }) => number)).toEqual(files.map((file) => String(Number.parseInt(file, 10))));
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
});
