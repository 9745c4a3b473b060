import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type AddressInfo, connect } from "node:net";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { migrate } from "#src/kernel/db/migrate.ts";
import { newClient } from "#src/kernel/db/open-client.ts";
import { conflict } from "#src/kernel/http/errors.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { createTestDatabase } from "@corridor/test/harness/database.ts";
import { explainFailure } from "./explain-failure.ts";

/** The real failure, as the system or the database makes it. */
async function failureOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}

function listenOn(port: number, host: string): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject).listen(port, host, () => resolve(server));
  });
}

describe("what whoever runs the product can mend is said in a line that names it", () => {
  test("a port that is taken", async () => {
    const server = await listenOn(0, "127.0.0.1");
    const { port } = server.address() as AddressInfo;
    expect(explainFailure(await failureOf(() => listenOn(port, "127.0.0.1")))).toMatch(
      new RegExp(`^127.0.0.1:${port} is used by another program.*PORT`),
    );
    server.close();
  });

  test("an address that is not this machine's", async () => {
    expect(explainFailure(await failureOf(() => listenOn(0, "192.0.2.1")))).toMatch(
      /^Nothing can listen on 192.0.2.1.*HOST/,
    );
  });

  test("a database that does not answer, is not known, or does not let us in", async () => {
    const refused = await failureOf(
      () =>
        new Promise((resolve, reject) => {
          connect(1, "127.0.0.1", () => resolve(undefined)).once("error", reject);
        }),
    );
    expect(explainFailure(refused)).toMatch(
      /^The database at 127.0.0.1:1 cannot be reached \(ECONNREFUSED\).*DATABASE_URL/,
    );
    const unknown = await failureOf(() => migrate({ url: "postgres://nobody@no-such-host.invalid/x" }));
    expect(explainFailure(unknown)).toMatch(/^The name no-such-host.invalid has no address/);
    await using database = await createTestDatabase();
    const elsewhere = new URL(database.url);
    elsewhere.pathname = "/no_such_database";
    expect(explainFailure(await failureOf(() => migrate({ url: elsewhere.href })))).toMatch(
      /^The database refused the connection: .*no_such_database.*DATABASE_URL/,
    );
  });

  test("a database that is read-only", async () => {
    await using database = await createTestDatabase();
    const failure = await failureOf(() =>
      database.db.transaction(async (tx) => {
        await tx.query("SET TRANSACTION READ ONLY");
        await tx.query("CREATE TABLE things ()");
      }),
    );
    expect(explainFailure(failure)).toBe(
      "The database cannot be used now: cannot execute CREATE TABLE in a read-only transaction. Check the database " +
        "server, and try again.",
    );
  });

  test("a database whose connections are reset or closed at once", async () => {
    for (const end of ["resetAndDestroy", "destroy"] as const) {
      const server = createServer((socket) => socket.once("data", () => socket[end]())).listen(0, "127.0.0.1");
      await once(server, "listening");
      const url = `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/x`;
      expect(explainFailure(await failureOf(() => migrate({ url })))).toMatch(
        /^The connection to the database was lost .*DATABASE_URL/,
      );
      server.close();
    }
  });

  test("a database whose connection is lost between two statements", async () => {
    await using database = await createTestDatabase();
    const client = newClient({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const lost = new Promise((resolve) => client.once("end", resolve));
    await database.db.query("SELECT pg_terminate_backend($1)", [rows[0]!.pid]);
    await lost;
    expect(explainFailure(await failureOf(() => client.query("SELECT 1")))).toMatch(
      /^The connection to the database was lost .*DATABASE_URL/,
    );
  });

  test("a folder that cannot be made", async () => {
    expect(explainFailure(await failureOf(() => mkdirSync("/dev/null/data", { recursive: true })))).toMatch(
      /^\/dev\/null\/data cannot be used.*DATA_DIR/,
    );
  });

  test("a refusal of our own", () => {
    expect(explainFailure(new OperatorError("stop it first"))).toBe("stop it first");
    expect(explainFailure(conflict("A user with this e-mail address already exists"))).toBe(
      "A user with this e-mail address already exists",
    );
  });
});

test("a fault of ours is not explained away: its stack is wanted", async () => {
  expect(explainFailure(new TypeError("x is not a function"))).toBeNull();
  expect(explainFailure("text")).toBeNull();
  await using database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  expect(explainFailure(await failureOf(() => client.query("SELECT no_such_column")))).toBeNull();
  await client.end();
});
