import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seedDemo } from "@corridor/server/commands/seed.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect } from "@corridor/server/kernel/db/client.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { MTN_SETTINGS } from "@corridor/providers/mtn_momo/mtn-momo.fixtures.ts";
import { secretAddress } from "@corridor/provider-kit/secret-address.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { freePort } from "./harness/free-port.ts";
import { mobileMoneyPayin } from "./harness/payments.ts";

/**
 * `npm run prove -- callbacks [<payments>]`: how fast unverified webhooks are answered while the provider takes 10 s
 * (just less than our deadline) for every status, in real processes on a durable database. Ends with an error when the
 * p99 is 200 ms or more, or a payment does not end.
 */
const DEFAULT_PAYMENTS = 400;
const STATUS_MS = 9_500;
const LIMIT_MS = 200;
const REPEATS = 3;
const PER_SECOND = 40;
const MAX_CALM_MS = 300_000;
const SECRET = "a secret of the callback proof that is long enough to be one";

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const count = Number(process.argv[2] ?? DEFAULT_PAYMENTS);
const directory = await mkdtemp(join(tmpdir(), "corridor-prove-"));
await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = await startEmbedded({ directory, durable: true });
await migrate({ url: server.url });
const db = connect({
  url: server.url,
  maxConnections: 3,
  applicationName: "callback proof",
  log: createLogger({ level: "silent" }),
});
const demo = await seedDemo({ db, clock: systemClock });

const externalIds = new Map<string, string>();
let polls = 0;
const mtn = await scriptedServer((response, { headers, method, url }, body) => {
  if (url!.endsWith("/token/"))
    return void response.end('{"access_token":"a-token","token_type":"access_token","expires_in":3600}');
  if (method === "POST") {
    externalIds.set(String(headers["x-reference-id"]), (JSON.parse(body) as { externalId: string }).externalId);
    return void response.writeHead(202).end();
  }
  polls += 1;
  const externalId = externalIds.get(url!.split("/").at(-1)!);
  const answer = JSON.stringify({
    externalId,
    amount: "1500",
    currency: "GHS",
    status: "SUCCESSFUL",
    financialTransactionId: "1",
  });
  setTimeout(() => response.end(answer), STATUS_MS);
});

const port = await freePort();
const start = (command: string): ChildProcess =>
  spawn(process.execPath, ["packages/server/src/main.js", command], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: server.url,
      PORT: String(port),
      CORRIDOR_SECRET: SECRET,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
const processes = [start("api"), start("worker")];
const origin = `http://127.0.0.1:${port}`;

async function call(method: string, path: string, headers: Record<string, string>, body: unknown): Promise<any> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function initiate(): Promise<string> {
  const key = { authorization: "NONE", "x-api-key": demo.organizations[0]!.api_key };
  return (await call("POST", "/v1/payments-init/initiate", key, mobileMoneyPayin())).response.payment_id;
}

let holds = false;
try {
  while (
    !(await fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(50);
  const { token } = await call(
    "POST",
    "/identity/token",
    {},
    { email: demo.admin.email, password: demo.admin.password },
  );
  const admin = { authorization: `Bearer ${token}`, "x-api-key": "NONE" };
  await call("PUT", "/v1/payments/providers/mtn_momo/settings", admin, { ...MTN_SETTINGS, base_url: mtn.url });
  const config = {
    provider: "mtn_momo",
    country: "GH",
    payment_method: "mobile_money",
    direction: "inbound",
    priority: 0,
  };
  await call("POST", "/v1/payments/provider-configs", admin, config);
  await pause(1_500); // The route is known to every process within a second.
  // The first attempt's reference is the payment's id.
  const references: string[] = [];
  for (let made = 0; made < count; made += 10)
    references.push(...(await Promise.all(Array.from({ length: 10 }, initiate))));
  print(
    `${references.length} payins at a provider that takes ${STATUS_MS} ms for a status; ${REPEATS} different ` +
      `callbacks each, ${PER_SECOND} a second`,
  );

  const [tookMs, refusedMs]: [number[], number[]] = [[], []];
  const answers = new Map<number, number>();
  const send = async (reference: string, repeat: number): Promise<void> => {
    const address = secretAddress("/callbacks/mtn_momo", `inbound:${MTN_SETTINGS.callback_secret}`, reference);
    const startedMs = performance.now();
    const answer = await fetch(`${origin}/v1${address}`, { method: "POST", body: JSON.stringify({ repeat }) });
    await answer.arrayBuffer();
    tookMs.push(performance.now() - startedMs);
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
  };
  /** The time this machine needs for a request that uses neither the database nor a provider. */
  const sendRefused = async (): Promise<void> => {
    const startedMs = performance.now();
    await (await fetch(`${origin}/v1/callbacks/mtn_momo/x/y`, { method: "POST", body: "{}" })).arrayBuffer();
    refusedMs.push(performance.now() - startedMs);
  };
  const underWay: Promise<void>[] = [];
  const beganMs = performance.now();
  for (let index = 0; index < references.length * REPEATS; index++) {
    await pause(Math.max(0, beganMs + (index * 1_000) / PER_SECOND - performance.now()));
    underWay.push(
      send(references[Math.floor(index / REPEATS)]!, index % REPEATS),
      ...(index % REPEATS === 0 ? [sendRefused()] : []),
    );
  }
  await Promise.all(underWay);
  const at = (share: number, samples: readonly number[]): number =>
    Math.round(samples.toSorted((a, b) => a - b)[Math.min(samples.length - 1, Math.floor(samples.length * share))]!);
  const row = (samples: readonly number[]): string =>
    `p50 ${at(0.5, samples)} ms, p99 ${at(0.99, samples)} ms, slowest ${at(1, samples)} ms`;
  print(
    `answers ${JSON.stringify(Object.fromEntries(answers))}: ${row(tookMs)}; beside them refused requests, without ` +
      `any work: ${row(refusedMs)}`,
  );

  const isOpen = async (): Promise<number> =>
    (await db.query("SELECT 1 FROM payments WHERE status <> 'completed'")).length;
  const calmMs = performance.now();
  while ((await isOpen()) > 0 && performance.now() - calmMs < MAX_CALM_MS) await pause(500);
  const open = await isOpen();
  print(
    `${open} payments not completed ${Math.round((performance.now() - calmMs) / 1_000)} s after the last callback; ` +
      `${polls} polls for ${tookMs.length} callbacks`,
  );
  holds = at(0.99, tookMs) < LIMIT_MS && open === 0 && answers.get(200) === tookMs.length;
} finally {
  for (const child of processes) {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  }
  await mtn.close();
  await db.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
print(holds ? "every callback was answered in time, and followed" : "it does NOT hold");
process.exitCode = holds ? 0 : 1;
