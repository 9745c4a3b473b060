import { createHash, timingSafeEqual } from "node:crypto";
import type { Db } from "../db/client.ts";
import { statement } from "../db/statement.ts";
import { DIRECTORY_SCHEMA } from "../db/cells.ts";
import { migrationNames } from "../db/migrate.ts";
import type { Metrics } from "../metrics.ts";
import { COMMIT, VERSION } from "../version.ts";
import type { App } from "./typed-app.ts";

/** Throws while this process must not get traffic. The message is shown to the operator: no secret in it. */
export type ReadinessCheck = {
  readonly name: string;
  check(): Promise<void>;
  /** Whether this process does it. Given for work beside payments: its failure is shown and costs no traffic. */
  isOurs?(): boolean;
};

/** `/readyz` answers within a second: the checks end within this time, and their result is reused for the rest. */
const CHECK_TIMEOUT_MS = 600;
/** However many callers there are, the checks run at most five times a second. */
const REMEMBERED_MS = 200;
const BEARER = "Bearer ";
const ROUTE = { schema: { hide: true }, config: { alwaysAdmitted: true } } as const;

type HealthOptions = {
  readonly db: Db;
  readonly writerDb: Db;
  readonly isDraining: () => boolean;
  readonly metrics: Metrics;
  readonly checks: readonly ReadinessCheck[];
  /** With several cells: whether each can be written, by its number, instead of the check of the database. */
  readonly cells?: (() => readonly ReadinessCheck[]) | undefined;
  readonly metricsToken: string | undefined;
  /** Whether anybody may read the metrics when no token is set. */
  readonly metricsOpen: boolean;
};

/**
 * `/healthz`: the process lives. `/readyz`: a payment could be written now. With several cells it says which can be
 * written. One that cannot affects its own organizations; if processes left the load balancer because of it, all others
 * would lose the service too. So only a deployment without any writable cell is not ready.
 */
export function addHealthRoutes(app: App, options: HealthOptions): void {
  const { cells } = options;
  const inEveryCell: readonly ReadinessCheck[] = [migrationsCheck(options.db), ...options.checks];
  const runChecks = remembered(async () => {
    const [results, ofCells] = await Promise.all([
      problemsOf(
        cells === undefined ? [{ name: "database", check: () => proveWritable(options) }, ...inEveryCell] : inEveryCell,
      ),
      problemsOf(cells?.() ?? []),
    ]);
    const isWritable = ofCells.length === 0 || ofCells.some(({ problem }) => problem === undefined);
    const problem = isWritable ? undefined : "no cell can be written to";
    const database = { name: "database", problem, isBeside: false };
    return { results: cells === undefined ? results : [database, ...results], ofCells };
  });
  const tokenDigest = options.metricsToken === undefined ? undefined : digest(options.metricsToken);

  app.get("/healthz", ROUTE, () => ({ status: "ok", version: VERSION, commit: COMMIT }));

  app.get("/readyz", ROUTE, async (request, reply) => {
    if (options.isDraining()) return reply.code(503).send({ status: "draining", checks: {} });
    const { results, ofCells } = await runChecks();
    const troubled = results.filter((result) => result.problem !== undefined);
    for (const { name: check, problem } of troubled) request.log.warn({ check, problem }, "a readiness check failed");
    const failed = troubled.filter(({ isBeside }) => !isBeside);
    for (const { name, problem } of ofCells)
      if (problem !== undefined) request.log.warn({ cell: name, problem }, "a cell cannot be written to");
    return reply.code(failed.length === 0 ? 200 : 503).send({
      status: failed.length === 0 ? "ready" : "not ready",
      checks: shown(results),
      ...(ofCells.length === 0 ? {} : { cells: shown(ofCells) }),
    });
  });

  app.get("/metrics", ROUTE, async (request, reply) => {
    const sent = request.headers.authorization ?? "";
    const isGiven = (token: Buffer): boolean =>
      sent.startsWith(BEARER) && timingSafeEqual(digest(sent.slice(BEARER.length)), token);
    const authorized = tokenDigest === undefined ? options.metricsOpen : isGiven(tokenDigest);
    if (!authorized)
      return reply
        .code(401)
        .header("www-authenticate", "Bearer")
        .send({ status: "error", message: "Metrics need the bearer token that METRICS_TOKEN sets" });
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.read());
  });
}

type Result = { readonly name: string; readonly problem: string | undefined; readonly isBeside: boolean };

function problemsOf(checks: readonly ReadinessCheck[]): Promise<Result[]> {
  const here = checks.filter((one) => one.isOurs?.() !== false);
  return Promise.all(
    here.map(async (one) => ({ name: one.name, problem: await problemOf(one), isBeside: one.isOurs !== undefined })),
  );
}

function shown(results: readonly Result[]): Record<string, "ok" | "failed"> {
  return Object.fromEntries(results.map(({ name, problem }) => [name, problem === undefined ? "ok" : "failed"]));
}

const PROVE_WRITABLE = statement("http.PROVE_WRITABLE")`SELECT prove_writable()`;

const ANSWER = statement("http.ANSWER")`SELECT 1`;

/** A payment is written over one pool, and the rows it needs are read over the other. */
export async function proveWritable({ db, writerDb }: Pick<HealthOptions, "db" | "writerDb">): Promise<void> {
  await Promise.all([writerDb.query(PROVE_WRITABLE), db.query(ANSWER)]);
}

/** Of the directory, and of the cell of the session. */
const APPLIED = statement("http.APPLIED")`SELECT name FROM ${DIRECTORY_SCHEMA}.schema_migrations UNION ALL SELECT name
    FROM schema_migrations`;

/** Newer migrations are fine: a deployment is in progress, and the schema only grows. Once found stays found. */
function migrationsCheck(db: Db): ReadinessCheck {
  const needed = [...migrationNames("directory"), ...migrationNames("cell")];
  let complete = false;
  return {
    name: "migrations",
    async check() {
      if (complete) return;
      const rows = await db.query(APPLIED);
      const applied = new Set(rows.map(({ name }) => name));
      const missing = needed.filter((name) => !applied.has(name));
      if (missing.length > 0) throw new Error(`not applied: ${missing.join(", ")}`);
      complete = true;
    },
  };
}

/** One run serves all callers that arrive while it runs and for a moment afterwards. */
function remembered<T>(run: () => Promise<T>): () => Promise<T> {
  let last: { readonly outcome: Promise<T>; endedMs: number } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.endedMs >= REMEMBERED_MS) {
      const current = { outcome: run(), endedMs: Number.POSITIVE_INFINITY };
      void current.outcome.finally(() => (current.endedMs = performance.now()));
      last = current;
    }
    return last.outcome;
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
