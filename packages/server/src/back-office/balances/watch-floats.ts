import { audit, type AuditActor } from "#src/record/audit/index.ts";
import type { NewEvent } from "#src/record/events/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import { type Notice, PLATFORM_ORGANIZATION } from "#src/parties/notifications/index.ts";
import type { NotifyPlatform } from "#src/parties/organizations/index.ts";
import type { Floats } from "#src/pricing/routing/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import { showFloats } from "./float-wire.ts";
import type { Money } from "@corridor/base/money.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import {
  floatRecordOf,
  markLow,
  type ProviderFloat,
  readFloats,
  readReported,
  writeReported,
  writeThreshold,
} from "./float-queries.ts";

/**
 * The float: the platform's money at each provider. All organizations pay out of it, so it may run out while every
 * balance is sound. A job polls it and alerts platform admins once when it falls below its threshold. Routing skips a
 * provider whose fresh reading does not cover a payout. An old or missing reading stops nothing: routing does not
 * guess.
 */
const FLOATS_TOPIC = "provider-floats";
const INTERVAL_MS = 5 * 60_000;
/** Three rounds of the job: an older reading no longer counts. */
const FRESH_MS = 15 * 60_000;
const ANSWER_WITHIN_MS = 10_000;
const CACHE_MS = 60_000;

/** The floats for routing. Every process drops its cache when the job has written new readings. */
export function createFloats(deps: { db: Db; clock: Clock; invalidations: Invalidations }): Floats {
  const freshSince = (): Date => new Date(deps.clock.now().getTime() - FRESH_MS);
  const cache = createCache<string, Map<string, { amount: Money; at: Date }>>({
    invalidations: deps.invalidations,
    topic: FLOATS_TOPIC,
    maxEntries: 1,
    ttlMs: CACHE_MS,
    async load() {
      const reported = await readReported(deps.db, freshSince());
      return new Map(reported.map((float) => [keyOf(float.provider, float.amount.currency), float]));
    },
  });
  return {
    async now() {
      const reported = await cache.get("all");
      const since = freshSince();
      return (provider, currency) => {
        const float = reported.get(keyOf(provider, currency));
        return float === undefined || float.at < since ? undefined : float.amount;
      };
    },
  };
}

function keyOf(provider: string, currency: string): string {
  return `${provider} ${currency}`;
}

const ASKED_AT_ONCE = 20;

export type WatchFloatsDeps = {
  db: Db;
  /** Reads the ledgers of all organizations, for sums over them. */
  cells: Pick<CellsInUse, "every">;
  clock: Clock;
  log: Logger;
  providers: ReadonlyMap<ProviderName, Provider>;
  notifyPlatform: NotifyPlatform;
  metrics: Metrics;
};

export function watchFloatsJob(deps: WatchFloatsDeps): Job {
  return {
    name: "provider-floats",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const waiting = [...deps.providers.values()];
      while (waiting.length > 0)
        await Promise.all(waiting.splice(0, ASKED_AT_ONCE).map((provider) => ask(deps, provider)));
      await alertAboutLow(deps);
      return 0;
    },
  };
}

async function ask({ db, clock, log }: WatchFloatsDeps, provider: Provider): Promise<void> {
  if (provider.fetchBalance === undefined) return;
  try {
    const answer = await provider.fetchBalance(AbortSignal.timeout(ANSWER_WITHIN_MS));
    if (answer.outcome === "unknown")
      return log.warn({ provider: provider.name, reason: answer.reason }, "a provider did not report its balance");
    if (answer.balances.length === 0) return;
    await db.transaction(async (tx) => {
      await writeReported(tx, provider.name, answer.balances, clock.now());
      tx.notify(FLOATS_TOPIC, "all");
    });
  } catch (error) {
    log.warn({ err: error, provider: provider.name }, "a provider's balance could not be read; it is read again later");
  }
}

async function alertAboutLow({ db, cells, clock, notifyPlatform, metrics }: WatchFloatsDeps): Promise<void> {
  const freshSince = new Date(clock.now().getTime() - FRESH_MS);
  const floats = (await readFloats(cells.every)).map((float) => ({
    ...float,
    // The provider's reading if it is fresh; the ledger's if the provider cannot be polled.
    amount: float.reported !== null && float.reported.at >= freshSince ? float.reported.amount : float.expected,
  }));
  showFloats(metrics, floats);
  for (const { amount, ...float } of floats) {
    if (float.threshold === null) continue;
    const isLow = amount.compare(float.threshold) < 0;
    if (isLow === float.isLow) continue;
    await db.transaction(async (tx) => {
      const sequence = await markLow(tx, float, isLow);
      if (sequence === null) return;
      await appendEvents(tx, [eventOf({ ...float, isLow }, sequence, clock.now())]);
      await notifyPlatform(tx, noticeOf(float, amount));
    });
  }
}

/** Providers' accounts belong to the platform, so no organization is notified. */
function eventOf(float: ProviderFloat, sequence: number, at: Date): NewEvent {
  return {
    orgId: PLATFORM_ORGANIZATION,
    type: "float.low",
    resourceType: "provider_float",
    resourceId: `${float.provider}:${float.currency}`,
    sequence,
    data: floatRecordOf(float),
    at,
  };
}

function noticeOf({ provider, currency, threshold }: ProviderFloat, amount: Money): Notice {
  return {
    subject: `The float at ${provider} in ${currency} is low`,
    text:
      `We hold ${amount.toString()} at ${provider}, which is below the threshold of ${threshold!.toString()}. ` +
      `Fund the account, or payouts in ${currency} will fail there.`,
    type: "float.low",
    priority: "urgent",
    data: { provider, currency, amount: amount.toDatabase(), threshold: threshold!.toDatabase() },
  };
}

/** A threshold of null ends the alerts. */
export async function setThreshold(
  deps: { db: Db; clock: Clock },
  request: { provider: ProviderName; currency: string; threshold: Money | null; actor: AuditActor },
): Promise<void> {
  const { provider, currency, threshold, actor } = request;
  await deps.db.transaction(async (tx) => {
    await writeThreshold(tx, provider, currency, threshold);
    const by = { orgId: null, actor, at: deps.clock.now(), resourceType: "provider" };
    const changes = { currency, threshold: threshold?.toDatabase() ?? null };
    await audit(tx, by, "float_threshold.changed", provider, changes);
  });
}
