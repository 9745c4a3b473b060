import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Pool, request } from "undici";
import { verifyBooks } from "@corridor/server/commands/verify-books.ts";
import { FEATURES } from "@corridor/server/kernel/http/caller.ts";
import { createApiKey } from "@corridor/server/parties/api-keys/index.ts";
import { addMember, createOrganization } from "@corridor/server/parties/organizations/index.ts";
import { cardPayin, mobileMoneyPayin, mobileMoneyPayout } from "#test/harness/payments.ts";
import { openEnvironment } from "../bench/environment.ts";
import { startCommand } from "../bench/processes.ts";
import { median } from "../bench/statistics.ts";

/**
 * `npm run prove -- fairness [<seconds>]`: five organizations pay ten times a second each, alone and beside a sixth
 * whose ledger is locked, which floods, or whose provider is slow, at two API processes and a worker. Alone and beside
 * take turns. Ends with an error when the median of the rounds' p99 of the five rises above 1.5 times of that alone, one
 * of their payments is refused, or a process is not ready.
 */
const SECONDS = Number(process.argv[2] ?? 10);
const OTHERS = 5;
const EACH_PER_SECOND = 10;
const FLOOD = 20;
const GOAL = 1.5;
const ROUNDS = 3;
const LOCKED_MS = 8_000;
const PROVIDER_MS = 5_000;
/** V8 compiles what runs often; until then a payment costs several times as much. Then followers and worker catch up. */
const WARM_UP = { perSecond: 150, seconds: 60, restMs: 20_000 };
const POLLS_PER_SECOND = 10;
const BY = { actor: { type: "system", id: "prover" }, at: new Date() } as const;

type Headers = Record<string, string>;
type Answer = { status: number; ms: number };

const environment = await openEnvironment();
const { db, organization: noisy } = environment;
// Cards go to a provider of their own, which only the sixth organization uses.
await db.query("DELETE FROM provider_configs WHERE provider = 'fiat' AND payment_method = 'card'");
const others = await Promise.all(Array.from({ length: OTHERS }, (_, n) => createCaller(`Other ${n}`)));
const pair = await environment.startPair({ name: "fairness", delayMs: 100, env: { API_PROCESSES: "2" } });
const worker = await startCommand({
  name: "worker",
  directory: environment.directory,
  command: "worker",
  url: null,
  env: pair.env,
});
const pool = new Pool(pair.url, { connections: 512, pipelining: 1 });

let holds = true;
const say = (text: string, isSo = true): void => {
  holds &&= isSo;
  console.log(`${isSo ? "  " : "NO "}${text}`);
};

try {
  await Promise.all([...others, environment.headers].map((one) => payins(one, WARM_UP.perSecond, WARM_UP.seconds)));
  await pause(WARM_UP.restMs);
  const alone: Measured[] = [];
  const beside = new Map<string, Beside[]>();
  for (const [name, disturb] of Object.entries({
    "a locked ledger": lock,
    "a flood": flood,
    "a slow provider": slow,
  })) {
    const rounds: Beside[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await payinsOfOthers());
      const ended = disturb();
      rounds.push({ ...(await payinsOfOthers()), noisy: await ended });
      await pause(2_000);
    }
    beside.set(name, rounds);
  }
  judge(alone, beside);
  say("the books hold", (await verifyBooks(db)).sound);
} finally {
  await pool.close();
  await worker.stop();
  await environment.close();
}
console.log(holds ? "No organization waits for another." : "It does not hold.");
process.exitCode = holds ? 0 : 1;

type Measured = { answers: Answer[]; polls: number[] };
type Beside = Measured & { noisy: Answer[] };

function judge(alone: readonly Measured[], beside: ReadonlyMap<string, readonly Beside[]>): void {
  const own = p99Of(alone);
  say(`alone: p50 ${percentile(answersOf(alone), 0.5)} ms, p99 ${own} ms of ${answersOf(alone).length} payments`);
  for (const [name, rounds] of beside) {
    const [answers, p99] = [answersOf(rounds), p99Of(rounds)];
    const [itsOwn, polls] = [rounds.flatMap(({ noisy: each }) => each), rounds.flatMap((round) => round.polls)];
    const refused = answers.filter(({ status }) => status >= 300).length;
    const unready = polls.filter((status) => status !== 200).length;
    say(
      `beside ${name}: p50 ${percentile(answers, 0.5)} ms, p99 ${p99} ms (${(p99 / own).toFixed(2)} times), ${refused} of ` +
        `${answers.length} refused, not ready in ${unready} of ${polls.length} polls; the sixth itself: p50 ` +
        `${percentile(itsOwn, 0.5)} ms, p99 ${percentile(itsOwn, 0.99)} ms, answers ${statusesOf(itsOwn)}`,
      p99 <= GOAL * own && refused === 0 && unready === 0,
    );
  }
}

function answersOf(rounds: readonly Measured[]): Answer[] {
  return rounds.flatMap(({ answers }) => answers);
}

function p99Of(rounds: readonly Measured[]): number {
  return median(rounds.map(({ answers }) => percentile(answers, 0.99)));
}

async function lock(): Promise<Answer[]> {
  const client = new pg.Client(environment.databaseUrl);
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM ledger_chains WHERE org_id = $1 FOR UPDATE", [noisy.org_id]);
  const unlocked = pause(LOCKED_MS).then(() => client.end());
  const payout = mobileMoneyPayout(noisy.beneficiary_id, "4567", { amount: 7, target_amount: 7 });
  const calls = await Promise.all([
    paced(1, SECONDS, () => pay(environment.headers, payout)),
    payins(environment.headers, EACH_PER_SECOND, SECONDS),
  ]);
  await unlocked;
  return calls.flat();
}

function flood(): Promise<Answer[]> {
  return payins(environment.headers, FLOOD * EACH_PER_SECOND, SECONDS);
}

async function slow(): Promise<Answer[]> {
  await request(`${pair.sandboxUrl}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ provider: "hybrid", mode: "slow", share: 1, seconds: SECONDS, delay_ms: PROVIDER_MS }),
  });
  return paced(2 * EACH_PER_SECOND, SECONDS, () => pay(environment.headers, cardPayin()));
}

/** Of all five, with what the processes said of themselves meanwhile. */
async function payinsOfOthers(): Promise<Measured> {
  const [polls, ...answers] = await Promise.all([
    // Each over a connection of its own, which the kernel gives to either process.
    paced(POLLS_PER_SECOND, SECONDS, async () => {
      const answer = await request(`${pair.url}/readyz`, { reset: true });
      await answer.body.dump();
      return answer.statusCode;
    }),
    ...others.map((one) => payins(one, EACH_PER_SECOND, SECONDS)),
  ]);
  return { answers: answers.flat(), polls };
}

function payins(headers: Headers, perSecond: number, seconds: number): Promise<Answer[]> {
  return paced(perSecond, seconds, () => pay(headers, mobileMoneyPayin()));
}

async function pay(headers: Headers, body: object): Promise<Answer> {
  const beganMs = performance.now();
  const path = "/v1/payments-init/initiate";
  const answer = await pool.request({ method: "POST", path, headers, body: JSON.stringify(body) });
  await answer.body.dump();
  return { status: answer.statusCode, ms: performance.now() - beganMs };
}

async function paced<T>(perSecond: number, seconds: number, work: () => Promise<T>): Promise<T[]> {
  const all: Promise<T>[] = [];
  const beganMs = performance.now() + (Math.random() * 1_000) / perSecond;
  for (let n = 0; n < perSecond * seconds; n++) {
    await pause(Math.max(0, beganMs + (n * 1_000) / perSecond - performance.now()));
    all.push(work());
  }
  return Promise.all(all);
}

async function createCaller(name: string): Promise<Headers> {
  const userId = noisy.org_admin.user_id;
  const key = await db.transaction(async (tx) => {
    const { org_id: orgId } = await createOrganization(tx, { name, country: "GH", features: FEATURES, ...BY });
    await addMember(tx, { orgId, userId, role: "org-admin", ...BY });
    return createApiKey(tx, { orgId, userId, name, environment: "development", ...BY });
  });
  return { ...environment.headers, "x-api-key": key.key };
}

function percentile(answers: readonly Answer[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

function statusesOf(answers: readonly Answer[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status);
  return [...counts].map(([status, each]) => `${each.length} x ${status}`).join(", ");
}
