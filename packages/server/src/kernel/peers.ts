import { newId } from "@corridor/base/ids.ts";
import type { Db } from "./db/client.ts";
import type { Invalidations } from "./db/invalidation.ts";
import type { Job } from "./jobs/loop.ts";

/**
 * Shares counters that each process keeps in memory, so that many processes behave as one: rate limits and circuit
 * breakers. Twice a second each announces what happened since, as notifications that nobody stores; one that knows no
 * other announces only itself. Lost messages are not repeated: the counts are then those of one process for a moment. A
 * counter in the database was rejected: a write on every request, to rows that all processes contend for.
 */
export type Shared = {
  /** What happened since the last call: texts of at most MAX_TEXT_BYTES. */
  collect(): readonly string[];
  hear(text: string): void;
};

export type Peers = { share(name: string, shared: Shared): void; readonly job: Job };

export const MAX_TEXT_BYTES = 7_000;
const TOPIC = "peers";
const ROUND_MS = 500;
const HELLO_EVERY_MS = 10_000;
/** A process that has announced nothing for this long has ended. */
const GONE_AFTER_MS = 3 * HELLO_EVERY_MS;
const HELLO = "hello";

type Message = [from: string, name: string, text: string];

type PeersDeps = { db: Db; invalidations: Pick<Invalidations, "subscribe">; nowMs?: () => number };

export function createPeers({ db, invalidations, nowMs = () => performance.now() }: PeersDeps): Peers {
  const self = newId();
  /** Processes with several cells have several under one name, which receive each other's messages here. */
  const parts = new Map<string, Shared[]>();
  const heardAtMs = new Map<string, number>();
  let saidHelloMs = Number.NEGATIVE_INFINITY;

  invalidations.subscribe(TOPIC, (key) => {
    if (key === undefined) return;
    const [from, name, text] = JSON.parse(key) as Message;
    if (from === self) return;
    // Announces this process in the next round, so that a new process learns of it soon.
    if (!heardAtMs.has(from)) saidHelloMs = Number.NEGATIVE_INFINITY;
    heardAtMs.set(from, nowMs());
    for (const shared of parts.get(name) ?? []) shared.hear(text);
  });

  function hasPeers(): boolean {
    for (const [peer, atMs] of heardAtMs) if (nowMs() - atMs > GONE_AFTER_MS) heardAtMs.delete(peer);
    return heardAtMs.size > 0;
  }

  async function runOnce(): Promise<number> {
    const messages: Message[] = [];
    if (nowMs() - saidHelloMs >= HELLO_EVERY_MS) {
      saidHelloMs = nowMs();
      messages.push([self, HELLO, ""]);
    }
    const isHeard = hasPeers();
    // Counts are collected even if no other process listens: old counts must not be announced later.
    for (const [name, all] of parts)
      for (const shared of all)
        for (const text of shared.collect()) {
          for (const other of all) if (other !== shared) other.hear(text);
          if (isHeard) messages.push([self, name, text]);
        }
    if (messages.length > 0) {
      await db.transaction(async (tx) => {
        for (const message of messages) tx.notify(TOPIC, JSON.stringify(message));
      });
    }
    return 0;
  }

  return {
    share: (name, shared) => void parts.set(name, [...(parts.get(name) ?? []), shared]),
    job: { name: "tell-peers", intervalMs: ROUND_MS, runOnce },
  };
}
