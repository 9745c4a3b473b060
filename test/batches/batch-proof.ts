import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sandboxKeyOf } from "@corridor/server/commands/parts.ts";
import { seedDemo } from "@corridor/server/commands/seed.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { freePort } from "../harness/free-port.ts";

/**
 * A payout batch over real processes: the API previews nothing and sends nothing, a worker does both, and the worker is
 * killed with -9 at random moments while it sends. Every row must be accepted by one provider, once: the test compares
 * the sandbox's own journal with the rows.
 */
export type BatchProof = {
  rows: number;
  kills: number;
  previewSeconds: number;
  uploadSeconds: number;
  /** Payouts per second of the batch, with kills and restarts. */
  perSecond: number;
  /** Makes payouts by single API requests, then the same number by a batch whose worker is not killed. */
  singlePerSecond: number | null;
  calmPerSecond: number | null;
  doubles: number;
  missing: number;
  strangers: number;
  unfinished: number;
  counted: Record<string, number>;
};

const SECRET = "a secret of the batch proof that is long enough to be one";
const BENEFICIARIES = 2_000;
const SINGLE_CONNECTIONS = 64;
const POLL_MS = 50;
const MAX_CALM_MS = 20 * 60_000;

export type BatchProofOptions = {
  databaseUrl: string;
  rows: number;
  kills: number;
  singles: number;
  random: () => number;
  print: (line: string) => unknown;
};

export async function proveBatch({
  databaseUrl,
  rows,
  kills,
  singles,
  random,
  print,
}: BatchProofOptions): Promise<BatchProof> {
  const log = createLogger({ level: "silent" });
  const db = connect({ url: databaseUrl, maxConnections: 3, applicationName: "batch proof", log });
  const config = { ...loadConfig({ environment: {} }), secret: SECRET };
  const sandbox = await startSandbox({
    host: "127.0.0.1",
    port: 0,
    directory: null,
    delayMs: 50,
    key: sandboxKeyOf(config),
    log,
  });
  await db.query("INSERT INTO platform_settings VALUES ('PAYOUT_BATCH_PER_SECOND', '100000', now())");
  const demo = await seedDemo({ db, clock: systemClock });
  const { api_key: apiKey, org_id: orgId, org_admin: admin } = demo.organizations[0]!;
  const port = await freePort();
  const start = (command: "api" | "worker"): ChildProcess =>
    spawn(process.execPath, ["packages/server/src/main.js", command], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        SANDBOX_PORT: new URL(sandbox.url).port,
        SANDBOX_SETTLES_WITHIN_MS: "2000",
        RATE_LIMIT_PER_MINUTE: "10000000",
        ORGANIZATION_RATE_LIMIT_PER_MINUTE: "10000000",
        CORRIDOR_SECRET: SECRET,
        LOG_LEVEL: "silent",
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
  const headers = { authorization: "NONE", "x-api-key": apiKey, "content-type": "application/json" };
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const parsed = (await answer.json()) as any;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(parsed).slice(0, 300)}`);
    return parsed.data ?? parsed.response;
  };
  const api = start("api");
  let worker: ChildProcess | null = null;
  try {
    const beneficiaries = await seedBeneficiaries(db, orgId, admin.user_id, Math.min(rows, BENEFICIARIES));
    await until(() => fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok));
    const singlePerSecond = singles === 0 ? null : await measureSingles(call, beneficiaries, singles, print);

    const listOf = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => ({
        beneficiary_id: beneficiaries[index % beneficiaries.length]!,
        amount: (100 + (index % 5_000)) / 100,
        currency: "GHS",
        reference: `${name}-${index + 1}`,
      }));
    const readyLeft = async (id: string): Promise<number> => (await countRows(db, id, "ready"))["ready"] ?? 0;
    worker = start("worker");
    const calmPerSecond = singles === 0 ? null : await measureCalm(call, listOf(singles, "calm"), readyLeft, print);

    let startedMs = performance.now();
    const { batch_id: batchId } = await call("POST", "/payout-batches", { name: "Proof", rows: listOf(rows, "row") });
    const uploadSeconds = secondsSince(startedMs);
    startedMs = performance.now();
    await until(async () => (await call("GET", `/payout-batches/${batchId}`)).status === "ready");
    const previewSeconds = secondsSince(startedMs);
    const ready = await call("GET", `/payout-batches/${batchId}`);
    print(
      `uploaded in ${uploadSeconds.toFixed(1)} s, previewed in ${previewSeconds.toFixed(1)} s: ${ready.rows.ready} ` +
        `ready, ${ready.rows.invalid} invalid, ${JSON.stringify(ready.problems)}`,
    );

    startedMs = performance.now();
    await call("POST", `/payout-batches/${batchId}/submit`, { preview_hash: ready.preview_hash });
    for (let kill = 0; kill < kills; kill++) {
      // Kills are spread over the whole sending: after a share of the remaining rows, at a random moment.
      const left = await readyLeft(batchId);
      if (left === 0) print(`  the batch was sent before kill ${kill + 1}`);
      const goal = left - Math.floor(left / (kills - kill + 1));
      await until(async () => (await readyLeft(batchId)) <= goal);
      await pause(random() * 60);
      worker.kill("SIGKILL");
      await once(worker, "exit");
      // The dead worker's lease is ended at once: waiting for it would take half a minute each time and prove nothing.
      await db.query("UPDATE payout_batches SET lease_until = NULL WHERE batch_id = $1", [batchId]);
      worker = start("worker");
      print(`  kill ${kill + 1} of ${kills}: ${rows - left} rows were recorded before`);
    }
    await until(async () => (await readyLeft(batchId)) === 0);
    const perSecond = rows / secondsSince(startedMs);
    print(`every row has its payment: ${perSecond.toFixed(0)} a second`);
    const calmAtMs = performance.now();
    while (
      (await call("GET", `/payout-batches/${batchId}`)).status !== "completed" &&
      performance.now() - calmAtMs < MAX_CALM_MS
    )
      await pause(250);
    const truth = await compareWithJournal(db, sandbox.url, batchId);
    return { rows, kills, previewSeconds, uploadSeconds, perSecond, singlePerSecond, calmPerSecond, ...truth };
  } finally {
    for (const child of [api, worker]) {
      if (child === null || child.exitCode !== null || child.signalCode !== null) continue;
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    await sandbox.close();
    await db.close();
  }
}

/** Payouts per second by single requests, at the concurrency of a busy client. */
async function measureSingles(
  call: (method: string, path: string, body?: object) => Promise<any>,
  beneficiaries: readonly string[],
  count: number,
  print: (line: string) => unknown,
): Promise<number> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      await call("POST", "/payments-init/initiate", {
        amount: 10,
        target_amount: 10,
        currency: "GHS",
        target_currency: "GHS",
        payment_method: "mobile_money",
        direction: "payout",
        beneficiary_id: beneficiaries[index % beneficiaries.length]!,
        mobile_money_details: {},
        client_reference: `single-${index}`,
      });
    }
  };
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: SINGLE_CONNECTIONS }, one));
  const perSecond = count / secondsSince(startedMs);
  print(`${count} single payouts: ${perSecond.toFixed(0)} a second`);
  return perSecond;
}

/** The same number of payouts by a batch, from its submission until each row has a payment. */
async function measureCalm(
  call: (method: string, path: string, body?: object) => Promise<any>,
  list: readonly object[],
  readyLeft: (batchId: string) => Promise<number>,
  print: (line: string) => unknown,
): Promise<number> {
  const { batch_id } = await call("POST", "/payout-batches", { name: "Calm", rows: list });
  await until(async () => (await call("GET", `/payout-batches/${batch_id}`)).status === "ready");
  const { preview_hash } = await call("GET", `/payout-batches/${batch_id}`);
  const startedMs = performance.now();
  await call("POST", `/payout-batches/${batch_id}/submit`, { preview_hash });
  await until(async () => (await readyLeft(batch_id)) === 0);
  const perSecond = list.length / secondsSince(startedMs);
  print(`${list.length} payouts by a batch: ${perSecond.toFixed(0)} a second`);
  await until(async () => (await call("GET", `/payout-batches/${batch_id}`)).status === "completed");
  return perSecond;
}

export async function seedBeneficiaries(db: Db, orgId: string, userId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await db.query(
    `INSERT INTO beneficiaries (org_id, beneficiary_id, beneficiary_of, account_type, beneficiary_type, country,
     currency, fname, lname, momo_details, created_at, updated_at)
     SELECT $1, id, $2, 'mobile_money', 'individual', 'GH', 'GHS', 'Payee', n::text,
       jsonb_build_object('provider', 'MTN', 'phone_number', '+23324' || lpad((1000000 + n * 100 + 50)::text, 7, '0')),
         now(), now()
     FROM unnest($3::uuid[]) WITH ORDINALITY AS b (id, n)`,
    [orgId, userId, ids],
  );
  return ids;
}

async function countRows(db: Db, batchId: string, status: string | null): Promise<Record<string, number>> {
  const rows = await db.query<{ status: string; n: number }>(
    `SELECT status, count(*)::int AS n FROM payout_batch_rows WHERE batch_id = $1 AND ($2::text IS NULL OR status = $2)
      GROUP BY status`,
    [batchId, status],
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}

type Operation = { payment_id: string; kind: string };

/**
 * `doubles`: rows with more than one sandbox operation or more than one payment. `strangers`: sandbox operations that
 * belong to no row.
 */
export async function compareWithJournal(
  db: Db,
  sandboxUrl: string,
  batchId: string,
): Promise<Pick<BatchProof, "doubles" | "missing" | "strangers" | "unfinished" | "counted">> {
  const accepted = new Map<string, number>();
  for (let cursor = ""; ;) {
    const page = (await (await fetch(`${sandboxUrl}/journal${cursor}`)).json()) as {
      operations: Operation[];
      next_cursor: string | null;
    };
    for (const { payment_id } of page.operations) accepted.set(payment_id, (accepted.get(payment_id) ?? 0) + 1);
    if (page.next_cursor === null) break;
    cursor = `?cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  const rows = await db.query<{ row: number; payments: string[] }>(
    `SELECT r.row, coalesce(array_agg(p.payment_id::text) FILTER (WHERE p.payment_id IS NOT NULL), '{}') AS payments
     FROM payout_batch_rows r
     LEFT JOIN payments p ON p.details #>> '{batch,batch_id}' = r.batch_id::text
       AND (p.details #>> '{batch,row}')::int = r.row
     WHERE r.batch_id = $1 GROUP BY r.row`,
    [batchId],
  );
  const ofBatch = new Set(rows.flatMap(({ payments }) => payments));
  const known = await db.query<{ payment_id: string }>(`SELECT payment_id FROM payments`);
  const all = new Set(known.map((one) => one.payment_id));
  const times = (payments: readonly string[]): number => payments.reduce((sum, id) => sum + (accepted.get(id) ?? 0), 0);
  const counted = await countRows(db, batchId, null);
  const [open] = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM payments WHERE details #>> '{batch,batch_id}' = $1
      AND status IN ('initiated', 'pending', 'processing')`,
    [batchId],
  );
  return {
    doubles: rows.filter(({ payments }) => payments.length > 1 || times(payments) > 1).length,
    missing: rows.filter(({ payments }) => times(payments) === 0).length,
    strangers: [...accepted.keys()].filter((id) => !ofBatch.has(id) && !all.has(id)).length,
    unfinished: open!.n,
    counted,
  };
}

function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1_000;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    if (await isSo().catch(() => false)) return;
    if (performance.now() - startedMs > MAX_CALM_MS) throw new Error("it did not come to that");
    await pause(POLL_MS);
  }
}
