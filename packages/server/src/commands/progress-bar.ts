import type { Progress } from "#src/kernel/progress.ts";

/** On standard error, and only on a terminal. A timer redraws it, so the work itself only counts. */
const REDRAW_MS = 200;
const BAR_CHARACTERS = 30;
/** An estimate may be too low: only the end of the work shows 100 percent. */
const MOST_PERCENT = 99;
const ERASE_LINE = "\r\u001B[K";

export async function withProgressBar<T>(
  label: string,
  work: (progress: Progress) => Promise<T>,
  stream: NodeJS.WriteStream = process.stderr,
): Promise<T> {
  const progress: Progress = { done: 0, total: 0 };
  if (!stream.isTTY) return work(progress);
  const beganMs = performance.now();
  const timer = setInterval(
    () => stream.write(`${ERASE_LINE}${drawBar(label, progress, performance.now() - beganMs)}`),
    REDRAW_MS,
  );
  try {
    return await work(progress);
  } finally {
    clearInterval(timer);
    stream.write(ERASE_LINE);
  }
}

export function drawBar(label: string, { done, total }: Progress, elapsedMs: number): string {
  const elapsed = `${Math.floor(elapsedMs / 1_000)} s`;
  if (total <= 0) return `${label}  ${elapsed}`;
  const percent = Math.min(MOST_PERCENT, Math.floor((done / total) * 100));
  const filled = Math.round((percent / 100) * BAR_CHARACTERS);
  return `${label}  [${"#".repeat(filled)}${"-".repeat(BAR_CHARACTERS - filled)}] ${percent}%  ${elapsed}`;
}
