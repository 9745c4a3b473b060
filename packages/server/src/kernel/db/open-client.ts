import pg from "pg";

/** Outside of any pool. The driver also emits a lost connection as an event, which would end the process if unheard. */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  return client;
}

/** A connection for one piece of work. */
export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
