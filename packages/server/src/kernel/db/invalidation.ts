import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { newClient } from "./open-client.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { decodeNotification, NOTIFICATION_CHANNEL, type Db } from "./client.ts";

/**
 * Caches that are dropped in every process when the truth changes. `tx.notify(topic, key)` travels at COMMIT; each
 * process holds one listening session. A value is never older than the last notification, and when some may be missing,
 * never older than UNCONFIRMED_LIFETIME_MS. A session that silently lost its server looks quiet, so heartbeats are sent
 * within that time: an answer proves that every earlier notification has arrived, as the server sends those first.
 */
export type Invalidations = {
  /** `key` is undefined when notifications may have been missed. Returns a function that unsubscribes. */
  subscribe(topic: string, onChange: (key: string | undefined) => void): () => void;
  /** Whether every notification up to a moment ago is known to have arrived. */
  isConfirmed(): boolean;
  /**
   * Whether this process leads `cell` among those that ask, by a lock of its listening session. Also true while
   * unknown, so work that must be done once needs a lock of its own.
   */
  leads(cell: number): boolean;
  /** Subscribers also learn at once of what is written through these connections. */
  hear(db: Pick<Db, "onNotification">): void;
  /** For what no notification tells: everything that is cached is dropped in this process. */
  dropAll(): void;
  close(): Promise<void>;
};

const LOST = "the connection for cache invalidation is lost; caches are short-lived until it is back";
const UNCONFIRMED_LIFETIME_MS = 1_000;
const HEARTBEAT_INTERVAL_MS = 300;
const HEARTBEAT_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
const FIRST_RECONNECT_PAUSE_MS = 50;
const MAX_RECONNECT_PAUSE_MS = 2_000;
export const LEAD_LOCK = 7_305_116;
const TRY_TO_LEAD = `SELECT cell, pg_try_advisory_lock(${LEAD_LOCK}, cell) AS holds FROM unnest($1::int[]) AS cell`;

/** Connects in the background and retries without end: a process starts and continues without the connection. */
export function listenForInvalidations(options: {
  url: string;
  db: Db;
  applicationName: string;
  log: Logger;
}): Invalidations {
  const { log } = options;
  const subscribers = new Map<string, Set<(key: string | undefined) => void>>();
  const closing = new AbortController();
  let confirmedAtMs = Number.NEGATIVE_INFINITY;
  /** By cell, for each that was asked about; null: unknown. */
  const leading = new Map<number, boolean | null>();

  function announce(topic: string, key: string): void {
    for (const onChange of subscribers.get(topic) ?? []) onChange(key);
  }

  function announceGap(): void {
    for (const topicSubscribers of subscribers.values()) for (const onChange of topicSubscribers) onChange(undefined);
  }

  async function listenUntilLost(onConnected: () => void): Promise<void> {
    const client = newClient({
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on("error", (error) => log.debug({ err: error }, "the listening connection reported an error"));
    client.on("notification", ({ payload }) => {
      try {
        const { topic, key } = decodeNotification(payload ?? "");
        announce(topic, key);
      } catch (error) {
        log.warn({ err: error, payload }, "a notification cannot be parsed; all caches are dropped");
        announceGap();
      }
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${NOTIFICATION_CHANNEL}`);
      onConnected();
      announceGap();
      while (!closing.signal.aborted) {
        const askedAtMs = performance.now();
        await beat(client);
        confirmedAtMs = askedAtMs;
        await interruptiblePause(HEARTBEAT_INTERVAL_MS, closing.signal);
      }
    } finally {
      confirmedAtMs = Number.NEGATIVE_INFINITY;
      for (const cell of leading.keys()) leading.set(cell, null);
      await client.end();
    }
  }

  async function beat(client: pg.Client): Promise<void> {
    const wanted = [...leading].filter(([, holds]) => holds !== true).map(([cell]) => cell);
    if (wanted.length === 0) return void (await client.query("SELECT 1"));
    const { rows } = await client.query<{ cell: number; holds: boolean }>(TRY_TO_LEAD, [wanted]);
    for (const { cell, holds } of rows) leading.set(cell, holds);
  }

  async function run(): Promise<void> {
    let pauseMs = FIRST_RECONNECT_PAUSE_MS;
    while (!closing.signal.aborted) {
      try {
        await listenUntilLost(() => (pauseMs = FIRST_RECONNECT_PAUSE_MS));
      } catch (error) {
        log.warn({ err: error }, LOST);
        await interruptiblePause(pauseMs * (0.5 + Math.random() / 2), closing.signal);
        pauseMs = Math.min(pauseMs * 2, MAX_RECONNECT_PAUSE_MS);
      }
    }
  }

  const hear = (db: Pick<Db, "onNotification">): void => db.onNotification(({ topic, key }) => announce(topic, key));
  hear(options.db);
  const running = run();

  return {
    subscribe(topic, onChange) {
      const topicSubscribers = subscribers.get(topic) ?? new Set();
      subscribers.set(topic, topicSubscribers.add(onChange));
      return () => void topicSubscribers.delete(onChange);
    },
    isConfirmed: () => performance.now() - confirmedAtMs < UNCONFIRMED_LIFETIME_MS,
    leads(cell) {
      if (!leading.has(cell)) leading.set(cell, null);
      return leading.get(cell) !== false;
    },
    hear,
    dropAll: announceGap,
    async close() {
      closing.abort();
      await running;
    },
  };
}

export type Cache<K, V> = {
  get(key: K): Promise<V>;
  invalidateAll(): void;
  stats(): { hits: number; misses: number; entries: number };
};

export type CacheOptions<K, V> = {
  invalidations: Pick<Invalidations, "subscribe" | "isConfirmed">;
  /** The topic of `tx.notify`; the key there is `String(key)` here. */
  topic: string;
  load: (key: K) => Promise<V>;
  maxEntries: number;
  ttlMs: number;
  metrics?: Metrics;
  nowMs?: () => number;
};

/** Keeps what `load` returned, never what it threw. A load begun before an invalidation is answered and forgotten. */
export function createCache<K extends string | number, V>(options: CacheOptions<K, V>): Cache<K, V> {
  const { load, maxEntries, ttlMs, invalidations } = options;
  const nowMs = options.nowMs ?? (() => performance.now());
  type Entry = { readonly value: Promise<V>; readonly readAtMs: number };
  // Least recently used first, once the cache is so full that it matters. A load in flight is an entry too.
  const entries = new Map<string, Entry>();
  const orderedFrom = maxEntries / 2;
  let hits = 0;
  let misses = 0;
  const labels = ["cache", "outcome"] as const;
  const lookups = options.metrics?.counter("cache_lookups_total", "Look-ups in memory by cache and outcome", labels);
  const hitsMetric = lookups?.labels({ cache: options.topic, outcome: "hit" });
  const missesMetric = lookups?.labels({ cache: options.topic, outcome: "miss" });

  invalidations.subscribe(options.topic, (key) => {
    if (key === undefined) entries.clear();
    else entries.delete(key);
  });

  function isFresh({ readAtMs }: Entry): boolean {
    const ageMs = nowMs() - readAtMs;
    return ageMs < ttlMs && (ageMs < UNCONFIRMED_LIFETIME_MS || invalidations.isConfirmed());
  }

  function begin(key: K, name: string): Entry {
    const entry: Entry = { value: load(key), readAtMs: nowMs() };
    entry.value.catch(() => {
      if (entries.get(name) === entry) entries.delete(name);
    });
    return entry;
  }

  return {
    get(key) {
      const name = String(key);
      let entry = entries.get(name);
      if (entry !== undefined && isFresh(entry)) {
        hits++;
        hitsMetric?.inc();
        if (entries.size < orderedFrom) return entry.value;
        entries.delete(name);
      } else {
        misses++;
        missesMetric?.inc();
        entry = begin(key, name);
        entries.delete(name);
        if (entries.size >= maxEntries) entries.delete(entries.keys().next().value!);
      }
      entries.set(name, entry);
      return entry.value;
    },
    invalidateAll: () => entries.clear(),
    stats: () => ({ hits, misses, entries: entries.size }),
  };
}

async function interruptiblePause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
