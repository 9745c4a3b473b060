import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import pg from "pg";
import { expect, test } from "vitest";
import { classified, DatabaseUnavailable, fromDriver, isConnectionFault, withoutSession } from "./unavailable.ts";

/**
 * As the system reports it: in newer versions of Node its errors are no plain `Error`, so a made-up one would prove
 * nothing.
 */
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
  expect(fromDriver(new Error("Connection terminated unexpectedly"))).toMatchObject({
    name: "DatabaseUnavailable",
    reason: "connection lost",
  });
});

test("errors of our own code and of the server keep their class", () => {
  for (const error of [new RangeError("too large"), new TypeError("no such thing"), databaseError("23505")])
    expect(fromDriver(error)).toBe(error);
});

test.each(["08006", "53100", "57P01", "58030", "25006", "25P03", "25P04", "40001", "40003", "40P01", "55P03"])(
  "%s means not now",
  (state) => {
    expect(classified(databaseError(state))).toMatchObject({ name: "DatabaseUnavailable", reason: state });
  },
);

test.each(["23505", "22P02", "42P01", "25001", "40002", "P0001"])("%s means not this", (state) => {
  const error = databaseError(state);
  expect(classified(error)).toBe(error);
});

test("a node's error that the coordinator of a cluster passes on is the error that a plain server reports", () => {
  const passedOn = (code: string, message: string, routine: string) => {
    const { code: state, constraint } = fromDriver(
      Object.assign(new pg.DatabaseError(message, 13, "error"), { code, routine }),
    ) as pg.DatabaseError;
    return [state, constraint];
  };
  const duplicate = 'duplicate key value violates unique constraint "events_by_resource_102049"';
  expect(passedOn("23505", duplicate, "ReportResultError")).toEqual(["23505", "events_by_resource"]);
  const copied = (message: string) => passedOn("XX000", message, "ReportCopyError");
  expect(copied(duplicate)).toEqual(["23505", "events_by_resource"]);
  expect(copied('new row for relation "payments_102050" violates check constraint "payments_of_cell"')).toEqual([
    "23514",
    undefined,
  ]);
  expect(
    copied('insert or update on table "events_102049" violates foreign key constraint "events_org_102049"'),
  ).toEqual(["23503", "events_org"]);
  expect(copied('null value in column "type" of relation "events_102049" violates not-null constraint')).toEqual([
    "23502",
    undefined,
  ]);
  expect(copied("deadlock detected")).toEqual(["40P01", undefined]);
  expect(copied("canceling statement due to lock timeout")).toEqual(["55P03", undefined]);
  expect(copied("canceling statement due to statement timeout")).toEqual(["57014", undefined]);
  expect(copied("something else")).toEqual(["XX000", undefined]);
  expect(passedOn("XX000", duplicate, "elog_finish")[0]).toBe("XX000");
});

test("without a session nothing can be done, whatever the reason", () => {
  expect(withoutSession(databaseError("28P01"))).toMatchObject({ name: "DatabaseUnavailable", reason: "28P01" });
  expect(withoutSession(new Error("timeout exceeded when trying to connect"))).toMatchObject({
    reason: "no connection",
  });
});

test("a file that is missing is no lost connection, the socket of a server that is not running is", () => {
  expect(isConnectionFault(Object.assign(new Error("no file"), { code: "ENOENT", syscall: "open" }))).toBe(false);
  expect(isConnectionFault(Object.assign(new Error("no server"), { code: "ENOENT", syscall: "connect" }))).toBe(true);
  for (const error of [null, undefined, "ECONNRESET", new Error("ECONNRESET")])
    expect(isConnectionFault(error)).toBe(false);
});

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("of the server", 13, "error"), { code });
}
