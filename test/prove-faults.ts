import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { withProgressBar } from "@corridor/server/commands/progress-bar.ts";
import { type Proof, proveFaults } from "./prover/prove-faults.ts";

/**
 * `npm run prove -- faults [--faults 1000] [--minutes 30] [--rounds 1] [--seed n] [--every 400] [--clients 8]
 * [--evidence file]`, also `corridor prove`: real processes under load and faults, and a judge of their own. Ends with
 * an error when a promise was broken; the same seed strikes the same faults in the same order.
 */
const { values } = parseArgs({
  options: {
    faults: { type: "string", default: "1000" },
    minutes: { type: "string", default: "30" },
    /** Whole runs, each with the next seed. */
    rounds: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    every: { type: "string", default: "400" },
    clients: { type: "string", default: "8" },
    /** Seconds. The deployment's time is moved ahead meanwhile, so that nobody waits for polls with long pauses. */
    settle: { type: "string", default: "600" },
    json: { type: "boolean", default: false },
    /** A file for everything that the judge saw, to look into its findings. */
    evidence: { type: "string" },
  },
});
/** With --json only one value goes to standard output, at the end: the report of the run, or a list of them. */
const print = (line: string): boolean => (values.json ? process.stderr : process.stdout).write(`${line}\n`);
const reports: object[] = [];
for (let round = 0; round < Number(values.rounds); round++) await proveRound(Number(values.seed) + round);
if (values.json) process.stdout.write(`${JSON.stringify(reports.length === 1 ? reports[0] : reports, null, 2)}\n`);

async function proveRound(seed: number): Promise<void> {
  print(`seed ${seed}`);
  const proof = await withProgressBar("Striking faults", (progress) => {
    progress.total = 1;
    return proveFaults({
      seed,
      faults: Number(values.faults),
      forMs: Number(values.minutes) * 60_000,
      everyMs: Number(values.every),
      lastsMs: 1_500,
      clients: Number(values.clients),
      workers: 2,
      settlesMs: Number(values.settle) * 1_000,
      quietMs: 60_000,
      say: print,
      progress,
    });
  });
  if (values.evidence !== undefined) writeFileSync(values.evidence, JSON.stringify(proof.evidence));
  const struck = [...proof.faults.values()].reduce((sum, count) => sum + count, 0);
  reports.push(reportOf(seed, struck, proof));
  if (!values.json) printTables(proof);
  printSummary(seed, struck, proof);
  if (proof.findings.length + proof.failures.length + proof.believedForgeries.length > 0) process.exitCode = 1;
}

function printTables({ faults, paths }: Proof): void {
  console.table(Object.fromEntries([...faults].toSorted().map(([kind, count]) => [kind, { struck: count }])));
  console.table(Object.fromEntries([...paths].toSorted().map(([path, count]) => [path, { taken: count }])));
}

function printSummary(seed: number, struck: number, proof: Proof): void {
  const { evidence, answers } = proof;
  const told = [...answers]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} x ${status === 0 ? "none" : status}`);
  const statuses = [...Map.groupBy(evidence.payments, ({ status }) => status)].map(
    ([status, own]) => `${own.length} ${status}`,
  );
  print(`answers: ${told.join(", ")}`);
  print(`payments: ${statuses.join(", ")}; refunds ${evidence.refunds.length}, disputes ${evidence.disputes.length}`);
  print(
    `ledger transactions ${evidence.postings.length}, events ${evidence.events.length}, accepted by providers ` +
      `${evidence.journal.length}, forged callbacks ${proof.forged}`,
  );
  for (const { rule, subject, detail } of proof.findings) print(`BROKEN ${rule}: ${subject}: ${detail}`);
  for (const failure of proof.failures) print(`INTERNAL ${failure}`);
  for (const forgery of proof.believedForgeries) print(`BELIEVED ${forgery}`);
  print(
    `${struck} faults of ${proof.faults.size} kinds, ${proof.starts} process starts, ${evidence.requests.length} ` +
      `requests: ${proof.findings.length} broken promises, settled ${Math.round(proof.settledMs / 1_000)} s after ` +
      "the " +
      `faults, the time moved by ${proof.movedMs / 60_000} min (seed ${seed})`,
  );
}

function reportOf(
  seed: number,
  struck: number,
  { findings, failures, believedForgeries, starts, evidence, settledMs, movedMs }: Proof,
): object {
  const counts = {
    faults: struck,
    starts,
    requests: evidence.requests.length,
    settled_ms: Math.round(settledMs),
    moved_ms: movedMs,
  };
  return { seed, ...counts, findings, failures, believed_forgeries: believedForgeries };
}
