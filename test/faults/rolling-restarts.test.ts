import { expect, test } from "vitest";
import { createTestDatabase } from "#test/harness/database.ts";
import { rollRestarts } from "./rolling-restarts.ts";

test("deployments of several processes that are restarted in turns behind a load balancer fail no call", async () => {
  await using database = await createTestDatabase();
  // A grace period far longer than the load balancer's interval, so that the test passes on a slow machine.
  const report = await rollRestarts({
    databaseUrl: database.url,
    db: database.db,
    restarts: 2,
    apiProcesses: 2,
    clients: 4,
    graceMs: 5_000,
    pauseMs: 50,
  });
  expect(report.failures).toEqual([]);
  expect(Math.min(...report.answered)).toBeGreaterThan(0);
}, 300_000);
