import pg from "pg";

/**
 * A connection of its own, outside of any pool. The driver reports a lost connection twice: the statement in flight
 * fails, and so does the next one; and it emits an event, which would end the process with a stack trace if nobody
 * listened. The failed statement is enough.
 */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  return client;
}
