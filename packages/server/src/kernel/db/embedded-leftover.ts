import { execFileSync } from "node:child_process";
import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { OperatorError } from "../operator-error.ts";
import { ifExists } from "../if-exists.ts";

const DEADLINE_MS = 30_000;
const POLL_MS = 20;

/**
 * Stops a server that outlived its process. PostgreSQL refuses a data directory whose pid file names a living process:
 * our old server, or a stranger with the same number, which must neither be touched nor keep us from starting. Every
 * process of the old server must have ended before the file is removed: two servers would destroy the files.
 */
export async function stopLeftoverServer(dataDirectory: string): Promise<void> {
  // Windows offers no way to recognize the process; PostgreSQL's own check of the file must do.
  if (process.platform === "win32") return;
  const pidFile = pidFileIn(dataDirectory);
  const pid = await readPid(pidFile);
  if (pid === undefined) return;
  if (processesOf(dataDirectory).includes(pid)) process.kill(pid, "SIGINT");
  const deadlineMs = Date.now() + DEADLINE_MS;
  for (let left = processesOf(dataDirectory); left.length > 0; left = processesOf(dataDirectory)) {
    if (Date.now() > deadlineMs)
      throw new OperatorError(
        `an earlier PostgreSQL server (process ${left.join(", ")}) still runs on ${dataDirectory} and does not stop`,
      );
    await pause(POLL_MS);
  }
  // PostgreSQL itself judges the file of a dead process, and checks it for shared memory that is still in use.
  if (isAlive(pid)) await rm(pidFile, { force: true });
}

export function pidFileIn(dataDirectory: string): string {
  return join(dataDirectory, "postmaster.pid");
}

async function readPid(pidFile: string): Promise<number | undefined> {
  const pid = Number((await ifExists(readFile(pidFile, "utf8")))?.split("\n", 1)[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A server and its sessions work inside the data directory, and the server was started with its path. */
function processesOf(dataDirectory: string): number[] {
  if (process.platform === "linux") {
    const directory = realpathSync(dataDirectory);
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && workingDirectoryOf(pid) === directory);
  }
  return execFileSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`-D ${dataDirectory} `))
    .map((line) => Number.parseInt(line, 10));
}

function workingDirectoryOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // The process ended meanwhile, or belongs to another user, whose folder we may not see.
  }
}
