import type { Db, Queryable } from "#src/kernel/db/client.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import type { Measure } from "#src/kernel/jobs/measure.ts";
import type { Metrics } from "#src/kernel/metrics.ts";

/**
 * What an operator's timer runs, and nobody watches: each writes down how it ended, so that a metric and `doctor` can
 * say that it does not run any more. It is no evidence, since whoever can write here can lie: signed heads are that.
 */
export const OPERATOR_RUNS = ["backup", "drill", "verify"] as const;
export type OperatorRun = (typeof OPERATOR_RUNS)[number];
type EndedRun = { readonly name: OperatorRun; readonly endedAt: Date; readonly seconds: number; readonly ok: boolean };
type LastRun = RowOf<typeof READ_RUNS>;

const WRITE_RUN = statement(
  "evidence.WRITE_RUN",
)`INSERT INTO operator_runs AS before (name, ended_at, seconds, ok, succeeded_at)
  VALUES ($1, $2::timestamptz, $3::float8, $4::boolean, CASE WHEN $4::boolean THEN $2::timestamptz END)
  ON CONFLICT (name) DO UPDATE SET ended_at = excluded.ended_at, seconds = excluded.seconds, ok = excluded.ok,
    succeeded_at = coalesce(excluded.succeeded_at, before.succeeded_at)`;
const READ_RUNS = statement(
  "evidence.READ_RUNS",
)`SELECT name, ended_at AS "endedAt", seconds::float8 AS seconds /* not null */, ok, succeeded_at AS "succeededAt"
  FROM operator_runs ORDER BY name`;

export async function recordRun(db: Queryable, { name, endedAt, seconds, ok }: EndedRun): Promise<void> {
  await db.query(WRITE_RUN, [name, endedAt, seconds, ok]);
}

/** Those that ever ran, each with its last run. */
export function readRuns(db: Queryable): Promise<LastRun[]> {
  return db.query(READ_RUNS);
}

export function measureRuns({ db, metrics }: { db: Db; metrics: Metrics }): Measure {
  const help = "When a backup, drill or verify last ended well; 0 for never";
  const success = metrics.gauge("operator_run_success_timestamp_seconds", help, ["run"]);
  const took = metrics.gauge("operator_run_duration_seconds", "How long its last run took", ["run"]);
  const ok = metrics.gauge("operator_run_ok", "1 if its last run ended well, 0 if it failed", ["run"]);
  return async () => {
    const runs = await readRuns(db);
    for (const run of OPERATOR_RUNS) success.set({ run }, 0);
    for (const run of runs) {
      success.set({ run: run.name }, (run.succeededAt?.getTime() ?? 0) / 1_000);
      took.set({ run: run.name }, run.seconds);
      ok.set({ run: run.name }, run.ok ? 1 : 0);
    }
  };
}
