import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";
import { withClient } from "./open-client.ts";
import { classified, DatabaseUnavailable, fromDriver } from "./unavailable.ts";

/**
 * A process starts when its database answers, and waits as long as whoever started it lets it. A silent network loses
 * what was sent: a connection begun in the silence may never be answered. So another try soon begins beside the
 * earlier ones, which a busy machine may still answer, and the first answer counts.
 */
const NEXT_TRY_MS = 300;
const TRY_TIMEOUT_MS = 6_000;
const REMIND_TRIES = 33;

export async function waitForDatabase(url: string, log: Pick<Logger, "warn">): Promise<void> {
  const answered = Promise.withResolvers<void>();
  const stop = new AbortController();
  let cause: unknown = "no answer yet";
  const noteTrouble = (error: unknown): void => {
    const trouble = classified(fromDriver(error));
    // A wrong name or password stays wrong.
    if (trouble instanceof DatabaseUnavailable) ({ cause } = trouble);
    else answered.reject(error as Error);
  };
  const trying = (async () => {
    for (let tries = 0; !stop.signal.aborted; tries += 1) {
      if (tries % REMIND_TRIES === 2) log.warn({ err: cause }, "waiting for the database of DATABASE_URL");
      tryOnce(url).then(() => answered.resolve(), noteTrouble);
      await pause(NEXT_TRY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  try {
    await answered.promise;
  } finally {
    stop.abort();
    await trying;
  }
}

function tryOnce(url: string): Promise<unknown> {
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: "corridor start",
    connectionTimeoutMillis: TRY_TIMEOUT_MS,
    query_timeout: TRY_TIMEOUT_MS,
  };
  return withClient(config, (client) => client.query("SELECT 1"));
}
