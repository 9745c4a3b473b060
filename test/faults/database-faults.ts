import { once } from "node:events";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { schemaOfCell } from "@corridor/server/kernel/db/cells.ts";
import { TEST_CELL } from "#test/harness/test-cell.ts";
import { type Clients, type Stage, until } from "./database-stage.ts";

/** Database faults. `begin` returns when the fault has begun, `end` when the database is usable again. */
export type DatabaseFault = {
  readonly name: string;
  /** What `/readyz` must answer during the fault; null if both answers are right, because some payments succeed. */
  readonly readyz: 200 | 503 | null;
  /** Whether no payment can succeed during the fault. */
  readonly stopsPayments: boolean;
  /** The database is usable again as soon as the fault has begun. */
  readonly isOverAtOnce?: true;
  /** For faults that need a longer measurement. */
  readonly lastsMs?: number;
  begin(database: FaultyDatabase, clients: Clients): Promise<void>;
  end(database: FaultyDatabase): Promise<void>;
};

/** The parts of a stage that these faults use. */
export type FaultyDatabase = Pick<Stage, "directory" | "proxy" | "server" | "startServer" | "asSuperuser">;

/** Of the organizations that pay. */
const SCHEMA = schemaOfCell(TEST_CELL);
const OURS = "usename = 'corridor' AND pid <> pg_backend_pid()";
const terminateOurs = (client: pg.Client) =>
  client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${OURS}`);
const configure = (setting: string) => async (client: pg.Client) => {
  await client.query(`ALTER SYSTEM ${setting}`);
  await client.query("SELECT pg_reload_conf()");
};

async function endServer(stage: FaultyDatabase, signal: NodeJS.Signals): Promise<void> {
  const server = stage.server();
  process.kill(server.pid, signal);
  await server.exited;
}

/** Locks the table until it is released. */
function createTableLock() {
  let holder: pg.Client | undefined;
  let released: Promise<unknown> | undefined;
  return {
    async take(stage: Pick<Stage, "asSuperuser">): Promise<void> {
      const taken = Promise.withResolvers<void>();
      released = stage.asSuperuser(async (client) => {
        holder = client;
        await client.query(`BEGIN; LOCK TABLE ${SCHEMA}.payments IN ACCESS EXCLUSIVE MODE`);
        taken.resolve();
        await once(client, "released");
        await client.query("ROLLBACK");
      });
      await Promise.race([taken.promise, released]);
    },
    async release(): Promise<void> {
      holder!.emit("released");
      await released;
    },
  };
}

const hotTable = createTableLock();
const canceledTable = createTableLock();
const putOff = ({ answers }: Clients): number => answers.filter(({ status }) => status === 503).length;

export const DATABASE_FAULTS: readonly DatabaseFault[] = [
  {
    name: "killed",
    readyz: 503,
    stopsPayments: true,
    begin: (stage) => endServer(stage, "SIGKILL"),
    end: (stage) => stage.startServer(),
  },
  {
    name: "shut down at once",
    readyz: 503,
    stopsPayments: true,
    begin: (stage) => endServer(stage, "SIGQUIT"),
    end: (stage) => stage.startServer(),
  },
  {
    name: "restarted",
    readyz: 503,
    stopsPayments: true,
    begin: (stage) => stage.server().stop(),
    end: (stage) => stage.startServer(),
  },
  {
    name: "all connections terminated",
    isOverAtOnce: true,
    readyz: null,
    stopsPayments: false,
    begin: async (stage) => void (await stage.asSuperuser(terminateOurs)),
    end: async () => {},
  },
  {
    name: "read-only",
    readyz: 503,
    stopsPayments: true,
    begin: (stage) => stage.asSuperuser(configure("SET default_transaction_read_only = on")),
    // The limit applies to the server's superuser too.
    end: (stage) =>
      stage.asSuperuser(async (client) => {
        await client.query("SET default_transaction_read_only = off");
        await configure("RESET default_transaction_read_only")(client);
      }),
  },
  {
    name: "out of connections",
    readyz: 503,
    stopsPayments: true,
    begin: (stage) =>
      stage.asSuperuser(async (client) => {
        await client.query("ALTER ROLE corridor CONNECTION LIMIT 0");
        await terminateOurs(client);
      }),
    end: async (stage) =>
      void (await stage.asSuperuser((client) => client.query("ALTER ROLE corridor CONNECTION LIMIT -1"))),
  },
  {
    name: "hot table locked",
    lastsMs: 20_000,
    readyz: 503,
    stopsPayments: true,
    begin: (stage) => hotTable.take(stage),
    end: () => hotTable.release(),
  },
  {
    name: "statements canceled, as by a timeout",
    readyz: null,
    stopsPayments: true,
    async begin(stage, clients) {
      await canceledTable.take(stage);
      const before = putOff(clients);
      await stage.asSuperuser((client) =>
        until("a statement was canceled", async () => {
          await client.query(
            `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${OURS} AND wait_event_type = 'Lock'`,
          );
          return putOff(clients) > before;
        }),
      );
    },
    end: () => canceledTable.release(),
  },
  {
    name: "network cut",
    readyz: 503,
    stopsPayments: true,
    begin: ({ proxy }) => proxy.set("cut"),
    end: ({ proxy }) => proxy.set("open"),
  },
  {
    name: "connections half-open",
    isOverAtOnce: true,
    readyz: null,
    stopsPayments: false,
    begin: ({ proxy }) => proxy.set("half-open"),
    end: ({ proxy }) => proxy.set("open"),
  },
  {
    name: "slow network",
    readyz: null,
    stopsPayments: false,
    begin: ({ proxy }) => proxy.set("slow", 100),
    end: ({ proxy }) => proxy.set("open"),
  },
];

/** Used if the disk cannot really be filled: statements fail with the same error. */
export const SIMULATED_FULL_DISK: DatabaseFault = {
  name: "disk full (simulated)",
  readyz: 503,
  stopsPayments: true,
  begin: async (stage) => {
    await inCorridor(stage, async (client) => {
      await client.query(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file "base/5/1": No space left on device'
          USING ERRCODE = 'disk_full'; END $$`);
      for (const table of [`${SCHEMA}.payments`, `${SCHEMA}.idempotency_keys`, "readiness_probes"])
        await client.query(
          `CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON ${table} FOR EACH STATEMENT
            EXECUTE FUNCTION disk_full()`,
        );
    });
  },
  end: (stage) => inCorridor(stage, async (client) => void (await client.query("DROP FUNCTION disk_full() CASCADE"))),
};

/** The database is on a small file system that is filled to the last byte. */
export const FULL_DISK: DatabaseFault = {
  name: "disk full",
  readyz: 503,
  stopsPayments: true,
  async begin(stage) {
    const file = openSync(join(stage.directory, "filler"), "w");
    try {
      for (const bytes of [1_048_576, 4_096]) fillWith(file, Buffer.alloc(bytes));
    } finally {
      closeSync(file);
    }
  },
  end: async (stage) => rmSync(join(stage.directory, "filler")),
};

function fillWith(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

async function inCorridor(stage: FaultyDatabase, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: stage.server().url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
