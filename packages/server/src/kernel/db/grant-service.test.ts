import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { onServer } from "@corridor/test/harness/server.ts";
import { createServiceRole } from "@corridor/test/harness/service-role.ts";
import { connect, type Db } from "./client.ts";
import { assertServiceRole, grantService } from "./grant-service.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let role: Awaited<ReturnType<typeof createServiceRole>>;
let service: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  role = await createServiceRole(database.url);
  service = connect({ url: role.url, maxConnections: 2, applicationName: "test service", log: silentLog });
});
afterAll(async () => {
  await service.close();
  await database[Symbol.asyncDispose]();
  await role.drop();
});

test.each([
  ["switch off a trigger", "ALTER TABLE ledger_postings DISABLE TRIGGER USER"],
  ["switch off all triggers of its session", "SET session_replication_role = replica"],
  ["drop a table", "DROP TABLE audit_log"],
  ["empty a table", "TRUNCATE payments"],
  ["make a table", "CREATE TABLE public.own (id integer)"],
  [
    "replace the function behind a trigger",
    "CREATE OR REPLACE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
  ],
  ["change the ledger's past", "UPDATE ledger_transactions SET description = 'other'"],
  ["delete from the ledger's past", "DELETE FROM ledger_postings"],
  [
    "say that a migration was applied",
    "INSERT INTO schema_migrations (name, checksum) VALUES ('9999-nothing.sql', '')",
  ],
])("the role of the service may not %s", async (_what, statement) => {
  await expect(service.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test("the role of the service reads and writes the rows of every table, and owns none", async () => {
  const owned = await service.query("SELECT relname FROM pg_class WHERE relowner = current_user::regrole");
  expect(owned).toEqual([]);
  const closed = await service.query(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace IN ('public'::regnamespace, 'cell_0'::regnamespace, 'identity'::regnamespace)
     AND NOT (has_table_privilege(oid, 'SELECT') AND (has_table_privilege(oid, 'INSERT') OR relname =
       'schema_migrations'))`,
  );
  expect(closed).toEqual([]);
});

test("the service runs as this role, and as the owner or a superuser only if told so", async () => {
  const strict = { databaseOwnerMayServe: false };
  await assertServiceRole(strict, role.url);
  await expect(assertServiceRole(strict, database.url)).rejects.toThrow("owns the tables");
  await assertServiceRole({ databaseOwnerMayServe: true }, database.url);
  const superuser = new URL(inject("testServerUrl"));
  superuser.pathname = new URL(database.url).pathname;
  const { isSuper } = await onServer(superuser.href, async (client) => {
    const { rows } = await client.query("SELECT rolsuper FROM pg_roles WHERE rolname = current_user");
    return { isSuper: (rows[0] as { rolsuper: boolean }).rolsuper };
  });
  const refused = isSuper ? "is a superuser" : "owns the tables";
  await expect(assertServiceRole(strict, superuser.href)).rejects.toThrow(refused);
});

test("a start as the service does nothing to an up-to-date schema, and says who must when it is not", async () => {
  expect(await migrate({ url: role.url })).toEqual([]);
  const directory = mkdtempSync(join(tmpdir(), "corridor-migrations-"));
  for (const kind of ["directory", "cell"]) mkdirSync(join(directory, kind));
  await using empty = await createTestDatabase("nothing");
  writeFileSync(join(directory, "directory", "0001-things.sql"), "CREATE TABLE things (id integer);");
  await migrate({ url: empty.url, directory });
  const url = new URL(role.url);
  url.pathname = new URL(empty.url).pathname;
  await grantService({ ownerUrl: empty.url, serviceUrl: url.href });
  expect(await migrate({ url: url.href, directory })).toEqual([]);
  writeFileSync(join(directory, "directory", "0002-more.sql"), "CREATE TABLE more (id integer);");
  await expect(migrate({ url: url.href, directory })).rejects.toThrow("run `corridor migrate` with DATABASE_OWNER_URL");
  rmSync(directory, { recursive: true });
});

test("the owner's own role is refused as the role of the service", async () => {
  await expect(grantService({ ownerUrl: database.url, serviceUrl: database.url })).rejects.toThrow(
    "give the service a role of its own",
  );
});

test("the grant creates a role that does not exist, which may create neither roles nor databases", async () => {
  const [rights] = await service.query("SELECT * FROM pg_roles WHERE rolname = current_user");
  expect(rights).toMatchObject({ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false });
});

test("a role that does not exist is refused without a password, and by an owner who may not create roles", async () => {
  const url = new URL(database.url);
  [url.username, url.password] = ["nobody_at_all", ""];
  await expect(grantService({ ownerUrl: database.url, serviceUrl: url.href })).rejects.toThrow("does not exist");
  url.password = "secret";
  await expect(grantService({ ownerUrl: role.url, serviceUrl: url.href })).rejects.toThrow("does not exist");
});
