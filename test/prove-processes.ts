import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { verifyBooks } from "#src/commands/verify-books.ts";
import { MAX_OTP_TRIES } from "#src/modules/money/core/objections.ts";
import { until } from "#test/faults/database-stage.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { openEnvironment, registerEndpoint } from "../bench/environment.ts";
import { runLoad } from "../bench/load.ts";
import { type Child, startCommand } from "../bench/processes.ts";
import type { Received } from "../bench/servers/receiver.ts";
import { cpuMicrosecondsOf } from "../bench/usage.ts";

/**
 * `npm run prove:processes [-- <rounds>]`: eight API and four worker processes beside one of each, every deployment on a PostgreSQL of its own. Load goes to one and then to the
 * other, from as many connections for each API process. Ends with an error when a payment or webhook of the many was sent twice, when their rate limit, circuit breaker or count of
 * wrong one-time passwords is not that of one process, or when a payment costs them more than 1.15 times the CPU time.
 *
 * What a process costs without any request is measured apart: it does not grow with the payments. The CPU time of a payment is what comes on top. The size of the batches is
 * printed beside it, because a payment costs less in a larger batch, whoever writes it.
 */
const ROUNDS = Number(process.argv[2] ?? 3);
const SECONDS = 5;
const AT_REST_SECONDS = 20;
/** V8 collects garbage for a while after a load has ended. */
const SETTLE_SECONDS = 20;
/** By each API process, before anything is measured. V8 compiles what runs often; until then a payment costs several times as much, and eight processes compile eight times. */
const WARM_PAYMENTS_EACH = 2_000;
const MAX_WARM_UPS = 24;
/** With fewer, the batches of each process are smaller, and a payment costs more: one process does the same work better then. */
const CONNECTIONS_EACH = 32;
const GOAL = 1.15;
const PER_MINUTE = 600;
const ASKED_PER_SECOND = 200;
const ASKED_FOR_SECONDS = 6;
const FAULTS_TO_OPEN = 5;
const PAID_PER_SECOND = 20;
const DELIVERED_WITHIN_MS = 60_000;
const LIMIT_MS = 15 * 60_000;
const NO_LIMIT = { RATE_LIMIT_PER_MINUTE: "10000000", ORGANIZATION_RATE_LIMIT_PER_MINUTE: "10000000" };

type Deployment = Awaited<ReturnType<typeof open>>;
type Answer = { status: number; body: any };

let holds = true;
const say = (text: string, isSo = true): void => {
  holds &&= isSo;
  console.log(`${isSo ? "  " : "NO "}${text}`);
};

const deployments: Deployment[] = [];
const limit = setTimeout(() => {
  console.log("NO it did not end within fifteen minutes");
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
      jobs.push(await startCommand({ name: `${name}-worker-${n}`, directory: environment.directory, command: "worker", url: null, env: pair.env }));
    return {
      ...pair,
      workers: jobs.map(({ pid }) => pid),
      pids: [pair.api.pid, ...jobs.map(({ pid }) => pid)],
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
    async call(method: "GET" | "POST", path: string, body?: object, headers = environment.other.headers): Promise<Answer> {
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

/** `service`, `postgres`: microseconds of CPU time for each payment. `batch`: payments that one transaction created. */
type Cost = { payments: number; perSecond: number; service: number; postgres: number; batch: number };
/** Microseconds of CPU time in each second. */
type AtRest = { service: number; postgres: number };

async function measureAtRest({ name, apis, environment, now }: Deployment): Promise<AtRest> {
  const { api, workers } = now();
  const pids = [api.pid, ...workers, environment.database.pid];
  const before = pids.map(cpuMicrosecondsOf);
  await pause(AT_REST_SECONDS * 1_000);
  const [ofApi = 0, ...others] = pids.map((pid, n) => (cpuMicrosecondsOf(pid) - before[n]!) / AT_REST_SECONDS);
  const postgres = others.pop()!;
  const ms = (microseconds: number): string => (microseconds / 1_000).toFixed(1);
  say(
    `${name}: at rest ${ms(ofApi / apis)} ms of CPU time a second for each API process, ${others
      .toSorted((a, b) => b - a)
      .map(ms)
      .join(", ")} for the workers, ${ms(postgres)} for PostgreSQL`,
  );
  return { service: others.reduce((sum, one) => sum + one, ofApi), postgres };
}

/** Until the last webhook has arrived. */
async function measure({ environment, receiver, now, apis }: Deployment, atRest: AtRest): Promise<Cost> {
  const { pids, url } = now();
  const used = (): [number, number] => [pids.reduce((sum, pid) => sum + cpuMicrosecondsOf(pid), 0), cpuMicrosecondsOf(environment.database.pid)];
  await readReceived(receiver.url);
  const [service, postgres] = used();
  const beganAt = new Date();
  const { requests, perSecond, errors } = await runLoad(environment.directory, {
    url: `${url}/v1/payments-init/initiate`,
    connections: CONNECTIONS_EACH * apis,
    seconds: SECONDS,
    method: "POST",
    headers: environment.headers,
    variants: [JSON.stringify(mobileMoneyPayin())],
  });
  const deadlineMs = performance.now() + DELIVERED_WITHIN_MS;
  for (let completed = 0; completed < requests - errors;) {
    completed += (await readReceived(receiver.url)).completed;
    if (performance.now() > deadlineMs) throw new Error(`${requests - errors - completed} of ${requests - errors} webhooks did not arrive within a minute`);
    await pause(20);
  }
  const seconds = (Date.now() - beganAt.getTime()) / 1_000;
  const [serviceAfter, postgresAfter] = used();
  const payments = requests - errors;
  const [row] = await environment.db.query<{ batch: number }>(
    "SELECT count(*)::float8 / count(DISTINCT xmin::text) AS batch FROM events WHERE resource_type = 'payment' AND sequence = 1 AND created_at >= $1",
    [beganAt],
  );
  return {
    payments,
    perSecond,
    service: (serviceAfter - service - atRest.service * seconds) / payments,
    postgres: (postgresAfter - postgres - atRest.postgres * seconds) / payments,
    batch: row!.batch,
  };
}

async function warmUp(deployment: Deployment): Promise<void> {
  let made = 0;
  for (let round = 0; round < MAX_WARM_UPS && made < WARM_PAYMENTS_EACH * deployment.apis; round++)
    made += (await measure(deployment, { service: 0, postgres: 0 })).payments;
  say(`${deployment.name}: warmed up by ${Math.round(made / deployment.apis)} payments for each API process`);
}

async function compareCost(): Promise<void> {
  for (const deployment of deployments) await warmUp(deployment);
  await pause(SETTLE_SECONDS * 1_000);
  const resting = new Map<string, AtRest>();
  for (const deployment of deployments) resting.set(deployment.name, await measureAtRest(deployment));
  const measureOne = (deployment: Deployment): Promise<Cost> => measure(deployment, resting.get(deployment.name)!);
  const costs = new Map(deployments.map(({ name }) => [name, [] as Cost[]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const deployment of round % 2 === 0 ? deployments : deployments.toReversed()) {
      const cost = await measureOne(deployment);
      costs.get(deployment.name)!.push(cost);
      say(
        `${deployment.name}: ${Math.round(cost.perSecond)} payments a second in batches of ${cost.batch.toFixed(1)}, CPU of a payment: ours ${Math.round(cost.service)} us, PostgreSQL ${Math.round(cost.postgres)} us`,
      );
    }
  const [one, many] = [...costs.values()].map((all) => median(all.map(({ service, postgres }) => service + postgres))) as [number, number];
  say(`a payment costs the many ${(many / one).toFixed(2)} times the CPU time of one (goal ${GOAL})`, many / one <= GOAL);
}

async function countWork({ environment: { db }, now }: Deployment): Promise<void> {
  // The load stops in the midst of its last requests.
  await until("all is paid and delivered", async () => {
    const open = await db.query("SELECT FROM payments WHERE status <> 'completed' UNION ALL SELECT FROM webhook_deliveries WHERE status = 'pending' LIMIT 1");
    return open.length === 0;
  });
  const [counts] = await db.query<{ payments: number; deliveries: number; repeated: number }>(
    `SELECT (SELECT count(*) FROM payments)::integer AS payments, (SELECT count(*) FROM webhook_deliveries)::integer AS deliveries,
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
  say(`${counts!.payments} payments, ${twice} of them sent to a provider twice`, twice === 0 && seen.size === counts!.payments);
  say(`${counts!.deliveries} deliveries, ${counts!.repeated} of them not sent exactly once`, counts!.repeated === 0);
  say("the books hold", (await verifyBooks(db)).sound);
}

/** More than the limit allows, evenly, so that what processes tell each other twice a second arrives in between. */
async function countAllowed({ call, environment }: Deployment): Promise<void> {
  const answers = await paced(ASKED_PER_SECOND, ASKED_FOR_SECONDS, () => call("GET", "/balances", undefined, environment.headers));
  const allowed = answers.filter(({ status }) => status !== 429).length;
  const asOne = PER_MINUTE + (PER_MINUTE / 60) * ASKED_FOR_SECONDS;
  say(`${allowed} of ${answers.length} calls allowed where one process allows ${asOne}`, allowed <= asOne + ASKED_PER_SECOND);
}

async function countWrongCodes({ call }: Deployment): Promise<void> {
  const { payment_id } = (await call("POST", "/payments-init/initiate", mobileMoneyPayin("0001"))).body.response;
  const tries = await Promise.all(
    Array.from({ length: 16 }, () => call("POST", `/payments-init/${payment_id}/action`, { action: "submit_otp", otp: "000000" })),
  );
  const judged = tries.filter(({ body }) => body.code === "INVALID_OTP").length;
  const { data } = (await call("GET", `/payments/${payment_id}`)).body;
  say(`${judged} of ${tries.length} wrong codes at once were judged, then the payment was ${data.status}`, judged <= MAX_OTP_TRIES && data.status === "failed");
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
    "SELECT count(*)::integer AS tried FROM payments WHERE created_at >= $1 AND progress->'attempts'->0->>'provider' = 'fiat'",
    [since],
  );
  say(`${row!.tried} payments tried the broken provider before all avoided it`, row!.tried <= FAULTS_TO_OPEN + PAID_PER_SECOND);
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
