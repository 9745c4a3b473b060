import { createDeliveryJob } from "#src/modules/delivery/webhooks/deliver-webhooks.ts";
import { createAddressGuard } from "#src/platform/address-guard.ts";
import { systemClock } from "#src/platform/clock.ts";
import { connect } from "#src/platform/db/client.ts";
import { runJobs } from "#src/platform/jobs/loop.ts";
import { createLogger } from "#src/platform/log.ts";
import { createMetrics } from "#src/platform/metrics.ts";
import { createSecretBox } from "#src/platform/secrets.ts";

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
  settings: { retryDelaysMs: JSON.parse(TEST_RETRY_DELAYS_MS!) as number[] },
});
const running = runJobs([job], log, createMetrics());

process.once("SIGTERM", () => {
  void job
    .close()
    .then(() => running.stop())
    .then(() => db.close());
});
