import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Config, InvalidConfiguration, loadConfig } from "#src/config.ts";
import { WEB_DIRECTORY } from "#src/commands/parts.ts";
import { explainFailure } from "#src/commands/explain-failure.ts";
import { packageRoot } from "#src/platform/db/embedded-binaries.ts";
import { isUpToDate } from "#src/platform/db/migrate.ts";
import { type Check, type Found, ok, problem, warning } from "./doctor-checks.ts";

/** What can be wrong on this machine before any service runs: runtime, settings, folder, disk, database, pages. */
const LOWEST_NODE_MAJOR = 24;
const MIN_FREE_BYTES = 1024 ** 3;
const GIB = 1024 ** 3;

export function machineChecks(variables: NodeJS.ProcessEnv): Check[] {
  const settings = readSettings(variables);
  const withConfig = (run: (config: Config) => Found[] | Promise<Found[]>) => () => ("config" in settings ? run(settings.config) : []);
  return [
    { name: "runtime", run: checkRuntime },
    {
      name: "settings",
      run: () =>
        "problems" in settings
          ? settings.problems.map((one) => problem(one, "Mend or remove this setting; `corridor settings` prints all of them."))
          : ok("every setting can be used"),
    },
    { name: "data folder", run: withConfig(checkDataFolder) },
    { name: "disk", run: withConfig(checkDisk) },
    { name: "database", run: withConfig(checkDatabase) },
    { name: "exposure", run: withConfig(checkExposure) },
    { name: "pages", run: checkPages },
  ];
}

function readSettings(variables: NodeJS.ProcessEnv): { config: Config } | { problems: readonly string[] } {
  try {
    return { config: loadConfig({ environment: variables }) };
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    return { problems: error.problems };
  }
}

function checkRuntime(): Found[] {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) >= LOWEST_NODE_MAJOR) return ok(`Node ${node}`);
  return [problem(`Node ${node} is too old to run the service`, "Use `npm run corridor -- ...`: npm runs the Node that `npm ci` installed.")];
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
    return [problem(`${nearest} cannot be written to: ${(error as Error).message}`, "Set DATA_DIR to a folder that you may write to, or change its owner.")];
  }
}

function checkDisk({ dataDir }: Config): Found[] {
  const { bavail, bsize } = statfsSync(nearestFolder(resolve(dataDir)));
  const free = bavail * bsize;
  if (free >= MIN_FREE_BYTES) return ok(`${(free / GIB).toFixed(1)} GiB free`);
  return [
    warning(`only ${(free / GIB).toFixed(2)} GiB are free`, "Free some space, or set DATA_DIR to a folder on another disk: a full disk stops the database."),
  ];
}

async function checkDatabase({ embeddedDatabase, databaseUrl }: Config): Promise<Found[]> {
  try {
    if (embeddedDatabase) {
      packageRoot();
      return ok("embedded PostgreSQL");
    }
    if (await isUpToDate({ url: databaseUrl })) return ok("it answers, and its schema is up to date");
    return [problem("its schema is not of this version", "Run `corridor migrate`; `start`, `api` and `worker` also do it.")];
  } catch (error) {
    const detail = explainFailure(error) ?? (error as Error).message;
    return [
      problem(
        detail,
        embeddedDatabase
          ? "Run `npm ci` again without --omit=optional, or set DATABASE_URL."
          : "Check that PostgreSQL runs, and the user, password and name in DATABASE_URL.",
      ),
    ];
  }
}

function checkExposure({ isExposedDevelopment, host }: Config): Found[] {
  if (!isExposedDevelopment) return [];
  return [
    warning(
      `a development service listens on ${host}, where others reach it with its demo passwords`,
      "Set HOST=127.0.0.1, or ENVIRONMENT=production with real secrets.",
    ),
  ];
}

function checkPages(): Found[] {
  if (existsSync(join(WEB_DIRECTORY, "dashboard", "index.html"))) return ok("dashboard and checkout are built");
  return [problem("dashboard and checkout are not built", "Run `npm run build:web`.")];
}
