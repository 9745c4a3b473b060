import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { appendEvents } from "@corridor/server/record/webhooks/append-events.ts";
import { replayEvents } from "@corridor/server/record/webhooks/replay-deliveries.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { runJobs } from "@corridor/server/kernel/jobs/loop.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { eventOf, inBatches, openWorker } from "../deliveries.ts";
import { type Environment, registerEndpoint } from "../environment.ts";
import { addRows, type Report } from "../report.ts";
import type { Sample } from "../rounds.ts";
import type { Received } from "../servers/receiver.ts";
import { percentile } from "../statistics.ts";

/**
 * An endpoint that is back after a day: its receiver answered nothing for a day, every event of that day waits for an
 * attempt some hours away, and its owner replays what is missing. Measures how many deliveries a second it gets until
 * it has them all, and how old the events of another endpoint are on arrival, before and meanwhile. One worker delivers
 * to both.
 */
const DAY_MS = 24 * 3_600_000;
/** As many as one replay may bring: more than one event a second for a day. */
const BACKLOG = 100_000;
const QUICK_BACKLOG = 20_000;
const OTHER_EVERY_MS = 10;
const BEFORE_MS = 5_000;
const POLL_MS = 100;

/** The day as the database has it afterwards: five attempts failed, and the sixth is hours away. */
const FAILED_SO_FAR = `
  UPDATE webhook_deliveries SET tries = 5, attempt_count = 5, attempted_at = $4, latency_ms = 2, fault = 'receiver',
    reason = 'status', status_code = 502,
    due_at = $4::timestamptz + interval '6 hours'
  WHERE org_id = $1 AND webhook_id = $2 AND delivery_id IN (SELECT webhook_delivery_id(event_id, $2)
    FROM unnest($3::uuid[]) AS event_id)`;

export async function benchCatchUp(
  environment: Environment,
  report: Report,
  options: { rounds: number; quick: boolean },
): Promise<void> {
  const backlog = options.quick ? QUICK_BACKLOG : BACKLOG;
  const [returning, other] = [await environment.startServer("receiver"), await environment.startServer("receiver")];
  const otherOrg = newId();
  await registerEndpoint(environment, otherOrg, `${other.url}/hook`);
  const worker = openWorker(environment);
  const jobs = runJobs([worker.job], environment.log, createMetrics());
  const ending = new AbortController();
  const publishing = publishUntil(ending.signal, worker.db, otherOrg);
  const [back, before, meanwhile]: [Sample[], Sample[], Sample[]] = [[], [], []];
  try {
    for (let round = 0; round < options.rounds; round++) {
      const endpoint = await makeBacklog(environment, `${returning.url}/hook`, backlog);
      await receivedBy(other.url);
      await pause(BEFORE_MS);
      before.push(agesOf(await receivedBy(other.url), BEFORE_MS));
      const tookMs = await catchUp(environment, endpoint, backlog);
      meanwhile.push(agesOf(await receivedBy(other.url), tookMs));
      back.push({ perSecond: (backlog / tookMs) * 1_000 });
      const { count } = await receivedBy(returning.url);
      if (count !== backlog) throw new Error(`${backlog} deliveries were missing and ${count} arrived`);
    }
  } finally {
    ending.abort();
    await publishing;
    await jobs.stop();
    await worker.close();
    await Promise.all([returning.stop(), other.stop()]);
  }
  const forms = new Map([
    ["an endpoint that is back", back],
    ["another endpoint before", before],
    ["another endpoint meanwhile", meanwhile],
  ]);
  addRows(report, `catch up with ${backlog} webhooks`, "deliveries", forms);
}

async function publishUntil(ending: AbortSignal, db: Db, orgId: string): Promise<void> {
  while (!ending.aborted) {
    await db.transaction((tx) => appendEvents(tx, [eventOf(orgId, { type: "payment.completed" })]));
    await pause(OTHER_EVERY_MS);
  }
}

async function receivedBy(url: string): Promise<Received> {
  const { body } = await request(url);
  return (await body.json()) as Received;
}

/** How old events were when their endpoint got them. */
function agesOf({ completed, agesMs }: Received, lastedMs: number): Sample {
  const sorted = agesMs.toSorted((one, next) => one - next);
  return { perSecond: (completed / lastedMs) * 1_000, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
}

type EndpointOfDay = { orgId: string; webhookId: string; backAt: Date };

async function makeBacklog(environment: Environment, url: string, backlog: number): Promise<EndpointOfDay> {
  const { db } = environment;
  const orgId = newId();
  const backAt = new Date();
  const { webhookId } = await registerEndpoint(environment, orgId, url);
  await db.query("UPDATE webhook_endpoints SET failing_since = $2 WHERE org_id = $1", [
    orgId,
    new Date(backAt.getTime() - DAY_MS),
  ]);
  let written = 0;
  await inBatches(backlog, (count) => {
    const events = Array.from({ length: count }, () =>
      eventOf(orgId, { at: new Date(backAt.getTime() - DAY_MS + (DAY_MS / backlog) * written++) }),
    );
    return db.transaction(async (tx) =>
      tx.query(FAILED_SO_FAR, [orgId, webhookId, await appendEvents(tx, events), backAt]),
    );
  });
  return { orgId, webhookId, backAt };
}

/** Milliseconds from the owner's request until every delivery is recorded. */
async function catchUp(
  { db }: Environment,
  { orgId, webhookId, backAt }: EndpointOfDay,
  backlog: number,
): Promise<number> {
  const beganMs = performance.now();
  const action = {
    scope: { orgId },
    webhookId,
    actor: { type: "system", id: "bench" },
    requestId: "bench",
    at: new Date(),
  } as const;
  const replayed = await replayEvents({ db }, action, {
    from: new Date(backAt.getTime() - DAY_MS),
    to: backAt,
    only_missing: true,
  });
  if (replayed !== backlog) throw new Error(`${replayed} of ${backlog} events were replayed`);
  const isWaiting = async (): Promise<boolean> => {
    const [row] = await db.query<{ waiting: boolean }>(
      `SELECT EXISTS (SELECT FROM webhook_deliveries
        WHERE org_id = $1 AND webhook_id = $2 AND status = 'pending') AS waiting`,
      [orgId, webhookId],
    );
    return row!.waiting;
  };
  while (await isWaiting()) await pause(POLL_MS);
  return performance.now() - beganMs;
}
