import { composeService } from "@corridor/server/compose.ts";
import type { Service } from "@corridor/server/deployment.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { seedDemo } from "@corridor/server/commands/seed.ts";
import { setSandboxBalance } from "@corridor/server/record/ledger/set-sandbox-balance.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import {
  type DatabaseClock,
  followDatabaseClock,
  type MachineTime,
} from "@corridor/server/kernel/db/database-clock.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { freePort } from "../harness/free-port.ts";
import { type DatabaseTime, takeOverDatabaseTime } from "../harness/database-time.ts";
import { mobileMoneyPayin, mobileMoneyPayout } from "../harness/payments.ts";
import { seededRandom } from "../ledger/random-operations.ts";
import { acceptedBy, untruePayments } from "./kill-proof.ts";

/**
 * An API process and two workers on machines whose clocks are changed by up to a day, forward and back, or stand still.
 * The database's clock is changed likewise, workers are replaced, and providers process requests late, though within
 * the time that they declare. All parts are real; only time is simulated, so hours take seconds. At the end the
 * sandbox's journal shows whether anybody was paid twice.
 */
export type ClockProof = {
  /** Requests that were refused, for example by the rate limiter. */
  turnedAway: number;
  /** Ids of payments that more than one provider accepted. */
  paidTwice: string[];
  /** Payments that are still open although no clock was changed for days. */
  unfinished: number;
  /** Payments that are completed here but unknown to every provider, or failed here but accepted by one. */
  untrue: string[];
  statuses: Record<string, number>;
  /** Attempts that were given up because they were believed never to have arrived. */
  givenUp: number;
  steps: Record<string, number>;
  /** Reconciliation items. If providers keep the delays they declare, there are none. */
  items: number;
};

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BEGIN_MS = Date.parse("2026-01-05T09:00:00.000Z");
const AT_ONCE = 2;
const SECRET = "a secret of the clock proof that is long enough to be one";
const SANDBOX_KEY = "clock-proof-sandbox-key-0123456789";
const SETTLES_WITHIN_MS = 60 * SECOND_MS;
const STEPS_MS = [SECOND_MS, 10 * SECOND_MS, 60 * SECOND_MS, 10 * 60 * SECOND_MS, HOUR_MS, DAY_MS];
/** Shares of the requests to each provider; the rest is accepted and answered at once. */
const FAULTS = [
  ...[1_000, 15_000, 30_000, SETTLES_WITHIN_MS - 1].map((delay_ms) => ({ mode: "late", share: 0.15, delay_ms })),
  { mode: "error", share: 0.1 },
];
const log = createLogger({ level: "silent" });

/** The clocks of one machine. */
class Machine implements MachineTime {
  #monotonicMs = 0;
  #wallMs = BEGIN_MS;
  readonly monotonicMs = (): number => this.#monotonicMs;
  readonly wallMs = (): number => this.#wallMs;

  /**
   * `suspended`: the date moves on, the monotonic clock stops. `paused`: both stop, as in a virtual machine that is
   * paused.
   */
  pass(ms: number, state: "running" | "suspended" | "paused"): void {
    if (state === "running") this.#monotonicMs += ms;
    if (state !== "paused") this.#wallMs += ms;
  }

  setDate(byMs: number): void {
    this.#wallMs += byMs;
  }
}

type Process = {
  machine: Machine;
  clock: DatabaseClock;
  service: Service;
  state: "running" | "suspended" | "paused";
  close(): Promise<void>;
};

export async function proveClock(options: {
  databaseUrl: string;
  payments: number;
  seed: number;
  onProgress?: (done: number) => unknown;
}): Promise<ClockProof> {
  const world = await openWorld(options.databaseUrl, options.seed);
  try {
    let turnedAway = 0;
    for (let payments = 0; payments < options.payments; payments += AT_ONCE) {
      await world.disturb();
      turnedAway += await world.initiate(AT_ONCE);
      await world.pass(world.random(1, 12) * SECOND_MS);
      if (payments % 100 === 0) options.onProgress?.(payments);
    }
    await world.calmDown();
    return { turnedAway, ...(await world.findings()) };
  } finally {
    await world.close();
  }
}

async function openWorld(databaseUrl: string, seed: number) {
  const next = seededRandom(seed);
  const random = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(values: readonly T[]): T => values[random(0, values.length - 1)]!;
  const steps: Record<string, number> = {};
  const count = (what: string): void => void (steps[what] = (steps[what] ?? 0) + 1);

  const time: DatabaseTime = await takeOverDatabaseTime(databaseUrl);
  let trueMs = BEGIN_MS;
  let databaseStepMs = 0;
  await time.set(new Date(trueMs));
  const db = connect({ url: databaseUrl, maxConnections: 3, applicationName: "clock proof", log });
  const sandboxClock = new SteppedClock(new Date(trueMs));
  const sandbox = await startSandbox({
    host: "127.0.0.1",
    port: 0,
    directory: null,
    delayMs: SECOND_MS,
    key: SANDBOX_KEY,
    log,
    clock: sandboxClock,
  });
  const port = await freePort();
  const config = {
    ...loadConfig({
      environment: { HOST: "127.0.0.1", PORT: String(port), SANDBOX_SETTLES_WITHIN_MS: String(SETTLES_WITHIN_MS) },
    }),
    secret: SECRET,
  };
  await setSandboxBalance(db, config.sandboxBalanceUsd, sandboxClock.now());
  const demo = await seedDemo({ db, clock: sandboxClock });
  const { api_key: apiKey, beneficiary_id: beneficiaryId } = demo.organizations[0]!;

  async function start(): Promise<Process> {
    const machine = new Machine();
    machine.setDate(trueMs - BEGIN_MS + pick([-1, 0, 1]) * pick(STEPS_MS));
    const clockDb = connect({ url: databaseUrl, maxConnections: 1, applicationName: "clock proof clock", log });
    const clock = await followDatabaseClock({ db: clockDb, log, machine });
    clock.stop(); // The test triggers the correction itself, at the pace of the simulated time.
    const options = {
      config,
      databaseUrl,
      clock,
      log,
      metrics: createMetrics(),
      sandbox: { url: sandbox.url, key: SANDBOX_KEY },
      webDirectory: "",
    };
    const service = await composeService(options);
    const close = async (): Promise<void> => {
      await service.close();
      await clockDb.close();
    };
    return { machine, clock, service, state: "running", close };
  }
  const api = await start();
  await api.service.server.listen({ host: "127.0.0.1", port });
  const workers = [await start(), await start()];
  const processes = (): Process[] => [api, ...workers];

  const atSandbox = (method: string, path: string, body?: object) =>
    fetch(`${sandbox.url}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  for (const provider of ["fiat", "hybrid"])
    for (const fault of FAULTS)
      await atSandbox("POST", "/faults", { provider, seconds: 86_400, ...fault }).then((answer) => answer.text());

  async function passQuietly(ms: number): Promise<void> {
    trueMs += ms;
    for (const { machine, state } of processes()) machine.pass(ms, state);
    await time.set(new Date(trueMs + databaseStepMs));
    sandboxClock.advance(ms);
    await sandbox.tick();
  }

  /** Runs the jobs that timers start in every process. */
  async function work(): Promise<void> {
    for (const { clock, state } of processes()) if (state === "running") await clock.correct();
    for (const { service, state } of workers) {
      if (state !== "running") continue;
      for (const name of ["payment-checks", "left-behind-requests"]) {
        const job = service.jobs.find((one) => one.name === name);
        for (let runs = 0; job !== undefined && runs < 100 && (await job.runOnce()) > 0;) runs += 1;
      }
    }
  }

  async function disturb(): Promise<void> {
    const stepMs = pick([-1, 1]) * pick(STEPS_MS);
    const one = pick(processes());
    switch (pick(["date", "date", "database", "standstill", "resume", "worker", "nothing"])) {
      case "date":
        one.machine.setDate(stepMs);
        return count("a machine's clock was set");
      case "database":
        databaseStepMs += stepMs;
        await time.set(new Date(trueMs + databaseStepMs));
        return count("the database's clock was set");
      case "standstill":
        if (one !== api) one.state = pick(["suspended", "paused"]);
        return count("a machine stood still");
      case "resume":
        for (const each of workers) each.state = "running";
        return;
      case "worker": {
        const index = random(0, workers.length - 1);
        await workers[index]!.close();
        workers[index] = await start();
        return count("a worker was replaced");
      }
    }
  }

  return {
    random,
    disturb,
    /** Returns the number of refused requests. */
    async initiate(howMany: number): Promise<number> {
      const answers = await Promise.all(
        Array.from({ length: howMany }, async () => {
          const body = next() < 0.5 ? mobileMoneyPayin() : mobileMoneyPayout(beneficiaryId);
          const answer = await fetch(`http://127.0.0.1:${port}/v1/payments-init/initiate`, {
            method: "POST",
            headers: { authorization: "NONE", "x-api-key": apiKey, "content-type": "application/json" },
            body: JSON.stringify(body),
          });
          await answer.text();
          return answer.ok;
        }),
      );
      return answers.filter((taken) => !taken).length;
    },
    async pass(ms: number): Promise<void> {
      await passQuietly(ms);
      await work();
    },
    /** From here on no clock is changed, and providers answer again. */
    async calmDown(): Promise<void> {
      await atSandbox("DELETE", "/faults");
      for (const each of workers) each.state = "running";
      for (let passedMs = 0; passedMs < 5 * DAY_MS && (await openPayments(db)) > 0;) {
        const stepMs = passedMs < HOUR_MS ? 10 * SECOND_MS : 600 * SECOND_MS;
        await passQuietly(stepMs);
        await work();
        passedMs += stepMs;
      }
    },
    async findings(): Promise<Omit<ClockProof, "turnedAway">> {
      const accepted = await acceptedBy(sandbox.url);
      const rows = await db.query<{ status: string; count: number }>(
        `SELECT status, count(*)::int AS count FROM payments GROUP BY status`,
      );
      const [items] = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM reconciliation_items`);
      const [givenUp] = await db.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM payments, json_array_elements(progress -> 'attempts') AS a
          WHERE a ->> 'reason' = 'the request never reached the provider'`,
      );
      return {
        paidTwice: [...accepted].flatMap(([paymentId, by]) => (by.size > 1 ? [paymentId] : [])),
        unfinished: await openPayments(db),
        untrue: await untruePayments(db, accepted),
        statuses: Object.fromEntries(rows.map((row) => [row.status, row.count])),
        givenUp: givenUp!.count,
        steps,
        items: items!.count,
      };
    },
    async close(): Promise<void> {
      for (const each of processes()) await each.close();
      await sandbox.close();
      await db.close();
      await time.close();
    },
  };
}

async function openPayments(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM payments WHERE status IN ('initiated', 'pending', 'processing', 'confirmed')`,
  );
  return row!.count;
}
