import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { files, packageOf, product, ROOT } from "./source.ts";

const MAX_LINES = 600;
const MAX_IMPORTS = 60;
/** A test file tells one story after another; long is not deep. */
const MAX_TEST_LINES = 900;
/** A feature pays for its lines by what it makes needless. Whoever must raise this says why in the same commit. */
const LINE_BUDGET = 101_447;
/** The code of dashboard and checkout, without their style sheets. */
const PAGES_BUDGET = 27_000;
const COLUMNS = 120;
/** The embedded server only passes PATH on to its programs. The kit's command runs without a service. */
const ENVIRONMENT = /^(commands|config|kernel\/db\/embedded|provider-kit\/certification\/command)/;
const generated = new Set(["kernel/db/statement-types.ts", "shared/openapi.ts"]);
const linesOf = ({ text }: { text: string }): string[] => text.trimEnd().split("\n");
/** A text or an expression of more columns counts as the lines that it would fill. */
const rowsOf = (counted: readonly { text: string }[]): number =>
  counted.flatMap(linesOf).reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0);

const WEB = join(ROOT, "packages/web");
const pages = readdirSync(WEB, { recursive: true, encoding: "utf8" })
  .filter((path) => /(?<!\.test|\.fixtures|\.d)\.tsx?$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
  .map((path) => ({ text: readFileSync(join(WEB, path), "utf8") }));

describe("files", () => {
  test(`of server, providers, kit, sandbox and base have at most ${LINE_BUDGET} lines together`, () => {
    const counted = product.filter(({ path }) => packageOf(path) !== "shared" && !generated.has(path));
    expect(rowsOf(counted)).toBeLessThanOrEqual(LINE_BUDGET);
  });

  test(`of the pages have at most ${PAGES_BUDGET} lines together`, () => {
    expect(rowsOf(pages)).toBeGreaterThan(PAGES_BUDGET / 2);
    expect(rowsOf(pages)).toBeLessThanOrEqual(PAGES_BUDGET);
  });

  test(`are at most ${MAX_LINES} lines long`, () => {
    /** The map of the product fits on two screens. */
    const shorter = new Map([["compose.ts", 200]]);
    const limitOf = (path: string): number =>
      shorter.get(path) ?? (/\.(?:test|fixtures)\.ts$/.test(path) ? MAX_TEST_LINES : MAX_LINES);
    expect(
      files
        .filter((file) => linesOf(file).length > limitOf(file.path) && !generated.has(file.path))
        .map((file) => file.path),
    ).toEqual([]);
  });

  test(`import at most ${MAX_IMPORTS} files`, () => {
    expect(product.filter(({ imports }) => imports.length > MAX_IMPORTS).map(({ path }) => path)).toEqual([]);
  });

  test("read the environment in one place only", () => {
    expect(
      product
        .filter((file) => file.text.includes("process.env") && !ENVIRONMENT.test(file.path))
        .map((file) => file.path),
    ).toEqual([]);
  });
});
