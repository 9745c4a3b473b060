import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** `as never` fits anywhere: an answer that is cast so may lose a field that its schema promises, and still compiles. */
test("nothing is cast to never: every answer has the type of its schema", () => {
  const files = globSync(["src/**/*.ts", "sdk/*.ts", "web/**/*.{ts,tsx}"], { cwd: ROOT, exclude: ["**/*.test.ts", "**/dist/**", "**/node_modules/**"] });
  expect(files.length).toBeGreaterThan(500);
  const casts = files.flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (/\bas never\b(?! \w)/.test(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(casts).toEqual([]);
});
