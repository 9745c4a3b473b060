import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import type { DemoFile } from "@corridor/server/commands/greeting.ts";
import { addCell } from "@corridor/server/kernel/db/add-cell.ts";
import { migrate, MIGRATIONS_DIRECTORY } from "@corridor/server/kernel/db/migrate.ts";
import {
  CITUS_URLS,
  createDistributedDatabase,
  createPlainDatabases,
  dropDistributedDatabase,
  joinNodes,
  onNode,
} from "#test/harness/citus.ts";
import { freePort } from "#test/harness/free-port.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

/**
 * `CITUS_URLS=<coordinator>,<node>,... npm run prove -- citus [suites|upgrade|cost|move|node|restore]`: the
 * product on a Citus cluster.
 * - suites: payments, webhooks, ledger, ramps, escrow, kills and every constant statement, as `npm test` has them, with
 *   their tables in the cell.
 * - upgrade: cells get later files with each form that a migration may have.
 * - cost: payments a second with sessions at the node of the cell, through the coordinator, and on plain PostgreSQL
 *   (PLAIN_URL, otherwise the embedded one), in turns.
 * - move: a deployment that has grown to 100,000 payments on one plain PostgreSQL joins a cluster. Its first cell goes to
 *   another node under a steady load, and back, while the service is killed. Each request is repeated under its
 *   idempotency key until it is answered; there must be one payment for each, the books must hold, and a follower of
 *   the event log must have seen every event.
 * - node: a node is killed under load, first one of two, then the one with the first cell. Organizations at other nodes
 *   must get what they ask for throughout, with sign-ins of theirs and of the platform's people; those of its own cells a
 *   503 at once, and all again once the node is back.
 * - restore: a backup of a cluster is restored to another and to plain PostgreSQL, and that one's to a cluster.
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
/** For the payments of a prover to be decided, after which no event of theirs comes. */
const MAX_ENDING_MS = 180_000;
const STEADY_MS = 40_000;
const MOVE_AFTER_MS = 8_000;
const KILL_AFTER_MS = 12_000;
const RETRY_MS = 200;
const GROWN_TO = 100_000;
const OUTAGE_MS = 15_000;
const ASK_EVERY_MS = 250;
/** Far less than a node that does not answer takes; a sign-in takes long on a busy machine. */
const QUICK_MS = 5_000;
const BACK_WITHIN_MS = 60_000;
const PASSPHRASE = "only for the backups of this prover";
/** Of those with events: payments that were seeded have none. */
const WITH_OTHER_EVENTS = `JOIN LATERAL (SELECT max(sequence + cardinality(types) - 1) AS last FROM cell_0.events e
  WHERE e.org_id = p.org_id AND e.resource_type = 'payment' AND e.resource_id = p.payment_id::text) e ON true
  WHERE p.event_sequence <> e.last`;
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
  tenants: readonly Tenant[];
};
type Tenant = { readonly cell: number; readonly orgId: string; readonly person: Person; readonly key: string };
type Person = { readonly user_id: string; readonly email: string; readonly password: string };

const parts: Record<string, () => Promise<boolean>> = {
  suites: proveSuites,
  upgrade: proveUpgrade,
  cost: proveCost,
  move: proveMove,
  node: proveNode,
  restore: proveRestore,
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
  try {
    await migrate({ url });
    await addCell({ url, countries: [] });
    cpSync(MIGRATIONS_DIRECTORY, directory, { recursive: true });
    for (const [n, sql] of FORMS.entries()) writeFileSync(join(directory, "cell", `${9_000 + n}-form.sql`), sql);
    const applied = await migrate({ url, directory });
    const [first, cell] = [await columnsOf(url, "cell_0"), await columnsOf(url, `cell_${CELL}`)];
    const atNode = await columnsOf(await nodeOfCell(url, CELL), `cell_${CELL}_at_node`);
    const differing = cell.filter((column) => !first.includes(column) || !atNode.includes(column));
    console.log(
      `${applied.length} later migrations of a cell on a node: ${cell.length} columns, ${differing.length} of them ` +
        `not as in the first cell and at the node: ${differing.join(", ")}`,
    );
    return differing.length === 0 && cell.includes("beneficiaries.form_b text");
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Without those of months: they are their table's, and a session at a node reaches them by it. */
async function columnsOf(url: string, schema: string): Promise<string[]> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ column: string }>(
      `SELECT format('%s.%s %s', table_name, column_name, data_type) AS column FROM information_schema.columns
        WHERE table_schema = $1 AND table_name <> 'schema_migrations' AND column_name <> 'xmin'
          AND NOT EXISTS (SELECT FROM pg_class WHERE relname = table_name AND relispartition)`,
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
    await onDatabase(await nodeOfCell(through.url, 0), (client) => client.query("DROP SCHEMA cell_0_at_node CASCADE"));
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
  await using cluster = await makeCluster("move", createPlainDatabases);
  const service = await open("grown", cluster.url);
  try {
    const seed = ["scripts/seed-payments.ts", String(GROWN_TO), "365"];
    execFileSync(process.execPath, seed, {
      env: { ...service.environment, ...process.env, DATABASE_URL: cluster.url },
    });
    await stop(service);
    await joinNodes(new URL(cluster.url).pathname.slice(1));
    const beganAt = new Date().toISOString();
    const beganMs = performance.now();
    run(service, "migrate");
    console.log(
      `${GROWN_TO} payments of plain PostgreSQL distributed in ${Math.round(performance.now() - beganMs)} ms`,
    );
    const missing = await missingAtNodes(new URL(cluster.url).pathname.slice(1));
    console.log(`functions that the nodes lack: ${missing.join(", ") || "none"}`);
    service.child = start(service.environment);
    await untilReady(service.child);
    const from = await nodeOfCell(cluster.url, 0);
    const to = CITUS_URLS.slice(1).find((url) => new URL(url).port !== new URL(from).port)!;
    const answered = new Map<string, string>();
    const following = followEvents(service);
    let sent = await steadyLoad(service, answered, "there", moveCell(service, 0, to));
    sent += await steadyLoad(service, answered, "back", Promise.all([moveCell(service, 0, from), killOnce(service)]));
    const undecided = `cell_0.payments WHERE created_at > '${beganAt}' AND status IN ('initiated', 'pending', 'processing')`;
    const untilMs = performance.now() + MAX_ENDING_MS;
    while ((await count(cluster.url, undecided)) > 0 && performance.now() < untilMs) await pause(RETRY_MS);
    const seen = await following.end();
    await stop(service);
    const stored = (await count(cluster.url, "cell_0.payments")) - GROWN_TO;
    console.log(
      `${answered.size} requests answered, ${new Set(answered.values()).size} payments named, ${stored} payments ` +
        `stored beside ${GROWN_TO}`,
    );
    const { orgId } = service.tenants[0]!;
    const events = await count(cluster.url, `(SELECT unnest(types) FROM cell_0.events WHERE org_id = '${orgId}') e`);
    const odd = await count(cluster.url, `cell_0.payments p ${WITH_OTHER_EVENTS}`);
    console.log(
      `${events} events stored, ${seen} seen by a follower; ${odd} payments count other events than they have`,
    );
    console.log(run(service, "verify").trim());
    return (
      answered.size === sent &&
      new Set(answered.values()).size === sent &&
      stored === sent &&
      seen === events &&
      odd === 0 &&
      missing.length === 0
    );
  } finally {
    await close(service);
  }
}

/** What sessions at the node of a cell may call. */
async function missingAtNodes(database: string): Promise<string[]> {
  const ofDirectory = `SELECT oid::regprocedure::text AS name FROM pg_proc
    WHERE pronamespace::regnamespace::text IN ('public', 'identity') ORDER BY 1`;
  const [first, ...others] = await Promise.all(
    CITUS_URLS.map((url) =>
      onNode(url, database, async (client) => (await client.query<{ name: string }>(ofDirectory)).rows),
    ),
  );
  const names = others.map((rows) => new Set(rows.map(({ name }) => name)));
  return first!.map(({ name }) => name).filter((name) => names.some((ofNode) => !ofNode.has(name)));
}

/**
 * Sends a request every few milliseconds, and each again until it is answered. Returns how many requests there were.
 */
async function steadyLoad(
  { origin, tenants }: Service,
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
      "x-api-key": tenants[0]!.key,
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

async function moveCell({ environment }: Service, cell: number, to: string, afterMs = MOVE_AFTER_MS): Promise<void> {
  await pause(afterMs);
  const beganMs = performance.now();
  const { hostname, port } = new URL(to);
  const child = spawn(
    process.execPath,
    ["packages/server/src/main.js", "cells", "move", String(cell), `${hostname}:${port}`],
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
function followEvents({ origin, tenants }: Service): { end(): Promise<number> } {
  const seen = new Set<string>();
  const headers = { authorization: "NONE", "x-api-key": tenants[0]!.key };
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

/** Three cells: the first two at one node, the third at another. The node of one part is killed after the other's. */
async function proveNode(): Promise<boolean> {
  await using cluster = await makeCluster("node");
  const service = await open("three cells", cluster.url, 2);
  try {
    const [one, other] = CITUS_URLS.slice(1) as [string, string];
    for (const [cell, node] of [one, one, other].entries())
      if (new URL(await nodeOfCell(cluster.url, cell)).port !== new URL(node).port)
        await moveCell(service, cell, node, 0);
    const third = await withNodeKilled(service, other, [2]);
    const firstTwo = await withNodeKilled(service, one, [0, 1]);
    await stop(service);
    console.log(run(service, "verify").trim());
    return third && firstTwo;
  } finally {
    await close(service);
  }
}

type Answer = { readonly what: string; readonly isAway: boolean; readonly status: number; readonly tookMs: number };

/** Everybody asks all the time, from before the kill until all get what they ask for again. */
async function withNodeKilled(service: Service, node: string, cells: readonly number[]): Promise<boolean> {
  const answers: Answer[] = [];
  const { admin } = demoOf(service);
  let [killedAtMs, isEnding, allGoodAtMs] = [Number.POSITIVE_INFINITY, false, 0];
  const ask = async (what: string, isAway: boolean, path: string, init: RequestInit): Promise<any> => {
    const sentMs = performance.now();
    const answer = await fetch(`${service.origin}${path}`, init);
    const text = await answer.text();
    const isRight = answer.status !== 503 || (answer.headers.has("retry-after") && text.includes('"UNAVAILABLE"'));
    const status = isRight ? answer.status : 500;
    if (sentMs > killedAtMs) answers.push({ what, isAway, status, tookMs: performance.now() - sentMs });
    return answer.ok ? JSON.parse(text) : null;
  };
  const json = { "content-type": "application/json" };
  const askAll = async ({ cell, orgId, person, key }: Tenant): Promise<boolean> => {
    const isAway = cells.includes(cell);
    const byKey = { ...json, authorization: "NONE", "x-api-key": key };
    const { email, password } = person;
    const body = JSON.stringify({ email, password, org_id: orgId });
    const [paid, read, signedIn] = await Promise.all([
      ask(`pay in cell ${cell}`, isAway, "/v1/payments-init/initiate", {
        method: "POST",
        headers: byKey,
        body: JSON.stringify(mobileMoneyPayin()),
      }),
      ask(`read in cell ${cell}`, isAway, "/v1/balances", { headers: byKey }),
      ask(`sign in to cell ${cell}`, isAway, "/identity/token", { method: "POST", headers: json, body }),
    ]);
    if (signedIn === null) return false;
    const headers = { authorization: `Bearer ${signedIn.token}`, "x-api-key": "NONE" };
    const seen = await ask(`read as a person in cell ${cell}`, isAway, "/v1/balances", { headers });
    return [paid, read, seen].every((one) => one !== null);
  };
  const askAlways = async (once: () => Promise<boolean>): Promise<void> => {
    while (!isEnding) {
      if (!(await once())) allGoodAtMs = performance.now();
      await pause(ASK_EVERY_MS);
    }
  };
  const asking = [
    ...service.tenants.map((tenant) => askAlways(() => askAll(tenant))),
    askAlways(async () => {
      const body = JSON.stringify({ email: admin.email, password: admin.password });
      return (
        (await ask("sign in to the platform", false, "/identity/token", { method: "POST", headers: json, body })) !==
        null
      );
    }),
  ];
  await pause(OUTAGE_MS / 3);
  const { restart } = await killServer(node);
  killedAtMs = performance.now();
  await pause(OUTAGE_MS);
  const backMs = performance.now();
  restart();
  while (
    performance.now() - Math.max(allGoodAtMs, backMs) < OUTAGE_MS / 3 &&
    performance.now() - backMs < BACK_WITHIN_MS
  )
    await pause(ASK_EVERY_MS);
  isEnding = true;
  await Promise.all(asking);
  console.log(`The node of the cells ${cells.join(" and ")} was killed, and started ${OUTAGE_MS / 1_000} s later:`);
  for (const what of new Set(answers.map((one) => one.what))) {
    const own = answers.filter((one) => one.what === what);
    const statuses = Object.entries(Object.groupBy(own, ({ status }) => status));
    const slowestMs = Math.max(...own.filter(({ status }) => status >= 300).map(({ tookMs }) => tookMs), 0);
    const by = statuses.map(([status, all]) => `${status} (${all!.length})`).join(", ");
    console.log(`  ${what}: ${by}${slowestMs > 0 ? `; the slowest error took ${Math.round(slowestMs)} ms` : ""}`);
  }
  console.log(`  all were served again ${Math.round(Math.max(0, allGoodAtMs - backMs))} ms after the start`);
  const living = answers.filter(({ isAway }) => !isAway);
  const dead = answers.filter(({ isAway, status }) => isAway && status >= 300);
  return (
    living.every(({ status }) => status < 300) &&
    dead.length > 0 &&
    dead.every(({ status, tookMs }) => status === 503 && tookMs < QUICK_MS) &&
    allGoodAtMs - backMs < BACK_WITHIN_MS - OUTAGE_MS / 3
  );
}

/** Of this machine; started again as it was. */
async function killServer(url: string): Promise<{ restart(): void }> {
  const pid = await onNode(url, "postgres", async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return Number(statOf(rows[0]!.pid)![1]);
  });
  const [program, cwd] = [readlinkSync(`/proc/${pid}/exe`), readlinkSync(`/proc/${pid}/cwd`)];
  const partsOf = (file: string): string[] =>
    readFileSync(`/proc/${pid}/${file}`, "utf8")
      .split("\0")
      .filter((part) => part !== "");
  const [, ...given] = partsOf("cmdline");
  const env = Object.fromEntries(partsOf("environ").map((one) => one.split(/=(.*)/s)));
  const idOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);
  const [uid, gid] = [idOf("Uid"), idOf("Gid")];
  process.kill(pid, "SIGKILL");
  return {
    restart: () => spawn(program, given, { uid, gid, cwd, env, detached: true, stdio: "ignore" }).unref(),
  };
}

/** Three restores, each of which must pay and verify. */
async function proveRestore(): Promise<boolean> {
  await using cluster = await makeCluster("backup");
  const original = await open("backed up", cluster.url, 1);
  const place = mkdtempSync(join(tmpdir(), "corridor-backup-"));
  try {
    for (let n = 0; n < 20; n++) for (const tenant of original.tenants) await pay(original, tenant);
    await stop(original);
    await using again = await makeCluster("cluster");
    await using plain = await makeCluster("plain", createPlainDatabases);
    await using back = await makeCluster("back");
    let [from, holds] = [original, true];
    for (const [what, { url }] of Object.entries({
      "a cluster": again,
      "plain PostgreSQL": plain,
      "a cluster from that": back,
    })) {
      run(from, "backup", "--to", place);
      const restored = { ...original, environment: { ...original.environment, DATABASE_URL: url, BACKUP_TO: place } };
      console.log(`Restored to ${what}: ${run(restored, "restore").trim().split("\n")[0]}`);
      restored.child = start(restored.environment);
      await untilReady(restored.child);
      for (const tenant of restored.tenants) await pay(restored, tenant);
      await stop(restored);
      const [had, has] = [await paymentsOf(from), await paymentsOf(restored)];
      console.log(`  ${had} payments before, ${has} after one more in each cell`);
      console.log(run(restored, "verify").trim());
      holds &&= has === had + restored.tenants.length;
      from = restored;
    }
    return holds;
  } finally {
    await close(original);
    rmSync(place, { recursive: true });
  }
}

async function pay({ origin }: Service, { key }: Tenant): Promise<void> {
  const headers = { authorization: "NONE", "x-api-key": key, "content-type": "application/json" };
  const body = JSON.stringify(mobileMoneyPayin());
  const answer = await fetch(`${origin}/v1/payments-init/initiate`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`a payment was refused: ${answer.status} ${await answer.text()}`);
}

async function paymentsOf({ environment, tenants }: Service): Promise<number> {
  const counts = await Promise.all(
    tenants.map(({ cell }) => count(environment["DATABASE_URL"]!, `cell_${cell}.payments`)),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}

async function killOnce(service: Service): Promise<void> {
  await pause(KILL_AFTER_MS);
  service.child.kill("SIGKILL");
  await once(service.child, "exit");
  service.child = start(service.environment);
  await untilReady(service.child);
}

async function count(url: string, from: string): Promise<number> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${from}`),
  );
  return rows[0]!.rows;
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { pathname } = new URL(url);
  return onNode(url, pathname.slice(1), work);
}

async function nodeOfCell(url: string, cell: number): Promise<string> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ nodeport: number }>(
      `SELECT nodeport FROM citus_shards WHERE table_name = 'cell_${cell}.payments'::regclass LIMIT 1`,
    ),
  );
  const node = CITUS_URLS.find((one) => Number(new URL(one).port) === rows[0]!.nodeport)!;
  return Object.assign(new URL(node), { pathname: new URL(url).pathname }).href;
}

async function makeCluster(purpose: string, create: (name: string) => Promise<void> = createDistributedDatabase) {
  const name = `prove_${purpose}_${process.pid}`;
  await dropDistributedDatabase(name);
  await create(name);
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

/** With an organization in each cell: that of the demo in the first one, and one made for each cell beside it. */
async function open(name: string, databaseUrl: string, cellsBeside = 0): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), "corridor-citus-"));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const environment = {
    PATH: process.env["PATH"],
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    BACKUP_PASSPHRASE: PASSPHRASE,
    ...SETTINGS,
  };
  const origin = `http://127.0.0.1:${port}`;
  const service: Service = { name, directory, environment, origin, child: start(environment), tenants: [] };
  await untilReady(service.child);
  const { organizations, admin } = demoOf(service);
  const [first, second] = organizations;
  service.tenants = [{ cell: 0, orgId: first!.org_id, person: first!.org_admin, key: first!.api_key }];
  if (cellsBeside === 0) return service;
  await stop(service);
  for (let cell = 1; cell <= cellsBeside; cell++) console.log(run(service, "cells", "add").trim());
  service.child = start(environment);
  await untilReady(service.child);
  const token = await signIn(service, admin);
  const people = [second!.org_admin, demoOf(service).second_admin];
  for (let cell = 1; cell <= cellsBeside; cell++) {
    run(service, "cells", "open", String(cell));
    const person = people[cell - 1]!;
    const { data } = await post(service, token, "/v1/organizations", { name: `Load ${cell}`, country: "GH", cell });
    await post(service, token, `/v1/organizations/${data.org_id}/members`, {
      user_id: person.user_id,
      role: "org-admin",
    });
    const member = await signIn(service, { ...person, org_id: data.org_id });
    const key = (await post(service, member, "/v1/public/api-keys", { name: "load" })).data.api_key;
    service.tenants = [...service.tenants, { cell, orgId: data.org_id, person, key }];
  }
  return service;
}

function demoOf({ directory }: Service): DemoFile {
  return JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
}

async function close(service: Service): Promise<void> {
  await stop(service);
  rmSync(service.directory, { recursive: true, force: true });
}

function start(environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ["packages/server/src/main.js", "start"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function run({ environment }: Service, ...command: string[]): string {
  return execFileSync(process.execPath, ["packages/server/src/main.js", ...command], {
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
async function load({ name, origin, tenants }: Service): Promise<{ rate: number; made: number }> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const body = JSON.stringify(mobileMoneyPayin());
  const headers = { authorization: "NONE", "x-api-key": tenants[0]!.key, "content-type": "application/json" };
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
