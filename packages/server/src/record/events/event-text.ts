import { isoOf } from "@corridor/base/instant.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";

/** A text of several kilobytes, in pieces: most are written to the database one after the other, and never joined. */
export type TextPieces = readonly string[];

/**
 * One row is one change of a resource, and one or several events tell of it. Their ids and sequences follow each other
 * from those of the row, whose id ends in three zero bits.
 */
export type StoredChange = RowOf<typeof FIND_CHANGE>;
export const STORED = "event.types, event.sequence, event.payload, event.created_at";

export const MAX_EVENTS_OF_CHANGE = 8;
const ID_END = 35;

/** The id of the row that an event stands in. The SQL functions `event_row` and `event_at` do the same. */
export function rowIdOf(eventId: string): string {
  return `${eventId.slice(0, ID_END)}${lastDigitOf(eventId) & MAX_EVENTS_OF_CHANGE}`;
}

/** Counted from 0. */
export function placeOf(eventId: string): number {
  return lastDigitOf(eventId) & (MAX_EVENTS_OF_CHANGE - 1);
}

export function eventIdAt(rowId: string, place: number): string {
  return rowId.slice(0, ID_END) + (lastDigitOf(rowId) + place).toString(16);
}

function lastDigitOf(id: string): number {
  return Number.parseInt(id.slice(ID_END), 16);
}

/**
 * The text that is signed, sent and shown. Receivers order events by `data.sequence`, so that name belongs to the
 * event; a resource's own `sequence` (an escrow milestone's) is stored as `resource_sequence`.
 */
export function textOf(
  { org_id, event_id, types, sequence, payload, created_at }: StoredChange,
  place: number,
): string {
  const fields = payload === "{}" ? "{" : `${payload.slice(0, -1)},`;
  return (
    `{"event_id":"${eventIdAt(event_id, place)}","event_type":"${types[place]!}","org_id":"${org_id}",` +
    `"created_at":"${isoOf(created_at)}","data":${fields}"sequence":${sequence + place}}}`
  );
}

const FIND_CHANGE = statement("events.FIND_CHANGE")`SELECT event.org_id, event.event_id, ${STORED} FROM events AS event
  WHERE event.org_id = $1 AND event.event_id = $2`;

export async function findEventText(db: Queryable, orgId: string, eventId: string): Promise<string | null> {
  const [row] = await db.query(FIND_CHANGE, [orgId, rowIdOf(eventId)]);
  const place = placeOf(eventId);
  return row !== undefined && place < row.types.length ? textOf(row, place) : null;
}
