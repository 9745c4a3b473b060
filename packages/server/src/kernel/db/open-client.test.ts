import { expect, test } from "vitest";
import { createTestDatabase } from "@corridor/test/harness/database.ts";
import { newClient } from "./open-client.ts";

test("a connection that is lost fails the statement in flight and the next one, and leaves the process alone", async () => {
  await using database = await createTestDatabase("nothing");
  const client = newClient({ connectionString: database.url });
  await client.connect();
  const ended = new Promise((resolve) => client.once("end", () => resolve(undefined)));
  await expect(client.query("SELECT pg_terminate_backend(pg_backend_pid())")).rejects.toThrow("terminat");
  await ended;
  await expect(client.query("SELECT 1")).rejects.toThrow();
});
