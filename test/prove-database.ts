import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DATABASE_FAULTS, type DatabaseFault, FULL_DISK, SIMULATED_FULL_DISK } from "./faults/database-faults.ts";
import type { NetworkState } from "./harness/network-proxy.ts";
import { type Answer, openStage, type Stage, until } from "./faults/database-stage.ts";

/**
 * `npm run prove -- database [part of a name]`: does to the database what databases suffer, while clients pay, and
 * prints for each fault how soon readiness was right, what clients were told and how soon, and how long after its end
 * the first payment went through. Processes that start meanwhile are ready soon after too. As root on Linux the disk is really filled: a small file system in memory, mounted
 * for the run. With TEST_CELL=2 the clients' organization lives in the last of three cells.
 */
const LASTS_MS = 6_000;
const DISK = "size=700m";
const LIMITS = { readinessMs: 1_000, firstPaymentMs: 2_000, startMs: 2_000 };
/** Long enough for a process to have loaded its code and to wait for the database. */
const STARTING_MS = 6_000;

type Finding = {
  fault: string;
  readinessMs: number | null;
  told: string;
  slowestRefusalMs: number;
  firstPaymentMs: number;
  readyAgainMs: number;
  foreign: number;
};

const [wanted = ""] = process.argv.slice(2);
const disk = mountDisk();
const stage = await openStage({ durable: true, ...(disk === null ? {} : { directory: disk }) });
const findings: Finding[] = [];
try {
  for (const fault of [...DATABASE_FAULTS, disk === null ? SIMULATED_FULL_DISK : FULL_DISK])
    if (fault.name.includes(wanted)) findings.push(await prove(stage, fault));
  for (const state of ["cut", "refused", "deaf"] as const)
    if (`start while ${state}`.includes(wanted)) await proveStart(stage, state);
} finally {
  await stage.close();
  if (disk !== null) unmountDisk(disk);
}
console.table(Object.fromEntries(findings.map(({ fault, ...finding }) => [fault, finding])));
const isLate = ({ readinessMs, firstPaymentMs }: Finding): boolean =>
  (readinessMs ?? 0) > LIMITS.readinessMs || firstPaymentMs > LIMITS.firstPaymentMs;
for (const { fault } of findings.filter(isLate)) console.log(`LATE: ${fault}`);
if (findings.some((finding) => finding.foreign > 0 || isLate(finding))) process.exitCode = 1;

async function proveStart(stage: Stage, state: NetworkState): Promise<void> {
  await stage.proxy.set(state);
  const ready = stage.startAnother();
  await pause(STARTING_MS);
  await stage.proxy.set("open");
  const openedMs = performance.now();
  const readyMs = Math.round((await ready) - openedMs);
  console.log(`a process that started while the path was ${state} is ready ${readyMs} ms after the path is back`);
  if (readyMs < 0 || readyMs > LIMITS.startMs) process.exitCode = 1;
}

async function prove(stage: Stage, fault: DatabaseFault): Promise<Finding> {
  const clients = stage.startClients();
  await until("clients pay", () => clients.answers.filter(({ status }) => status === 200).length >= 4);
  const beganMs = performance.now();
  await fault.begin(stage, clients);
  const begunMs = performance.now();
  let readinessMs: number | null = null;
  if (fault.readyz !== null) {
    await until("readiness is right", async () => (await stage.readiness()) === fault.readyz);
    readinessMs = performance.now() - begunMs;
  }
  await pause(Math.max(0, (fault.lastsMs ?? LASTS_MS) - (performance.now() - begunMs)));
  await fault.end(stage);
  const endedMs = fault.isOverAtOnce ? begunMs : performance.now();
  // Requests that were running when the fault ended count too, because their clients waited.
  const firstGood = (): Answer | undefined =>
    clients.answers.find(
      ({ status, sentMs, answeredMs }) => status === 200 && (fault.isOverAtOnce ? sentMs : answeredMs) > endedMs,
    );
  const [, readyAgainMs] = await Promise.all([
    until("a payment goes through", () => firstGood() !== undefined),
    until("it is ready again", async () => (await stage.readiness()) === 200).then(() => performance.now() - endedMs),
  ]);
  await clients.stop();
  const during = clients.answers.filter(({ answeredMs }) => answeredMs > beganMs);
  const refusals = during.filter(({ status }) => status === 503);
  return {
    fault: fault.name,
    readinessMs: readinessMs === null ? null : Math.round(readinessMs),
    told: [...Map.groupBy(during, ({ status }) => status)]
      .map(([status, answers]) => `${answers.length} x ${status}`)
      .join(", "),
    slowestRefusalMs: Math.round(Math.max(0, ...refusals.map(({ sentMs, answeredMs }) => answeredMs - sentMs))),
    firstPaymentMs: Math.round(firstGood()!.answeredMs - endedMs),
    readyAgainMs: Math.round(readyAgainMs),
    foreign: during.filter(({ status, text }) => status !== 200 && !(status === 503 && text.includes('"UNAVAILABLE"')))
      .length,
  };
}

function mountDisk(): string | null {
  const directory = mkdtempSync(join(tmpdir(), "corridor-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", DISK, "tmpfs", directory], { stdio: "ignore" });
    chmodSync(directory, 0o711);
    return directory;
  } catch {
    console.log("No file system can be mounted here (that takes root on Linux): a full disk is simulated.");
    rmSync(directory, { recursive: true });
    return null;
  }
}

function unmountDisk(directory: string): void {
  execFileSync("umount", ["-l", directory]);
  rmSync(directory, { recursive: true });
}
