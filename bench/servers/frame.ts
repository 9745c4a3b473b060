import { ACCESS } from "@corridor/server/access.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { createCallerSources } from "@corridor/server/parties/identity/caller-sources.ts";
import type { CheckLockDeps } from "@corridor/server/pricing/rates/check-lock.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { oneCell } from "@corridor/server/kernel/db/cells-in-use.ts";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { type Invalidations, listenForInvalidations } from "@corridor/server/kernel/db/invalidation.ts";
import { createAuthenticate } from "@corridor/server/kernel/http/authenticate.ts";
import { unauthorized } from "@corridor/server/kernel/http/errors.ts";
import { createServer } from "@corridor/server/kernel/http/server.ts";
import type { Routes } from "@corridor/server/kernel/http/typed-app.ts";
import { createLogger, type Logger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";

/**
 * The product's own HTTP frame (authentication, limits, validation, serialising, log line, metrics) around other
 * handlers.
 */
export type FrameParts = { db: Db; invalidations: Invalidations; clock: typeof systemClock; log: Logger };

/** The bench pays within one currency: no rate is ever asked for. */
export function noRates({ db, clock }: FrameParts): CheckLockDeps {
  return {
    db,
    clock,
    liveRates: { between: async () => null, all: async () => [] },
    lockLimits: { rateLockDriftBps: 0, rateLockMaxOpen: 1, rateLockHourlyUsd: 1, rateOpenUsd: 1 },
  };
}

export async function serveFrame(routesOf: (parts: FrameParts) => Routes[]): Promise<void> {
  const [databaseUrl, port, secret] = process.argv.slice(2) as [string, string, string];
  const config = { ...loadConfig({ environment: { PORT: port } }), secret };
  const log = createLogger({ level: "info", destination: process.stderr });
  const db = connect({ url: databaseUrl, maxConnections: 10, applicationName: "bench-frame", log });
  const invalidations = listenForInvalidations({ url: databaseUrl, db, applicationName: "bench-listener", log });
  const { sources } = createCallerSources({
    db,
    directory: db,
    invalidations,
    clock: systemClock,
    cells: oneCell(db),
  });
  const server = await createServer({
    config,
    log,
    metrics: createMetrics(),
    clock: systemClock,
    db,
    access: ACCESS,
    authenticate: createAuthenticate({
      sources,
      clock: systemClock,
      publicOrigin: config.publicBaseUrl,
      platformSecondFactor: false,
      identify: () => Promise.reject(unauthorized()),
    }),
    routes: routesOf({ db, invalidations, clock: systemClock, log }),
  });
  await server.listen({ host: "127.0.0.1", port: Number(port) });
  process.once("SIGTERM", () => process.exit(0));
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
}
