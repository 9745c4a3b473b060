import { expect, test } from "vitest";
import { pureTests } from "./pure-tests.ts";

const lane = pureTests(["src/**/*.test.ts", "test/**/*.test.ts"]);

test("a test that needs nothing but the code is in the fast lane", () => {
  expect(lane).toContain("src/platform/money.test.ts");
  expect(lane).toContain("src/modules/terms/routing/choose-route.test.ts");
});

test("a test that reaches a database, a server or another process is not, whether it imports it itself or through others", () => {
  expect(lane).not.toContain("test/harness/database.test.ts");
  expect(lane).not.toContain("src/modules/money/escrow/story.test.ts");
  expect(lane.filter((path) => /^test\/(?:e2e|browser|faults)\//.test(path))).toEqual([]);
});
