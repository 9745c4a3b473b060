import { mkdtemp, chmod, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#src/platform/db/embedded.ts";
import { migrate } from "#src/platform/db/migrate.ts";
import { createDatabase, TEMPLATE_DATABASE, urlOfDatabase } from "./server.ts";

/** One server for the whole run, with one migrated database that every test clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "corridor-test-"));
  await chmod(directory, 0o711); // As root the server runs as another user, who must get in.
  const server = await startEmbedded({ directory, durable: false });
  try {
    await createDatabase(server.url, TEMPLATE_DATABASE);
    await migrate({ url: urlOfDatabase(server.url, TEMPLATE_DATABASE) });
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("testServerUrl", server.url);
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    testServerUrl: string;
  }
}
