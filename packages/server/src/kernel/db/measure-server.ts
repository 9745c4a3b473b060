import type { Measure } from "../jobs/measure.ts";
import type { Metrics } from "../metrics.ts";
import type { Db } from "./client.ts";

const FLUSHED = "SELECT pg_current_wal_flush_lsn()::text AS lsn";
const BEHIND = `SELECT coalesce(pg_wal_lsn_diff($1::text::pg_lsn, pg_last_wal_replay_lsn()), 'Infinity')::float8 AS bytes`;
/** Null where the server archives nothing. */
const ARCHIVED = `SELECT CASE WHEN current_setting('archive_mode') = 'off' THEN NULL
  ELSE extract(epoch FROM coalesce(last_archived_time, stats_reset))::float8 END AS at,
  coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing FROM pg_stat_archiver`;

type Server = { db: Db; replica: Db | null; metrics: Metrics };

/** How far the replica of DATABASE_READ_URL is behind, and whether the log that recovery needs is archived. */
export function measureServer({ db, replica, metrics }: Server): Measure {
  const help = "How far the replica is behind the primary; infinite while it cannot be asked or is none";
  const behind = metrics.gauge("database_replica_lag_bytes", help, ["replica"]);
  const failing = metrics.gauge("wal_archive_failing", "1 while the server's last attempt to archive failed", [
    "server",
  ]);
  const archivedAt = metrics.gauge("wal_archived_timestamp_seconds", "When the server last archived", ["server"]);
  return async () => {
    const [archive] = await db.query<{ at: number | null; failing: boolean }>(ARCHIVED);
    if (archive!.at !== null) {
      archivedAt.set({ server: "primary" }, archive!.at);
      failing.set({ server: "primary" }, archive!.failing ? 1 : 0);
    }
    if (replica === null) return;
    const [flushed] = await db.query<{ lsn: string }>(FLUSHED);
    const bytes = await replica.query<{ bytes: number }>(BEHIND, [flushed!.lsn]).then(
      ([row]) => Math.max(0, row!.bytes),
      () => Number.POSITIVE_INFINITY,
    );
    behind.set({ replica: "0" }, bytes);
  };
}
