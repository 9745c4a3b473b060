import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#src/config.ts";
import { OPERATOR_RUNS, readRuns } from "#src/record/evidence/index.ts";
import { type Cell, listCells, schemaOfCell } from "#src/kernel/db/cells.ts";
import { connect, type Db } from "#src/kernel/db/client.ts";
import { urlOfRunningServer } from "#src/kernel/db/embedded.ts";
import { assertServiceRole } from "#src/kernel/db/grant-service.ts";
import { LEAD_LOCK } from "#src/kernel/db/invalidation.ts";
import { isUpToDate, ownIndexes } from "#src/kernel/db/migrate.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { createLogger } from "#src/kernel/log.ts";
import { type Check, type Found, ok, problem, warning } from "./doctor-checks.ts";

/** What the database knows of its own state, of the workers, and of what an operator's timers should run. */
const MAX_DRIFT_MS = 1_000;
const MAX_COMMIT_MS = 25;
const COMMITS = 9;
const MAX_SHARE_OF_CONNECTIONS = 0.8;
const HOUR_MS = 3_600_000;
/** As the alerts have them. */
const MAX_AGE_HOURS = { backup: 26, verify: 26, drill: 8 * 24 };

/** Each process that runs jobs asks for the lead of its cells, by a lock of its session. */
const LED = statement("commands.LED")`SELECT objid::int AS cell /* not null */
  FROM pg_locks WHERE locktype = 'advisory' AND classid = ${LEAD_LOCK} AND granted`;
const USED = statement("commands.USED")`SELECT count(*)::int AS used /* not null */,
    current_setting('max_connections')::int AS most /* not null */
  FROM pg_stat_activity WHERE backend_type = 'client backend'`;
const NOW = statement("commands.NOW")`SELECT now() AS now /* not null */`;
/** Writes nothing but a line of the server's log of changes, which a commit makes durable. */
const COMMIT = statement("commands.COMMIT")`SELECT pg_logical_emit_message(true, 'corridor doctor', '')::text AS lsn`;
const INDEXES = statement("commands.INDEXES")`
  SELECT nspname::text AS schema /* not null */, relname::text AS index /* not null */, indisvalid AS is_valid
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace`;

export function databaseChecks(config: Config): Check[] {
  const check = (name: string, run: (db: Db, cells: Cell[], url: string) => Promise<Found[]>): Check => ({
    name,
    async run() {
      const { embeddedDatabase, databaseUrl, dataDir } = config;
      const running = embeddedDatabase && existsSync(dataDir) ? urlOfRunningServer(dataDir).catch(() => null) : null;
      const url = embeddedDatabase ? await running : databaseUrl;
      // The check of the database says what is wrong with it.
      if (url === null || !(await isUpToDate({ url }).catch(() => false))) return [];
      const log = createLogger({ level: "silent" });
      const db = connect({ url, maxConnections: 1, applicationName: "corridor doctor", log });
      try {
        return await run(db, await listCells(db), url);
      } finally {
        await db.close();
      }
    },
  });
  return [
    check("role", (_db, _cells, url) => checkRole(config, url)),
    check("workers", checkWorkers),
    check("connections", checkConnections),
    check("database clock", checkDrift),
    check("commits", checkCommits),
    check("indexes", checkIndexes),
    ...(config.environment === "production"
      ? [check("timers", checkRuns), { name: "signed heads", run: () => checkHeads(config) }]
      : []),
  ];
}

const judged = (isGood: boolean, detail: string, remedy: string): Found[] =>
  isGood ? ok(detail) : warning(detail, remedy);

async function checkRole(config: Config, url: string): Promise<Found[]> {
  try {
    if (!config.embeddedDatabase) await assertServiceRole(config, url);
    return ok("it may do what the service needs");
  } catch (error) {
    return problem((error as Error).message, "`start`, `api` and `worker` refuse this role.");
  }
}

async function checkWorkers(db: Db, cells: Cell[]): Promise<Found[]> {
  const led = new Set((await db.query(LED)).map(({ cell }) => cell));
  const idle = cells.map(({ number }) => number).filter((number) => !led.has(number));
  if (idle.length === 0) return ok("the jobs of every cell run");
  return problem(`no process runs the jobs of cell ${idle.join(", ")}`, "Start `corridor worker`, and look at CELLS.");
}

async function checkConnections(db: Db): Promise<Found[]> {
  const { used, most } = (await db.query(USED))[0]!;
  const remedy = "Lower DATABASE_POOL_SIZE, or raise max_connections of the server.";
  return judged(used <= most * MAX_SHARE_OF_CONNECTIONS, `${used} of ${most} are taken`, remedy);
}

async function checkDrift(db: Db): Promise<Found[]> {
  const askedAtMs = Date.now();
  const nowMs = (await db.query(NOW))[0]!.now.getTime();
  const apartMs = Math.max(0, askedAtMs - nowMs, nowMs - Date.now());
  return judged(apartMs <= MAX_DRIFT_MS, `${apartMs / 1_000} s from this machine's`, "Turn on NTP on both.");
}

async function checkCommits(db: Db): Promise<Found[]> {
  const tookMs: number[] = [];
  while (tookMs.length < COMMITS) {
    const beganMs = performance.now();
    await db.query(COMMIT);
    tookMs.push(performance.now() - beganMs);
  }
  const usualMs = tookMs.sort((a, b) => a - b)[Math.floor(COMMITS / 2)]!;
  const remedy = "Look at the disk of the server, its standby and the network.";
  return judged(usualMs <= MAX_COMMIT_MS, `one takes ${usualMs.toFixed(1)} ms`, remedy);
}

async function checkIndexes(db: Db, cells: Cell[]): Promise<Found[]> {
  const there = await db.query(INDEXES);
  const wanted = (await ownIndexes()).flatMap(({ kind, name }) =>
    kind === "cell" ? cells.map(({ number }) => `${schemaOfCell(number)}.${name}`) : [name],
  );
  const good = new Set(there.flatMap((one) => (one.is_valid ? [one.index, `${one.schema}.${one.index}`] : [])));
  const faults = wanted.filter((name) => !good.has(name));
  if (faults.length === 0) return ok(`all ${wanted.length} are there`);
  return problem(`${faults.join(", ")}: missing or unfinished`, "Create it as docs/schema.sql has it, CONCURRENTLY.");
}

async function checkRuns(db: Db): Promise<Found[]> {
  const runs = new Map((await readRuns(db)).map((run) => [run.name, run]));
  return OPERATOR_RUNS.flatMap((name) => {
    const run = runs.get(name);
    const isRecent = Date.now() - (run?.succeededAt?.getTime() ?? 0) < MAX_AGE_HOURS[name] * HOUR_MS;
    const detail = `${run?.ok === false ? "it failed; " : ""}${name} ended well ${run?.succeededAt?.toISOString() ?? "never"}`;
    return judged(isRecent && run?.ok === true, detail, `Run \`corridor ${name}\` by a timer, and read how it ends.`);
  });
}

function checkHeads({ evidenceHeads, dataDir }: Config): Found[] {
  const path = evidenceHeads ?? join(dataDir, "chain-heads.jsonl");
  const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtime;
  if (path.includes("://") || writtenAt === undefined) return [];
  const isRecent = Date.now() - writtenAt.getTime() < MAX_AGE_HOURS.verify * HOUR_MS;
  return judged(isRecent, `written ${writtenAt.toISOString()}`, "If money moved since, the worker's log says why not.");
}
