import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { closeSync, copyFileSync, existsSync, openSync, statSync, truncateSync } from "node:fs";
import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { newClient, withClient } from "./open-client.ts";
import { OperatorError } from "../operator-error.ts";
import { openDataDirectory } from "./data-directory.ts";
import { findBinaries, type Binaries } from "./embedded-binaries.ts";
import { pidFileIn, stopLeftoverServer } from "./embedded-leftover.ts";
import { choosePlace, type Place, type ServerUser } from "./embedded-place.ts";

/**
 * A PostgreSQL server of our own, for a machine without one. `stop` ends it. When this process dies in any way, a
 * watchdog ends it, which waits for the end of a pipe that only this process holds open. If a server survives both,
 * the next start finds it by its pid file and stops it before it starts another on the same files.
 */
export type EmbeddedServer = {
  /** The address of the database, with the role that owns it and is not a superuser. */
  readonly url: string;
  readonly pid: number;
  /** Where its files are; not always below the requested directory. */
  readonly directory: string;
  readonly exited: Promise<void>;
  stop(): Promise<void>;
};

const SUPERUSER = "postgres";
const ROLE = "corridor";
const DATABASE = "corridor";

const READY_DEADLINE_MS = 120_000; // Recovery after a crash may have to read up to max_wal_size.
const READY_POLL_MS = 20;
const CONNECT_TIMEOUT_MS = 5_000;
const STOP_DEADLINE_MS = 8_000;
const START_ATTEMPTS = 3;
const START_RETRY_PAUSE_MS = 500;
const PASSWORD_BYTES = 32;
/** Part of the socket's name; no process listens on this port. */
const SOCKET_PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;
/** A socket's path must fit the kernel's address structure, which is smallest (104) on macOS. */
const MAX_SOCKET_PATH_BYTES = 100;
const MAX_LOG_BYTES = 16 * 1024 * 1024;
const LOG_CHECK_INTERVAL_MS = 60_000;
const LOG_TAIL_BYTES = 2_000;

const COMMON_SETTINGS = {
  max_connections: "400", // Each process of the product opens up to twenty; unopened connections cost almost nothing.
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_error_verbosity: "terse", // The details of an error repeat the values of its row.
  jit: "off", // Just-in-time compilation takes longer than any of our statements.
  random_page_cost: "1.1",
  // A sample of 7,500 rows instead of 30,000: fast-growing tables are analyzed often, and an event is kilobytes.
  default_statistics_target: "25",
  autovacuum_naptime: "10s", // New tables grow fast; plans must not stay those of an empty table.
};

/** Only the variables that the server's programs need: its user must not find our secrets there. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  LC_ALL: "C",
  // glibc would return memory after each statement and take it again for the next: a twentieth of a session's time.
  MALLOC_TOP_PAD_: "4194304",
  MALLOC_TRIM_THRESHOLD_: "67108864",
  MALLOC_MMAP_THRESHOLD_: "33554432",
};

const MEGABYTE = 1_024 * 1_024;
const MIN_BUFFER_BYTES = 64 * MEGABYTE;
const MAX_BUFFER_BYTES = 1_024 * MEGABYTE;
const SMALL_MACHINE_BYTES = 4 * 1_024 * MEGABYTE;

/**
 * The server's page cache: a sixteenth of the machine's memory. A page without room there is written early and read
 * again: an eighth of the server's work under load. A small machine gets half, because the service needs memory too.
 */
export function bufferBytes(memory: number): number {
  return Math.min(MAX_BUFFER_BYTES, Math.max(MIN_BUFFER_BYTES, memory / (memory < SMALL_MACHINE_BYTES ? 32 : 16)));
}

/** A container may have less memory than its machine. */
function memoryBytes(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE)}MB`;
}

const DURABLE_SETTINGS = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  shared_buffers: megabytes(bufferBytes(memoryBytes())),
  effective_cache_size: megabytes(memoryBytes() / 2),
  // After a checkpoint every page is written to the log whole once more. Recovery is bounded by the next line.
  checkpoint_timeout: "15min",
  max_wal_size: "2GB",
  min_wal_size: "256MB",
};

/** Settings for tests. Their data does not outlive the run, so durability is switched off. */
const FLEETING_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "128MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  deadlock_timeout: "100ms",
};

export type EmbeddedOptions = {
  directory: string;
  durable: boolean;
  /** The folder of PostgreSQL's npm package, if another release than the installed one is to run. */
  release?: string | undefined;
  /** Called when another program has begun to work for us: a good moment for work of our own. */
  onLaunched?: () => void;
};

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = await choosePlace(options.directory);
  const lock = openDataDirectory(place.directory);
  try {
    const binaries = await findBinaries(place, options.release);
    const files = filesIn(place);
    await stopLeftoverServer(files.data);
    // No server of ours is left, even if another process has its number now.
    await rm(files.socketLock, { force: true });
    const password = await initialise({ binaries, place, files, ...options });
    const server = await startServer({ binaries, place, files, password, ...options });
    void server.exited.then(() => lock.release());
    const rolePassword = rolePasswordOf(password);
    const superuserUrl = urlOf(server.address, SUPERUSER, password, "postgres");
    await createRoleAndDatabase(superuserUrl, rolePassword).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    const { pid, exited, stop } = server;
    return { url: urlOf(server.address, ROLE, rolePassword, DATABASE), directory: place.directory, pid, exited, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Lines in which PostgreSQL writes its port, its socket's folder, and whether it accepts connections. */
const [PORT_LINE, SOCKET_LINE, STATUS_LINE] = [3, 4, 7];

/** The server that another process has started in this directory, for commands that run beside it. */
export async function urlOfRunningServer(directory: string): Promise<string> {
  const place = await choosePlace(directory);
  const files = filesIn(place);
  const text = await readFile(pidFileIn(files.data), "utf8").catch(() => "");
  const lines = text.split("\n");
  if (lines[STATUS_LINE]?.trim() !== "ready")
    throw new OperatorError(`the database in ${place.directory} is starting or stopping; try again in a moment`);
  const port = Number(lines[PORT_LINE]);
  const address: Address =
    lines[SOCKET_LINE] === "" ? { kind: "tcp", port } : { kind: "socket", directory: lines[SOCKET_LINE]!, port };
  return urlOf(address, ROLE, rolePasswordOf((await readFile(files.password, "utf8")).trim()), DATABASE);
}

function rolePasswordOf(superuserPassword: string): string {
  return createHmac("sha256", superuserPassword).update(ROLE).digest("base64url");
}

type Files = { data: string; password: string; log: string; socketLock: string };

function filesIn({ directory, cluster }: Place): Files {
  return {
    data: join(cluster, "data"),
    password: join(directory, "superuser-password"),
    log: join(directory, "server.log"),
    socketLock: join(cluster, `${SOCKET_NAME}.lock`),
  };
}

type Initial = Pick<StartOptions, "binaries" | "place" | "files" | "durable" | "release" | "onLaunched">;

/** With this locale every machine has the same sort order and case rules, whatever locales are installed. */
const OWN_LOCALE = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
/** Releases before 17 have it from the machine. */
const LOCALE_OF_MACHINE = ["--locale=C.UTF-8"];

/** Files get their final name when they are complete: an interrupted start leaves nothing like a database. */
async function initialise({
  binaries,
  place: { cluster, user },
  files,
  durable,
  release,
  onLaunched,
}: Initial): Promise<string> {
  if (existsSync(files.data)) return (await readFile(files.password, "utf8")).trim();
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  await writeFile(files.password, `${password}\n`, { mode: 0o600, flush: true });
  const unfinished = join(cluster, "data.unfinished");
  const passwordForServer = join(cluster, "password.unfinished");
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordForServer, { force: true });
  await writeNewFile(passwordForServer, `${password}\n`, user);
  const initdb = promisify(execFile)(
    binaries.initdb,
    [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordForServer}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      ...(release === undefined ? OWN_LOCALE : LOCALE_OF_MACHINE),
      "--no-instructions",
      ...(durable ? [] : ["--no-sync"]),
    ],
    { ...user, cwd: cluster, env: ENVIRONMENT },
  );
  onLaunched?.();
  await initdb.catch((error: Error & { stderr?: string }) => {
    throw new OperatorError(
      `the embedded PostgreSQL could not make its files in ${cluster}: ${(error.stderr ?? error.message).trim()}`,
      { cause: error },
    );
  });
  await rm(passwordForServer);
  await rename(unfinished, files.data);
  return password;
}

async function writeNewFile(path: string, text: string, owner: ServerUser | undefined): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    if (owner !== undefined) await file.chown(owner.uid, owner.gid);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

type Address = { kind: "socket"; directory: string; port: number } | { kind: "tcp"; port: number };

/** A socket is faster than TCP and clashes with no port. Windows and very deep folders cannot use one. */
async function chooseAddress({ cluster }: Place): Promise<Address> {
  if (process.platform !== "win32" && Buffer.byteLength(join(cluster, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES) {
    return { kind: "socket", directory: cluster, port: SOCKET_PORT };
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
  const at = (host: string): string => `postgres://${user}:${password}@${host}:${address.port}/${database}`;
  return address.kind === "tcp" ? at("127.0.0.1") : `${at("localhost")}?host=${encodeURIComponent(address.directory)}`;
}

type StartOptions = Omit<EmbeddedOptions, "directory"> & {
  binaries: Binaries;
  place: Place;
  files: Files;
  password: string;
};
type RunningServer = Pick<EmbeddedServer, "pid" | "exited" | "stop"> & { address: Address };

async function startServer(options: StartOptions): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const address = await chooseAddress(options.place);
    const child = spawnServer(options, address);
    options.onLaunched?.();
    const exited = new Promise<void>((resolve, reject) => child.once("exit", () => resolve()).once("error", reject));
    if (await isReady(options, address, child, exited)) return { address, ...supervise(child, exited, options) };
    if (attempt === START_ATTEMPTS)
      throw new OperatorError(
        `the embedded PostgreSQL did not start; the end of ${options.files.log}:\n${await logTail(options.files.log)}`,
      );
    // Processes of a killed server still hold its memory for a moment, or a port was taken meanwhile.
    await pause(START_RETRY_PAUSE_MS);
  }
}

function spawnServer({ binaries, place, files, durable }: StartOptions, address: Address): ChildProcess {
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
    return spawn(
      binaries.postgres,
      ["-D", files.data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      {
        ...place.user,
        cwd: place.directory,
        stdio: ["ignore", log, log],
        // A process group of its own: Ctrl-C in a terminal must not end the database before our work is finished.
        detached: true,
        env: ENVIRONMENT,
      },
    );
  } finally {
    closeSync(log);
  }
}

/** False when the server ended instead. Only an accepted connection proves that it is ready. */
async function isReady(
  { password, files }: StartOptions,
  address: Address,
  child: ChildProcess,
  exited: Promise<void>,
) {
  const deadlineMs = Date.now() + READY_DEADLINE_MS;
  const ended = exited.then(() => "ended" as const);
  for (;;) {
    const connectionString = urlOf(address, SUPERUSER, password, "postgres");
    const client = newClient({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    const attempt = client
      .connect()
      .then(() => "ready" as const)
      .catch((error: Error) => error);
    const outcome = await Promise.race([attempt, ended]);
    await client.end();
    if (outcome === "ready") return true;
    if (outcome === "ended") return false;
    if (Date.now() > deadlineMs) {
      child.kill("SIGQUIT");
      throw new OperatorError(
        `the embedded PostgreSQL was not ready after ${READY_DEADLINE_MS} ms (${outcome.message}); see ${files.log}`,
      );
    }
    await pause(READY_POLL_MS); // Not listening yet, or still recovering.
  }
}

function supervise(child: ChildProcess, exited: Promise<void>, { place, files }: StartOptions) {
  const pid = child.pid!;
  const watchdog = process.platform === "win32" ? undefined : startWatchdog(pid, pidFileIn(files.data), place.user);
  const logCheck = setInterval(() => {
    try {
      keepLogBounded(files.log);
    } catch (error) {
      process.emitWarning(error as Error); // A full disk is no reason to end the process that serves payments.
    }
  }, LOG_CHECK_INTERVAL_MS).unref();
  void exited.then(() => {
    clearInterval(logCheck);
    watchdog?.kill("SIGKILL");
  });
  return {
    pid,
    exited,
    async stop() {
      // A fast shutdown: sessions are ended, everything is written, no recovery at the next start.
      child.kill("SIGINT");
      const impatient = setTimeout(() => child.kill("SIGQUIT"), STOP_DEADLINE_MS);
      await exited;
      clearTimeout(impatient);
    },
  };
}

/** `cat` ends when the other end of its input is closed. The kernel closes it however this process dies. */
function startWatchdog(pid: number, pidFile: string, user: ServerUser | undefined): ChildProcess {
  const script = 'cat >/dev/null; [ "$(head -n 1 "$2")" = "$1" ] && kill -INT "$1"';
  return spawn("/bin/sh", ["-c", script, "sh", String(pid), pidFile], {
    ...user,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: ENVIRONMENT,
  });
}

function createRoleAndDatabase(superuserUrl: string, rolePassword: string): Promise<void> {
  const config = { connectionString: superuserUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  return withClient(config, async (client) => {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [ROLE]);
    const password = pg.escapeLiteral(rolePassword);
    if (role.rowCount === 0)
      await client.query(`CREATE ROLE ${ROLE} LOGIN CREATEDB IN ROLE pg_monitor PASSWORD ${password}`);
    const database = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  });
}

/** The server appends, so it continues at the start of a file that was truncated. */
function keepLogBounded(log: string): void {
  if (!existsSync(log) || statSync(log).size <= MAX_LOG_BYTES) return;
  try {
    copyFileSync(log, `${log}.1`);
  } finally {
    truncateSync(log);
  }
}

async function logTail(log: string): Promise<string> {
  return (await readFile(log, "utf8")).slice(-LOG_TAIL_BYTES);
}
