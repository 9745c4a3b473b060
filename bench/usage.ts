import { readdirSync, readFileSync } from "node:fs";
import type { Db } from "@corridor/server/kernel/db/client.ts";

/**
 * What a process used, read from /proc; on systems without it these figures are left out.
 * Both kinds of CPU time count, user and system, of a process and of all its children, also those that have ended.
 */
const TICK_MICROSECONDS = 10_000; // USER_HZ is 100 on every Linux that Node runs on.

export function cpuMicrosecondsOf(pid: number): number {
  const fields = statOf(pid);
  if (fields === null) return 0;
  const own = (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) * TICK_MICROSECONDS;
  return childrenOf(pid).reduce((sum, child) => sum + cpuMicrosecondsOf(child), own);
}

/** Resident memory in MB. */
export function memoryOf(pid: number): number | null {
  try {
    const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return match === null ? null : Math.round(Number(match[1]) / 1024);
  } catch {
    return null;
  }
}

/** The fields behind the command's name, which may itself hold blanks and brackets. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text
      .slice(text.lastIndexOf(")") + 2)
      .trimEnd()
      .split(" ");
  } catch {
    return null;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
        .trim()
        .split(" ")
        .filter((child) => child !== "")
        .map(Number),
    );
  } catch {
    return [];
  }
}

/**
 * Every fsync the server made, of the log and of data files, as PostgreSQL counts them in pg_stat_io (before version
 * 18: pg_stat_wal). A session reports its counts at most once a second and only when it is used, so whoever reads them
 * lets a little load pass first.
 */
export async function fsyncsOf(db: Db): Promise<number> {
  const [row] = await db.query<{ fsyncs: number }>("SELECT coalesce(sum(fsyncs), 0)::bigint AS fsyncs FROM pg_stat_io");
  return row!.fsyncs;
}

export async function walBytesOf(db: Db): Promise<number> {
  const [row] = await db.query<{ bytes: number }>("SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS bytes");
  return row!.bytes;
}
