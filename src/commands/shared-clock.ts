import { connect } from "#src/platform/db/client.ts";
import { type DatabaseClock, followDatabaseClock } from "#src/platform/db/database-clock.ts";
import type { Logger } from "#src/platform/log.ts";

/** The clock of every process of a deployment, however it was started: the database's. It is asked over a connection of its own, which no load keeps busy. */
export type SharedClock = DatabaseClock & { close(): Promise<void> };

export async function openSharedClock(databaseUrl: string, log: Logger): Promise<SharedClock> {
  const db = connect({ url: databaseUrl, maxConnections: 1, applicationName: "corridor-clock", log });
  const clock = await followDatabaseClock({ db, log }).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  return {
    ...clock,
    close: async () => {
      clock.stop();
      await db.close();
    },
  };
}
