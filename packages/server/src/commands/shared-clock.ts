import type { Config } from "#src/config.ts";
import { assertNeverMoved, openTestClock, type TestClock } from "#src/kernel/test-clock/test-clock.ts";
import { type Clock, MovedClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "#src/kernel/db/client.ts";
import { type DatabaseClock, followDatabaseClock } from "#src/kernel/db/database-clock.ts";
import type { Logger } from "#src/kernel/log.ts";
import { traceOutbound } from "#src/kernel/trace-outbound.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";

/** The database's clock for every process, read over a separate connection, which no load keeps busy. */
export type SharedClock = DatabaseClock & { db: Db; onClose(close: () => Promise<void>): void; close(): Promise<void> };

export async function openSharedClock(databaseUrl: string, log: Logger): Promise<SharedClock> {
  const db = connect({ url: databaseUrl, maxConnections: 1, applicationName: "corridor-clock", log });
  const clock = await followDatabaseClock({ db, log }).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const closings: (() => Promise<void>)[] = [];
  return {
    ...clock,
    db,
    onClose: (close) => void closings.push(close),
    close: async () => {
      clock.stop();
      for (const close of closings) await close();
      await db.close();
    },
  };
}

/** In development the time can be moved ahead; in production nothing can move it. */
export async function movable(
  { environment }: Pick<Config, "environment">,
  shared: SharedClock,
  { log, sandbox }: { log: Logger; sandbox: { url: string; key: string } | null },
): Promise<{ clock: Clock; testClock: TestClock | undefined; whenMoved(wakeJobs: () => void): void }> {
  if (environment !== "development") {
    await assertNeverMoved(shared.db);
    return { clock: shared, testClock: undefined, whenMoved: () => undefined };
  }
  const clock = new MovedClock(shared);
  const outbound = createOutbound({ log, around: traceOutbound });
  shared.onClose(() => outbound.close());
  let wakeJobs = (): void => undefined;
  const testClock = await openTestClock({ db: shared.db, clock, log, outbound, sandbox, wakeJobs: () => wakeJobs() });
  return { clock, testClock, whenMoved: (wake) => (wakeJobs = wake) };
}
