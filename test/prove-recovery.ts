import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freePort } from "#test/harness/free-port.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

/**
 * `npm run prove -- recovery`: runs the product on a PostgreSQL that archives by deploy/pgbackrest.conf, pays, drops the
 * schema by mistake, and restores to the second before. Everything up to that second must be there, with the books as
 * their signed heads have them, for the service's own role; and it says what came later and is lost.
 */
const BIN = globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1)!;
const [KEPT, LOST] = [5, 3];
const WAIT_MS = 240_000;
const directory = mkdtempSync(join(tmpdir(), "corridor-recovery-"));
const place = (name: string): string => join(directory, name);
const [pgPort, port, sandboxPort, workerPort] = [
  await freePort(),
  await freePort(),
  await freePort(),
  await freePort(),
];
const conf = place("pgbackrest.conf");
const asPostgres = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];

function run(...command: string[]): string {
  const [program, ...args] = [...asPostgres, ...command] as [string, ...string[]];
  return execFileSync(program, args, { encoding: "utf8", cwd: directory, stdio: ["ignore", "pipe", "inherit"] });
}
const backrest = (...args: string[]): string => run("pgbackrest", `--config=${conf}`, "--stanza=corridor", ...args);
const url = (user: string, database = "corridor"): string =>
  `postgres://${user}:secret@localhost:${pgPort}/${database}?host=${encodeURIComponent(directory)}`;

async function query<T extends object>(text: string, user = "corridor", database?: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url(user, database) });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

async function until(what: string, holds: () => unknown): Promise<void> {
  for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline; await pause(500))
    if (
      await Promise.resolve()
        .then(holds)
        .catch(() => false)
    )
      return;
  throw new Error(`not within ${WAIT_MS / 1_000} s: ${what}`);
}

/** The file of deploy/, with the places of this drill. */
function configure(data: string): void {
  const here: Record<string, string> = {
    "repo1-path": place("repository"),
    "pg1-path": data,
    "pg1-socket-path": directory,
  };
  const text = readFileSync("deploy/pgbackrest.conf", "utf8").replaceAll(/^([a-z0-9-]+)=.*$/gm, (line, name: string) =>
    here[name] === undefined ? line : `${name}=${here[name]}`,
  );
  const own = `\npg1-port=${pgPort}\n[global]\nlock-path=${place("lock")}\nspool-path=${place("spool")}\n`;
  writeFileSync(conf, text + own);
}

function startServer(data: string): void {
  const archive = `pgbackrest --config=${conf} --stanza=corridor archive-push %p`;
  const options = `-p ${pgPort} -k ${directory} -c listen_addresses= -c archive_mode=on -c archive_timeout=60`;
  run(
    join(BIN, "pg_ctl"),
    "-D",
    data,
    "-w",
    "-t",
    "120",
    "-l",
    place("server.log"),
    "-o",
    `${options} -c archive_command='${archive}'`,
    "start",
  );
}

const env = {
  PATH: process.env["PATH"],
  DATABASE_URL: url("corridor_service"),
  DATA_DIR: place("service"),
  CORRIDOR_SECRET: "a master secret for the drill of a recovery to a second",
  HOST: "127.0.0.1",
  PORT: String(port),
  SANDBOX_PORT: String(sandboxPort),
  WORKER_PORT: String(workerPort),
  SHUTDOWN_GRACE_MS: "0",
  LOG_LEVEL: "error",
};
const MAIN = "packages/server/src/main.js";
const command = (args: string[], more: Record<string, string> = {}) =>
  spawnSync(process.execPath, [MAIN, ...args], { env: { ...env, ...more }, encoding: "utf8" });

async function pay(apiKey: string, times: number): Promise<string[]> {
  const ids: string[] = [];
  for (let paid = 0; paid < times; paid++) {
    const headers = { authorization: "NONE", "x-api-key": apiKey, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(mobileMoneyPayin()) };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/payments-init/initiate`, request);
    const { response } = (await answer.json()) as { response: { payment_id: string } };
    ids.push(response.payment_id);
  }
  return ids;
}

let data = place("data");
let isSound = false;
chmodSync(directory, 0o777);
mkdirSync(env.DATA_DIR);
try {
  configure(data);
  run(join(BIN, "initdb"), "-D", data, "-U", "corridor", "-A", "trust", "--locale=C.UTF-8", "-E", "UTF8");
  startServer(data);
  await query("CREATE DATABASE corridor", "corridor", "postgres");
  const migrated = command(["migrate"], { DATABASE_OWNER_URL: url("corridor") });
  if (migrated.status !== 0) throw new Error(migrated.stdout + migrated.stderr);
  backrest("stanza-create");
  backrest("backup", "--type=full");
  console.log("archives, and a base backup was taken");

  const service = spawn(process.execPath, [MAIN, "start", "--quiet"], { env, stdio: "inherit" });
  const demoFile = join(env.DATA_DIR, "demo.json");
  await until("the service is ready", async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
  const demo = JSON.parse(readFileSync(demoFile, "utf8")) as { organizations: { api_key: string }[] };
  const apiKey = demo.organizations[0]!.api_key;
  const kept = await pay(apiKey, KEPT);
  const heads = join(env.DATA_DIR, "chain-heads.jsonl");
  await until("signed heads are written", () => statSync(heads).size > 0);
  writeFileSync(place("heads-before.jsonl"), readFileSync(heads));
  const [{ at }] = (await query<{ at: string }>("SELECT clock_timestamp()::text AS at")) as [{ at: string }];
  await pause(1_500);
  const lost = await pay(apiKey, LOST);
  service.kill("SIGTERM");
  await once(service, "exit");
  await query("DROP SCHEMA cell_0 CASCADE");
  await query("SELECT pg_switch_wal()");
  const archived =
    "SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) AS done FROM pg_stat_archiver";
  await until("the log is archived", async () => (await query<{ done: boolean }>(archived))[0]!.done);
  run(join(BIN, "pg_ctl"), "-D", data, "-m", "immediate", "stop");
  console.log(`${KEPT} payments, then ${at}, then ${LOST} payments and DROP SCHEMA cell_0`);

  data = place("restored");
  configure(data);
  const beganMs = performance.now();
  backrest("restore", "--type=time", `--target=${at}`, "--target-action=promote");
  startServer(data);
  const promoted = "SELECT NOT pg_is_in_recovery() AS done";
  await until("the server is promoted", async () => (await query<{ done: boolean }>(promoted))[0]!.done);
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
  const there = await query<{ id: string }>("SELECT payment_id AS id FROM cell_0.payments", "corridor_service");
  const has = new Set(there.map(({ id }) => id));
  const verified = command(["verify", "--against", place("heads-before.jsonl")]);
  console.log(`${verified.stdout}${verified.stderr}`.trim());
  const [missing, extra] = [kept.filter((id) => !has.has(id)), lost.filter((id) => has.has(id))];
  isSound = missing.length === 0 && extra.length === 0 && verified.status === 0;
  console.log(
    `restored to ${at} in ${seconds} s: ${kept.length - missing.length} of ${KEPT} payments from before are there`,
  );
  console.log(`lost, since they came later: ${lost.filter((id) => !has.has(id)).join(", ")}`);
  console.log(isSound ? "The recovery holds." : "NO  the recovery does not hold");
} finally {
  spawnSync(
    asPostgres[0] ?? join(BIN, "pg_ctl"),
    [
      ...(asPostgres.length > 0 ? [...asPostgres.slice(1), join(BIN, "pg_ctl")] : []),
      "-D",
      data,
      "-m",
      "immediate",
      "stop",
    ],
    { stdio: "ignore" },
  );
  rmSync(directory, { recursive: true, force: true });
}
process.exitCode = isSound ? 0 : 1;
