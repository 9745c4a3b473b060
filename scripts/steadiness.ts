/** What several runs of the same tests say about each test. */
export type Report = {
  /** False also where every test passed and something failed outside of them, such as a promise that nobody handled. */
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

type Verdict = {
  test: string;
  /** `flaky`: its results differ. `broken`: it failed in every run. */
  kind: "flaky" | "broken";
  /** One for each run. */
  statuses: string[];
};

const FILE_ITSELF = "(the file itself)";
const OUTSIDE = "(outside of the tests)";

/** Null stands for a run that ended without a report. */
export function judgeRuns(reports: readonly (Report | null)[], root: string): { tests: number; verdicts: Verdict[] } {
  const runs = reports.map((report) => (report === null ? new Map([[OUTSIDE, "failed"]]) : outcomesOf(report, root)));
  const tests = [...new Set(runs.flatMap((run) => [...run.keys()]))];
  const isTest = (name: string): boolean => name !== OUTSIDE && !name.endsWith(FILE_ITSELF);
  const verdicts = tests.flatMap((test): Verdict[] => {
    // A file that fails before its tests are known reports none of them: its tests are absent from that run.
    const statuses = runs.map((run) => run.get(test) ?? (isTest(test) ? "absent" : "passed"));
    if (statuses.every((status) => status === "failed")) return [{ test, kind: "broken", statuses }];
    return new Set(statuses).size > 1 ? [{ test, kind: "flaky", statuses }] : [];
  });
  return { tests: tests.filter(isTest).length, verdicts };
}

function outcomesOf({ success, testResults }: Report, root: string): Map<string, string> {
  const outcomes = new Map<string, string>();
  for (const { name, status, assertionResults } of testResults) {
    const file = name.replace(`${root}/`, "");
    for (const { fullName, status: own } of assertionResults) outcomes.set(`${file}: ${fullName}`, own);
    if (status === "failed" && !assertionResults.some((one) => one.status === "failed"))
      outcomes.set(`${file}: ${FILE_ITSELF}`, "failed");
  }
  if (!success && ![...outcomes.values()].includes("failed")) outcomes.set(OUTSIDE, "failed");
  return outcomes;
}
