import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import "./watch-transactions.ts";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { createLogger, type Logger } from "@corridor/server/kernel/log.ts";
import { newId } from "@corridor/base/ids.ts";
import { CITUS_URLS, dropDistributedDatabase, onNode } from "./citus.ts";
import { TEST_CELL_PATH } from "./test-cell.ts";
import {
  createDatabase,
  EMPTY_DATABASE,
  onServer,
  SEEDED_DATABASE,
  TEMPLATE_DATABASE,
  urlOfDatabase,
} from "./server.ts";

export type TestDatabase = { readonly url: string; readonly db: Db; [Symbol.asyncDispose](): Promise<void> };

const MAX_CONNECTIONS = 5;
/** Tests have many callers for few connections, and none of them asks again. */
const ACQUIRE_TIMEOUT_MS = 60_000;
/** A closed session needs a moment to leave the server. */
const LEAVING_DEADLINE_MS = 2_000;
const LEAVING_POLL_MS = 10;

export const testSecrets = createSecretBox({ masterSecret: "a master secret for tests, long enough" });
export const silentLog: Logger = createLogger({ level: "silent" });

/**
 * `schema`: sessions that name no search path are in the cell of the tests (test-cell.ts). `service`: the same tables
 * for a service that the test starts, which finds the cells by itself. `seeded`: with the data of the demo, which is
 * `inject("demo")`.
 */
type Contents = "nothing" | "schema" | "service" | "seeded";
const TEMPLATES: Record<Contents, string> = {
  nothing: EMPTY_DATABASE,
  schema: TEMPLATE_DATABASE,
  service: TEMPLATE_DATABASE,
  seeded: SEEDED_DATABASE,
};

/**
 * A separate database, migrated and empty unless requested otherwise. Use `await using`, or call
 * `[Symbol.asyncDispose]()` in `afterAll`. All further connections must be closed by then: an open one fails the test,
 * because in the product it would be a leak.
 */
export async function createTestDatabase(contents: Contents = "schema"): Promise<TestDatabase> {
  const serverUrl = inject("testServerUrl");
  const name = `test_${newId().replaceAll("-", "")}`;
  await createDatabase(serverUrl, name, TEMPLATES[contents]);
  const url = urlOfDatabase(serverUrl, name);
  // Told to one server from another database, so that the nodes of a cluster have no such setting, as in production.
  if (contents === "schema" && TEST_CELL_PATH !== undefined)
    await onServer(serverUrl, (client) =>
      client.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} SET search_path = ${TEST_CELL_PATH}`),
    );
  const db = connect({
    url,
    maxConnections: MAX_CONNECTIONS,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
    applicationName: "test",
    log: silentLog,
  });
  return {
    url,
    db,
    async [Symbol.asyncDispose]() {
      await db.close();
      await dropDatabase(serverUrl, name);
    },
  };
}

/** How many sessions wait for a lock in this database, on all nodes of a cluster. */
export async function countWaiting(url: string): Promise<number> {
  const counts = (CITUS_URLS.length > 0 ? CITUS_URLS : [url]).map((server) =>
    onNode(server, new URL(url).pathname.slice(1), async (client) => {
      const { rows } = await client.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rows.length;
    }),
  );
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  // Citus opens its own sessions, which cannot be distinguished from leaked ones.
  if (CITUS_URLS.length > 0) return dropDistributedDatabase(name);
  await onServer(serverUrl, async (client) => {
    const left = await remainingSessions(client, name);
    // Not DROP DATABASE WITH (FORCE): it may not end a vacuum worker, which the server ends by itself without FORCE.
    if (left.length > 0)
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user",
        [name],
      );
    await client.query(`DROP DATABASE ${pg.escapeIdentifier(name)}`);
    if (left.length > 0) throw new Error(`connections were left open: ${left.join(", ")}`);
  });
}

async function remainingSessions(client: pg.Client, name: string): Promise<string[]> {
  const deadlineMs = Date.now() + LEAVING_DEADLINE_MS;
  for (;;) {
    const { rows } = await client.query<{ session: string }>(
      `SELECT format('%s (%s)', application_name, left(query, 80)) AS session FROM pg_stat_activity
         WHERE datname = $1 AND backend_type <> 'autovacuum worker'`,
      [name],
    );
    if (rows.length === 0 || Date.now() > deadlineMs) return rows.map(({ session }) => session);
    await pause(LEAVING_POLL_MS);
  }
}
