import { mkdtemp, chmod, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argon2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type Demo, seedDemo } from "@corridor/server/commands/seed.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { CITUS_URLS, dropDistributedDatabase } from "./citus.ts";
import { addCells, TEST_CELL, withTestCell } from "./test-cell.ts";
import { createDatabase, onServer, SEEDED_DATABASE, TEMPLATE_DATABASE, urlOfDatabase } from "./server.ts";

/**
 * One server for the whole run, with two migrated databases that tests clone: an empty one and one with the demo's
 * data.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "corridor-test-"));
  await chmod(directory, 0o711); // As root the server runs as another user, who needs access.
  const server = CITUS_URLS.length > 0 ? await useCluster() : await startOwn(directory);
  try {
    await createDatabase(server.url, TEMPLATE_DATABASE);
    await migrate({ url: urlOfDatabase(server.url, TEMPLATE_DATABASE) });
    await addCells(urlOfDatabase(server.url, TEMPLATE_DATABASE), TEST_CELL);
    await createDatabase(server.url, SEEDED_DATABASE, TEMPLATE_DATABASE);
    project.provide("demo", await seed(urlOfDatabase(server.url, SEEDED_DATABASE)));
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

type Server = { readonly url: string; stop(): Promise<void> };

async function startOwn(directory: string): Promise<Server> {
  const server = await startEmbedded({ directory, durable: false });
  await letTestsPrepare(server);
  return server;
}

async function useCluster(): Promise<Server> {
  const removeTemplates = async (): Promise<void> => {
    for (const name of [SEEDED_DATABASE, TEMPLATE_DATABASE]) await dropDistributedDatabase(name);
  };
  await removeTemplates(); // Left over from an interrupted run.
  return { url: CITUS_URLS[0]!, stop: removeTemplates };
}

/**
 * What an operator prepares as a superuser. The service's role cannot create roles; a test of its grants needs one
 * beside it.
 */
async function letTestsPrepare({ url, directory }: { url: string; directory: string }): Promise<void> {
  const superuser = new URL(urlOfDatabase(url, "postgres"));
  [superuser.username, superuser.password] = [
    "postgres",
    (await readFile(join(directory, "superuser-password"), "utf8")).trim(),
  ];
  const role = pg.escapeIdentifier(decodeURIComponent(new URL(url).username));
  await onServer(superuser.href, (client) => client.query(`ALTER ROLE ${role} CREATEROLE`));
}

/** Every test app signs six people in, so their passwords are hashed at almost no cost. */
function seed(url: string): Promise<Demo> {
  return withTestCell(url, async (db) => {
    const demo = await seedDemo({ db, clock: new SteppedClock() });
    const people = [
      demo.admin,
      demo.staff,
      ...demo.organizations.flatMap((one) => [one.org_admin, one.org_member, one.org_viewer]),
    ];
    for (const { user_id, password } of people)
      await db.query("UPDATE identity.accounts SET password_hash = $2 WHERE user_id = $1", [
        user_id,
        cheapHash(password),
      ]);
    return demo;
  });
}

function cheapHash(message: string): string {
  const nonce = randomBytes(16);
  const key = argon2Sync("argon2id", { message, nonce, parallelism: 1, tagLength: 32, memory: 8, passes: 1 });
  const text = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(key)}`;
}

declare module "vitest" {
  export interface ProvidedContext {
    testServerUrl: string;
    demo: Demo;
  }
}
