import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import type { DemoFile } from "@corridor/server/commands/greeting.ts";
import { addCell } from "@corridor/server/kernel/db/add-cell.ts";
import { migrate, MIGRATIONS_DIRECTORY } from "@corridor/server/kernel/db/migrate.ts";
import { CITUS_URLS, createDistributedDatabase, dropDistributedDatabase, onNode } from "#test/harness/citus.ts";
import { freePort } from "#test/harness/free-port.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

/**
 * `CITUS_URLS=<coordinator>,<node>,... npm run prove -- citus [suites|upgrade|cost|move]`: the product on a Citus
 * cluster, with its organization in a cell.
 * - suites: payments, webhooks, ledger, ramps, escrow, kills and every constant statement, as `npm test` has them, with
 *   their tables in the cell.
 * - upgrade: a cell that an older version made gets every later migration, and then files with each form that a
 *   migration may have.
 * - cost: payments a second with sessions at the node of the cell, through the coordinator, and on plain PostgreSQL
 *   (PLAIN_URL, otherwise the embedded one), in turns.
 * - move: the cell goes to another node under a steady load, and back, while the service is killed. Each request is
 *   repeated under its idempotency key until it is answered; there must be one payment for each, the books must hold,
 *   and a follower of the event log must have seen every event.
 *
 * The addresses are a superuser's, without a database: databases are made and dropped there.
 */
const SUITES = [
  "test/architecture/statements",
  "test/architecture/citus-shapes",
  "packages/server/src/payments",
  "packages/server/src/payments/ramps",
  "packages/server/src/products/escrow",
  "packages/server/src/record/webhooks",
  "packages/server/src/record/events",
  "packages/server/src/record/ledger",
  "test/e2e/ramps",
  "test/e2e/payment-concurrency",
  "test/e2e/customers",
  "test/faults/payment-kill",
  "test/faults/callback-kill",
  "test/faults/webhook-kill",
  "test/faults/balance-kill",
  "test/faults/batch-kill",
];
const CELL = 1;
const FIRST_WITH_CELLS = "0420-cells-on-servers.sql";
/** What Citus refuses is refused by `migration-statements.test.ts` too. */
const FORMS = [
  `ALTER TABLE beneficiaries ADD COLUMN form_a text, ADD COLUMN form_c text, ADD COLUMN form_d varchar(5);
   ALTER TABLE beneficiaries ADD COLUMN form_n count_of NOT NULL DEFAULT 0;
   ALTER TABLE beneficiaries ADD CONSTRAINT form_check CHECK (form_a <> '') NOT VALID;
   CREATE TABLE form_rows (org_id uuid NOT NULL REFERENCES organizations, id uuid PRIMARY KEY,
     note text NOT NULL CHECK (note <> ''), UNIQUE (org_id, note));
   CREATE FUNCTION form_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
   CREATE TRIGGER form_rows_guard BEFORE UPDATE ON form_rows FOR EACH ROW EXECUTE FUNCTION form_guard();
   INSERT INTO form_rows SELECT org_id, org_id, name FROM organizations;`,
  `-- Outside of a transaction.
   ALTER TABLE beneficiaries VALIDATE CONSTRAINT form_check;
   CREATE INDEX CONCURRENTLY IF NOT EXISTS form_rows_by_note ON form_rows (note);`,
  `UPDATE beneficiaries SET form_a = 'a';
   ALTER TABLE beneficiaries ALTER COLUMN form_a SET NOT NULL;
   ALTER TABLE beneficiaries DROP COLUMN form_c;
   ALTER TABLE beneficiaries ALTER COLUMN form_d TYPE text;
   ALTER TABLE beneficiaries RENAME COLUMN form_d TO form_b;
   DROP TRIGGER form_rows_guard ON form_rows;
   DROP TABLE form_rows;`,
];
const CONNECTIONS = 64;
/** V8 compiles what runs often: a payment's CPU time falls by half in the first 25 seconds of load. */
const WARM_UPS = 5;
const ROUNDS = 3;
const ROUND_MS = 5_000;
const STEADY_PER_SECOND = 100;
const STEADY_MS = 40_000;
const MOVE_AFTER_MS = 8_000;
const KILL_AFTER_MS = 12_000;
const RETRY_MS = 200;
const WITH_OTHER_EVENTS = `WHERE event_sequence <> (SELECT max(sequence) FROM cell_${CELL}.events e
  WHERE e.org_id = p.org_id AND e.resource_type = 'payment' AND e.resource_id = p.payment_id::text)`;
const SETTINGS = {
  SANDBOX_DELAY_MS: "0",
  LOG_LEVEL: "error",
  RATE_LIMIT_PER_MINUTE: "10000000",
  ORGANIZATION_RATE_LIMIT_PER_MINUTE: "10000000",
};

type Service = {
  readonly name: string;
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly origin: string;
  child: ChildProcess;
  key: string;
};

const parts: Record<string, () => Promise<boolean>> = {
  suites: proveSuites,
  upgrade: proveUpgrade,
  cost: proveCost,
  move: proveMove,
};
const asked = process.argv.slice(2);
let holds = true;
for (const [name, prove] of Object.entries(parts))
  if (asked.length === 0 || asked.includes(name)) holds = (await prove()) && holds;
console.log(holds ? "It holds on Citus." : "It does not hold on Citus.");
process.exitCode = holds ? 0 : 1;

async function proveSuites(): Promise<boolean> {
  const { status } = spawnSync("npx", ["vitest", "run", ...SUITES, "--maxWorkers=2"], {
    env: { ...process.env, TEST_CELL: String(CELL) },
    stdio: "inherit",
  });
  return status === 0;
}

/**
 * Migrations do not run again, so each cell made before one gets it afterwards; a new deployment would not show whether
 * a cluster takes it.
 */
async function proveUpgrade(): Promise<boolean> {
  await using cluster = await makeCluster("upgrade");
  const { url } = cluster;
  const directory = mkdtempSync(join(tmpdir(), "corridor-upgrade-"));
  const files = readdirSync(MIGRATIONS_DIRECTORY);
  const copy = (file: string): void => cpSync(join(MIGRATIONS_DIRECTORY, file), join(directory, file));
  try {
    files.filter((file) => file <= FIRST_WITH_CELLS).forEach(copy);
    await migrate({ url, directory });
    await addCell({ url, countries: [], directory });
    files.filter((file) => file > FIRST_WITH_CELLS).forEach(copy);
    for (const [n, sql] of FORMS.entries()) writeFileSync(join(directory, `${9_000 + n}-form.sql`), sql);
    const applied = await migrate({ url, directory });
    const [first, cell] = [await columnsOf(url, "public"), await columnsOf(url, `cell_${CELL}`)];
    const atNode = await columnsOf(await nodeOfCell(url), `cell_${CELL}_at_node`);
    const differing = cell.filter((column) => !first.includes(column) || !atNode.includes(column));
    console.log(
      `${applied.length} later migrations of a cell on a node: ${cell.length} columns, ${differing.length} of them ` +
        "not as in the first cell and at the node",
    );
    return differing.length === 0 && cell.includes("beneficiaries.form_b text");
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function columnsOf(url: string, schema: string): Promise<string[]> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ column: string }>(
      `SELECT format('%s.%s %s', table_name, column_name, data_type) AS column FROM information_schema.columns
        WHERE table_schema = $1`,
      [schema],
    ),
  );
  return rows.map(({ column }) => column);
}

async function proveCost(): Promise<boolean> {
  await using atNode = await makeCluster("node");
  await using through = await makeCluster("coordinator");
  await using plain = await makePlain();
  const services: Service[] = [];
  try {
    services.push(await open("plain PostgreSQL", plain.url));
    services.push(await open("at the node", atNode.url));
    services.push(await open("coordinator", through.url));
    await onDatabase(await nodeOfCell(through.url), (client) =>
      client.query(`DROP SCHEMA cell_${CELL}_at_node CASCADE`),
    );
    // While one is measured, the jobs of the others do not run.
    for (const { child } of services) child.kill("SIGSTOP");
    for (const service of services) for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) await loadAlone(service);
    const done = services.map((): Load[] => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, service] of services.entries()) done[index]!.push(await loadAlone(service));
    const [onPlain, ...onCitus] = done.map((rounds) => ({
      rate: median(rounds.map(({ rate }) => rate)),
      cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
    }));
    for (const [index, { rate, cpuMs }] of onCitus.entries())
      console.log(
        `${services[index + 1]!.name}: ${(rate / onPlain!.rate).toFixed(2)} of plain PostgreSQL, ` +
          `${(onPlain!.cpuMs / cpuMs).toFixed(2)} by CPU time (${cpuMs.toFixed(1)} ms a payment, plain ` +
          `${onPlain!.cpuMs.toFixed(1)} ms)`,
      );
    return true;
  } finally {
    for (const { child } of services) child.kill("SIGCONT");
    for (const service of services) await close(service);
  }
}

/** `cpuMs`: of the service and its database servers, for each payment. On a busy machine it says more than the rate. */
type Load = { readonly rate: number; readonly cpuMs: number };

async function loadAlone(service: Service): Promise<Load> {
  service.child.kill("SIGCONT");
  const servers = service.name === "plain PostgreSQL" ? [process.env["PLAIN_URL"]!] : CITUS_URLS;
  const cpuMs = async (): Promise<number> =>
    cpuMsOf(service.child.pid!) + (await Promise.all(servers.map(cpuMsOfServer))).reduce((sum, one) => sum + one, 0);
  const beforeMs = await cpuMs();
  const { rate, made } = await load(service);
  const usedMs = (await cpuMs()) - beforeMs;
  service.child.kill("SIGSTOP");
  return { rate, cpuMs: usedMs / made };
}

/**
 * Fields 14 and 15 of /proc/<pid>/stat, in hundredths of a second, and with `ended` those of its children that have
 * ended.
 */
function cpuMsOf(pid: number, ended = false): number {
  const fields = statOf(pid);
  return fields === null
    ? 0
    : (Number(fields[11]) + Number(fields[12]) + (ended ? Number(fields[13]) + Number(fields[14]) : 0)) * 10;
}

/** From the third field on, the state: the second may contain spaces. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** Of the server's first process and its sessions. The server must be on this machine. */
function cpuMsOfServer(url: string): Promise<number> {
  return onNode(url, "postgres", async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const server = statOf(rows[0]!.pid)![1]!;
    const sessions = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && statOf(Number(pid))?.[1] === server);
    return sessions.reduce((sum, pid) => sum + cpuMsOf(Number(pid)), cpuMsOf(Number(server), true));
  });
}

async function proveMove(): Promise<boolean> {
  await using cluster = await makeCluster("move");
  const service = await open("at the node", cluster.url);
  try {
    const from = await nodeOfCell(cluster.url);
    const to = CITUS_URLS.slice(1).find((url) => new URL(url).port !== new URL(from).port)!;
    const answered = new Map<string, string>();
    const following = followEvents(service);
    let sent = await steadyLoad(service, answered, "there", moveCell(service, to));
    sent += await steadyLoad(service, answered, "back", Promise.all([moveCell(service, from), killOnce(service)]));
    const seen = await following.end();
    await stop(service);
    const stored = await count(cluster.url, "payments");
    console.log(
      `${answered.size} requests answered, ${new Set(answered.values()).size} payments named, ${stored} payments ` +
        "stored",
    );
    const events = await count(cluster.url, "events");
    const odd = await count(cluster.url, `payments p ${WITH_OTHER_EVENTS}`);
    console.log(
      `${events} events stored, ${seen} seen by a follower; ${odd} payments count other events than they have`,
    );
    console.log(run(service, "verify").trim());
    return (
      answered.size === sent &&
      new Set(answered.values()).size === sent &&
      stored === sent &&
      seen === events &&
      odd === 0
    );
  } finally {
    await close(service);
  }
}

/**
 * Sends a request every few milliseconds, and each again until it is answered. Returns how many requests there were.
 */
async function steadyLoad(
  { origin, key }: Service,
  answered: Map<string, string>,
  move: string,
  moved: Promise<unknown>,
): Promise<number> {
  const beganMs = performance.now();
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const body = JSON.stringify(mobileMoneyPayin());
  const because = new Map<string, number>();
  let [longestMs, silentMs, answeredAtMs] = [0, 0, performance.now()];
  const send = async (name: string): Promise<void> => {
    const headers = {
      authorization: "NONE",
      "x-api-key": key,
      "content-type": "application/json",
      "idempotency-key": name,
    };
    const sentMs = performance.now();
    for (;;) {
      try {
        const answer = await pool.request({ method: "POST", path: "/v1/payments-init/initiate", headers, body });
        const text = await answer.body.text();
        if (answer.statusCode < 300) {
          answered.set(name, (JSON.parse(text) as { response: { payment_id: string } }).response.payment_id);
          longestMs = Math.max(longestMs, performance.now() - sentMs);
          silentMs = Math.max(silentMs, performance.now() - answeredAtMs);
          answeredAtMs = performance.now();
          return;
        }
        const reason = `${answer.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ""}`;
        because.set(reason, (because.get(reason) ?? 0) + 1);
        if (answer.statusCode < 500 && answer.statusCode !== 409 && answer.statusCode !== 429)
          throw new Error(`refused: ${answer.statusCode} ${text}`);
      } catch (error) {
        if (error instanceof Error && error.message.startsWith("refused")) throw error;
        because.set("no connection", (because.get("no connection") ?? 0) + 1);
      }
      await pause(RETRY_MS);
    }
  };
  const all: Promise<void>[] = [];
  for (let n = 0; n < (STEADY_MS / 1_000) * STEADY_PER_SECOND; n++) {
    const dueMs = beganMs + (n * 1_000) / STEADY_PER_SECOND;
    if (performance.now() < dueMs) await pause(dueMs - performance.now());
    all.push(send(`${move}-${n}`));
  }
  await Promise.all([...all, moved]);
  await pool.close();
  console.log(`${all.length} payments in ${STEADY_MS / 1_000} s while the cell moved ${move}:`);
  console.log(`  the slowest took ${Math.round(longestMs)} ms, and for ${Math.round(silentMs)} ms none was answered`);
  console.log(`  repeated: ${[...because].map(([reason, times]) => `${reason} (${times})`).join(", ") || "none"}`);
  return all.length;
}

async function moveCell({ environment }: Service, to: string): Promise<void> {
  await pause(MOVE_AFTER_MS);
  const beganMs = performance.now();
  const { hostname, port } = new URL(to);
  const child = spawn(
    process.execPath,
    ["packages/server/src/main.ts", "cells", "move", String(CELL), `${hostname}:${port}`],
    {
      env: environment,
      stdio: "inherit",
    },
  );
  const [status] = (await once(child, "exit")) as [number];
  if (status !== 0) throw new Error(`the move failed with status ${status}`);
  console.log(`moved in ${Math.round(performance.now() - beganMs)} ms`);
}

/** Reads the log as it grows; `end` returns how many events were seen once nothing more comes. */
function followEvents({ origin, key }: Service): { end(): Promise<number> } {
  const seen = new Set<string>();
  const headers = { authorization: "NONE", "x-api-key": key };
  let [isEnding, place] = [false, ""];
  const following = (async () => {
    for (;;) {
      const ending = isEnding;
      try {
        const answer = await fetch(
          `${origin}/v1/events?order=asc&limit=100${place === "" ? "" : `&last_evaluated_key=${encodeURIComponent(place)}`}`,
          {
            headers,
          },
        );
        if (!answer.ok) throw new Error(String(answer.status));
        const page = (await answer.json()) as EventPage;
        for (const { event_id } of page.data) seen.add(event_id);
        place = page.meta.follow_key;
        if (page.data.length === 0 && ending) return seen.size;
        if (page.data.length > 0) continue;
      } catch {
        // The service was killed, or the cell moves.
      }
      await pause(RETRY_MS);
    }
  })();
  return {
    end: () => {
      isEnding = true;
      return following;
    },
  };
}

type EventPage = { data: { event_id: string }[]; meta: { follow_key: string } };

async function killOnce(service: Service): Promise<void> {
  await pause(KILL_AFTER_MS);
  service.child.kill("SIGKILL");
  await once(service.child, "exit");
  service.child = start(service.environment);
  await untilReady(service.child);
}

async function count(url: string, table: string): Promise<number> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM cell_${CELL}.${table}`),
  );
  return rows[0]!.rows;
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { pathname } = new URL(url);
  return onNode(url, pathname.slice(1), work);
}

async function nodeOfCell(url: string): Promise<string> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ nodeport: number }>(
      `SELECT nodeport FROM citus_shards WHERE table_name = 'cell_${CELL}.payments'::regclass LIMIT 1`,
    ),
  );
  const node = CITUS_URLS.find((one) => Number(new URL(one).port) === rows[0]!.nodeport)!;
  return Object.assign(new URL(node), { pathname: new URL(url).pathname }).href;
}

async function makeCluster(purpose: string) {
  const name = `prove_${purpose}_${process.pid}`;
  await dropDistributedDatabase(name);
  await createDistributedDatabase(name);
  return {
    url: Object.assign(new URL(CITUS_URLS[0]!), { pathname: `/${name}` }).href,
    [Symbol.asyncDispose]: () => dropDistributedDatabase(name),
  };
}

async function makePlain() {
  const server = process.env["PLAIN_URL"];
  if (server === undefined) return { url: "embedded", [Symbol.asyncDispose]: async () => undefined };
  const name = `prove_plain_${process.pid}`;
  await onNode(server, "postgres", (client) => client.query(`CREATE DATABASE ${name}`));
  const drop = (): Promise<void> =>
    onNode(server, "postgres", async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  return { url: Object.assign(new URL(server), { pathname: `/${name}` }).href, [Symbol.asyncDispose]: drop };
}

/** With one organization in the cell, and nothing in the first one but the demo. */
async function open(name: string, databaseUrl: string): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), "corridor-citus-"));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const environment = {
    PATH: process.env["PATH"],
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    ...SETTINGS,
  };
  const service: Service = {
    name,
    directory,
    environment,
    origin: `http://127.0.0.1:${port}`,
    child: start(environment),
    key: "",
  };
  await untilReady(service.child);
  await stop(service);
  console.log(run(service, "cells", "add").trim());
  service.child = start(environment);
  await untilReady(service.child);
  run(service, "cells", "open", String(CELL));
  const demo = JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
  const person = demo.organizations[0]!.org_admin;
  const admin = await signIn(service, demo.admin);
  const { data } = await post(service, admin, "/v1/organizations", { name: "Load", country: "GH", cell: CELL });
  await post(service, admin, `/v1/organizations/${data.org_id}/members`, {
    user_id: person.user_id,
    role: "org-admin",
  });
  const member = await signIn(service, { ...person, org_id: data.org_id });
  service.key = (await post(service, member, "/v1/public/api-keys", { name: "load" })).data.api_key;
  return service;
}

async function close(service: Service): Promise<void> {
  await stop(service);
  rmSync(service.directory, { recursive: true, force: true });
}

function start(environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ["packages/server/src/main.ts", "start"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function run({ environment }: Service, ...command: string[]): string {
  return execFileSync(process.execPath, ["packages/server/src/main.ts", ...command], {
    env: environment,
    encoding: "utf8",
  });
}

async function stop({ child }: Service): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function signIn(
  { origin }: Service,
  { email, password, org_id }: { email: string; password: string; org_id?: string },
): Promise<string> {
  const body = JSON.stringify({ email, password, ...(org_id === undefined ? {} : { org_id }) });
  const answer = await fetch(`${origin}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return ((await answer.json()) as { token: string }).token;
}

async function post({ origin }: Service, token: string, path: string, body: object): Promise<any> {
  const headers = { authorization: `Bearer ${token}`, "x-api-key": "NONE", "content-type": "application/json" };
  const answer = await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Payments a second of all connections. */
async function load({ name, origin, key }: Service): Promise<{ rate: number; made: number }> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const body = JSON.stringify(mobileMoneyPayin());
  const headers = { authorization: "NONE", "x-api-key": key, "content-type": "application/json" };
  const beganMs = performance.now();
  let [made, failed] = [0, 0];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - beganMs < ROUND_MS) {
        const answer = await pool.request({ method: "POST", path: "/v1/payments-init/initiate", headers, body });
        const text = await answer.body.text();
        if (answer.statusCode >= 300 && answer.statusCode < 500)
          throw new Error(`${name}: a payment was refused: ${answer.statusCode} ${text}`);
        if (answer.statusCode < 300) made += 1;
        else failed += 1;
      }
    }),
  );
  const seconds = (performance.now() - beganMs) / 1_000;
  await pool.close();
  console.log(`${name}: ${Math.round(made / seconds)} payments a second, ${failed} answered with an error`);
  return { rate: made / seconds, made };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}

async function untilReady(child: ChildProcess): Promise<void> {
  let output = "";
  child.stdout!.on("data", (chunk: Buffer) => {
    if (output.includes("Corridor is ready")) process.stderr.write(chunk); // Only errors are logged.
    output += chunk.toString();
  });
  while (!output.includes("Corridor is ready")) {
    if (child.exitCode !== null) throw new Error(`the service did not start: ${output}`);
    await Promise.race([once(child.stdout!, "data"), once(child, "exit")]);
  }
}
