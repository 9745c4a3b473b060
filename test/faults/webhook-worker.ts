import { createDeliveryJob } from "@corridor/server/record/webhooks/deliver-webhooks.ts";
import { createAddressGuard } from "@corridor/server/kernel/address-guard.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect } from "@corridor/server/kernel/db/client.ts";
import { runJobs } from "@corridor/server/kernel/jobs/loop.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";

/**
 * A delivery worker in a separate process that tests kill. Only the pauses between retries differ from production: they
 * are seconds.
 */
const { TEST_DATABASE_URL, TEST_MASTER_SECRET, TEST_RETRY_DELAYS_MS } = process.env;
const log = createLogger({ level: "warn" });
const db = connect({ url: TEST_DATABASE_URL!, maxConnections: 4, applicationName: "webhook worker", log });
const job = createDeliveryJob({
  db,
  clock: systemClock,
  log,
  metrics: createMetrics(),
  secrets: createSecretBox({ masterSecret: TEST_MASTER_SECRET! }),
  guard: createAddressGuard({ allowInsecure: true, connectTimeoutMs: 10_000 }),
  notifyOrganization: async () => undefined,
  delivery: { retryDelaysMs: JSON.parse(TEST_RETRY_DELAYS_MS!) as number[] },
});
const running = runJobs([job], log, createMetrics());

process.once("SIGTERM", () => {
  void job
    .close()
    .then(() => running.stop())
    .then(() => db.close());
});
