import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chownSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { verifyBooks } from "#src/commands/verify-books.ts";
import { connect } from "#src/platform/db/client.ts";
import { findBinaries } from "#src/platform/db/embedded-binaries.ts";
import { choosePlace } from "#src/platform/db/embedded-place.ts";
import { createLogger } from "#src/platform/log.ts";
import { openStage, type Stage, until } from "./faults/database-stage.ts";

/**
 * `npm run prove:failover [kills]`: a primary with a synchronous standby is killed with SIGKILL while clients pay, and the standby is promoted. Prints how many
 * payments were acknowledged, how many of them the promoted standby lacks, and how long after the kill the first payment went through. Ends with an error when one was lost
 * or the books do not hold. What decides that a primary is gone, and who promotes, is a tool's business (Patroni, pg_auto_failover); here it is done at once.
 */
const [kills = "3"] = process.argv.slice(2);
const PAYMENTS_BEFORE = 150;
const PAYMENTS_AFTER = 50;
const LIMIT_MS = 30_000;
const SOCKET = ".s.PGSQL.5432";
const NO_ANSWER = 0;

type Standby = { readonly child: ChildProcess; readonly socketDirectory: string; readonly superuserUrl: string; readonly url: string };

async function startStandby(stage: Stage): Promise<Standby> {
  const place = await choosePlace(join(stage.directory, "database"));
  const { postgres } = await findBinaries(place);
  const [data, copy, socketDirectory] = ["data", "standby", "standby-socket"].map((name) => join(place.cluster, name)) as [string, string, string];
  const password = readFileSync(join(place.directory, "superuser-password"), "utf8").trim();
  await stage.server().stop();
  execFileSync("cp", ["-a", data, copy]);
  await stage.startServer();
  mkdirSync(socketDirectory, { mode: 0o700 });
  writeFileSync(join(copy, "standby.signal"), "");
  appendFileSync(join(copy, "postgresql.auto.conf"), `primary_conninfo = 'host=${place.cluster} port=5432 user=postgres password=${password}'\n`);
  if (place.user !== undefined) for (const path of [socketDirectory, join(copy, "standby.signal")]) chownSync(path, place.user.uid, place.user.gid);
  const settings = {
    unix_socket_directories: socketDirectory,
    listen_addresses: "",
    port: "5432",
    max_connections: "400",
    hot_standby: "on",
    wal_receiver_status_interval: "1s",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(postgres, ["-D", copy, ...flags], { ...place.user, cwd: place.directory, stdio: "ignore", env: { PATH: process.env.PATH, LC_ALL: "C" } });
  const urlOf = (user: string, secret: string, database: string): string =>
    `postgres://${user}:${secret}@localhost:5432/${database}?host=${encodeURIComponent(socketDirectory)}`;
  const role = new URL(stage.server().url);
  await stage.asSuperuser((client) => client.query("ALTER SYSTEM SET synchronous_standby_names = '*'"));
  await stage.asSuperuser((client) => client.query("SELECT pg_reload_conf()"));
  await until("the standby is synchronous", () =>
    stage.asSuperuser(async (client) => (await client.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).rowCount === 1),
  );
  return { child, socketDirectory, superuserUrl: urlOf("postgres", password, "postgres"), url: urlOf(role.username, role.password, "corridor") };
}

async function promote({ superuserUrl, socketDirectory }: Standby, cluster: string): Promise<void> {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  await client.query("SELECT pg_promote(true)");
  await client.end();
  // Where the service finds its database now: what a proxy or an address that moves does elsewhere.
  rmSync(join(cluster, SOCKET), { force: true });
  symlinkSync(join(socketDirectory, SOCKET), join(cluster, SOCKET));
}

type Finding = { acknowledged: number; lost: number; backAfterMs: number; foreign: number; sound: boolean };

async function killOnce(): Promise<Finding> {
  const stage = await openStage({ durable: true });
  const standby = await startStandby(stage);
  const cluster = join((await choosePlace(join(stage.directory, "database"))).cluster);
  try {
    await until("the service is ready", async () => (await stage.readiness()) === 200);
    const clients = stage.startClients();
    await until("payments were made", () => clients.answers.filter(({ status }) => status === 200).length >= PAYMENTS_BEFORE);
    const killedMs = performance.now();
    process.kill(stage.server().pid, "SIGKILL");
    await stage.server().exited;
    await promote(standby, cluster);
    const after = () => clients.answers.filter(({ status, sentMs }) => status === 200 && sentMs > killedMs);
    await until("payments go through again", () => after().length >= PAYMENTS_AFTER);
    const backAfterMs = Math.min(...after().map(({ answeredMs }) => answeredMs)) - killedMs;
    const payments = [...(await clients.stop()).values()];
    const db = connect({ url: standby.url, maxConnections: 2, applicationName: "prove", log: createLogger({ level: "silent" }) });
    const kept = await db.query<{ payment_id: string }>("SELECT payment_id FROM payments WHERE payment_id = ANY ($1)", [payments]);
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

for (let kill = 1; kill <= Number(kills); kill++) {
  const { acknowledged, lost, backAfterMs, foreign, sound } = await killOnce();
  console.log(
    `kill ${kill}: ${acknowledged} payments acknowledged, ${lost} lost, first payment ${Math.round(backAfterMs)} ms after the kill, ${foreign} answers but 200 and 503, books ${sound ? "hold" : "BROKEN"}`,
  );
  if (lost > 0 || !sound || foreign > 0 || backAfterMs > LIMIT_MS) process.exitCode = 1;
}
