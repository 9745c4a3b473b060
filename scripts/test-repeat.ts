import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { judgeRuns, type Report } from "./steadiness.ts";

/**
 * `npm run prove -- repeat [--times 10] [--burners 1] [paths]`: runs the tests repeatedly while the processors are kept
 * busy, and names every test with changing results. A test that always fails is broken, not flaky; both end with an
 * error.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: "string", default: "10" },
    burners: { type: "string", default: String(availableParallelism()) },
  },
});

/** Of the first message of a failed test; the rest is a stack trace. */
const SHOWN_CHARACTERS = 1_000;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const directory = mkdtempSync(join(tmpdir(), "corridor-repeat-"));
const burners = Array.from(
  { length: Number(values.burners) },
  () => new Worker("for (;;) Math.sqrt(Math.random());", { eval: true }),
);
const reports: (Report | null)[] = [];
try {
  for (let run = 1; run <= Number(values.times); run++) {
    const startedMs = performance.now();
    const report = await runTests(join(directory, `${run}.json`));
    reports.push(report);
    const results = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
    const failed = results.filter(({ status }) => status === "failed");
    print(
      `run ${run}: ` +
        `${report === null ? "ended without a report" : `${results.length} tests, ${failed.length} failed`}, ` +
        `${Math.round((performance.now() - startedMs) / 1_000)} s`,
    );
    for (const { fullName, failureMessages } of failed)
      print(`  ${fullName}: ${failureMessages?.[0]?.slice(0, SHOWN_CHARACTERS) ?? "no message"}`);
  }
} finally {
  await Promise.all(burners.map((burner) => burner.terminate()));
  rmSync(directory, { recursive: true, force: true });
}
const { tests, verdicts } = judgeRuns(reports, process.cwd());
for (const { test, kind, statuses } of verdicts) print(`${kind.toUpperCase()} ${test}: ${statuses.join(", ")}`);
print(`${tests} tests, ${values.times} runs under load: ${verdicts.length} changed their mind or failed`);
if (verdicts.length > 0 || tests === 0) process.exitCode = 1;

async function runTests(file: string): Promise<Report | null> {
  const given = ["run", ...positionals, "--reporter=json", `--outputFile=${file}`];
  const child = spawn("vitest", given, { stdio: ["ignore", "ignore", "inherit"] });
  await new Promise((resolve) => child.once("exit", resolve));
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : null;
}
