import { createHash, timingSafeEqual } from "node:crypto";
import { readdirSync } from "node:fs";
import type { Db } from "../db/client.ts";
import { MIGRATIONS_DIRECTORY } from "../db/migrate.ts";
import type { Metrics } from "../metrics.ts";
import type { App } from "./typed-app.ts";

/** Throws when this process must not get traffic yet; the message is shown to the operator, so it holds no secret. */
export type ReadinessCheck = { readonly name: string; check(): Promise<void> };

const CHECK_TIMEOUT_MS = 2_000;
const BEARER = "Bearer ";

type HealthOptions = {
  readonly db: Db;
  readonly metrics: Metrics;
  readonly checks: readonly ReadinessCheck[];
  readonly metricsToken: string | undefined;
  readonly environment: "development" | "production";
};

/** For load balancers and Prometheus. `/healthz`: the process lives. `/readyz`: it can serve. Both outside /v1 and without credentials. */
export function addHealthRoutes(app: App, options: HealthOptions): void {
  const checks: readonly ReadinessCheck[] = [databaseCheck(options.db), migrationsCheck(options.db), ...options.checks];
  const tokenDigest = options.metricsToken === undefined ? undefined : digest(options.metricsToken);

  app.get("/healthz", { schema: { hide: true } }, () => ({ status: "ok" }));

  app.get("/readyz", { schema: { hide: true } }, async (request, reply) => {
    const results = await Promise.all(checks.map(async (one) => ({ name: one.name, problem: await problemOf(one) })));
    const failed = results.filter((result) => result.problem !== undefined);
    for (const result of failed) request.log.warn({ check: result.name, problem: result.problem }, "not ready");
    return reply.code(failed.length === 0 ? 200 : 503).send({
      status: failed.length === 0 ? "ready" : "not ready",
      checks: Object.fromEntries(results.map((result) => [result.name, result.problem === undefined ? "ok" : "failed"])),
    });
  });

  app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    const sent = request.headers.authorization ?? "";
    const open = tokenDigest === undefined && options.environment === "development";
    const authorized = open || (tokenDigest !== undefined && sent.startsWith(BEARER) && timingSafeEqual(digest(sent.slice(BEARER.length)), tokenDigest));
    if (!authorized)
      return reply.code(401).header("www-authenticate", "Bearer").send({ status: "error", message: "Metrics need the bearer token that METRICS_TOKEN sets" });
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics());
  });
}

function databaseCheck(db: Db): ReadinessCheck {
  return { name: "database", check: async () => void (await db.query("SELECT 1")) };
}

/** Newer migrations than ours are fine: that is a deployment under way, and the schema only ever grows. */
function migrationsCheck(db: Db): ReadinessCheck {
  const needed = readdirSync(MIGRATIONS_DIRECTORY);
  return {
    name: "migrations",
    async check() {
      const applied = new Set((await db.query<{ name: string }>("SELECT name FROM schema_migrations")).map((row) => row.name));
      const missing = needed.filter((name) => !applied.has(name));
      if (missing.length > 0) throw new Error(`not applied: ${missing.join(", ")}`);
    },
  };
}

async function problemOf(one: ReadinessCheck): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${CHECK_TIMEOUT_MS} ms`), CHECK_TIMEOUT_MS);
  });
  const outcome = one.check().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
