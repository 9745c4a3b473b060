import pg from "pg";
import { type Server, serversOf, type State, TARGETS } from "./servers-of-url.ts";
import { classified } from "./unavailable.ts";

const FIND_TIMEOUT_MS = 2_000;
const STATE_OF_SERVER =
  "SELECT pg_is_in_recovery() AS is_standby, current_setting('transaction_read_only')::boolean AS is_read_only";

/**
 * A connection to the server of its URL. With several hosts, or with `target_session_attrs`, that is the first that
 * answers that it is the wanted one. All are asked for each connection, so a pool follows a failover by itself.
 */
export class Client extends pg.Client {
  readonly #config: pg.ClientConfig;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.#config = typeof config === "string" ? { connectionString: config } : { ...config };
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    if (callback !== undefined) return void this.#find().then(() => super.connect(callback), callback);
    return this.#find()
      .then(() => super.connect())
      .then(() => this);
  }

  async #find(): Promise<void> {
    const { servers, target } = serversOf(this.#config.connectionString!);
    if (servers.length === 1 && target === "any") return;
    try {
      Object.assign(this, await findServer(this.#config, servers, target));
    } catch (error) {
      this.emit("end");
      throw error;
    }
  }
}

/** Outside of any pool. The driver also emits a lost connection as an event, which would end the process if unheard. */
export function newClient(config: pg.ClientConfig): pg.Client {
  return heard(new Client(config));
}

function heard<C extends pg.Client>(client: C): C {
  return client.on("error", () => undefined);
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

async function findServer(config: pg.ClientConfig, servers: readonly Server[], target: string): Promise<Server> {
  const waits = { connectionTimeoutMillis: FIND_TIMEOUT_MS, query_timeout: FIND_TIMEOUT_MS };
  const asked = servers.map(async (server) => {
    const client = heard(Object.assign(new pg.Client({ ...config, ...waits }), server));
    await client.connect();
    try {
      const { rows } = await client.query<State>(STATE_OF_SERVER);
      if (TARGETS[target]!(rows[0]!)) return server;
    } finally {
      await client.end();
    }
    throw new Error(`${server.host}:${server.port} is not ${target}`);
  });
  return Promise.any(asked).catch(({ errors }: AggregateError) => {
    // A wrong name or password stays wrong, whichever server is asked.
    const lasting = (errors as Error[]).find(
      (error) => error instanceof pg.DatabaseError && classified(error) === error,
    );
    const reasons = (errors as Error[]).map(({ message }) => message).join("; ");
    throw lasting ?? new Error(`no server of the database is ${target}: ${reasons}`);
  });
}
