import { expect, test } from "vitest";
import { judgeRuns, type Report } from "./steadiness.ts";

const report = (statuses: Record<string, string>, change: Partial<Report> = {}): Report => ({
  success: !Object.values(statuses).includes("failed"),
  testResults: [
    {
      name: "/code/src/money.test.ts",
      status: Object.values(statuses).includes("failed") ? "failed" : "passed",
      assertionResults: Object.entries(statuses).map(([fullName, status]) => ({ fullName, status })),
    },
  ],
  ...change,
});
const verdictsOf = (...reports: (Report | null)[]) =>
  judgeRuns(reports, "/code").verdicts.map(({ test: name, kind, statuses }) => [name, kind, ...statuses]);

test("a test whose results differ is flaky, and one that always fails is broken", () => {
  const first = report({ adds: "passed", rounds: "failed", parses: "passed" });
  const second = report({ adds: "failed", rounds: "failed", parses: "passed" });
  expect(verdictsOf(first, second)).toEqual([
    ["src/money.test.ts: adds", "flaky", "passed", "failed"],
    ["src/money.test.ts: rounds", "broken", "failed", "failed"],
  ]);
  expect(judgeRuns([first, second], "/code").tests).toBe(3);
});

test("tests that always pass, or are always skipped, are steady", () => {
  expect(
    verdictsOf(report({ adds: "passed", rounds: "skipped" }), report({ adds: "passed", rounds: "skipped" })),
  ).toEqual([]);
});

test("a file that fails before its tests are known makes each of them flaky, and is named itself", () => {
  const unloadable: Report = {
    success: false,
    testResults: [{ name: "/code/src/money.test.ts", status: "failed", assertionResults: [] }],
  };
  expect(verdictsOf(report({ adds: "passed" }), unloadable)).toEqual([
    ["src/money.test.ts: adds", "flaky", "passed", "absent"],
    ["src/money.test.ts: (the file itself)", "flaky", "passed", "failed"],
  ]);
});

test("a run that fails although every test passed, or ends without a report, is named", () => {
  expect(verdictsOf(report({ adds: "passed" }), report({ adds: "passed" }, { success: false }))).toEqual([
    ["(outside of the tests)", "flaky", "passed", "failed"],
  ]);
  expect(verdictsOf(report({ adds: "passed" }), null)).toEqual([
    ["src/money.test.ts: adds", "flaky", "passed", "absent"],
    ["(outside of the tests)", "flaky", "passed", "failed"],
  ]);
  expect(verdictsOf(null, null)).toEqual([["(outside of the tests)", "broken", "failed", "failed"]]);
});
