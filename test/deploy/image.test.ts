import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "#test/harness/database.ts";
import { freePort } from "#test/harness/free-port.ts";
import { type NetworkProxy, startNetworkProxy } from "#test/harness/network-proxy.ts";
import { bankPayin } from "#test/harness/payments.ts";
import { onServer } from "#test/harness/server.ts";
import { compose, environmentOf, lastStage, layOutImage, of, read, settingsIn } from "./deployment.ts";

/**
 * What the image contains, in a folder of its own, run as compose.yaml runs it: in production, by the same commands,
 * with the same settings, on an empty database and as two roles. Other than there: ports, folders, the address of
 * PostgreSQL, and people without a second factor.
 */
const role = `corridor_service_${newId().replaceAll("-", "")}`;
const WAIT = { timeout: 180_000, interval: 200 };
/** Many processes start one after another, on a machine that may be busy. */
const TEST_TIMEOUT_MS = 600_000;
/** 88 MB now: the dependencies of the server, the built pages and the sources. */
const MAX_MEGABYTES = 100;
/** The file system of an image that an engine built, and a folder that has one name in it and outside (prove-image.ts). */
const { TEST_IMAGE: image, TEST_IMAGE_SHARED: shared = tmpdir() } = process.env;
const running: Container[] = [];
let database: TestDatabase;
let folder: string;
let app: string;
let port: number;
let network: NetworkProxy;

beforeAll(async () => {
  database = await createTestDatabase("nothing");
  port = await freePort();
  folder = mkdtempSync(join(shared, "corridor-image-"));
  app = image === undefined ? join(folder, "app") : join(image, "app");
  if (image === undefined) layOutImage(app);
  mkdirSync(join(folder, "secrets"));
  const settings = settingsIn(read("deploy/corridor.env.example"));
  network = await startNetworkProxy(database.url); // No socket of this machine is in the image.
  const serviceUrl = new URL(network.url);
  [serviceUrl.username, serviceUrl.password] = [role, new URL(settings["DATABASE_URL"]!).password];
  writeSettings("corridor.env", {
    ...settings,
    DATABASE_URL: serviceUrl.href,
    BACKUP_TO: join(folder, "data"),
    PLATFORM_SECOND_FACTOR: "false",
    SHUTDOWN_GRACE_MS: "0",
  });
  writeSettings("owner.env", { ...settingsIn(read("deploy/owner.env.example")), DATABASE_OWNER_URL: network.url });
  if (image !== undefined) execFileSync("chown", ["-R", "1000:1000", folder]);
});
afterAll(async () => {
  for (const { child } of running) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  await Promise.all(running.map(ended));
  await network.close();
  await database[Symbol.asyncDispose]();
  await onServer(inject("testServerUrl"), (client) => client.query(`DROP ROLE IF EXISTS ${role}`));
  rmSync(folder, { recursive: true, force: true });
});

type Settings = Record<string, string>;
type Container = { child: ChildProcess; output(): string };

function writeSettings(name: string, settings: Settings): void {
  const lines = Object.entries(settings).map(([setting, value]) => `${setting}=${value}\n`);
  writeFileSync(join(folder, "secrets", name), lines.join(""), { mode: 0o600 });
}

/** As `docker compose up` or, with a command, `docker compose run`. */
function run(name: string, given?: readonly string[], extra: Settings = {}): Container {
  const service = compose.services[name]!;
  const ofImage = (instruction: string): string[] => JSON.parse(of(instruction, lastStage)[0]!) as string[];
  const { entrypoint = ofImage("ENTRYPOINT"), command = ofImage("CMD") } = service;
  const here = (text: string): string => text.replace("/run/secrets", join(folder, "secrets"));
  const { CONFIG_FILE: file, ...environment } = environmentOf(service);
  const places = { CONFIG_FILE: here(file!), HOST: "127.0.0.1", PORT: String(port), DATA_DIR: join(folder, "data") };
  const inImage = ["--userspec=1000:1000", image ?? "/", "/usr/bin/env", "-C", "/app", "node"];
  const [program, ...first] = image === undefined ? [process.execPath] : ["chroot", ...inImage];
  const child = spawn(program!, [...first, ...entrypoint.slice(1).map(here), ...(given ?? command)], {
    cwd: app,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", ...environment, ...places, ...extra },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const container = { child, output: () => output };
  running.push(container);
  return container;
}

async function ended({ child }: Container): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

async function completed(name: string, command?: readonly string[]): Promise<string> {
  const container = run(name, command);
  expect(await ended(container), container.output()).toBe(0);
  return container.output();
}

async function ready(container: Container, at: number): Promise<void> {
  const readiness = async (): Promise<number> => (await fetch(`http://127.0.0.1:${at}/readyz`)).status;
  const isReady = async (): Promise<void> => {
    if (container.child.exitCode !== null) return;
    expect(await readiness(), container.output()).toBe(200);
  };
  await vi.waitFor(isReady, WAIT);
  expect(container.child.exitCode, container.output()).toBeNull();
}

async function send(path: string, credential: Settings, body: unknown): Promise<{ status: number; body: any }> {
  const headers = { authorization: "NONE", "x-api-key": "NONE", ...credential, "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, request);
  return { status: answer.status, body: await answer.json() };
}

async function post(path: string, credential: Settings, body: unknown): Promise<any> {
  const answer = await send(path, credential, body);
  expect(answer.status, `${path}: ${answer.body.message}`).toBeLessThan(300);
  return answer.body;
}

async function newAdmin(email: string): Promise<Settings> {
  const made = await completed("api1", ["create-admin", "--email", email, "--name", "Ops", "--json"]);
  const { password } = JSON.parse(made) as { password: string };
  const { token } = await post("/identity/token", {}, { email, password });
  return { authorization: `Bearer ${token}` };
}

async function startWorker(name: "worker1" | "worker2"): Promise<void> {
  const workerPort = await freePort();
  await ready(run(name, undefined, { WORKER_PORT: String(workerPort) }), workerPort);
}

test(`what the product adds to its base image is at most ${MAX_MEGABYTES} MB`, () => {
  const files = globSync("**/*", { cwd: app, withFileTypes: true }).filter((file) => file.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(bytes / 1e6).toBeLessThanOrEqual(MAX_MEGABYTES);
});

test(
  "the owner migrates an empty database, and api and worker become ready as a role that owns nothing",
  async () => {
    expect(await completed("migrate")).toContain(`Granted the role ${role} the rights that the service needs.`);
    const account = { currency: "NGN", account_name: "Shop", account_number: "0123456784", bank_name: "Access Bank" };
    const setting = `MANUAL_ACCOUNTS=${JSON.stringify([account])}`;
    expect(await completed("worker1", ["settings", "set", setting])).toContain("within a second: MANUAL_ACCOUNTS.");
    await ready(run("api1"), port);
    await startWorker("worker1");
    const others = "datname = current_database() AND usename <> current_user";
    const sessions = await database.db.query(`SELECT DISTINCT usename FROM pg_stat_activity WHERE ${others}`);
    expect(sessions).toEqual([{ usename: role }]);
    // The check of readiness writes to a temporary table.
    const owned = "SELECT relname FROM pg_class WHERE relowner = $1::regrole AND relpersistence <> 't'";
    expect(await database.db.query(owned, [role])).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  "a payment completes, and the pages are there",
  async () => {
    const [admin, second] = [await newAdmin("ops@example.com"), await newAdmin("second@example.com")];
    /** Asked for by one admin and approved by the other; the approval carries it out. */
    const byTwo = async (path: string, body: object) => {
      const asked = await send(path, admin, body);
      expect(asked.body.code, asked.body.message).toBe("APPROVAL_REQUIRED");
      const approval = `/v1/approvals/${/[0-9a-f-]{36}/.exec(asked.body.message)![0]}`;
      await post(`${approval}/approve`, second, {});
      const headers = { "x-api-key": "NONE", ...admin };
      const answer = await fetch(`http://127.0.0.1:${port}${approval}`, { headers });
      const { data } = (await answer.json()) as { data: { outcome: { data: any } } };
      return data.outcome.data;
    };
    const { org_id } = (await post("/v1/organizations", admin, { name: "First Shop", country: "NG" })).data;
    const account = { name: "Shop", role: "org-member" };
    const { user_id } = (await post(`/v1/organizations/${org_id}/service-accounts`, admin, account)).data;
    const scope = { name: "Shop", org_id, user_id, preset: "payins" };
    const { api_key } = await byTwo("/v1/public/api-keys", scope);
    const corridor = { country: "NG", payment_method: "bank_transfer", direction: "inbound" };
    await byTwo("/v1/payments/provider-configs", { provider: "manual", ...corridor, org_id });
    const { response } = await post("/v1/payments-init/initiate", { "x-api-key": api_key }, bankPayin());
    expect(response).toMatchObject({ provider: "manual", status: "pending", account_number: "0123456784" });
    const decision = { status: "completed", comment: "on the statement" };
    expect(await byTwo(`/v1/payments/${response.payment_id}/settle`, decision)).toMatchObject({ status: "completed" });
    for (const page of ["/dashboard", "/docs"]) {
      expect((await fetch(`http://127.0.0.1:${port}${page}`)).status, page).toBe(200);
    }
  },
  TEST_TIMEOUT_MS,
);

test(
  "a worker writes the signed heads of the books, which hold against them",
  async () => {
    await startWorker("worker2"); // Books that moved before a worker starts are written at once.
    const heads = join(folder, "data/chain-heads.jsonl");
    await vi.waitFor(() => expect(statSync(heads).size).toBeGreaterThan(0), WAIT);
    expect(await completed("worker1", ["verify", "--against", heads])).toContain("the chains match");
  },
  TEST_TIMEOUT_MS,
);

test(
  "the role of the service writes a backup, and the owner restores it in a drill",
  async () => {
    expect(await completed("backup")).toMatch(/\.backup: \d+ tables/);
    expect(await completed("backup", ["drill"])).toContain("The drill passed");
  },
  TEST_TIMEOUT_MS,
);

test(
  "each process stops in order when it is told to",
  async () => {
    const services = running.filter(({ child }) => child.exitCode === null);
    for (const { child } of services) child.kill("SIGTERM");
    expect(await Promise.all(services.map(ended))).toEqual([0, 0, 0]);
  },
  TEST_TIMEOUT_MS,
);
