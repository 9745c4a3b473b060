import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database.ts";

test("two test databases share nothing", async () => {
  await using first = await createTestDatabase();
  await using second = await createTestDatabase();
  await first.db.query("CREATE TABLE only_here (id int)");
  await expect(second.db.query("SELECT * FROM only_here")).rejects.toMatchObject({ code: "42P01" });
});

test("a connection that a test leaves open fails it and is named", async () => {
  const database = await createTestDatabase();
  const leaked = new pg.Client({ connectionString: database.url, application_name: "forgotten" });
  leaked.on("error", () => undefined); // The server closes this connection when the database is dropped.
  await leaked.connect();
  await expect(database[Symbol.asyncDispose]()).rejects.toThrow("connections were left open: forgotten");
});
