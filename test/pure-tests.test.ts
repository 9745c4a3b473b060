import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pureTests, reachedFrom } from "./pure-tests.ts";

const lane = pureTests(["packages/**/*.test.ts", "test/**/*.test.ts"]);

test("a test that needs nothing but the code is in the fast lane", () => {
  expect(lane).toContain("packages/base/money.test.ts");
  expect(lane).toContain("packages/server/src/pricing/routing/choose-route.test.ts");
});

test("a test that reaches a database, a server or another process is not, whether it imports it itself or through others", () => {
  expect(lane).not.toContain("test/harness/database.test.ts");
  expect(lane).not.toContain("packages/server/src/products/escrow/story.test.ts");
  expect(lane.filter((path) => /^test\/(?:e2e|browser|faults)\//.test(path))).toEqual([]);
});

test("a proof and the bench run by themselves: nothing that they load needs vitest", () => {
  const programs = globSync(["test/prove-*.ts", "bench/main.ts"], { cwd: join(import.meta.dirname, "..") });
  expect(programs.length).toBeGreaterThan(5);
  expect(programs.filter((path) => reachedFrom(path).has("vitest"))).toEqual([]);
});
