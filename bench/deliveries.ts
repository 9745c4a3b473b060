import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Logger as GraphileLogger, makeWorkerUtils, run as runGraphile } from "graphile-worker";
import { PgBoss } from "pg-boss";
import { Pool } from "undici";
import { textOf } from "@corridor/server/record/events/event-text.ts";
import type { NewEvent } from "@corridor/server/record/events/write-events.ts";
import { appendEvents } from "@corridor/server/record/webhooks/append-events.ts";
import { recordOf } from "@corridor/server/payments/wire/payment-record.ts";
import {
  createDeliveryJob,
  DELIVERY_SETTINGS,
  type DeliveryJob,
} from "@corridor/server/record/webhooks/deliver-webhooks.ts";
import { type SigningKeys, signatureHeaders, signingKey } from "@corridor/server/record/webhooks/signature.ts";
import { createAddressGuard } from "@corridor/server/kernel/address-guard.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import { type Environment, registerEndpoint } from "./environment.ts";
import { startChild } from "./processes.ts";
import { alternate, type Form, type Sample } from "./rounds.ts";
import { samplePayment } from "./sample-payment.ts";
import { cpuMicrosecondsOf } from "./usage.ts";

/**
 * Webhook deliveries to one local receiver: the product's job, the bare HTTP requests with their signatures as the
 * ceiling, and two job queues on the same database whose task makes the same request. All of them send the same bodies
 * with the same headers on as many connections, and all but the ceiling begin with the same number of jobs in the
 * database and end when the last of them is recorded as done.
 *
 * The clock of the queues starts with their first request, so that their start-up does not count; that of the product
 * with its first claim. `own` in the CPU time is the process that sends.
 */
export type DeliveryResults = { jobs: number; samples: ReadonlyMap<string, readonly Sample[]> };

/** A second and more of each form: what counts is how fast it goes, and not its first fetch and its last record. */
const JOBS = 20_000;
const QUICK_JOBS = 8_000;
/** The first round of a form opens connections and compiles; it is not counted. */
const WARM_UP_JOBS = 10_000;
const CONNECTIONS = DELIVERY_SETTINGS.maxSendingPerEndpoint;
const INSERT_BATCH = 500;
const QUEUE_POOL = 10;
const GRAPHILE_LOCAL_QUEUE = 500;
/**
 * Completions of one moment are written together. A long wait would count against the queue at the end of each round.
 */
const GRAPHILE_COMPLETE_DELAY_MS = 10;
const BOSS_BATCH = 200;
/** While one batch is on the wire another is fetched or completed. */
const BOSS_WORKERS = 2;
const BOSS_POLL_SECONDS = 0.5;
const RECORDED_POLL_MS = 2;

type Message = { eventId: string; body: string };
type Sending = { environment: Environment; send(message: Message): Promise<void>; orgId: string };
/** `seconds` runs the jobs that `queue` has put into the database. */
type Path = {
  name: "corridor" | "http" | "graphile-worker" | "pg-boss";
  queue(jobs: number): Promise<void>;
  seconds(jobs: number): Promise<number>;
  close(): Promise<void>;
};

export async function measureDeliveries(
  environment: Environment,
  options: { rounds: number; quick: boolean },
): Promise<DeliveryResults> {
  const jobs = options.quick ? QUICK_JOBS : JOBS;
  await assertNothingWaits(environment);
  const port = await environment.freePort();
  const url = `http://127.0.0.1:${port}`;
  const receiver = await startChild({
    name: "receiver",
    directory: environment.directory,
    script: import.meta.filename,
    args: [String(port)],
  });
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const orgId = newId();
  const paths: Path[] = [];
  try {
    const { secretKey } = await registerEndpoint(environment, orgId, `${url}/hook`);
    const sending: Sending = {
      environment,
      orgId,
      send: createSend(pool, { current: signingKey(secretKey), previous: null }),
    };
    for (const open of [corridorPath, httpPath, graphilePath, bossPath]) paths.push(await open(sending));
    const measure = (path: Path, count: number): Promise<Sample> =>
      measurePath(path, count, pool, { own: process.pid, postgres: environment.database.pid, receiver: receiver.pid });
    for (const path of paths) await measure(path, WARM_UP_JOBS);
    const forms: Form[] = paths.map((path) => ({ name: path.name, run: () => measure(path, jobs) }));
    return { jobs, samples: await alternate(forms, options.rounds) };
  } finally {
    for (const path of paths) await path.close();
    await pool.destroy();
    await receiver.stop();
  }
}

/**
 * The product's worker takes whatever is due. Deliveries that another path left behind would be counted as its own, or
 * keep it busy without end.
 */
async function assertNothingWaits({ db }: Environment): Promise<void> {
  const [row] = await db.query<{ waiting: number }>(
    "SELECT count(*)::int AS waiting FROM webhook_deliveries WHERE status = 'pending'",
  );
  if (row!.waiting > 0)
    throw new Error(
      `${row!.waiting} deliveries of another path are waiting in this database; deliveries are measured in one of ` +
        "their own",
    );
}

/** The receiver counts: a form that delivers too little or twice has no figure. */
async function measurePath(path: Path, jobs: number, pool: Pool, processes: Record<string, number>): Promise<Sample> {
  await path.queue(jobs);
  const receivedBefore = await receivedBy(pool);
  const cpuBefore = Object.entries(processes).map(([name, pid]) => [name, cpuOf(name, pid)] as const);
  const seconds = await path.seconds(jobs);
  const cpuMicroseconds = Object.fromEntries(
    cpuBefore.map(([name, before]) => [name, (cpuOf(name, processes[name]!) - before) / jobs]),
  );
  const received = (await receivedBy(pool)) - receivedBefore;
  if (received !== jobs) throw new Error(`${path.name}: ${jobs} deliveries were queued and ${received} arrived`);
  return { perSecond: jobs / seconds, cpuMicroseconds };
}

/**
 * The CPU time of a process; for our own without its children, because the database and the receiver are among them.
 */
function cpuOf(name: string, pid: number): number {
  if (name !== "own") return cpuMicrosecondsOf(pid);
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The request of every form but the product's own, which signs and sends by itself. */
function createSend(pool: Pool, keys: SigningKeys): Sending["send"] {
  return async ({ eventId, body: text }) => {
    const body = Buffer.from(text, "utf8");
    const headers = signatureHeaders(keys, { eventId, body, sentAt: new Date(), tries: 0 });
    headers["content-type"] = "application/json";
    headers["user-agent"] = "Corridor-Webhooks/1.0";
    const answer = await pool.request({ method: "POST", path: "/hook", headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`the receiver answered ${answer.statusCode}`);
  };
}

export function eventOf(
  orgId: string,
  { type = "transaction.updated", at = new Date() }: Partial<Pick<NewEvent, "type" | "at">> = {},
): NewEvent {
  return {
    orgId,
    type,
    resourceType: "payment",
    resourceId: newId(),
    sequence: 1,
    data: recordOf(samplePayment(), []),
    at,
  };
}

/** The product's delivery job in this process, with connections of its own. */
export function openWorker(environment: Environment): { db: Db; job: DeliveryJob; close(): Promise<void> } {
  const db = connect({
    url: environment.databaseUrl,
    maxConnections: QUEUE_POOL,
    applicationName: "bench-deliveries",
    log: environment.log,
  });
  const job = createDeliveryJob({
    db,
    clock: systemClock,
    log: environment.log,
    metrics: createMetrics(),
    secrets: createSecretBox({ masterSecret: environment.secret }),
    guard: createAddressGuard({ allowInsecure: true, connectTimeoutMs: 5_000 }),
    notifyOrganization: () => Promise.resolve(),
  });
  return {
    db,
    job,
    async close() {
      await job.close();
      await db.close();
    },
  };
}

/** The text that the product sends for such an event. */
function messageOf(orgId: string): Message {
  const { type, data, sequence, at } = eventOf(orgId);
  const eventId = newId();
  const stored = { org_id: orgId, event_id: eventId, types: [type], sequence, created_at: at };
  return { eventId, body: textOf({ ...stored, payload: JSON.stringify(data) }, 0) };
}

export async function inBatches(jobs: number, write: (count: number) => Promise<unknown>): Promise<void> {
  for (let left = jobs; left > 0; left -= INSERT_BATCH) await write(Math.min(left, INSERT_BATCH));
}

async function corridorPath({ environment, orgId }: Sending): Promise<Path> {
  const { db, job, close } = openWorker(environment);
  return {
    name: "corridor",
    queue: (jobs) =>
      inBatches(jobs, (count) =>
        db.transaction((tx) =>
          appendEvents(
            tx,
            Array.from({ length: count }, () => eventOf(orgId)),
          ),
        ),
      ),
    async seconds(jobs) {
      const beganMs = performance.now();
      const worked = await job.runOnce();
      const seconds = (performance.now() - beganMs) / 1_000;
      const [row] = await db.query<{ waiting: number }>(
        "SELECT count(*)::int AS waiting FROM webhook_deliveries WHERE org_id = $1 AND status <> 'delivered'",
        [orgId],
      );
      if (worked !== jobs || row!.waiting !== 0)
        throw new Error(`${worked} of ${jobs} deliveries were worked on, and ${row!.waiting} are not delivered`);
      return seconds;
    },
    close,
  };
}

async function httpPath({ send, orgId }: Sending): Promise<Path> {
  let messages: Message[] = [];
  return {
    name: "http",
    async queue(jobs) {
      messages = Array.from({ length: jobs }, () => messageOf(orgId));
    },
    async seconds() {
      const beganMs = performance.now();
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          for (let message = messages.pop(); message !== undefined; message = messages.pop()) await send(message);
        }),
      );
      return (performance.now() - beganMs) / 1_000;
    },
    close: () => Promise.resolve(),
  };
}

async function graphilePath({ environment, send, orgId }: Sending): Promise<Path> {
  const logger = new GraphileLogger(() => (level, message) => {
    if (level === "error") environment.log.error(message);
  });
  const settings = { connectionString: environment.databaseUrl, maxPoolSize: QUEUE_POOL, logger };
  const utils = await makeWorkerUtils(settings);
  await utils.migrate();
  return {
    name: "graphile-worker",
    queue: (jobs) =>
      inBatches(jobs, (count) =>
        utils.addJobs(Array.from({ length: count }, () => ({ identifier: "deliver", payload: messageOf(orgId) }))),
      ),
    async seconds(jobs) {
      const watch = createWatch(jobs);
      const runner = await runGraphile({
        preset: {
          worker: {
            ...settings,
            concurrentJobs: CONNECTIONS,
            localQueue: { size: GRAPHILE_LOCAL_QUEUE },
            completeJobBatchDelay: GRAPHILE_COMPLETE_DELAY_MS,
          },
        },
        noHandleSignals: true,
        taskList: { deliver: (payload) => watch.around(() => send(payload as Message)) },
      });
      const seconds = await watch.secondsUntil(async () => {
        const [row] = await environment.db.query<{ waiting: boolean }>(
          "SELECT EXISTS (SELECT FROM graphile_worker.jobs) AS waiting",
        );
        return !row!.waiting;
      });
      await runner.stop();
      return seconds;
    },
    close: async () => utils.release(),
  };
}

async function bossPath({ environment, send, orgId }: Sending): Promise<Path> {
  const boss = new PgBoss({
    connectionString: environment.databaseUrl,
    max: QUEUE_POOL,
    supervise: false,
    schedule: false,
  });
  boss.on("error", (error) => environment.log.error({ err: error }, "pg-boss failed"));
  await boss.start();
  const queue = "deliver";
  await boss.createQueue(queue);
  return {
    name: "pg-boss",
    queue: (jobs) =>
      inBatches(jobs, (count) =>
        boss.insert(
          queue,
          Array.from({ length: count }, () => ({ data: messageOf(orgId) })),
        ),
      ),
    async seconds(jobs) {
      const watch = createWatch(jobs);
      // The connections of the pool bound how many of a batch are on the wire.
      await boss.work<Message>(
        queue,
        {
          batchSize: BOSS_BATCH,
          localConcurrency: BOSS_WORKERS,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: BOSS_POLL_SECONDS,
        },
        async (batch) => {
          await Promise.all(batch.map(({ data }) => watch.around(() => send(data))));
        },
      );
      const seconds = await watch.secondsUntil(async () => {
        const [row] = await environment.db.query<{ waiting: boolean }>(
          "SELECT EXISTS (SELECT FROM pgboss.job WHERE name = 'deliver' AND state < 'completed') AS waiting",
        );
        return !row!.waiting;
      });
      await boss.offWork(queue);
      return seconds;
    },
    close: () => boss.stop({ graceful: true }),
  };
}

/** The time from the start of the first task until the database has recorded all tasks as done. */
function createWatch(jobs: number): {
  around(task: () => Promise<void>): Promise<void>;
  secondsUntil(isRecorded: () => Promise<boolean>): Promise<number>;
} {
  const answered = Promise.withResolvers<void>();
  let beganMs: number | undefined;
  let left = jobs;
  return {
    async around(task) {
      beganMs ??= performance.now();
      await task();
      if (--left === 0) answered.resolve();
    },
    async secondsUntil(isRecorded) {
      await answered.promise;
      while (!(await isRecorded())) await pause(RECORDED_POLL_MS);
      return (performance.now() - beganMs!) / 1_000;
    },
  };
}

async function receivedBy(pool: Pool): Promise<number> {
  const { body } = await pool.request({ method: "GET", path: "/received" });
  return Number(await body.text());
}

/** The receiver is this file run as a process of its own. */
function receive(port: number): void {
  let received = 0;
  const server = createServer((request, response) => {
    if (request.method === "GET") return response.end(String(received));
    request.resume();
    request.on("end", () => {
      received += 1;
      response.end("ok");
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, "127.0.0.1", () => process.stdout.write(`${JSON.stringify({ port })}\n`));
  process.once("SIGTERM", () => process.exit(0));
}

if (import.meta.main) receive(Number(process.argv[2]));
