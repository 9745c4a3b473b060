import type { Config } from "#src/config.ts";
import { connect, type ConnectOptions, type Db } from "#src/kernel/db/client.ts";
import { DataDirectoryInUse, openDataDirectory } from "#src/kernel/db/data-directory.ts";
import { startEmbedded, urlOfRunningServer } from "#src/kernel/db/embedded.ts";
import { loggerOf, readConfig, secretsOf } from "./parts.ts";

const CONNECTIONS = 4;

/** The database of a command that does one thing and ends: DATABASE_URL, or the embedded one, in use or not. */
export async function withDatabase<T>(
  assignments: readonly string[],
  work: (url: string, db: Db, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(assignments);
  const { url, close } = config.embeddedDatabase
    ? await openEmbedded(config)
    : { url: config.databaseUrl, close: null };
  try {
    return await withConnection(config, { url, maxConnections: CONNECTIONS }, (db) => work(url, db, config));
  } finally {
    await close?.();
  }
}

type Connection = Partial<Omit<ConnectOptions, "log">> & Pick<ConnectOptions, "url">;

export async function withConnection<T>(config: Config, to: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const own = { log: loggerOf(config), secrets: secretsOf(config) };
  const db = connect({ maxConnections: 2, applicationName: "corridor-maintenance", ...to, ...own });
  try {
    return await work(db);
  } finally {
    await db.close();
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
