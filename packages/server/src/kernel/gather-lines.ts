import { writeSync } from "node:fs";
import { pino } from "pino";

/** Some milliseconds of lines per write, as each wakes a thread and the loop; the rest when the process ends. */
const GATHER_MS = 20;
const MAX_GATHERED = 16 * 1_024;
/** If nobody reads the output, lines are dropped instead of filling our memory. */
const MAX_UNREAD_BYTES = 16 * 1_024 * 1_024;

export function gatherLines(file: number): { write(line: string): void; flushSync(): void } {
  const output = pino.destination({ dest: file, sync: false, maxLength: MAX_UNREAD_BYTES });
  let gathered = "";
  let timer: NodeJS.Timeout | undefined;
  let isExiting = false;
  let isOpen = true;
  output.on("close", () => (isOpen = false)); // The stream closes itself once nothing is left to write.

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered === "") return;
    const lines = gathered;
    gathered = "";
    output.write(lines);
  };
  /** Waits for no write that a thread has begun, and starts none: a process that is killed next would lose it. */
  const flushSync = (): void => {
    Object.assign(output, { sync: true });
    try {
      flush();
      output.flushSync();
    } finally {
      Object.assign(output, { sync: false });
    }
  };
  process.on("exit", () => {
    isExiting = true;
    if (isOpen) flushSync();
  });

  return {
    write(line) {
      if (isExiting) return void writeSync(file, line);
      gathered += line;
      if (gathered.length >= MAX_GATHERED) flush();
      else timer ??= setTimeout(flush, GATHER_MS);
    },
    flushSync,
  };
}
