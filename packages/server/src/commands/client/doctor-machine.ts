import { createServer } from "node:net";
import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Config, InvalidConfiguration, loadConfig } from "#src/config.ts";
import { WEB_DIRECTORY } from "../parts.ts";
import { explainFailure } from "../explain-failure.ts";
import { packageRoot } from "#src/kernel/db/embedded-binaries.ts";
import { isUpToDate } from "#src/kernel/db/migrate.ts";
import { type Check, type Found, ok, problem, warning } from "./doctor-checks.ts";

/** What can be wrong on this machine before any service runs: runtime, settings, folder, disk, database, pages. */
const LOWEST_NODE_MAJOR = 24;
const MIN_FREE_BYTES = 1024 ** 3;
const GIB = 1024 ** 3;
const HEALTH_TIMEOUT_MS = 2_000;

type Settings = { config: Config } | { problems: readonly string[] };

export function machineChecks(settings: Settings): Check[] {
  const withConfig = (run: (config: Config) => Found[] | Promise<Found[]>) => () =>
    "config" in settings ? run(settings.config) : [];
  return [
    { name: "runtime", run: checkRuntime },
    { name: "settings", run: () => ("problems" in settings ? settings.problems.flatMap(faulty) : ok(VALID)) },
    { name: "data folder", run: withConfig(checkDataFolder) },
    { name: "disk", run: withConfig(checkDisk) },
    { name: "database", run: withConfig(checkDatabase) },
    { name: "ports", run: withConfig(checkPorts) },
    { name: "exposure", run: withConfig(checkExposure) },
    { name: "e-mail", run: withConfig(checkMail) },
    { name: "backups", run: withConfig(checkBackups) },
    { name: "pages", run: checkPages },
  ];
}

const VALID = "every setting is valid";
const faulty = (fault: string): Found[] =>
  problem(fault, "Correct or remove this setting; `corridor settings` prints all of them.");

export function readSettings(variables: NodeJS.ProcessEnv, assignments: readonly string[]): Settings {
  try {
    return { config: loadConfig({ environment: variables, assignments }) };
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    return { problems: error.problems };
  }
}

function checkRuntime(): Found[] {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) >= LOWEST_NODE_MAJOR) return ok(`Node ${node}`);
  return problem(
    `Node ${node} is too old to run the service`,
    "Use `npm run corridor -- ...`: npm runs the Node that `npm ci` installed.",
  );
}

/** The folder itself, or the nearest existing parent: the first start creates it there. */
function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

function checkDataFolder({ dataDir }: Config): Found[] {
  const path = resolve(dataDir);
  const nearest = nearestFolder(path);
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK);
    if (nearest.startsWith("/proc") || nearest.startsWith("/sys")) throw new Error("it takes no files");
    return ok(path);
  } catch (error) {
    return problem(
      `${nearest} cannot be written to: ${(error as Error).message}`,
      "Set DATA_DIR to a folder that you may write to, or change its owner.",
    );
  }
}

function checkDisk({ dataDir }: Config): Found[] {
  const { bavail, bsize } = statfsSync(nearestFolder(resolve(dataDir)));
  const free = bavail * bsize;
  if (free >= MIN_FREE_BYTES) return ok(`${(free / GIB).toFixed(1)} GiB free`);
  return warning(
    `only ${(free / GIB).toFixed(2)} GiB are free`,
    "Free some space, or set DATA_DIR to a folder on another disk: a full disk stops the database.",
  );
}

async function checkDatabase({ embeddedDatabase, databaseUrl }: Config): Promise<Found[]> {
  try {
    if (embeddedDatabase) {
      packageRoot();
      return ok("embedded PostgreSQL");
    }
    if (await isUpToDate({ url: databaseUrl })) return ok("the database answers, and its schema is up to date");
    return problem(
      "the database's schema does not match this version",
      "Run `corridor migrate`; `start`, `api` and `worker` also migrate.",
    );
  } catch (error) {
    const remedy = embeddedDatabase
      ? "Run `npm ci` again without --omit=optional, or set DATABASE_URL."
      : "Check that PostgreSQL runs, and the user, password and name in DATABASE_URL.";
    return problem(explainFailure(error) ?? (error as Error).message, remedy);
  }
}

/** If the service itself uses the port, doctor-service.ts checks the service. */
async function checkPorts({ host, port, sandboxPort, sandbox }: Config): Promise<Found[]> {
  const found: Found[] = [];
  const ports = { PORT: port, ...(sandbox ? { SANDBOX_PORT: sandboxPort } : {}) };
  for (const [setting, number] of Object.entries(ports)) {
    if (!(await isTaken(host, number)) || (await answersHealth(number))) continue;
    found.push(
      ...problem(
        `another program uses port ${number}, which is ${setting}`,
        `End that program, or set ${setting} to a free port.`,
      ),
    );
  }
  return found.length > 0 ? found : ok("the ports are free, or the service uses them");
}

async function isTaken(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => void server.once("error", reject).listen(port, host, resolve));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EADDRINUSE";
  } finally {
    server.close();
  }
}

async function answersHealth(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return answer.ok && /"status":\s*"ok"/.test(await answer.text());
  } catch {
    return false;
  }
}

function checkMail({ environment, smtpUrl }: Config): Found[] {
  if (environment !== "production" || smtpUrl !== undefined) return [];
  return warning("no e-mail is sent: invites, password resets and alerts reach nobody", "Set SMTP_URL and MAIL_FROM.");
}

function checkBackups({ environment, backupTo }: Config): Found[] {
  if (environment !== "production" || backupTo !== undefined) return [];
  return warning(
    "no place for backups is set",
    "Set BACKUP_TO and BACKUP_KEY_FILE, and run `corridor backup` daily and `corridor drill` monthly.",
  );
}

function checkExposure({ isExposedDevelopment, host }: Config): Found[] {
  if (!isExposedDevelopment) return [];
  return warning(
    `a development service listens on ${host}, where others reach it with its demo passwords`,
    "Set HOST=127.0.0.1, or ENVIRONMENT=production with real secrets.",
  );
}

function checkPages(): Found[] {
  if (existsSync(join(WEB_DIRECTORY, "dashboard", "index.html"))) return ok("dashboard and checkout are built");
  return problem("dashboard and checkout are not built", "Run `npm run build:web`.");
}
