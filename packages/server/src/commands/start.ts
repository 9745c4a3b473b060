import { setImmediate as nextTurn } from "node:timers/promises";
import { openDataDirectory } from "#src/kernel/db/data-directory.ts";
import { startEmbedded } from "#src/kernel/db/embedded.ts";
import { migrate } from "#src/kernel/db/migrate.ts";
import { type ReadyConfig, readConfig, withSecret } from "./parts.ts";
import type { OpenDatabase } from "./run-all.ts";

/**
 * All in one: database, migrations, demo data, sandbox, API and worker in one process, started by one command.
 *
 * The database starts in a separate process, and meanwhile this one loads the product: so code that is only needed
 * afterwards must not be imported above.
 */
export type StartFlags = { quiet?: boolean };

export async function start(given: readonly string[], { quiet = false }: StartFlags): Promise<void> {
  const assignments = quiet ? [...given, "LOG_LEVEL=warn"] : given;
  const settings = readConfig(assignments);
  const directory = openDataDirectory(settings.dataDir);
  const config = withSecret(settings);
  const launched = Promise.withResolvers<void>();
  const [database, { runAll }] = await Promise.all([
    openDatabase(config, directory.path, launched.resolve),
    launched.promise.then(loadProduct),
  ]);
  await runAll({ config, assignments, directory, database, quiet });
}

async function openDatabase(config: ReadyConfig, directory: string, onLaunched: () => void): Promise<OpenDatabase> {
  if (!config.embeddedDatabase) onLaunched();
  const embedded = config.embeddedDatabase ? await startEmbedded({ directory, durable: true, onLaunched }) : null;
  const url = embedded?.url ?? config.databaseUrl;
  await migrate({ url });
  return { url, embedded };
}

/**
 * Loading the product is most of a second of uninterrupted work on a slow machine. It is done in pieces, so that the
 * start of the database makes progress between them.
 */
async function loadProduct(): Promise<typeof import("./run-all.ts")> {
  const pieces = [
    () => import("#src/kernel/db/client.ts"),
    () => import("#src/kernel/http/schemas.ts"),
    () => import("#src/kernel/http/server.ts"),
    () => import("@corridor/sandbox/start-sandbox.ts"),
    () => import("#src/payments/initiate/index.ts"),
    () => import("#src/compose.ts"),
  ];
  for (const load of pieces) {
    await load();
    await nextTurn();
  }
  return import("./run-all.ts");
}
