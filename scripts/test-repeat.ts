import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";

/**
 * `npm run test:repeat -- [--times 10] [--burners 1] [paths]`: runs the tests repeatedly while the processors are kept busy, and names every test
 * with changing results. A test that always fails is broken, not flaky; both end with an error.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string", default: "10" }, burners: { type: "string", default: String(availableParallelism()) } },
});
type Report = { testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[] };

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const directory = mkdtempSync(join(tmpdir(), "corridor-repeat-"));
const burners = Array.from({ length: Number(values.burners) }, () => new Worker("for (;;) Math.sqrt(Math.random());", { eval: true }));
const outcomes = new Map<string, string[]>();
try {
  for (let run = 1; run <= Number(values.times); run++) {
    const startedMs = performance.now();
    const report = await runTests(join(directory, `${run}.json`));
    for (const { name, assertionResults } of report.testResults)
      for (const { fullName, status } of assertionResults) {
        const key = `${name.replace(`${process.cwd()}/`, "")}: ${fullName}`;
        outcomes.set(key, [...(outcomes.get(key) ?? []), status]);
      }
    const failed = [...outcomes.values()].filter((statuses) => statuses.at(-1) === "failed").length;
    print(`run ${run}: ${outcomes.size} tests, ${failed} failed, ${Math.round((performance.now() - startedMs) / 1_000)} s`);
  }
} finally {
  await Promise.all(burners.map((burner) => burner.terminate()));
  rmSync(directory, { recursive: true, force: true });
}
const unsteady = [...outcomes].filter(([, statuses]) => new Set(statuses).size > 1 || statuses.includes("failed"));
for (const [test, statuses] of unsteady) print(`${statuses.every((status) => status === "failed") ? "BROKEN" : "FLAKY"} ${test}: ${statuses.join(", ")}`);
print(`${outcomes.size} tests, ${values.times} runs under load: ${unsteady.length} changed their mind or failed`);
if (unsteady.length > 0 || outcomes.size === 0) process.exitCode = 1;

async function runTests(file: string): Promise<Report> {
  const given = ["run", ...positionals, "--reporter=json", `--outputFile=${file}`];
  const child = spawn("vitest", given, { stdio: ["ignore", "ignore", "inherit"] });
  await new Promise((resolve) => child.once("exit", resolve));
  return JSON.parse(readFileSync(file, "utf8")) as Report;
}
