import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@corridor/server/kernel/db/client.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { rollRestarts } from "./faults/rolling-restarts.ts";

/**
 * `npm run prove -- restarts [restarts] [API processes]`: rolling restarts under load. Ends with an error when a call
 * failed.
 */
const [restarts = "10", apiProcesses = "2"] = process.argv.slice(2);
const CLIENTS = 32;
const GRACE_MS = 1_000;

const directory = mkdtempSync(join(tmpdir(), "corridor-restarts-"));
chmodSync(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = await startEmbedded({ directory, durable: true });
await migrate({ url: server.url });
const db = connect({
  url: server.url,
  maxConnections: 2,
  applicationName: "prove",
  log: createLogger({ level: "silent" }),
});
const options = { restarts: Number(restarts), apiProcesses: Number(apiProcesses), clients: CLIENTS, graceMs: GRACE_MS };
const report = await rollRestarts({ databaseUrl: server.url, db, ...options, say: console.log });
await db.close();
await server.stop();
rmSync(directory, { recursive: true, force: true });
console.log(
  `${restarts} restarts of deployments of ${apiProcesses} API processes: ${report.calls} calls, ` +
    `${report.failures.length} failed`,
);
for (const failure of new Set(report.failures)) console.log(`  ${failure}`);
if (report.failures.length > 0) process.exitCode = 1;
