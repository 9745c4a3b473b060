import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { pageOf, type Page, type PageOf } from "#src/kernel/http/pagination.ts";
import { findEventsFrom, findLastBefore, findOldestWriter } from "./follow-queries.ts";
import {
  idParts,
  isBehind,
  positionParts,
  readPlace,
  type Beginning,
  type LogPlace,
  type Position,
} from "./log-place.ts";
import { findEvents, type EventFilter, type FeedRow } from "./queries.ts";
import type { EventWaits } from "./wait-for-news.ts";

/**
 * A list shows an event only when every transaction from its time has ended: otherwise one could commit an event with
 * an earlier time behind a reader.
 */
const SETTLE_MS = 10_000;

/** `writerDb`: where payments are written and transactions may be open; on a cluster another server than `db`. */
type Deps = { readonly db: Db; readonly writerDb?: Db; readonly clock: Clock };
type Cursor = "last_evaluated_key";
/** `followKey` continues at the end of this page, or of its walk, even when there is nothing there yet. */
type OldestFirst = {
  readonly page: PageOf<FeedRow, Cursor>;
  readonly followKey: string;
  /** The cursor of what comes after this page, before it is signed. */
  readonly next: readonly string[];
  /** The follower's position after this page; undefined for a list by id. */
  readonly position?: Position;
};
export type FollowDeps = Deps & { readonly waits: EventWaits };

/** What a reader reads: an organization's events that pass the filter, one page. */
export type Reading = { readonly orgId: string; readonly filter: EventFilter; readonly page: Page<Cursor> };

export function readOldestFirst(deps: Deps, reading: Reading): Promise<OldestFirst> {
  const place = readPlace(reading.page.after);
  return place.by === "id" ? readById(deps, reading, place) : readByPosition(deps, reading, place.after);
}

async function readById(
  { db, writerDb = db, clock }: Deps,
  { orgId, filter, page }: Reading,
  place: LogPlace & { by: "id" },
): Promise<OldestFirst> {
  const settledBefore = new Date((await findOldestWriter(writerDb, clock.now())).getTime() - SETTLE_MS);
  const began: Beginning = place.began ?? { settledBefore, followFrom: await findLastBefore(db, orgId, settledBefore) };
  // What was settled when the walk began stays in it: it lies before `followFrom`, so nothing else shows it.
  const to = earlierOf(filter.to, laterOf(settledBefore, began.settledBefore));
  const rows = await findEvents(db, orgId, { ...filter, to }, { order: "asc", after: place.after, limit: page.limit });
  const keyOf = (row: FeedRow): string[] => idParts(row.event_id, began);
  const found = pageOf(rows, page, keyOf);
  const follow = positionParts(began.followFrom);
  const next = found.nextCursor === null ? follow : keyOf(found.rows.at(-1)!);
  return { page: found, followKey: page.encode(follow), next };
}

async function readByPosition({ db }: Deps, { orgId, filter, page }: Reading, after: Position): Promise<OldestFirst> {
  // A follower of a rare type goes on from the log's end and scans nothing twice. The end is read first, so that no
  // event can be committed between it and the events that are read.
  const isUnfiltered = Object.values(filter).every((value) => value === null || value === undefined);
  const end = isUnfiltered ? after : await findLastBefore(db, orgId, "infinity");
  const rows = await findEventsFrom(db, orgId, filter, { after, limit: page.limit });
  const keyOf = (row: FeedRow & { position: string }): string[] =>
    positionParts({ position: row.position, eventId: row.event_id });
  const found = pageOf(rows, page, keyOf);
  const last = rows.at(-1);
  const seen: Position = last === undefined ? after : { position: last.position, eventId: last.event_id };
  const position = isBehind(seen, end) ? end : seen;
  const next = found.nextCursor === null ? positionParts(position) : keyOf(found.rows.at(-1)!);
  return { page: found, followKey: page.encode(next), next, position };
}

/** The follower's next page, once it has events or the time is over. Waking up for nothing, it goes on from the end. */
export async function waitForPage(
  deps: FollowDeps,
  reading: Reading,
  untilMs: number,
  signal: AbortSignal,
): Promise<OldestFirst> {
  const { orgId, page } = reading;
  let found = await readOldestFirst(deps, reading);
  while (
    found.page.rows.length === 0 &&
    found.position !== undefined &&
    (await deps.waits.untilNews({ orgId, ...found.position }, untilMs, signal))
  )
    found = await readOldestFirst(deps, { ...reading, page: { ...page, after: positionParts(found.position) } });
  return found;
}

function earlierOf(a: Date | undefined, b: Date): Date {
  return a !== undefined && a < b ? a : b;
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b;
}
