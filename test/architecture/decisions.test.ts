import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const DECISIONS = join(import.meta.dirname, "../../docs/decisions");
const ROW = /^\| \[(\d+)\]\((\S+)\) \| (.+) \| (\d{4}-\d\d-\d\d) \| (?:accepted|proposed|replaced by \d+) \|$/gm;

test("every decision has a row in the index, in the order of dates, and every number is there or was merged", () => {
  const index = readFileSync(join(DECISIONS, "README.md"), "utf8");
  const rows = [...index.matchAll(ROW)].map(([, number, file, title, date]) => ({
    number: Number(number),
    file,
    title,
    date,
  }));
  const files = globSync("[0-9]*.md", { cwd: DECISIONS }).toSorted();
  expect(rows.map(({ file }) => file)).toEqual(files);
  expect(rows.map(({ number }) => number)).toEqual(files.map((file) => Number.parseInt(file, 10)));
  const merged = [...index.split("\nMerged: ")[1]!.matchAll(/([\d, and]+) into (\d+)/g)];
  for (const [, , into] of merged) expect(rows.map(({ number }) => number)).toContain(Number(into));
  const gone = merged.flatMap(([, numbers]) => numbers!.match(/\d+/g)!.map(Number));
  const all = [...rows.map(({ number }) => number), ...gone].toSorted((a, b) => a - b);
  expect(all).toEqual(all.map((_, place) => place + 1));
  expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).toSorted());
  const headings = files.map((file) => readFileSync(join(DECISIONS, file), "utf8").split("\n", 1)[0]);
  expect(headings).toEqual(rows.map(({ number, title }) => `# ${number}. ${title}`));
});
