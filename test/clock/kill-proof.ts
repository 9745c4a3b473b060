import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sandboxKeyOf } from "@corridor/server/commands/parts.ts";
import { seedDemo } from "@corridor/server/commands/seed.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { freePort } from "../harness/free-port.ts";
import { takeOverDatabaseTime } from "../harness/database-time.ts";
import { mobileMoneyPayout } from "../harness/payments.ts";
import { seededRandom } from "../ledger/random-operations.ts";

/**
 * Payouts over two providers that take effect after random delays up to the time they declare, in real processes and
 * real time: the API and two workers are killed with -9 at random moments, and their dates and the database's clock are
 * set by up to a day. Nobody may be paid twice.
 */
export type KillProof = {
  payments: number;
  paidTwice: string[];
  unfinished: number;
  untrue: string[];
  statuses: Record<string, number>;
  kills: number;
  steps: number;
  items: number;
  /** Details of a few payments that did not end, to find out why. */
  stuck: unknown[];
};

const SECRET = "a secret of the kill proof that is long enough to be one";
const SETTLES_WITHIN_MS = 8_000;
const STEPS_MS = [1_000, 20_000, 60_000, 600_000, 3_600_000, 86_400_000];
/**
 * Half of the requests take effect late: after random delays, and in the last millisecond that the provider declares.
 */
const LATE_SHARE = 0.5;
const LATE_DELAYS = 25;
const FAULTS = [
  { mode: "lost_answer", share: 0.1 },
  { mode: "slow", share: 0.1, delay_ms: 1_500 },
  { mode: "error", share: 0.05 },
];
const AT_ONCE = 8;
/**
 * Longer than three of the longest pauses between polls, because providers keep failing and several polls in a row may
 * be lost.
 */
const MAX_CALM_MS = 50 * 60_000;

export async function proveKills(options: {
  databaseUrl: string;
  payments: number;
  seed: number;
  print: (line: string) => unknown;
}): Promise<KillProof> {
  const { databaseUrl, print } = options;
  const next = seededRandom(options.seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!;
  const log = createLogger({ level: "silent" });
  const time = await takeOverDatabaseTime(databaseUrl);
  const db = connect({ url: databaseUrl, maxConnections: 3, applicationName: "kill proof", log });
  const config = { ...loadConfig({ environment: {} }), secret: SECRET };
  const sandbox = await startSandbox({
    host: "127.0.0.1",
    port: 0,
    directory: null,
    delayMs: 200,
    key: sandboxKeyOf(config),
    log,
  });
  const demo = await seedDemo({ db, clock: systemClock });
  const { api_key: apiKey, beneficiary_id: beneficiaryId } = demo.organizations[0]!;
  const port = await freePort();

  const start = (command: "api" | "worker"): ChildProcess =>
    spawn(
      process.execPath,
      ["--import", "./test/harness/stepped-date-process.ts", "packages/server/src/main.js", command],
      {
        env: {
          PATH: process.env["PATH"],
          DATABASE_URL: databaseUrl,
          PORT: String(port),
          SANDBOX_PORT: new URL(sandbox.url).port,
          SANDBOX_SETTLES_WITHIN_MS: String(SETTLES_WITHIN_MS),
          CORRIDOR_SECRET: SECRET,
          LOG_LEVEL: "silent",
        },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      },
    );
  const commands = ["api", "worker", "worker"] as const;
  const processes = commands.map(start);
  let kills = 0;
  let steps = 0;
  let shiftMs = 0;
  let furthestMs = 0;

  async function kill(index: number): Promise<void> {
    const child = processes[index]!;
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    kills += 1;
  }
  async function replace(index: number): Promise<void> {
    await kill(index);
    processes[index] = start(commands[index]!);
  }
  async function disturb(): Promise<void> {
    const stepMs = pick([-1, 1]) * pick(STEPS_MS);
    const index = Math.floor(next() * processes.length);
    const what = pick(["date", "date", "date", "database", "kill"]);
    if (what === "kill") return replace(index);
    steps += 1;
    if (what === "date") {
      if (processes[index]!.connected) processes[index]!.send(stepMs);
      return;
    }
    shiftMs += stepMs;
    furthestMs = Math.max(furthestMs, shiftMs);
    await time.shift(shiftMs);
  }

  const initiate = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/v1/payments-init/initiate`, {
      method: "POST",
      headers: { authorization: "NONE", "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify(mobileMoneyPayout(beneficiaryId)),
    }).then(
      async (answer) => (await answer.text(), answer.ok),
      () => false,
    );
  const countOf = async (condition: string): Promise<number> =>
    (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM payments ${condition}`))[0]!.n;
  const open = (): Promise<number> => countOf(`WHERE status IN ('initiated', 'pending', 'processing', 'confirmed')`);
  const post = async (path: string, body: object): Promise<void> =>
    void (await (
      await fetch(`${sandbox.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    ).text());

  try {
    for (const provider of ["fiat", "hybrid"]) {
      const delaysMs = [
        SETTLES_WITHIN_MS - 1,
        ...Array.from({ length: LATE_DELAYS - 1 }, () => Math.floor(next() * SETTLES_WITHIN_MS)),
      ];
      const late = delaysMs.map((delay_ms) => ({ mode: "late", share: LATE_SHARE / LATE_DELAYS, delay_ms }));
      for (const fault of [...late, ...FAULTS]) await post("/faults", { provider, seconds: 86_400, ...fault });
    }
    for (let count = 0; count < options.payments; count = await countOf("")) {
      const requests = Array.from({ length: AT_ONCE }, initiate);
      if (count > 0) await pause(next() * 100); // A random moment while the requests are running.
      if (count > 0) await disturb();
      const isServing = (await Promise.all(requests)).some(Boolean);
      if (!isServing) await until(async () => initiate());
      print(`  ${count} payouts, ${kills} kills, ${steps} steps`);
    }
    // From here on no clock is changed. New processes are started, so that nothing waits for a time that only a dead
    // process's clock had reached.
    await time.shift(furthestMs);
    await Promise.all(processes.map((_, index) => replace(index)));
    const calmAtMs = performance.now();
    while ((await open()) > 0 && performance.now() - calmAtMs < MAX_CALM_MS) await pause(1_000);
    const accepted = await acceptedBy(sandbox.url);
    const rows = await db.query<{ status: string; n: number }>(
      `SELECT status, count(*)::int AS n FROM payments GROUP BY status`,
    );
    return {
      payments: await countOf(""),
      paidTwice: [...accepted].flatMap(([paymentId, by]) => (by.size > 1 ? [paymentId] : [])),
      unfinished: await open(),
      untrue: await untruePayments(db, accepted),
      statuses: Object.fromEntries(rows.map((row) => [row.status, row.n])),
      kills,
      steps,
      items: (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM reconciliation_items`))[0]!.n,
      stuck: await db.query(
        `SELECT p.payment_id, p.status, p.progress -> 'attempts' AS attempts, p.updated_at, c.due_at, now()
         FROM payments p LEFT JOIN payment_checks c USING (org_id, payment_id)
         WHERE p.status IN ('initiated', 'pending', 'processing', 'confirmed') LIMIT 3`,
      ),
    };
  } finally {
    await Promise.all(processes.map((_, index) => kill(index)));
    await sandbox.close();
    await db.close();
    await time.close();
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(100);
}

/** Payments whose final status contradicts the provider's journal. */
export async function untruePayments(db: Db, accepted: ReadonlyMap<string, unknown>): Promise<string[]> {
  const rows = await db.query<{ payment_id: string; status: string }>(`SELECT payment_id, status FROM payments`);
  return rows
    .filter(({ payment_id, status }) => (status === "completed") !== accepted.has(payment_id))
    .map(({ payment_id }) => payment_id);
}

/** By payment id, the attempts that a provider accepted. */
export async function acceptedBy(sandboxUrl: string): Promise<Map<string, Set<string>>> {
  const accepted = new Map<string, Set<string>>();
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = (await (await fetch(`${sandboxUrl}/journal?cursor=${encodeURIComponent(cursor)}`)).json()) as {
      operations: { payment_id: string; reference: string; provider: string; kind: string }[];
      next_cursor: string | null;
    };
    for (const { payment_id, provider, reference, kind } of page.operations)
      if (kind !== "refund")
        accepted.set(payment_id, (accepted.get(payment_id) ?? new Set()).add(`${provider}/${reference}`));
    cursor = page.next_cursor;
  }
  return accepted;
}
