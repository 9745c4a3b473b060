import pg from "pg";
import { CITUS_URLS, createDistributedDatabase } from "./citus.ts";

export const TEMPLATE_DATABASE = "corridor_template";
export const SEEDED_DATABASE = "corridor_seeded";
export const EMPTY_DATABASE = "template1";

/** Statements about whole databases, sent to the test server. */
export async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: urlOfDatabase(serverUrl, "postgres"),
    application_name: "test harness",
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function createDatabase(serverUrl: string, name: string, template = EMPTY_DATABASE): Promise<void> {
  if (CITUS_URLS.length > 0) return createDistributedDatabase(name, template === EMPTY_DATABASE ? undefined : template);
  // Copying files is faster than writing a small database through the log, as long as nothing is flushed.
  await onServer(serverUrl, async (client) => {
    const database = pg.escapeIdentifier(name);
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY`);
    // A copy lacks the settings of its template.
    if (template !== EMPTY_DATABASE) await client.query(`ALTER DATABASE ${database} SET search_path = cell_0, public`);
  });
}

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
