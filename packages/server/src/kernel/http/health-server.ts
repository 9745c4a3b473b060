import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import type { Config } from "#src/config.ts";
import type { Db } from "../db/client.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { addHealthRoutes, type ReadinessCheck } from "./health.ts";
import type { App } from "./typed-app.ts";

type HealthServerOptions = {
  readonly config: Pick<Config, "metricsToken" | "environment" | "isExposedDevelopment">;
  readonly db: Db;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly cells: (() => readonly ReadinessCheck[]) | undefined;
  readonly checks?: readonly ReadinessCheck[];
};

/** The health endpoints of a process that answers no API requests. */
export function createHealthServer({ config, db, log, metrics, cells, checks = [] }: HealthServerOptions): App {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  }) as unknown as App;
  addHealthRoutes(app, {
    db,
    writerDb: db,
    isDraining: () => false,
    metrics,
    checks,
    cells,
    metricsToken: config.metricsToken,
    metricsOpen: config.environment === "development" && !config.isExposedDevelopment,
  });
  return app;
}
