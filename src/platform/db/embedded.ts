import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, copyFileSync, existsSync, openSync, readlinkSync, statSync, truncateSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { findBinaries, type Binaries } from "./embedded-binaries.ts";
import { choosePlace, type Place, type ServerUser } from "./embedded-place.ts";

/**
 * A PostgreSQL server of our own, for one machine without one.
 *
 * Its life is bound to ours in three ways. `stop` shuts it down. When this process dies in any way, a watchdog, which waits for the end of a
 * pipe that only we hold open, shuts it down. And a server that is left in spite of both is found by its pid file at the next start, and
 * stopped before another one is started on its files.
 */
export type EmbeddedServer = {
  /** For the role that owns the database and is no superuser. */
  readonly url: string;
  readonly pid: number;
  /** Where its files are: not always below the directory that was asked for. */
  readonly directory: string;
  /** Settled when the server has ended, whether it was asked to or not. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
};

const SUPERUSER = "postgres";
const ROLE = "corridor";
const DATABASE = "corridor";

const READY_DEADLINE_MS = 120_000; // Recovery after a crash may have to read all of max_wal_size.
const READY_POLL_MS = 20;
const CONNECT_TIMEOUT_MS = 5_000;
const STOP_DEADLINE_MS = 8_000;
const LEFTOVER_DEADLINE_MS = 30_000;
const LEFTOVER_POLL_MS = 50;
const START_ATTEMPTS = 3;
const START_RETRY_PAUSE_MS = 500;
const PASSWORD_BYTES = 32;
/** A socket's path must fit the kernel's address structure, which is smallest (104) on macOS. */
const MAX_SOCKET_PATH_BYTES = 100;
const MAX_LOG_BYTES = 16 * 1024 * 1024;
const LOG_CHECK_INTERVAL_MS = 60_000;
const LOG_TAIL_BYTES = 2_000;

const COMMON_SETTINGS = {
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_error_verbosity: "terse", // The details of an error repeat the values of its row.
  jit: "off", // Compiling costs more than any of our statements runs.
  random_page_cost: "1.1",
  autovacuum_naptime: "10s", // New tables grow fast; plans must not stay those of an empty table.
};

const DURABLE_SETTINGS = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  max_wal_size: "2GB",
  min_wal_size: "256MB",
};

/** For tests: nothing of it outlives the run, so nothing of it is made safe. */
const FLEETING_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "128MB",
  wal_level: "minimal",
  max_wal_senders: "0",
};

export async function startEmbedded(options: { directory: string; durable: boolean }): Promise<EmbeddedServer> {
  const place = await choosePlace(options.directory);
  const binaries = await findBinaries(place.user);
  const files = filesIn(place.directory);
  await stopLeftover(files);
  const password = await initialise(binaries, place, files, options.durable);
  const address = await chooseAddress(place.directory);
  const server = await startServer({ binaries, place, files, password, address, durable: options.durable });
  try {
    await createRoleAndDatabase(address, password);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: urlOf(address, ROLE, password, DATABASE), directory: place.directory, ...server };
}

type Files = { data: string; pidFile: string; password: string; log: string };

function filesIn(directory: string): Files {
  const data = join(directory, "data");
  return { data, pidFile: join(data, "postmaster.pid"), password: join(directory, "password"), log: join(directory, "server.log") };
}

/** Made beside its final name and then renamed, so that a start which was cut off leaves nothing that looks like a database. */
async function initialise(binaries: Binaries, { directory, user }: Place, files: Files, durable: boolean): Promise<string> {
  if (existsSync(files.data)) return (await readFile(files.password, "utf8")).trim();
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  const unfinished = join(directory, "data.unfinished");
  const passwordForServer = join(directory, "password.unfinished");
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordForServer, { force: true });
  await writeFile(passwordForServer, `${password}\n`, { mode: 0o600 });
  if (user !== undefined) await chown(passwordForServer, user.uid, user.gid);
  execFileSync(
    binaries.initdb,
    [
      `--pgdata=${unfinished}`, `--username=${SUPERUSER}`, `--pwfile=${passwordForServer}`, "--auth=scram-sha-256", "--encoding=UTF8",
      // The same order and case rules on every machine, whatever locales it has.
      "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions", ...(durable ? [] : ["--no-sync"]),
    ],
    { ...user, cwd: directory, stdio: ["ignore", "ignore", "pipe"] },
  );
  await rename(passwordForServer, files.password);
  if (user !== undefined) await chown(files.password, 0, 0);
  await rename(unfinished, files.data);
  return password;
}

type Address = { kind: "socket"; directory: string; port: number } | { kind: "tcp"; port: number };

/** A socket in our own folder is quicker than TCP and cannot clash with anybody's port; Windows and very deep folders have none. */
async function chooseAddress(directory: string): Promise<Address> {
  const port = 5432;
  if (process.platform !== "win32" && Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= MAX_SOCKET_PATH_BYTES) {
    return { kind: "socket", directory, port };
  }
  return { kind: "tcp", port: await freePort() };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function urlOf(address: Address, user: string, password: string, database: string): string {
  return address.kind === "socket"
    ? `postgres://${user}:${password}@localhost:${address.port}/${database}?host=${encodeURIComponent(address.directory)}`
    : `postgres://${user}:${password}@127.0.0.1:${address.port}/${database}`;
}

type StartOptions = { binaries: Binaries; place: Place; files: Files; password: string; address: Address; durable: boolean };
type RunningServer = Pick<EmbeddedServer, "pid" | "exited" | "stop">;

async function startServer(options: StartOptions): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const child = spawnServer(options);
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
    const ready = await waitUntilReady(options, exited);
    if (ready) return supervise(child, exited, options);
    // The processes of a server that was killed outright need a moment to notice, and hold its memory until then.
    if (attempt === START_ATTEMPTS) throw new Error(`the embedded PostgreSQL did not start; the end of ${options.files.log}:\n${await logTail(options.files.log)}`);
    await pause(START_RETRY_PAUSE_MS);
  }
}

function spawnServer({ binaries, place, files, address, durable }: StartOptions): ChildProcess {
  const settings: Record<string, string> = {
    ...COMMON_SETTINGS,
    ...(durable ? DURABLE_SETTINGS : FLEETING_SETTINGS),
    port: String(address.port),
    listen_addresses: address.kind === "tcp" ? "127.0.0.1" : "",
    unix_socket_directories: address.kind === "socket" ? address.directory : "",
    unix_socket_permissions: "0700",
  };
  keepLogBounded(files.log);
  const log = openSync(files.log, "a", 0o600);
  try {
    return spawn(binaries.postgres, ["-D", files.data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])], {
      ...place.user,
      cwd: place.directory,
      stdio: ["ignore", log, log],
      // A group of its own: Ctrl-C in a terminal reaches the whole group, and we still need the database to finish our work.
      detached: true,
      env: { ...process.env, LC_MESSAGES: "C" },
    });
  } finally {
    closeSync(log);
  }
}

async function waitUntilReady({ address, password, files }: StartOptions, exited: Promise<void>): Promise<boolean> {
  let gone = false;
  void exited.then(() => (gone = true));
  const deadlineMs = Date.now() + READY_DEADLINE_MS;
  while (Date.now() < deadlineMs) {
    if (gone) return false;
    const client = new pg.Client({ connectionString: urlOf(address, SUPERUSER, password, "postgres"), connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    try {
      await client.connect();
      return true;
    } catch {
      await pause(READY_POLL_MS); // Not listening yet, or still recovering.
    } finally {
      await client.end();
    }
  }
  throw new Error(`the embedded PostgreSQL was not ready after ${READY_DEADLINE_MS} ms; see ${files.log}`);
}

function supervise(child: ChildProcess, exited: Promise<void>, { place, files }: StartOptions): RunningServer {
  const pid = child.pid!;
  const watchdog = process.platform === "win32" ? undefined : startWatchdog(pid, files.pidFile, place.user);
  const logCheck = setInterval(() => keepLogBounded(files.log), LOG_CHECK_INTERVAL_MS).unref();
  void exited.then(() => {
    clearInterval(logCheck);
    watchdog?.kill("SIGKILL");
  });
  return {
    pid,
    exited,
    async stop() {
      child.kill("SIGINT"); // A fast shutdown: sessions are ended, everything is written, no recovery at the next start.
      const impatient = setTimeout(() => child.kill("SIGQUIT"), STOP_DEADLINE_MS);
      await exited;
      clearTimeout(impatient);
    },
  };
}

/** `cat` ends when the other end of its input is closed, which the kernel does for us however we die. */
function startWatchdog(pid: number, pidFile: string, user: ServerUser | undefined): ChildProcess {
  const script = 'cat >/dev/null; [ "$(head -n 1 "$2")" = "$1" ] && kill -INT "$1"';
  const watchdog = spawn("/bin/sh", ["-c", script, "sh", String(pid), pidFile], {
    ...user,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watchdog.unref();
  return watchdog;
}

/** PostgreSQL refuses a directory whose pid file names a living process; one that merely got the number of a dead server must not stop us. */
async function stopLeftover(files: Files): Promise<void> {
  const pid = await readPid(files.pidFile);
  if (pid === undefined || !isAlive(pid)) return;
  if (!isServerOf(pid, files.data)) {
    await rm(files.pidFile);
    return;
  }
  process.kill(pid, "SIGINT");
  const deadlineMs = Date.now() + LEFTOVER_DEADLINE_MS;
  while (isAlive(pid) && isServerOf(pid, files.data)) {
    if (Date.now() > deadlineMs) throw new Error(`a PostgreSQL server (process ${pid}) is still running on ${files.data} and does not stop`);
    await pause(LEFTOVER_POLL_MS);
  }
}

async function readPid(pidFile: string): Promise<number | undefined> {
  try {
    const pid = Number((await readFile(pidFile, "utf8")).split("\n", 1)[0]);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A server works inside its data directory and is started with its path. */
function isServerOf(pid: number, data: string): boolean {
  try {
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === data;
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(data);
  } catch {
    return false; // It ended meanwhile, or belongs to another user.
  }
}

async function createRoleAndDatabase(address: Address, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(address, SUPERUSER, password, "postgres"), connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [ROLE]);
    if (role.rowCount === 0) {
      await client.query(`CREATE ROLE ${ROLE} LOGIN CREATEDB IN ROLE pg_monitor PASSWORD ${pg.escapeLiteral(password)}`);
    }
    const database = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  } finally {
    await client.end();
  }
}

/** The server appends, so a file that is cut to nothing under its hands goes on from the start. */
function keepLogBounded(log: string): void {
  if (!existsSync(log) || statSync(log).size <= MAX_LOG_BYTES) return;
  copyFileSync(log, `${log}.1`);
  truncateSync(log);
}

async function logTail(log: string): Promise<string> {
  return (await readFile(log, "utf8")).slice(-LOG_TAIL_BYTES);
}
