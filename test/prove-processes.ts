import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { verifyBooks } from "@corridor/server/commands/verify-books.ts";
import { MAX_OTP_TRIES } from "@corridor/server/payments/core/objections.ts";
import { until } from "#test/faults/database-stage.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { openEnvironment, registerEndpoint } from "../bench/environment.ts";
import { runLoad } from "../bench/load.ts";
import { type Child, startCommand } from "../bench/processes.ts";
import type { Received } from "../bench/servers/receiver.ts";
import { cpuMicrosecondsOf } from "../bench/usage.ts";

/**
 * `npm run prove -- processes [<rounds>]`: eight API and four worker processes beside one of each, every deployment on
 * a PostgreSQL of its own. Load goes to one and then to the other. Ends with an error when a payment or webhook of the
 * many was sent twice, when their rate limit, circuit breaker or count of wrong one-time passwords is not that of one
 * process, or when a payment costs them more than 1.15 times the CPU time.
 *
 * What a process costs without any request is measured apart: it does not grow with the payments. The CPU time of a
 * payment is what comes on top. It is compared twice: with as many connections for each API process, which the goal is
 * about, and with as many connections in all. In the second comparison each of the many writes smaller batches, and a
 * payment costs more in a smaller batch, whoever writes it; so the size of the batches is printed too.
 */
const ROUNDS = Number(process.argv[2] ?? 3);
const SECONDS = 5;
const AT_REST_SECONDS = 20;
/** V8 collects garbage for a while after a load has ended. */
const SETTLE_SECONDS = 20;
/**
 * By each API process, before anything is measured. V8 compiles what runs often; until then a payment costs several
 * times as much, and eight processes compile eight times.
 */
const WARM_PAYMENTS_EACH = 6_000;
const MAX_WARM_UPS = 48;
const CONNECTIONS_EACH = 32;
const CONNECTIONS_IN_ALL = 64;
const GOAL = 1.15;
const PER_MINUTE = 600;
const ASKED_PER_SECOND = 200;
const ASKED_FOR_SECONDS = 6;
const FAULTS_TO_OPEN = 5;
const PAID_PER_SECOND = 20;
const DELIVERED_WITHIN_MS = 60_000;
const LIMIT_MS = 25 * 60_000;
const NO_LIMIT = { RATE_LIMIT_PER_MINUTE: "10000000", ORGANIZATION_RATE_LIMIT_PER_MINUTE: "10000000" };

type Deployment = Awaited<ReturnType<typeof open>>;
type Answer = { status: number; body: any };
/** Microseconds of CPU time: of all API processes, of all workers, of PostgreSQL. */
type Used = { api: number; workers: number; postgres: number };
const NOTHING: Used = { api: 0, workers: 0, postgres: 0 };

let holds = true;
const say = (text: string, isSo = true): void => {
  holds &&= isSo;
  console.log(`${isSo ? "  " : "NO "}${text}`);
};

const deployments: Deployment[] = [];
const limit = setTimeout(() => {
  console.log("NO it did not end within 25 minutes");
  process.exit(1); // Takes all children with it.
}, LIMIT_MS);
try {
  deployments.push(await open("one and one", 1, 1));
  deployments.push(await open("eight and four", 8, 4));
  await compareCost();
  const [, many] = deployments as [Deployment, Deployment];
  await countWork(many);
  await many.restart({ ...NO_LIMIT, RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) });
  await countAllowed(many);
  await countWrongCodes(many);
  await countFaults(many);
} finally {
  for (const deployment of deployments) {
    await deployment.now().stopAll(); // The workers too, which the environment does not know.
    await deployment.environment.close();
  }
  clearTimeout(limit);
}
console.log(holds ? "Many processes behave as one." : "It does not hold.");
process.exitCode = holds ? 0 : 1;

async function open(name: string, apis: number, workers: number) {
  const environment = await openEnvironment();
  const receiver = await environment.startServer("receiver");
  await registerEndpoint(environment, environment.organization.org_id, `${receiver.url}/hook`);
  let running = await start(NO_LIMIT);

  async function start(settings: Record<string, string>) {
    const pair = await environment.startPair({ name, delayMs: 0, env: { API_PROCESSES: String(apis), ...settings } });
    const jobs: Child[] = [];
    for (let n = 0; n < workers; n++)
      jobs.push(
        await startCommand({
          name: `${name}-worker-${n}`,
          directory: environment.directory,
          command: "worker",
          url: null,
          env: pair.env,
        }),
      );
    return {
      ...pair,
      workers: jobs.map(({ pid }) => pid),
      stopAll: () => Promise.all([pair.stop(), ...jobs.map((job) => job.stop())]),
    };
  }

  return {
    name,
    apis,
    environment,
    receiver,
    now: () => running,
    async restart(settings: Record<string, string>) {
      await running.stopAll();
      running = await start(settings);
    },
    /** As the other organization, each over a connection of its own, which the kernel gives to any of the processes. */
    async call(
      method: "GET" | "POST",
      path: string,
      body?: object,
      headers = environment.other.headers,
    ): Promise<Answer> {
      const answer = await request(`${running.url}/v1${path}`, {
        method,
        reset: true,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.statusCode, body: await answer.body.json() };
    },
  };
}

/** `used` is for each payment. `batch`: payments that one transaction created. */
type Cost = { payments: number; perSecond: number; used: Used; batch: number };

function usedBy({ environment, now }: Deployment): Used {
  const { api, workers } = now();
  return {
    api: cpuMicrosecondsOf(api.pid),
    workers: workers.reduce((sum, pid) => sum + cpuMicrosecondsOf(pid), 0),
    postgres: cpuMicrosecondsOf(environment.database.pid),
  };
}

function sumOf({ api, workers, postgres }: Used): number {
  return api + workers + postgres;
}

/** In each second. */
async function measureAtRest(deployment: Deployment): Promise<Used> {
  const { name, apis, now } = deployment;
  const { workers } = now();
  const [before, workersBefore] = [usedBy(deployment), workers.map(cpuMicrosecondsOf)];
  await pause(AT_REST_SECONDS * 1_000);
  const after = usedBy(deployment);
  const ofWorkers = workers.map((pid, n) => (cpuMicrosecondsOf(pid) - workersBefore[n]!) / AT_REST_SECONDS);
  const used: Used = {
    api: (after.api - before.api) / AT_REST_SECONDS,
    workers: ofWorkers.reduce((sum, one) => sum + one, 0),
    postgres: (after.postgres - before.postgres) / AT_REST_SECONDS,
  };
  const ms = (microseconds: number): string => (microseconds / 1_000).toFixed(1);
  const eachWorker = ofWorkers.toSorted((a, b) => b - a).map(ms);
  say(
    `${name}: at rest ${ms(used.api / apis)} ms of CPU time a second for each API process, ${eachWorker.join(", ")} ` +
      `for the workers, ${ms(used.postgres)} for PostgreSQL`,
  );
  return used;
}

/** Until the last webhook has arrived. */
async function measure(deployment: Deployment, connections: number, atRest: Used): Promise<Cost> {
  const { environment, receiver, now } = deployment;
  await readReceived(receiver.url);
  const before = usedBy(deployment);
  const beganAt = new Date();
  const { requests, perSecond, errors } = await runLoad(environment.directory, {
    url: `${now().url}/v1/payments-init/initiate`,
    connections,
    seconds: SECONDS,
    method: "POST",
    headers: environment.headers,
    variants: [JSON.stringify(mobileMoneyPayin())],
  });
  const deadlineMs = performance.now() + DELIVERED_WITHIN_MS;
  for (let completed = 0; completed < requests - errors;) {
    completed += (await readReceived(receiver.url)).completed;
    if (performance.now() > deadlineMs)
      throw new Error(
        `${requests - errors - completed} of ${requests - errors} webhooks did not arrive within a minute`,
      );
    await pause(20);
  }
  const seconds = (Date.now() - beganAt.getTime()) / 1_000;
  const after = usedBy(deployment);
  const payments = requests - errors;
  const [row] = await environment.db.query<{ batch: number }>(
    `SELECT count(*)::float8 / count(DISTINCT xmin::text) AS batch FROM events
      WHERE resource_type = 'payment' AND sequence = 1 AND created_at >= $1`,
    [beganAt],
  );
  const ofPayment = (part: keyof Used): number => (after[part] - before[part] - atRest[part] * seconds) / payments;
  return {
    payments,
    perSecond,
    used: { api: ofPayment("api"), workers: ofPayment("workers"), postgres: ofPayment("postgres") },
    batch: row!.batch,
  };
}

async function warmUp(deployment: Deployment): Promise<void> {
  let made = 0;
  for (let round = 0; round < MAX_WARM_UPS && made < WARM_PAYMENTS_EACH * deployment.apis; round++)
    made += (await measure(deployment, CONNECTIONS_EACH * deployment.apis, NOTHING)).payments;
  say(`${deployment.name}: warmed up by ${Math.round(made / deployment.apis)} payments for each API process`);
}

async function compareCost(): Promise<void> {
  for (const deployment of deployments) await warmUp(deployment);
  await pause(SETTLE_SECONDS * 1_000);
  const resting = new Map<Deployment, Used>();
  for (const deployment of deployments) resting.set(deployment, await measureAtRest(deployment));
  const [one, many] = deployments.map((deployment) => sumOf(resting.get(deployment)!)) as [number, number];
  say(`at rest the many use ${(many / one).toFixed(2)} times the CPU time of one`);
  const inAll = await compareUnderLoad(resting, () => CONNECTIONS_IN_ALL);
  say(
    `with ${CONNECTIONS_IN_ALL} connections in all, a payment costs the many ${inAll.toFixed(2)} times the CPU time ` +
      "of one",
  );
  const each = await compareUnderLoad(resting, ({ apis }) => CONNECTIONS_EACH * apis);
  say(
    `with ${CONNECTIONS_EACH} connections for each API process, a payment costs the many ${each.toFixed(2)} times ` +
      `the CPU time of one (goal ${GOAL})`,
    each <= GOAL,
  );
}

async function compareUnderLoad(
  resting: ReadonlyMap<Deployment, Used>,
  connectionsOf: (deployment: Deployment) => number,
): Promise<number> {
  const costs = new Map(deployments.map((deployment) => [deployment, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const deployment of round % 2 === 0 ? deployments : deployments.toReversed()) {
      const { perSecond, batch, used } = await measure(deployment, connectionsOf(deployment), resting.get(deployment)!);
      costs.get(deployment)!.push(sumOf(used));
      say(
        `${deployment.name}: ${Math.round(perSecond)} payments a second in batches of ${batch.toFixed(1)}, CPU of a ` +
          `payment: API ${Math.round(used.api)} us, workers ${Math.round(used.workers)} us, PostgreSQL ` +
          `${Math.round(used.postgres)} us`,
      );
    }
  const [one, many] = [...costs.values()].map(median) as [number, number];
  return many / one;
}

async function countWork({ environment: { db }, now }: Deployment): Promise<void> {
  // The load stops in the midst of its last requests.
  await until("all is paid and delivered", async () => {
    const open = await db.query(
      `SELECT FROM payments WHERE status <> 'completed' UNION ALL SELECT FROM webhook_deliveries
        WHERE status = 'pending' LIMIT 1`,
    );
    return open.length === 0;
  });
  const [counts] = await db.query<{ payments: number; deliveries: number; repeated: number }>(
    `SELECT (SELECT count(*) FROM payments)::integer AS payments,
       (SELECT count(*) FROM webhook_deliveries)::integer AS deliveries,
       (SELECT count(*) FROM webhook_deliveries WHERE attempt_count <> 1)::integer AS repeated`,
  );
  const seen = new Set<string>();
  let twice = 0;
  for (let cursor = ""; ;) {
    const page = (await (await fetch(`${now().sandboxUrl}/journal?limit=10000${cursor}`)).json()) as {
      operations: { payment_id: string }[];
      next_cursor: string | null;
    };
    for (const { payment_id } of page.operations) if (seen.size === seen.add(payment_id).size) twice += 1;
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  say(
    `${counts!.payments} payments, ${twice} of them sent to a provider twice`,
    twice === 0 && seen.size === counts!.payments,
  );
  say(`${counts!.deliveries} deliveries, ${counts!.repeated} of them not sent exactly once`, counts!.repeated === 0);
  say("the books hold", (await verifyBooks(db)).sound);
}

/** More than the limit allows, evenly, so that what processes tell each other twice a second arrives in between. */
async function countAllowed({ call, environment }: Deployment): Promise<void> {
  const answers = await paced(ASKED_PER_SECOND, ASKED_FOR_SECONDS, () =>
    call("GET", "/balances", undefined, environment.headers),
  );
  const allowed = answers.filter(({ status }) => status !== 429).length;
  const asOne = PER_MINUTE + (PER_MINUTE / 60) * ASKED_FOR_SECONDS;
  say(
    `${allowed} of ${answers.length} calls allowed where one process allows ${asOne}`,
    allowed <= asOne + ASKED_PER_SECOND,
  );
}

async function countWrongCodes({ call }: Deployment): Promise<void> {
  const { payment_id } = (await call("POST", "/payments-init/initiate", mobileMoneyPayin("0001"))).body.response;
  const tries = await Promise.all(
    Array.from({ length: 16 }, () =>
      call("POST", `/payments-init/${payment_id}/action`, { action: "submit_otp", otp: "000000" }),
    ),
  );
  const judged = tries.filter(({ body }) => body.code === "INVALID_OTP").length;
  const { data } = (await call("GET", `/payments/${payment_id}`)).body;
  say(
    `${judged} of ${tries.length} wrong codes at once were judged, then the payment was ${data.status}`,
    judged <= MAX_OTP_TRIES && data.status === "failed",
  );
}

async function countFaults({ call, environment: { db }, now }: Deployment): Promise<void> {
  const since = new Date();
  await request(`${now().sandboxUrl}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ provider: "fiat", mode: "error", share: 1, seconds: 20 }),
  });
  await paced(PAID_PER_SECOND, 5, () => call("POST", "/payments-init/initiate", mobileMoneyPayin()));
  const [row] = await db.query<{ tried: number }>(
    `SELECT count(*)::integer AS tried FROM payments
      WHERE created_at >= $1 AND progress->'attempts'->0->>'provider' = 'fiat'`,
    [since],
  );
  say(
    `${row!.tried} payments tried the broken provider before all avoided it`,
    row!.tried <= FAULTS_TO_OPEN + PAID_PER_SECOND,
  );
}

async function paced<T>(perSecond: number, seconds: number, work: () => Promise<T>): Promise<T[]> {
  const all: Promise<T>[] = [];
  const beganMs = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    await pause(Math.max(0, beganMs + (n * 1_000) / perSecond - performance.now()));
    all.push(work());
  }
  return Promise.all(all);
}

async function readReceived(url: string): Promise<Received> {
  return (await (await request(url)).body.json()) as Received;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}
