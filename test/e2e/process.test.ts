import { randomUUID } from "node:crypto";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { DemoFile } from "@corridor/server/commands/greeting.ts";
import type { Demo } from "@corridor/server/commands/seed.ts";
import { COMMIT, VERSION } from "@corridor/server/kernel/version.ts";
import { freePort } from "#test/harness/free-port.ts";
import { createTestDatabase, type TestDatabase } from "#test/harness/database.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { createServiceRole } from "#test/harness/service-role.ts";

/** The real process, as `npm start` runs it: a folder of its own, real ports, real signals. */
type Running = { child: ChildProcess; output(): string };

const running: ChildProcess[] = [];
let directory: string;
let settings: Record<string, string>;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "corridor-process-"));
  settings = {
    DATA_DIR: join(directory, "data"),
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_DELAY_MS: "0",
    SHUTDOWN_GRACE_MS: "0",
    LOG_LEVEL: "warn",
  };
});
afterAll(async () => {
  // Processes that a failed test left running.
  for (const child of running.filter((one) => one.exitCode === null && one.signalCode === null)) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  rmSync(directory, { recursive: true, force: true });
});

function run(extra: Record<string, string> = {}, args: string[] = ["start"]): Running {
  const child = spawn(process.execPath, ["packages/server/src/main.js", ...args], {
    env: { PATH: process.env.PATH, ...settings, ...extra },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let output = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

async function started(extra?: Record<string, string>): Promise<Running> {
  const process = run(extra);
  while (!process.output().includes("Corridor is ready")) {
    if (process.child.exitCode !== null) throw new Error(`it did not start: ${process.output()}`);
    await Promise.race([once(process.child.stdout!, "data"), once(process.child, "exit")]);
  }
  return process;
}

async function ended({ child }: Running): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

async function stop(running: Running, signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
  running.child.kill(signal);
  return ended(running);
}

/** On a busy machine a check may take too long and fail; the next one counts. */
const READY_WITHIN = { timeout: 60_000, interval: 300 };
const readiness = async (): Promise<number> => (await fetch(`http://127.0.0.1:${settings["PORT"]}/readyz`)).status;

const demo = (): DemoFile => JSON.parse(readFileSync(join(settings["DATA_DIR"]!, "demo.json"), "utf8")) as DemoFile;

async function pay(reference: string): Promise<{ status: number; body: any }> {
  const { base_url, organizations } = demo();
  const answer = await fetch(`${base_url}/payments-init/initiate`, {
    method: "POST",
    headers: { authorization: "NONE", "x-api-key": organizations[0]!.api_key, "content-type": "application/json" },
    body: JSON.stringify(mobileMoneyPayin("4567", { client_reference: reference })),
  });
  return { status: answer.status, body: await answer.json() };
}

async function read(transactionId: string): Promise<any> {
  const { base_url, organizations } = demo();
  const answer = await fetch(`${base_url}/payments/transaction/${transactionId}`, {
    headers: { authorization: "NONE", "x-api-key": organizations[0]!.api_key },
  });
  return answer.json();
}

describe("the all-in-one process", () => {
  test("starts from nothing, prints what to open and try, keeps it in demo.json with mode 0600, and makes a first payment", async () => {
    const running = await started();
    const kept = demo();
    expect(statSync(join(settings["DATA_DIR"]!, "demo.json")).mode & 0o777).toBe(0o600);
    const person = { user_id: expect.any(String), email: expect.stringContaining("@"), password: expect.any(String) };
    expect(kept).toEqual({
      base_url: `http://127.0.0.1:${settings["PORT"]}/v1`,
      dashboard_url: expect.stringContaining("/dashboard"),
      docs_url: expect.stringContaining("/docs"),
      sandbox_url: `http://127.0.0.1:${settings["SANDBOX_PORT"]}`,
      identity_url: expect.stringContaining("/identity"),
      environment: "development",
      admin: person,
      second_admin: person,
      staff: person,
      organizations: Array.from({ length: 2 }, () => ({
        org_id: expect.any(String),
        name: expect.any(String),
        country: expect.stringMatching(/^[A-Z]{2}$/),
        api_key: expect.stringMatching(/^ck_test_/),
        org_admin: person,
        org_member: person,
        org_viewer: person,
        beneficiary_id: expect.any(String),
      })),
    });
    for (const shown of [
      kept.base_url,
      kept.dashboard_url,
      kept.docs_url,
      kept.sandbox_url!,
      kept.identity_url,
      kept.admin.email,
      kept.organizations[0]!.api_key,
      "corridor -- payments create",
    ])
      expect(running.output()).toContain(shown);

    expect((await pay("first")).body.response.status).toMatch(/pending|completed/);
    for (const url of [`http://127.0.0.1:${settings["PORT"]}/healthz`, kept.docs_url, `${kept.base_url}/openapi.json`])
      expect((await fetch(url)).status).toBe(200);
    await vi.waitFor(async () => expect(await readiness()).toBe(200), READY_WITHIN);
    const token = await fetch(`${kept.identity_url}/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: kept.admin.email, password: kept.admin.password }),
    });
    expect(await token.json()).toMatchObject({ token: expect.any(String), expires_at: expect.any(String) });

    const second = run({ PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) });
    expect(await ended(second)).toBe(1);
    expect(second.output()).toContain(String(running.child.pid));
    expect(await stop(running)).toBe(0);
  });

  test("keeps everything at a second start, and after kill -9 recovers without help", async () => {
    const before = demo();
    const running = await started();
    expect(demo()).toEqual(before);
    const { body } = await pay("before the kill");
    expect(await stop(running, "SIGKILL")).toBeNull();
    const again = await started();
    expect(demo()).toEqual(before);
    expect((await read(body.response.transaction_id)).payment_id).toBe(body.response.payment_id);
    expect((await pay("after the kill")).status).toBe(200);
    expect(await stop(again, "SIGTERM")).toBe(0);
  });

  test("a signal that comes as soon as one of several processes answers stops them in order, though others are still starting", async () => {
    await using database = await createTestDatabase();
    const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
    const running = run({ DATABASE_URL: database.url, PORT: port, SANDBOX_PORT: sandboxPort, API_PROCESSES: "3" }, [
      "api",
    ]);
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200), {
      timeout: 60_000,
      interval: 5,
    });
    expect(await stop(running, "SIGTERM")).toBe(0);
  });

  test("an unknown or bad setting stops the start with a message that names it", async () => {
    const running = run({ PORT: "never", CORRIDOR_SECERT: "x" });
    expect(await ended(running)).toBe(78);
    expect(running.output()).toContain("PORT=never");
    expect(running.output()).toContain("CORRIDOR_SECERT");
  });

  test("a port that is taken, a database that is not there and a mistyped command end in a line that says so, without a stack", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    await using database = await createTestDatabase("nothing");
    const none = new URL(database.url);
    none.pathname = "/a_database_that_does_not_exist";
    const cases: [Record<string, string>, string[], string][] = [
      [{ SANDBOX_PORT: String(port) }, ["sandbox"], `127.0.0.1:${port} is used by another program`],
      [{ DATABASE_URL: "postgres://nobody@127.0.0.1:1/x" }, ["verify"], "127.0.0.1:1 cannot be reached (ECONNREFUSED)"],
      [{ DATABASE_URL: none.href, API_PROCESSES: "2" }, ["api"], "an API process ended before it listened"],
      [{}, ["strat"], "unknown command 'strat'"],
      [{}, ["payments", "create", "--amount", "none"], "Give a number above 0"],
      [
        {},
        ["listen", "--base-url", `http://127.0.0.1:1/v1`, "--api-key", "x"],
        "No service answers at http://127.0.0.1:1/v1. Start one with `npm start`",
      ],
      [{ DATA_DIR: "/proc/foo" }, ["start"], "The folder /proc/foo cannot be created (ENOENT). Set DATA_DIR"],
    ];
    const runs = cases.map(([extra, args, message]) => ({ running: run(extra, args), message }));
    for (const { running, message } of runs) {
      expect(await ended(running), message).toBe(1);
      expect(running.output()).toContain(message);
      expect(running.output()).not.toMatch(/^ {4}at |a new one replaces it/m);
    }
    taken.close();
  });

  test("alone the command prints its help, and with --version its version", async () => {
    const help = run({}, []);
    expect(await ended(help)).toBe(0);
    expect(help.output()).toMatch(/^Usage: corridor [^]*payments[^]*doctor/);
    const version = run({}, ["--version"]);
    expect(await ended(version)).toBe(0);
    expect(version.output()).toBe(`${VERSION} (${COMMIT})\n`);
  });

  test("verify of a database without our schema says what to do, and does not call its books broken", async () => {
    await using database = await createTestDatabase("nothing");
    const running = run({ DATABASE_URL: database.url }, ["verify"]);
    expect(await ended(running)).toBe(1);
    expect(running.output()).toBe("The database does not have the schema of this version; run `migrate` first.\n");
  });

  test("production refuses unsafe defaults, all named at once", async () => {
    const running = run({ ENVIRONMENT: "production", SANDBOX: "true", ALLOW_INSECURE_WEBHOOKS: "true" });
    expect(await ended(running)).toBe(78);
    for (const name of ["SANDBOX", "ALLOW_INSECURE_WEBHOOKS", "CORRIDOR_SECRET", "PUBLIC_BASE_URL"])
      expect(running.output()).toContain(name);
  });

  describe("of a stopped deployment", () => {
    let passwordOfAdmin: string;

    test("rebuild counts the payments, and verify recomputes the books", async () => {
      const rebuilding = run({}, ["rebuild"]);
      expect(await ended(rebuilding)).toBe(0);
      expect(rebuilding.output()).toContain("made again");
      const verifying = run({}, ["verify"]);
      expect(await ended(verifying)).toBe(0);
      expect(verifying.output()).toContain("Audit log");
    });

    test("create-admin makes a person, and shows the password once", async () => {
      const made = run({}, ["create-admin", "--email", "Ops@corridor.test", "--name", "Ops"]);
      expect(await ended(made)).toBe(0);
      passwordOfAdmin = /shown only now: (\S+)/.exec(made.output())![1]!;
    });

    test("the next start finds that person as the platform's admin and the payments counted, and verify, backup and drill work beside it", async () => {
      const running = await started();
      const { base_url, identity_url, organizations } = demo();
      const counted = await fetch(`${base_url}/transactions/analytics/overview`, {
        headers: { authorization: "NONE", "x-api-key": organizations[0]!.api_key },
      });
      expect(await counted.json()).toMatchObject({ data: { totals: { count: 3 } } });

      const signedIn = await fetch(`${identity_url}/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "ops@corridor.test", password: passwordOfAdmin }),
      });
      const { token } = (await signedIn.json()) as { token: string };
      const created = await fetch(`${base_url}/organizations`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE", "content-type": "application/json" },
        body: JSON.stringify({ name: "First Shop", country: "GH" }),
      });
      expect(created.status).toBe(201);

      const backups = { BACKUP_TO: join(directory, "backups"), BACKUP_PASSPHRASE: "a passphrase for backups" };
      const backup = run(backups, ["backup"]);
      expect(await ended(backup), backup.output()).toBe(0);
      expect(backup.output()).toMatch(/corridor-\d{8}T\d{9}Z\.backup: \d+ tables, [\d,]+ rows/);
      const [verify, drill, plan, keyless] = [
        run({}, ["verify"]),
        run(backups, ["drill"]),
        run({}, ["migrate", "--plan"]),
        run({}, ["backup"]),
      ];
      expect(await ended(verify), verify.output()).toBe(0);
      expect(await ended(drill), drill.output()).toBe(0);
      expect(drill.output()).toContain("The drill passed");
      expect([await ended(plan), plan.output()]).toEqual([0, "The database is up to date.\n"]);
      expect([await ended(keyless), keyless.output()]).toEqual([
        1,
        expect.stringContaining("Backups are encrypted: set BACKUP_KEY_FILE"),
      ]);
      expect(await stop(running)).toBe(0);
    });
  });

  test("seed refuses production: demo people must not get in there", async () => {
    const production = {
      ENVIRONMENT: "production",
      PUBLIC_BASE_URL: "https://pay.example",
      CORRIDOR_SECRET: randomUUID(),
      TRUSTED_PROXIES: "none",
      DATABASE_URL: "embedded",
    };
    const running = run(production, ["seed"]);
    expect(await ended(running)).toBe(78);
    expect(running.output()).toContain("create-admin");
  });

  test("production does not run as the owner of the tables, unless told so", async () => {
    await using database = await createTestDatabase();
    const production = {
      ENVIRONMENT: "production",
      PUBLIC_BASE_URL: "https://pay.example",
      CORRIDOR_SECRET: randomUUID() + randomUUID(),
      TRUSTED_PROXIES: "none",
      DATABASE_URL: database.url,
    };
    for (const command of ["api", "worker", "start"]) {
      const running = run(production, [command]);
      expect(await ended(running), running.output()).not.toBe(0);
      expect(running.output()).toContain("owns the tables");
      expect(running.output()).toContain("DATABASE_OWNER_MAY_SERVE=true");
    }
  });

  test("a process with another master secret is not ready; once reseal has run with the old one beside it, it is, and signs people in", async () => {
    const secret = "another master secret that is long enough";
    const wrong = await started({ CORRIDOR_SECRET: secret });
    // On a busy machine the process may be unready for another reason first.
    await vi.waitFor(async () => {
      expect(await readiness()).toBe(503);
      expect(wrong.output()).toContain("CORRIDOR_PREVIOUS_SECRETS");
    }, READY_WITHIN);
    expect(await stop(wrong)).toBe(0);

    const old = readFileSync(join(settings["DATA_DIR"]!, "secret"), "utf8").trim();
    const resealing = run({ CORRIDOR_SECRET: secret, CORRIDOR_PREVIOUS_SECRETS: old }, ["reseal"]);
    expect(await ended(resealing)).toBe(0);
    expect(resealing.output()).toContain("1 signing keys");

    const changed = await started({ CORRIDOR_SECRET: secret });
    await vi.waitFor(async () => expect(await readiness()).toBe(200), READY_WITHIN);
    const signedIn = await fetch(`${demo().identity_url}/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: demo().admin.email, password: demo().admin.password }),
    });
    expect(signedIn.status).toBe(200);
    expect(await stop(changed)).toBe(0);
  });
});

describe("where the role of the service owns no table", () => {
  let owned: TestDatabase;
  let role: Awaited<ReturnType<typeof createServiceRole>>;
  let seeded: Demo;
  beforeAll(async () => {
    owned = await createTestDatabase("nothing");
    role = await createServiceRole(owned.url);
    await succeed(["migrate"], asOwner(owned));
    seeded = JSON.parse(await succeed(["seed"], asService(owned))) as Demo;
    await succeed(["backup"], asService(owned));
  });
  afterAll(async () => {
    await owned[Symbol.asyncDispose]();
    await role.drop();
  });

  const addressOf = ({ url }: TestDatabase): string => {
    const changed = new URL(role.url);
    changed.pathname = new URL(url).pathname;
    return changed.href;
  };
  /** A folder of its own, since the master secret there belongs to these databases. */
  const asService = (database: TestDatabase) => ({
    DATABASE_URL: addressOf(database),
    DATA_DIR: join(directory, "two-roles"),
    BACKUP_TO: join(directory, "backups-of-two-roles"),
    BACKUP_PASSPHRASE: "a passphrase for backups",
  });
  const asOwner = (database: TestDatabase) => ({ ...asService(database), DATABASE_OWNER_URL: database.url });
  async function succeed(args: string[], extra: Record<string, string>): Promise<string> {
    const command = run(extra, args);
    expect(await ended(command), `${args.join(" ")}: ${command.output()}`).toBe(0);
    return command.output();
  }
  const granted = (): string => `Granted the role ${new URL(role.url).username} the rights`;

  test("a drill restores as the owner, and verifies what the service may read then", async () => {
    const drilled = await succeed(["drill"], asOwner(owned));
    expect(drilled).toContain(granted());
    expect(drilled).toContain("The drill passed");
  });

  test("a restore whose roles cannot do it says so before it begins", async () => {
    await using empty = await createTestDatabase("nothing");
    const stranger = new URL(addressOf(empty));
    stranger.username = "nobody_at_all";
    stranger.password = ""; // With one, the owner would create the role.
    const strange = run({ ...asOwner(empty), DATABASE_URL: stranger.href }, ["restore"]);
    const ownerless = run(asService(empty), ["restore"]);
    expect([await ended(strange), strange.output()]).toEqual([
      1,
      expect.stringMatching(/^The role nobody_at_all of DATABASE_URL does not exist/),
    ]);
    expect([await ended(ownerless), ownerless.output()]).toEqual([
      1,
      expect.stringMatching(/^The role \S+ may not create tables: name the owner/),
    ]);
  });

  test("a restore creates the tables as the owner, and the service starts on them as its own role and completes a payment", async () => {
    await using restored = await createTestDatabase("nothing");
    expect(await succeed(["restore"], asOwner(restored))).toContain(granted());
    const running = await started(asService(restored));
    const headers = {
      authorization: "NONE",
      "x-api-key": seeded.organizations[0]!.api_key,
      "content-type": "application/json",
    };
    const call = async (path: string, init: RequestInit = {}) =>
      (await fetch(`http://127.0.0.1:${settings["PORT"]}/v1${path}`, { headers, ...init })).json() as Promise<any>;
    const { response } = await call("/payments-init/initiate", {
      method: "POST",
      body: JSON.stringify(mobileMoneyPayin()),
    });
    const payment = () => call(`/payments/transaction/${response.transaction_id}`);
    await vi.waitFor(async () => expect((await payment()).status).toBe("completed"), READY_WITHIN);
    expect(await stop(running)).toBe(0);
    await succeed(["verify"], asService(restored));
  });
});
