import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AREAS } from "./areas.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each(Object.entries(AREAS))("every file and every test of the area %s exists", (_, { mutate, tests }) => {
  expect(mutate.length).toBeGreaterThan(0);
  expect(tests.length).toBeGreaterThan(0);
  expect([...mutate, ...tests].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
