import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { placeOf, ROOT, visit } from "./source.ts";

/**
 * `as never` is assignable to anything: an answer cast this way may lack a field that its schema promises, and still
 * compiles.
 */
test("nothing is cast to never: every answer has the type of its schema", () => {
  const paths = globSync("packages/**/*.{ts,tsx}", {
    cwd: ROOT,
    exclude: ["**/*.test.ts", "**/dist/**", "**/node_modules/**"],
  });
  expect(paths.length).toBeGreaterThan(500);
  const casts: string[] = [];
  for (const path of paths) {
    const file = { path, text: readFileSync(join(ROOT, path), "utf8"), imports: [] };
    if (!file.text.includes("as never")) continue; // Most files contain no cast and need not be parsed.
    visit(file, {
      TSAsExpression: (node) => void (node.typeAnnotation.type === "TSNeverKeyword" && casts.push(placeOf(file, node))),
    });
  }
  expect(casts).toEqual([]);
});
