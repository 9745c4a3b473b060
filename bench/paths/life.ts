import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { type Environment, registerEndpoint } from "../environment.ts";
import { runLoad } from "../load.ts";
import { startCommand } from "../processes.ts";
import { addRows, type Report } from "../report.ts";
import { alternate, type Sample } from "../rounds.ts";
import type { Received } from "../servers/receiver.ts";
import { percentile } from "../statistics.ts";
import { cpuMicrosecondsOf } from "../usage.ts";

/**
 * A payment's whole life: initiated, completed by the provider's signed callback, booked, published as events,
 * delivered as webhooks. Measured from the first request until the last `payment.completed` has reached its receiver.
 * The latency runs from the event's commit to its receipt.
 */
const CONNECTIONS = 64;
const PROVIDER_DELAY_MS = 200;
const WAIT_DEADLINE_MS = 120_000;
const POLL_MS = 50;

export async function benchLife(
  environment: Environment,
  report: Report,
  options: { rounds: number; seconds: number },
): Promise<void> {
  // Deliveries that other paths left without a receiver must not be attempted now.
  await environment.db.query(
    `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'requested', disabled_at = $1
      WHERE status = 'active'`,
    [new Date()],
  );
  const receiver = await environment.startServer("receiver");
  const { organization } = environment.other;
  await registerEndpoint(environment, organization.org_id, `${receiver.url}/hook`);
  const pair = await environment.startPair({ name: "life", delayMs: PROVIDER_DELAY_MS });
  const worker = await startCommand({
    name: "life-worker",
    directory: environment.directory,
    command: "worker",
    url: null,
    env: pair.env,
  });
  const processes = {
    api: pair.api.pid,
    worker: worker.pid,
    sandbox: pair.sandbox.pid,
    postgres: environment.database.pid,
  };

  const run = async (): Promise<Sample> => {
    await read(receiver.url);
    const before = Object.entries(processes).map(([name, pid]) => [name, cpuMicrosecondsOf(pid)] as const);
    const beganMs = Date.now();
    const load = await runLoad(environment.directory, {
      url: `${pair.url}/v1/payments-init/initiate`,
      connections: CONNECTIONS,
      seconds: options.seconds,
      method: "POST",
      headers: environment.other.headers,
      variants: cardPayins(),
    });
    const { received, endedMs } = await untilReceived(receiver.url, load.requests);
    const ages = received.sort((a, b) => a - b);
    return {
      perSecond: (load.requests / (endedMs - beganMs)) * 1_000,
      p50Ms: percentile(ages, 0.5),
      p99Ms: percentile(ages, 0.99),
      cpuMicroseconds: Object.fromEntries(
        before.map(([name, cpu]) => [
          name,
          (cpuMicrosecondsOf(processes[name as keyof typeof processes]) - cpu) / load.requests,
        ]),
      ),
    };
  };
  await run();
  addRows(
    report,
    "initiate -> callback -> event -> delivery",
    "payments",
    await alternate([{ name: "product", run }], options.rounds),
  );
  await Promise.all([pair.stop(), worker.stop(), receiver.stop()]);
}

async function read(url: string): Promise<Received> {
  const { body } = await request(url);
  return (await body.json()) as Received;
}

async function untilReceived(url: string, payments: number): Promise<{ received: number[]; endedMs: number }> {
  const agesMs: number[] = [];
  const deadlineMs = Date.now() + WAIT_DEADLINE_MS;
  for (let endedMs = 0; ;) {
    const received = await read(url);
    agesMs.push(...received.agesMs);
    if (received.completed > 0) endedMs = received.lastAtMs;
    if (agesMs.length >= payments) return { received: agesMs, endedMs };
    if (Date.now() > deadlineMs)
      throw new Error(`only ${agesMs.length} of ${payments} payments reached their receiver`);
    await pause(POLL_MS);
  }
}

function cardPayins(): string[] {
  return Array.from({ length: 50 }, (_, index) =>
    JSON.stringify({
      amount: 25.5 + index,
      target_amount: 25.5 + index,
      currency: "GBP",
      target_currency: "GBP",
      country: "GB",
      payment_method: "card",
      direction: "payin",
      payer_details: { name: "Ama Owusu", email: "ama@example.com" },
      card_details: {
        card_number: `42424242424242${40 + index}`,
        expiry_month: "12",
        expiry_year: "2030",
        cvv: "737",
        card_holder_name: "Ama Owusu",
      },
    }),
  );
}
