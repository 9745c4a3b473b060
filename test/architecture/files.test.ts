import { describe, expect, test } from "vitest";
import { files, product } from "./source.ts";

const MAX_LINES = 600;

describe("files", () => {
  test(`are at most ${MAX_LINES} lines long`, () => {
    const generated = new Set(["platform/db/database-types.ts"]);
    expect(
      files
        .filter((file) => file.text.split("\n").length > MAX_LINES && !generated.has(file.path))
        .map((file) => file.path),
    ).toEqual([]);
  });

  test("read the environment in one place only", () => {
    // The embedded server only passes PATH on to its programs; it reads no setting.
    expect(
      product
        .filter(
          (file) => file.text.includes("process.env") && !/^(commands|config|platform\/db\/embedded)/.test(file.path),
        )
        .map((file) => file.path),
    ).toEqual([]);
  });
});
