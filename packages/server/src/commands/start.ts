import { setImmediate as nextTurn } from "node:timers/promises";
import { openDataDirectory } from "#src/kernel/db/data-directory.ts";
import { startEmbedded } from "#src/kernel/db/embedded.ts";
import { assertServiceRole } from "#src/kernel/db/grant-service.ts";
import { migrate } from "#src/kernel/db/migrate.ts";
import { waitForDatabase } from "#src/kernel/db/wait-for-database.ts";
import { loggerOf, type ReadyConfig, readConfig, withSecret } from "./parts.ts";
import type { OpenDatabase } from "./run-all.ts";

/** All in one process. The database starts in another while this one loads the product, so no import of that above. */
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
  if (embedded === null) await waitForDatabase(url, loggerOf(config));
  await migrate({ url });
  if (embedded === null) await assertServiceRole(config, url);
  return { url, embedded };
}

/** In pieces, so that the start of the database makes progress between them: most of a second on a slow machine. */
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
