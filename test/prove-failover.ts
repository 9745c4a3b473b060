import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { verifyBooks } from "@corridor/server/commands/verify-books.ts";
import { connect } from "@corridor/server/kernel/db/client.ts";
import { findBinaries } from "@corridor/server/kernel/db/embedded-binaries.ts";
import { choosePlace } from "@corridor/server/kernel/db/embedded-place.ts";
import { readFromReplica } from "@corridor/server/kernel/db/read-replica.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { openStage, type Stage, until } from "./faults/database-stage.ts";

/**
 * `npm run prove -- failover [kills]`: a primary with a synchronous standby is killed with SIGKILL while clients pay,
 * and the standby is promoted. Prints how many payments were acknowledged, how many of them the promoted standby lacks,
 * and how long after the kill the first payment went through. Ends with an error when one was lost or the books do not
 * hold. The service has both servers in its DATABASE_URL and finds the promoted one by itself. `npm run prove -- failover cost` kills nobody: it pays under each kind of synchronous commit in turn, and reads
 * what it just wrote from the standby. What decides that a primary is gone, and who promotes, is a tool's business
 * (Patroni, pg_auto_failover); here it is done at once.
 */
const [kills = "3"] = process.argv.slice(2);
const PAYMENTS_BEFORE = 150;
const PAYMENTS_AFTER = 50;
const LIMIT_MS = 30_000;
const standbySocketIn = (cluster: string): string => join(cluster, "standby-socket");
const NO_ANSWER = 0;

type Standby = {
  readonly child: ChildProcess;
  readonly superuserUrl: string;
  readonly url: string;
};

async function startStandby(stage: Stage): Promise<Standby> {
  const place = await choosePlace(join(stage.directory, "database"));
  const { postgres } = await findBinaries(place);
  const [data, copy] = [join(place.cluster, "data"), join(place.cluster, "standby")];
  const socketDirectory = standbySocketIn(place.cluster);
  const password = readFileSync(join(place.directory, "superuser-password"), "utf8").trim();
  await stage.server().stop();
  execFileSync("cp", ["-a", data, copy]);
  await stage.startServer();
  mkdirSync(socketDirectory, { mode: 0o700 });
  writeFileSync(join(copy, "standby.signal"), "");
  appendFileSync(
    join(copy, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${place.cluster} port=5432 user=postgres password=${password}'\n`,
  );
  if (place.user !== undefined)
    for (const path of [socketDirectory, join(copy, "standby.signal")]) chownSync(path, place.user.uid, place.user.gid);
  const settings = {
    unix_socket_directories: socketDirectory,
    listen_addresses: "",
    port: "5432",
    max_connections: "400",
    hot_standby: "on",
    wal_receiver_status_interval: "1s",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(postgres, ["-D", copy, ...flags], {
    ...place.user,
    cwd: place.directory,
    stdio: "ignore",
    env: { PATH: process.env.PATH, LC_ALL: "C" },
  });
  const urlOf = (user: string, secret: string, database: string): string =>
    `postgres://${user}:${secret}@localhost:5432/${database}?host=${encodeURIComponent(socketDirectory)}`;
  const role = new URL(stage.server().url);
  await stage.asSuperuser((client) => client.query("ALTER SYSTEM SET synchronous_standby_names = '*'"));
  await stage.asSuperuser((client) => client.query("SELECT pg_reload_conf()"));
  await until("the standby is synchronous", () =>
    stage.asSuperuser(
      async (client) =>
        (await client.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).rowCount === 1,
    ),
  );
  return {
    child,
    superuserUrl: urlOf("postgres", password, "postgres"),
    url: urlOf(role.username, role.password, "corridor"),
  };
}

async function promote({ superuserUrl }: Standby): Promise<void> {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  await client.query("SELECT pg_promote(true)");
  await client.end();
}

type Finding = { acknowledged: number; lost: number; backAfterMs: number; foreign: number; sound: boolean };

async function killOnce(): Promise<Finding> {
  const stage = await openStage({ durable: true, standby: standbySocketIn });
  const standby = await startStandby(stage);
  try {
    await until("the service is ready", async () => (await stage.readiness()) === 200);
    const clients = stage.startClients();
    await until(
      "payments were made",
      () => clients.answers.filter(({ status }) => status === 200).length >= PAYMENTS_BEFORE,
    );
    const killedMs = performance.now();
    process.kill(stage.server().pid, "SIGKILL");
    await stage.server().exited;
    await promote(standby);
    const after = () => clients.answers.filter(({ status, sentMs }) => status === 200 && sentMs > killedMs);
    await until("payments go through again", () => after().length >= PAYMENTS_AFTER);
    const backAfterMs = Math.min(...after().map(({ answeredMs }) => answeredMs)) - killedMs;
    const payments = [...(await clients.stop()).values()];
    const db = connect({
      url: standby.url,
      maxConnections: 2,
      applicationName: "prove",
      log: createLogger({ level: "silent" }),
    });
    const kept = await db.query<{ payment_id: string }>("SELECT payment_id FROM payments WHERE payment_id = ANY ($1)", [
      payments,
    ]);
    const { sound } = await verifyBooks(db);
    await db.close();
    const foreign = clients.answers.filter(({ status }) => ![200, 503, NO_ANSWER].includes(status)).length;
    return { acknowledged: payments.length, lost: payments.length - kept.length, backAfterMs, foreign, sound };
  } finally {
    await stage.close();
    standby.child.kill("SIGINT");
    if (standby.child.exitCode === null) await once(standby.child, "exit");
    rmSync(stage.directory, { recursive: true, force: true });
  }
}

const MODES = ["local", "on", "remote_apply"] as const;
const COST_ROUNDS = 3;
const PAYMENTS_A_ROUND = 200;
const OWN_WRITES = 1_000;

/**
 * Time of a payment as a client sees it, by kind of commit: four clients, each sends the next payment when it has its
 * answer.
 */
async function measureCommits(stage: Stage): Promise<void> {
  const tookMs = new Map<string, number[]>(MODES.map((mode) => [mode, []]));
  for (let round = 0; round <= COST_ROUNDS; round++) {
    for (const mode of MODES) {
      await stage.asSuperuser((client) => client.query(`ALTER ROLE corridor SET synchronous_commit = ${mode}`));
      await stage.asSuperuser((client) =>
        client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'corridor'"),
      );
      await until("the service is ready", async () => (await stage.readiness()) === 200);
      const clients = stage.startClients();
      await until("payments were made", () => clients.answers.length >= PAYMENTS_A_ROUND);
      await clients.stop();
      // The first round warms up, and the first answers of each one open connections.
      if (round > 0)
        tookMs
          .get(mode)!
          .push(...clients.answers.slice(PAYMENTS_A_ROUND / 4).map(({ sentMs, answeredMs }) => answeredMs - sentMs));
    }
  }
  for (const [mode, all] of tookMs) {
    const sorted = all.toSorted((one, other) => one - other);
    const at = (share: number): string => sorted[Math.floor(sorted.length * share)]!.toFixed(1);
    console.log(`synchronous_commit=${mode}: ${sorted.length} payments, p50 ${at(0.5)} ms, p90 ${at(0.9)} ms`);
  }
}

/** Writes a row on the primary and reads it at once from the standby. */
async function readOwnWrites(stage: Stage, standby: Standby): Promise<void> {
  const log = createLogger({ level: "silent" });
  const open = (url: string) => connect({ url, maxConnections: 2, applicationName: "prove", log });
  const [primary, replica] = [open(stage.server().url), open(standby.url)];
  const metrics = createMetrics();
  const reader = readFromReplica({ primary, replica, log, metrics });
  await primary.query("CREATE TABLE own_writes (n integer PRIMARY KEY)");
  let [missed, missedByReplicaAlone] = [0, 0];
  for (let n = 1; n <= OWN_WRITES; n++) {
    await primary.query("INSERT INTO own_writes VALUES ($1)", [n]);
    const isThere = async (db: Pick<typeof reader, "query">) =>
      (await db.query("SELECT n FROM own_writes WHERE n = $1", [n])).length === 1;
    if (n % 2 === 0 && !(await isThere(replica).catch(() => false))) missedByReplicaAlone += 1;
    if (!(await isThere(reader))) missed += 1;
  }
  const counter = (await metrics.registry.getMetricsAsJSON()).find(
    ({ name }) => name === "database_replica_reads_total",
  );
  const served = counter?.values.map(({ labels, value }) => `${labels.outcome} ${value}`).join(", ");
  console.log(
    `${OWN_WRITES} own writes read back: ${missed} missed (${served}); the replica asked without waiting missed ` +
      `${missedByReplicaAlone} of ${OWN_WRITES / 2}`,
  );
  if (missed > 0) process.exitCode = 1;
  await Promise.all([primary.close(), replica.close()]);
}

async function measureCost(): Promise<void> {
  const stage = await openStage({ durable: true });
  const standby = await startStandby(stage);
  try {
    await readOwnWrites(stage, standby);
    await measureCommits(stage);
  } finally {
    await stage
      .asSuperuser((client) => client.query("ALTER SYSTEM RESET synchronous_standby_names"))
      .catch(() => undefined);
    await stage.asSuperuser((client) => client.query("SELECT pg_reload_conf()")).catch(() => undefined);
    await stage.close();
    standby.child.kill("SIGINT");
    if (standby.child.exitCode === null) await once(standby.child, "exit");
    rmSync(stage.directory, { recursive: true, force: true });
  }
}

if (kills === "cost") await measureCost();
else await proveKills(Number(kills));

async function proveKills(count: number): Promise<void> {
  for (let kill = 1; kill <= count; kill++) {
    const { acknowledged, lost, backAfterMs, foreign, sound } = await killOnce();
    console.log(
      `kill ${kill}: ${acknowledged} payments acknowledged, ${lost} lost, first payment ${Math.round(backAfterMs)} ` +
        `ms after the kill, ${foreign} answers but 200 and 503, books ${sound ? "hold" : "BROKEN"}`,
    );
    if (lost > 0 || !sound || foreign > 0 || backAfterMs > LIMIT_MS) process.exitCode = 1;
  }
}
