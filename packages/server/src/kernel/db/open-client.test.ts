import { expect, test } from "vitest";
import { createTestDatabase, silentLog } from "@corridor/test/harness/database.ts";
import { startNetworkProxy } from "@corridor/test/harness/network-proxy.ts";
import { postgresUrl } from "#src/setting-types.ts";
import { connect } from "./client.ts";
import { newClient, withClient } from "./open-client.ts";

test("a connection that is lost fails the statement in flight and the next one, and leaves the process alone", async () => {
  await using database = await createTestDatabase("nothing");
  const client = newClient({ connectionString: database.url });
  await client.connect();
  const ended = new Promise((resolve) => client.once("end", () => resolve(undefined)));
  await expect(client.query("SELECT pg_terminate_backend(pg_backend_pid())")).rejects.toThrow("terminat");
  await ended;
  await expect(client.query("SELECT 1")).rejects.toThrow();
});

/** The addresses of two servers, as a person writes them. */
async function atTwoHosts(url: string, parameters = "") {
  const servers = [await startNetworkProxy(url), await startNetworkProxy(url)] as const;
  const { username, password, pathname } = new URL(url);
  const hosts = servers.map((server) => new URL(server.url).host).join(",");
  const read = postgresUrl(`postgres://${username}:${password}@${hosts}${pathname}${parameters}`);
  return { url: "value" in read ? read.value : "", servers };
}
const whoAnswers = (url: string): Promise<string> =>
  withClient({ connectionString: url }, async (client) => String((await client.query("SELECT 1 AS one")).rows[0].one));

test("of several hosts, a connection goes to one that answers, and a pool follows when another one does", async () => {
  await using database = await createTestDatabase("nothing");
  const { url, servers } = await atTwoHosts(database.url);
  const db = connect({ url, maxConnections: 2, applicationName: "test", log: silentLog });
  for (const [away, there] of [servers, servers.toReversed()]) {
    await there!.set("open");
    await away!.set("refused");
    await expect.poll(() => db.query("SELECT 1 AS one").catch(() => "away")).toEqual([{ one: 1 }]);
  }
  await servers[1].set("refused");
  await servers[0].set("refused");
  await expect(whoAnswers(url)).rejects.toThrow(/no server of the database is read-write: .*ECONNREFUSED/);
  await db.close();
  for (const server of servers) await server.close();
});

test.each([
  ["", false],
  ["?target_session_attrs=read-write", false],
  ["?target_session_attrs=read-only", true],
  ["?target_session_attrs=primary", true],
  ["?target_session_attrs=standby", false],
  ["?target_session_attrs=any", true],
])("servers that write nothing are used with the parameters '%s': %s", async (parameters, isUsed) => {
  await using database = await createTestDatabase("nothing");
  await database.db.query(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$",
  );
  const { url, servers } = await atTwoHosts(database.url, parameters);
  await (isUsed ? expect(whoAnswers(url)).resolves.toBe("1") : expect(whoAnswers(url)).rejects.toThrow("no server"));
  for (const server of servers) await server.close();
});

test("a name or password that every host refuses is said, and no reason to wait", async () => {
  await using database = await createTestDatabase("nothing");
  const { url, servers } = await atTwoHosts(database.url);
  const wrong = Object.assign(new URL(url), { pathname: "/a_database_that_does_not_exist" });
  await expect(whoAnswers(wrong.href)).rejects.toThrow("does not exist");
  for (const server of servers) await server.close();
});
