import { setTimeout as pause } from "node:timers/promises";
import { combine } from "../combine.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Db, Reader } from "./client.ts";
import { statement } from "./statement.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/**
 * Reads from a replica as if it were the primary: whatever was acknowledged to anybody before a read is in its answer.
 *
 *   read -> how far has the primary flushed its log? -> has the replica replayed that? --yes--> replica
 *                    --no, for CATCH_UP_MS--> primary, and for AVOID_MS all others too
 *
 * A commit is acknowledged after it was flushed, so the log flushed when the read began contains it, whoever wrote it.
 * Concurrent reads share one question (combine.ts). To remember the last write of each organization was rejected: it
 * would have to be shared between processes before each answer. A replica that cannot be reached, does not say at once
 * how far it is, ends a read (it conflicts with what is replayed), or was promoted, is passed by.
 */
const CATCH_UP_MS = 100;
const LOOK_AGAIN_MS = 3;
/** Every read waits for this answer, and a paused server would give it only at the statement timeout. */
const LOOK_MS = 500;
const AVOID_MS = 2_000;
const MAX_BATCH = 1_000;
const MAX_QUEUED = 10_000;

const FLUSHED = statement("db.FLUSHED")`SELECT pg_current_wal_flush_lsn()::text AS lsn /* not null */`;
/** A promoted server, or one that was never a replica, reports no replayed position that counts. */
const HAS_REPLAYED = statement("db.HAS_REPLAYED")`
  SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false) AS reached /* not null */`;

type Outcome = "replica" | "lagging" | "unreachable";
type Options = { primary: Db; replica: Db; log: Logger; metrics?: Metrics; nowMs?: () => number };

export function readFromReplica({ primary, replica, log, metrics, nowMs = () => performance.now() }: Options): Reader {
  const help = "Reads that a replica could have done, by why it did or did not";
  const reads = metrics?.counter("database_replica_reads_total", help, ["outcome"]);
  let avoidUntilMs = Number.NEGATIVE_INFINITY;
  let lastOutcome: Outcome = "replica";

  function avoid(outcome: Outcome, error?: unknown): Db {
    avoidUntilMs = nowMs() + AVOID_MS;
    if (lastOutcome !== outcome) log.warn({ err: error, outcome }, "the replica cannot be read; reads use the primary");
    lastOutcome = outcome;
    return primary;
  }

  async function hasReplayed(lsn: string): Promise<boolean> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new DatabaseUnavailable("no answer")), LOOK_MS);
    try {
      const [state] = await Promise.race([replica.query(HAS_REPLAYED, [lsn]), late.promise]);
      return state!.reached;
    } finally {
      clearTimeout(timer);
    }
  }

  async function choose(): Promise<Db> {
    if (nowMs() < avoidUntilMs) return primary;
    const [flushed] = await primary.query(FLUSHED);
    try {
      const deadlineMs = nowMs() + CATCH_UP_MS;
      for (;;) {
        if (await hasReplayed(flushed!.lsn)) break;
        if (nowMs() >= deadlineMs) return avoid("lagging");
        await pause(LOOK_AGAIN_MS);
      }
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return avoid("unreachable", error.cause);
      throw error;
    }
    lastOutcome = "replica";
    return replica;
  }

  const place = combine<null, Db>({
    run: async (asked) => {
      const chosen = await choose();
      return asked.map(() => chosen);
    },
    maxBatch: MAX_BATCH,
    maxInFlight: 1,
    maxQueued: MAX_QUEUED,
  });

  async function read<T>(from: (db: Db) => Promise<T>): Promise<T> {
    const chosen = await place(null);
    reads?.inc({ outcome: chosen === replica ? "replica" : lastOutcome });
    try {
      return await from(chosen);
    } catch (error) {
      if (chosen === primary || !(error instanceof DatabaseUnavailable)) throw error;
      return from(avoid("unreachable", error.cause));
    }
  }

  return {
    query: <R>(text: string, values?: readonly unknown[]) => read((db) => db.query<R>(text, values)),
    ask: (statement) => read((db) => db.ask(statement)),
  };
}
