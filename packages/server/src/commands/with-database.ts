import type { Config } from "#src/config.ts";
import { connect, type Db } from "#src/kernel/db/client.ts";
import { DataDirectoryInUse, openDataDirectory } from "#src/kernel/db/data-directory.ts";
import { startEmbedded, urlOfRunningServer } from "#src/kernel/db/embedded.ts";
import { loggerOf, readConfig } from "./parts.ts";

const CONNECTIONS = 4;

/**
 * The database of a command that does one thing and ends: the one in DATABASE_URL, or the embedded one, whether or not
 * a service is using it.
 */
export async function withDatabase<T>(
  assignments: readonly string[],
  work: (url: string, db: Db) => Promise<T>,
): Promise<T> {
  const config = readConfig(assignments);
  const { url, close } = config.embeddedDatabase
    ? await openEmbedded(config)
    : { url: config.databaseUrl, close: null };
  const db = connect({
    url,
    maxConnections: CONNECTIONS,
    applicationName: "corridor-maintenance",
    log: loggerOf(config),
  });
  try {
    return await work(url, db);
  } finally {
    await db.close();
    await close?.();
  }
}

async function openEmbedded(config: Config): Promise<{ url: string; close: (() => Promise<void>) | null }> {
  try {
    const directory = openDataDirectory(config.dataDir);
    const embedded = await startEmbedded({ directory: directory.path, durable: true });
    const close = async (): Promise<void> => {
      await embedded.stop();
      directory.release();
    };
    return { url: embedded.url, close };
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    return { url: await urlOfRunningServer(config.dataDir), close: null };
  }
}
