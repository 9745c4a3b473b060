import { systemClock } from "@corridor/base/clock.ts";
import { type OperatorRun, recordRun } from "#src/record/evidence/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";

/** Writes down how the work ended, also that it failed. A copy that only reads, or a server that is away, takes no note. */
export async function recorded<T>(
  db: Queryable,
  name: OperatorRun,
  work: () => Promise<T>,
  isOk: (result: T) => boolean = () => true,
): Promise<T> {
  const beganMs = performance.now();
  let ok = false;
  try {
    const result = await work();
    ok = isOk(result);
    return result;
  } finally {
    const seconds = (performance.now() - beganMs) / 1_000;
    await recordRun(db, { name, endedAt: systemClock.now(), seconds, ok }).catch((error: unknown) =>
      process.stderr.write(`The end of this ${name} could not be noted in the database: ${String(error)}\n`),
    );
  }
}
