import { describe, expect, test } from "vitest";
import { files, product } from "./source.ts";

const MAX_LINES = 600;
const MAX_IMPORTS = 60;
/** A test file tells one story after another; long is not deep. */
const MAX_TEST_LINES = 900;

describe("files", () => {
  test(`are at most ${MAX_LINES} lines long`, () => {
    const generated = new Set(["kernel/db/database-types.ts", "shared/openapi.ts"]);
    /** The map of the product fits on two screens. */
    const shorter = new Map([["compose.ts", 200]]);
    const limitOf = (path: string): number =>
      shorter.get(path) ?? (/\.(?:test|fixtures)\.ts$/.test(path) ? MAX_TEST_LINES : MAX_LINES);
    expect(
      files
        .filter((file) => file.text.trimEnd().split("\n").length > limitOf(file.path) && !generated.has(file.path))
        .map((file) => file.path),
    ).toEqual([]);
  });

  test(`import at most ${MAX_IMPORTS} files`, () => {
    expect(product.filter(({ imports }) => imports.length > MAX_IMPORTS).map(({ path }) => path)).toEqual([]);
  });

  test("read the environment in one place only", () => {
    // The embedded server only passes PATH on to its programs; it reads no setting.
    expect(
      product
        .filter(
          (file) => file.text.includes("process.env") && !/^(commands|config|kernel\/db\/embedded)/.test(file.path),
        )
        .map((file) => file.path),
    ).toEqual([]);
  });
});
