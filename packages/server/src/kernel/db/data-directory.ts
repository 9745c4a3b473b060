import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "../operator-error.ts";

/**
 * The folder of one all-in-one process: database, secrets, demo data. It is locked while the process lives: two
 * processes would run two servers on the same files. The kernel holds the lock, however the process ends; Node's SQLite
 * takes one on a file. A file with a process id was rejected: after a crash that number may belong to a stranger, and
 * two starts that find it stale can both take over. The id beside the lock only tells whom a second process waits for.
 */
export type DataDirectory = { readonly path: string; release(): void };

export class DataDirectoryInUse extends OperatorError {
  override name = "DataDirectoryInUse";
}

const SQLITE_BUSY = 5;

/** Without a reference the lock would be garbage collected, and so released, while its process still runs. */
const held = new Set<DatabaseSync>();

export function openDataDirectory(directory: string): DataDirectory {
  const path = makeDataDirectory(directory);
  const lockFile = join(path, "lock");
  const pidFile = join(path, "process.pid");
  closeSync(openSync(lockFile, "a", 0o600));
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new DataDirectoryInUse(`${path} is in use by ${holder(pidFile)}; stop it first, or choose another DATA_DIR`, {
      cause: error,
    });
  }
  held.add(lock);
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    path,
    release() {
      if (!held.delete(lock)) return;
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

/** With its parents. Node's `recursive` never returns when a parent accepts no folders, such as /proc. */
export function makeDataDirectory(directory: string): string {
  const path = resolve(directory);
  const missing: string[] = [];
  for (let one = path; !existsSync(one); one = dirname(one)) missing.unshift(one);
  // As root, the server runs as another user, which must be able to pass. Every file here is private by itself.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    for (const one of missing) mkdirSync(one, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST")
      throw new OperatorError(
        `The folder ${path} cannot be created (${code}). Set DATA_DIR to a folder that you may write to.`,
        { cause: error },
      );
  }
  return path;
}

function holder(pidFile: string): string {
  try {
    return `process ${readFileSync(pidFile, "utf8").trim()}`;
  } catch {
    return "another process"; // That process is just starting or just ending.
  }
}
