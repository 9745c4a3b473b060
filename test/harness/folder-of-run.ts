import { chmodSync, globSync, lstatSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataDirectory } from "@corridor/server/kernel/db/data-directory.ts";

/**
 * The folder below which one run writes everything, and which goes when the run ends. The run holds its lock, so that
 * the next one can tell what a killed run left behind.
 */
export type FolderOfRun = { readonly path: string; remove(): void };

const PREFIX = "corridor-run-";
/** A folder whose run has not locked it yet is no leftover. */
const SETTLED_AFTER_MS = 60_000;
/**
 * A whole run writes about half a gigabyte at a time. In memory it is several times as fast: a test database is a
 * thousand small files, and a durable server waits for the disk at every commit.
 */
const IN_MEMORY = "/dev/shm";
const MIN_ROOM_BYTES = 4 * 1024 ** 3;
const MIN_MEMORY_BYTES = 2 * MIN_ROOM_BYTES;

export function openFolderOfRun(above: string = roomiest()): FolderOfRun {
  for (const leftover of globSync(`${PREFIX}*`, { cwd: above })) removeIfLeft(join(above, leftover));
  const path = mkdtempSync(join(above, PREFIX));
  chmodSync(path, 0o711); // As root PostgreSQL runs as another user, who needs access.
  const lock = openDataDirectory(path);
  return {
    path,
    remove() {
      lock.release();
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // A browser that is just ending may still write there. The next run removes it.
      }
    },
  };
}

function roomiest(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const isRoomy = bavail * bsize >= MIN_ROOM_BYTES && process.availableMemory() >= MIN_MEMORY_BYTES;
    return isRoomy ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir(); // Only Linux has it.
  }
}

function removeIfLeft(path: string): void {
  try {
    const { uid, mtimeMs } = lstatSync(path);
    if (uid !== (process.getuid?.() ?? uid) || Date.now() - mtimeMs < SETTLED_AFTER_MS) return;
    openDataDirectory(path).release();
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Its run goes on.
  }
}
