import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import pg from "pg";
import { expect, test } from "vitest";
import { classified, DatabaseUnavailable, fromDriver, isConnectionFault, withoutSession } from "./unavailable.ts";

/** As the system reports it: in newer versions of Node its errors are no plain `Error`, so a made-up one would prove nothing. */
async function resetByServer(): Promise<Error> {
  const server = createServer((socket) => socket.once("data", () => socket.resetAndDestroy())).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("x");
  const [error] = (await once(client, "error").catch((thrown: unknown) => [thrown])) as [Error];
  server.close();
  return error;
}

test("a connection that is lost under a statement means not now, whether the system or the driver says so", async () => {
  const reset = await resetByServer();
  expect(fromDriver(reset)).toBeInstanceOf(DatabaseUnavailable);
  expect(fromDriver(reset)).toMatchObject({ reason: "ECONNRESET", cause: reset });
  expect(fromDriver(new Error("Connection terminated unexpectedly"))).toMatchObject({ name: "DatabaseUnavailable", reason: "connection lost" });
});

test("errors of our own code and of the server keep their class", () => {
  for (const error of [new RangeError("too large"), new TypeError("no such thing"), databaseError("23505")]) expect(fromDriver(error)).toBe(error);
});

test.each(["08006", "53100", "57P01", "58030", "25006", "25P03", "25P04", "40001", "40003", "40P01", "55P03"])("%s means not now", (state) => {
  expect(classified(databaseError(state))).toMatchObject({ name: "DatabaseUnavailable", reason: state });
});

test.each(["23505", "22P02", "42P01", "25001", "40002", "P0001"])("%s means not this", (state) => {
  const error = databaseError(state);
  expect(classified(error)).toBe(error);
});

test("without a session nothing can be done, whatever the reason", () => {
  expect(withoutSession(databaseError("28P01"))).toMatchObject({ name: "DatabaseUnavailable", reason: "28P01" });
  expect(withoutSession(new Error("timeout exceeded when trying to connect"))).toMatchObject({ reason: "no connection" });
});

test("a file that is missing is no lost connection, the socket of a server that is not running is", () => {
  expect(isConnectionFault(Object.assign(new Error("no file"), { code: "ENOENT", syscall: "open" }))).toBe(false);
  expect(isConnectionFault(Object.assign(new Error("no server"), { code: "ENOENT", syscall: "connect" }))).toBe(true);
  for (const error of [null, undefined, "ECONNRESET", new Error("ECONNRESET")]) expect(isConnectionFault(error)).toBe(false);
});

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("of the server", 13, "error"), { code });
}
