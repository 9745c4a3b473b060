import type { TestProject } from "vitest/node";
import type { Demo } from "@corridor/server/commands/seed.ts";
import { CITUS_URLS, dropDistributedDatabase } from "./citus.ts";
import { startPreparedServer } from "./prepared-server.ts";
import { openFolderOfRun } from "./folder-of-run.ts";
import { SEEDED_DATABASE, TEMPLATE_DATABASE } from "./server.ts";

/** One server and one temporary folder for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = openFolderOfRun();
  process.env["TMPDIR"] = folder.path; // Of every process of the tests.
  try {
    const server = CITUS_URLS.length > 0 ? await useCluster() : await startPreparedServer(folder.path);
    project.provide("demo", server.demo);
    project.provide("testServerUrl", server.url);
    return async () => {
      await server.stop();
      folder.remove();
    };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

async function useCluster(): ReturnType<typeof startPreparedServer> {
  const removeTemplates = async (): Promise<void> => {
    for (const name of [SEEDED_DATABASE, TEMPLATE_DATABASE]) await dropDistributedDatabase(name);
  };
  await removeTemplates(); // Left over from an interrupted run.
  const { makeTemplates } = await import("./templates.ts");
  const demo = await makeTemplates(CITUS_URLS[0]!).catch(async (error: unknown) => {
    await removeTemplates();
    throw error;
  });
  return { url: CITUS_URLS[0]!, demo, stop: removeTemplates };
}

declare module "vitest" {
  export interface ProvidedContext {
    testServerUrl: string;
    demo: Demo;
  }
}
