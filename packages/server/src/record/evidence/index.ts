import { join } from "node:path";
import type { Config } from "#src/config.ts";
import { s3SettingsOf } from "#src/kernel/db/backup/backup-places.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { measureServer } from "#src/kernel/db/measure-server.ts";
import type { ReadinessCheck } from "#src/kernel/http/health.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { measureRuns } from "./operator-runs.ts";
import { writeHeadsJob } from "./write-heads.ts";

export { type HeadsVerdict, verifyHeads } from "./verify-heads.ts";
export { OPERATOR_RUNS, type OperatorRun, readRuns, recordRun } from "./operator-runs.ts";
export { type EvidenceDeps, keepHeads, readStarts, type Starts } from "./verify-since.ts";

const HEADS_FILE = "chain-heads.jsonl";

type EvidenceDeps = Needs<typeof writeHeadsJob, "db" | "target" | "s3"> & {
  config: Config;
  cells: CellsInUse;
  isFirst: boolean;
  /** The database of the first cell, which holds the directory. */
  directory: Db;
  replica: Db | null;
};

export function composeEvidence(deps: EvidenceDeps): Part & { readiness: readonly ReadinessCheck[] } {
  const { config, cells } = deps;
  if (!deps.isFirst) return { readiness: [] };
  const target = config.evidenceHeads ?? join(config.dataDir, HEADS_FILE);
  const job = writeHeadsJob({ ...deps, db: cells.every, target, s3: s3SettingsOf(config) });
  return {
    jobs: [job],
    measures: [measureRuns({ ...deps, db: deps.directory }), measureServer({ ...deps, db: deps.directory })],
    readiness: [job.readiness],
  };
}
