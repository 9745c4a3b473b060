import { gzip } from "node:zlib";
import { promisify } from "node:util";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import { type Export, headerOf, type LineFormat, lineOf, type Row } from "./export.ts";
import { itemOf } from "./export-item.ts";
import { footerOf, rowGroupOf } from "./parquet.ts";
import { expireExports, insertPart, readRowGroups, takeUnfinished, updateExport } from "./queries.ts";
import { countRows, readPageOf, SOURCES } from "./sources.ts";

/**
 * One part per transaction: the rows after the cursor, the part that holds them and the new cursor are one commit. So
 * memory holds one part, a crash loses one part, and any number of workers can take turns.
 */
const INTERVAL_MS = 2_000;
const PART_ROWS = 5_000;
const KEPT_FOR_MS = 7 * 24 * 60 * 60_000;
const MAX_TRIES = 5;
const EXPIRE_BATCH = 20;
/** A plan for all values takes a range for small, and would sort millions of rows for a part. */
export const PLAN_ANEW = statement("exports.PLAN_ANEW")`
  SELECT set_config('plan_cache_mode', 'force_custom_plan', true)`;
const compress = promisify(gzip);

type MakeDeps = {
  db: Db;
  /** Where rows are read, if not in the writing transaction. The cursor is locked there: nobody else reads from it. */
  replica: Queryable | null;
  clock: Clock;
  log: Logger;
};

export function makeExportsJob(deps: MakeDeps): Job {
  return { name: "exports", intervalMs: INTERVAL_MS, runOnce: () => makePart(deps) };
}

export function expireExportsJob({ db, clock }: Pick<MakeDeps, "db" | "clock">): Job {
  return {
    name: "export-expiry",
    intervalMs: 60_000,
    runOnce: () => db.transaction((tx) => expireExports(tx, clock.now(), EXPIRE_BATCH)),
  };
}

async function makePart(deps: MakeDeps): Promise<number> {
  let taken: Export | undefined;
  try {
    return await deps.db.transaction(async (tx) => {
      taken = await takeUnfinished(tx);
      if (taken === undefined) return 0;
      await writePart(tx, deps.replica ?? tx, taken, deps.clock.now());
      return 1;
    });
  } catch (error) {
    if (taken === undefined) throw error;
    deps.log.error({ err: error, export_id: taken.exportId }, "a part of an export could not be made");
    await noteFailure(deps, taken);
    return 0;
  }
}

async function writePart(tx: Tx, rowsFrom: Queryable, one: Export, now: Date): Promise<void> {
  await tx.query(PLAN_ANEW);
  const rowsTotal = one.rowsTotal ?? (await countRows(rowsFrom, one));
  const { rows, next } = await readPageOf(rowsFrom, one, PART_ROWS);
  const isLast = next === null;
  const { bytes, rowGroup } =
    one.format === "parquet" ? await parquetPart(tx, one, rows, isLast) : textPart(one, one.format, rows);
  if (bytes.length > 0) await insertPart(tx, one, await compress(bytes), rowGroup);
  const after: Export = {
    ...one,
    status: isLast ? "completed" : "running",
    cursor: next ?? one.cursor,
    partCount: one.partCount + Number(bytes.length > 0),
    rowsDone: one.rowsDone + rows.length,
    // The file may contain rows that were being written during the count, so the total is corrected here.
    rowsTotal: isLast ? one.rowsDone + rows.length : Math.max(rowsTotal, one.rowsDone + rows.length),
    sizeBytes: one.sizeBytes + bytes.length,
    tries: 0,
    updatedAt: now,
    ...(isLast ? { finishedAt: now, expiresAt: new Date(now.getTime() + KEPT_FOR_MS) } : {}),
  };
  await updateExport(tx, after);
  if (isLast) await announce(tx, after, now);
}

type Part = { bytes: Buffer; rowGroup: string | null };

function textPart({ kind, partCount }: Export, format: LineFormat, rows: readonly Row[]): Part {
  const { columns } = SOURCES[kind];
  const text =
    (partCount === 0 ? headerOf(columns, format) : "") + rows.map((row) => lineOf(row, columns, format)).join("");
  return { bytes: Buffer.from(text), rowGroup: null };
}

async function parquetPart(tx: Tx, one: Export, rows: readonly Row[], isLast: boolean): Promise<Part> {
  const { columns } = SOURCES[one.kind];
  const part = rowGroupOf(columns, rows, one.sizeBytes);
  if (!isLast) return part;
  const earlier = await readRowGroups(tx, one);
  const footer = footerOf(columns, part.rowGroup === null ? earlier : [...earlier, part.rowGroup]);
  return { ...part, bytes: Buffer.concat([part.bytes, footer]) };
}

async function noteFailure({ db, clock }: Pick<MakeDeps, "db" | "clock">, one: Export): Promise<void> {
  const now = clock.now();
  const tries = one.tries + 1;
  const isGivenUp = tries >= MAX_TRIES;
  const failureReason = "The export failed; request it again, or for a shorter time range";
  const failed = isGivenUp ? ({ status: "failed", finishedAt: now, failureReason } as const) : {};
  const after: Export = { ...one, tries, updatedAt: now, ...failed };
  await db.transaction(async (tx) => {
    await updateExport(tx, after);
    if (isGivenUp) await announce(tx, after, now);
  });
}

function announce(tx: Tx, one: Export, at: Date): Promise<unknown> {
  const type = one.status === "completed" ? ("export.completed" as const) : ("export.failed" as const);
  return appendEvents(tx, [
    { orgId: one.orgId, type, resourceType: "export", resourceId: one.exportId, sequence: 1, data: itemOf(one), at },
  ]);
}
