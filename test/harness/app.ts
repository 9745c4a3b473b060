import type { IncomingHttpHeaders } from "node:http";
import { fetch, request } from "undici";
import { expect, inject, vi } from "vitest";
import type { Service, ServiceOptions } from "@corridor/server/deployment.ts";
import { createCells } from "@corridor/server/cells.ts";
import { type Config, loadConfig } from "@corridor/server/config.ts";
import { setSandboxBalance } from "@corridor/server/record/ledger/set-sandbox-balance.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import type { Job } from "@corridor/server/kernel/jobs/loop.ts";
import { FIRST_CELL } from "@corridor/base/ids.ts";
import { createLogger, type Logger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import { RUN_NAMES } from "@corridor/server/run-settings.ts";
import type { Demo, DemoPerson } from "@corridor/server/commands/seed.ts";
import { createTestDatabase } from "./database.ts";
import { addCells, TEST_CELL } from "./test-cell.ts";
import { undocumentedAnswers } from "./documented-statuses.ts";
import { followClock, takeOverDatabaseTime } from "./database-time.ts";
import { freePort } from "./free-port.ts";
import { createServiceRole } from "./service-role.ts";
import { startTestSandbox, type TestSandbox } from "./sandbox.ts";

/**
 * The whole service on real parts: its own database, a real port, the sandbox over HTTP, a stepped clock and jobs that
 * tests run by hand.
 */
export type TestCaller = { headers: Readonly<Record<string, string>>; orgId: string | null; userId: string };
export type TestAnswer<T = any> = { status: number; body: T; headers: Headers; text: string };

export type TestApp = {
  /** Ends in /v1. */
  url: string;
  origin: string;
  db: Db;
  databaseUrl: string;
  clock: SteppedClock;
  demo: Demo;
  sandbox: TestSandbox;
  service: Service;
  callers: Record<
    | "orgAdmin"
    | "orgMember"
    | "orgViewer"
    | "admin"
    | "secondAdmin"
    | "staff"
    | "apiKey"
    | "otherOrgAdmin"
    | "otherApiKey",
    TestCaller
  >;
  /** Resolves after the answer; for a callback, once it was also processed. */
  request<T = any>(
    caller: TestCaller | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer<T>>;
  /**
   * Moves the clock of the service, the sandbox and the database, and resolves when every callback that came due was
   * answered and processed.
   */
  advance(ms: number): Promise<void>;
  /** Runs one job until it finds nothing more to do. */
  run(jobName: string): Promise<void>;
  /** Lets the read models follow every change of a payment that is committed. */
  followed(): Promise<void>;
  /**
   * Advances the time while the worker handles unfinished payments and refunds. Payments that the provider keeps not
   * knowing are given up meanwhile.
   */
  wait(ms: number): Promise<void>;
  logLines(): string[];
  close(): Promise<void>;
};

export type TestAppOptions = {
  settings?: Record<string, string>;
  sandboxDelayMs?: number;
  logLevel?: string;
  /** How many cells the deployment has, if not one. */
  cells?: number;
  /** The service connects as a role that owns no table, as production should. */ asService?: true;
};

/** For another process of the same deployment. */
export const TEST_SECRET = "a test secret that is long enough to be one, and is used nowhere else";
const FOLLOWED_WITHIN_MS = 60_000;
const FOLLOWERS = ["search-keys", "statistics"];
const NOT_FOLLOWED = `SELECT event.event_id FROM events AS event, unnest($1::text[]) AS follower (name)
  WHERE event.resource_type = 'payment' AND NOT EXISTS (SELECT FROM followers AS place WHERE place.name = follower.name
    AND (event.position, event.event_id) <= (place.position, place.event_id)) LIMIT 1`;
const MAX_RUNS = 1_000;
const WAIT_STEP_MS = 20_000;

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase("seeded");
  await addCells(database.url, (options.cells ?? 1) - 1);
  const clock = new SteppedClock();
  const startedAtMs = clock.now().getTime();
  const databaseTime = await takeOverDatabaseTime(database.url);
  const follow = followClock(databaseTime, clock);
  await follow();
  const role = options.asService ? await createServiceRole(database.url) : null;
  const lines: string[] = [];
  const log: Logger = createLogger({
    level: options.logLevel ?? "info",
    destination: { write: (line: string) => lines.push(line) } as never,
  });
  const sandbox = await startTestSandbox({
    clock,
    ...(options.sandboxDelayMs === undefined ? {} : { delayMs: options.sandboxDelayMs }),
  });
  const port = await freePort();
  const given = Object.entries({ API_KEYS_MAY_ADMINISTER: "false", ...options.settings });
  await storeSettings(
    database.db,
    given.filter(([name]) => RUN_NAMES.has(name)),
  );
  const config: Config & { secret: string } = {
    ...loadConfig({
      environment: {
        HOST: "127.0.0.1",
        PORT: String(port),
        ...Object.fromEntries(given.filter(([name]) => !RUN_NAMES.has(name))),
      },
    }),
    secret: TEST_SECRET,
  };
  const service = await createInTestCell({
    config,
    databaseUrl: role?.url ?? database.url,
    clock,
    log,
    metrics: createMetrics(),
    sandbox: { url: sandbox.url, key: sandbox.key },
    webDirectory: "",
    testClock: { shiftMs: () => clock.now().getTime() - startedAtMs, advance, follow: async () => undefined },
  });
  await setSandboxBalance(service.db, config.sandboxBalanceUsd, clock.now());
  const demo = inject("demo");
  await service.server.listen({ host: "127.0.0.1", port });
  const origin = `http://127.0.0.1:${port}`;

  const signIn = async (person: DemoPerson, orgId: string | null): Promise<TestCaller> => {
    const answer = await fetch(`${origin}/identity/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: person.email, password: person.password }),
    });
    const { token } = (await answer.json()) as { token: string };
    return { headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" }, orgId, userId: person.user_id };
  };
  const [ours, theirs] = demo.organizations as [Demo["organizations"][0], Demo["organizations"][0]];
  const keyOf = (organization: Demo["organizations"][0]): TestCaller => ({
    headers: { authorization: "NONE", "x-api-key": organization.api_key },
    orgId: organization.org_id,
    userId: organization.org_admin.user_id,
  });
  const [orgAdmin, orgMember, orgViewer, admin, secondAdmin, staff, otherOrgAdmin] = await Promise.all([
    signIn(ours.org_admin, ours.org_id),
    signIn(ours.org_member, ours.org_id),
    signIn(ours.org_viewer, ours.org_id),
    signIn(demo.admin, null),
    signIn(demo.second_admin, null),
    signIn(demo.staff, null),
    signIn(theirs.org_admin, theirs.org_id),
  ]);

  async function advance(ms: number): Promise<void> {
    await databaseTime.set(new Date(clock.now().getTime() + ms));
    await sandbox.advance(ms);
    await service.callbacksFollowed();
  }
  async function run(jobName: string): Promise<void> {
    await follow();
    for (const job of findJobs(service, jobName))
      for (let runs = 0; (await job.runOnce()) > 0; runs++)
        if (runs === MAX_RUNS) throw new Error(`the job ${jobName} never came to an end`);
  }

  return {
    url: `${origin}/v1`,
    origin,
    db: service.partsOf(TEST_CELL).db,
    databaseUrl: database.url,
    clock,
    demo,
    sandbox,
    service,
    callers: {
      orgAdmin: orgAdmin!,
      orgMember: orgMember!,
      orgViewer: orgViewer!,
      admin: admin!,
      secondAdmin: secondAdmin!,
      staff: staff!,
      apiKey: keyOf(ours),
      otherOrgAdmin: otherOrgAdmin!,
      otherApiKey: keyOf(theirs),
    },
    async request(caller, method, path, body, headers = {}) {
      await follow();
      const answer = await request(`${origin}/v1${path}`, {
        method: method as "GET",
        headers: {
          ...caller?.headers,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
      });
      const text = await answer.body.text();
      if (path.startsWith("/callbacks/")) await service.callbacksFollowed();
      return {
        status: answer.statusCode,
        headers: headersOf(answer.headers),
        text,
        body: text === "" ? null : parsed(text),
      };
    },
    advance,
    run,
    // Transactions of other tests are open on the same server, and a follower waits for them.
    followed: () =>
      vi.waitFor(
        async () => {
          for (const name of FOLLOWERS) await run(name);
          expect(await service.partsOf(TEST_CELL).db.query(NOT_FOLLOWED, [FOLLOWERS])).toEqual([]);
        },
        { timeout: FOLLOWED_WITHIN_MS, interval: 20 },
      ),
    async wait(ms) {
      for (let leftMs = ms; leftMs > 0; leftMs -= WAIT_STEP_MS) {
        await advance(Math.min(leftMs, WAIT_STEP_MS));
        await run("payment-checks");
        await run("refund-checks");
      }
    },
    logLines: () => lines,
    async close() {
      await service.close();
      await sandbox.close();
      await databaseTime.close();
      await database[Symbol.asyncDispose]();
      await role?.drop();
      const unlisted = undocumentedAnswers(lines);
      if (unlisted.length > 0)
        throw new Error(
          `openapi.json does not list what was answered: ${unlisted.join(", ")}. Add it to the route's x-errors`,
        );
    },
  };
}

/** As if somebody had changed them before, without an entry in the audit log. */
async function storeSettings(db: Db, settings: [name: string, value: string][]): Promise<void> {
  const secrets = createSecretBox({ masterSecret: TEST_SECRET });
  for (const [name, value] of settings) {
    const text = RUN_NAMES.get(name)!.secret ? secrets.seal(value, `platform_settings/${name}`) : value;
    await db.query("INSERT INTO platform_settings (name, value, updated_at) VALUES ($1, $2, now())", [name, text]);
  }
}

/** Suites call a job by its plain name, which means the job of their cell. */
export async function createInTestCell(options: ServiceOptions): Promise<Service> {
  const service = await createCells(options);
  if (TEST_CELL === FIRST_CELL) return service;
  const own = new Set(service.jobs.map(({ name }) => name).filter((name) => name.endsWith(`@${TEST_CELL}`)));
  const renamed = ({ name, ...job }: Job): Job => ({
    ...job,
    name: own.has(name) ? name.split("@")[0]! : own.has(`${name}@${TEST_CELL}`) ? `${name}@${FIRST_CELL}` : name,
  });
  return { ...service, jobs: service.jobs.map(renamed) };
}

/** The jobs of this name in all cells. */
function findJobs(service: Service, name: string): Job[] {
  const found = [...service.jobs, ...service.serverJobs].filter((one) => one.name.split("@")[0] === name);
  if (found.length === 0)
    throw new Error(`there is no job ${name}; there are ${service.jobs.map((one) => one.name).join(", ")}`);
  return found;
}

function headersOf(received: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
}

function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
