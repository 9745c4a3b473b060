import { rowSource } from "#src/kernel/db/row-source.ts";
import type { Write } from "#src/kernel/db/write-together.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { newId } from "@corridor/base/ids.ts";
import { eventIdAt, MAX_EVENTS_OF_CHANGE, rowIdOf, type TextPieces } from "./event-text.ts";
import { type EventType, FREQUENT_TYPES } from "./event-types.ts";

export type NewEvent = {
  orgId: string;
  type: EventType;
  resourceType: string;
  resourceId: string;
  /** The resource row's `event_sequence` after it was incremented for this event. */
  sequence: number;
  /** What the resource's read endpoint shows, without secrets, or its JSON in pieces. Events of one change share it. */
  data: object | TextPieces;
  at: Date;
};

/** One change, and the event that tells of it first. */
export type ChangeRow = Omit<NewEvent, "type" | "data"> & { rowId: string; types: EventType[]; data: TextPieces };

const CHANGES = rowSource<ChangeRow>({
  org_id: ["uuid", (row) => row.orgId],
  event_id: ["uuid", (row) => row.rowId],
  types: ["text[]", (row) => `{${row.types.join(",")}}`],
  resource_type: ["text", (row) => row.resourceType],
  resource_id: ["text", (row) => row.resourceId],
  sequence: ["integer", (row) => row.sequence],
  payload: ["text", (row) => row.data],
  created_at: ["timestamptz", (row) => row.at],
});
/** All rows of one statement get the same position, so it is read once. */
const INSERT_CHANGES = statement("events.INSERT_CHANGES")`INSERT INTO events (${CHANGES.names}, position)
  SELECT ${CHANGES.names}, (SELECT event_position(pg_current_xact_id())) FROM ${CHANGES.source}`;

export function changeInserts(rows: readonly ChangeRow[]): Write {
  return { text: INSERT_CHANGES, values: CHANGES.values(rows) };
}

/** Events of one change are adjacent and have the same data. A rare type begins a row: the index has the first only. */
export function changeRowsOf(events: readonly NewEvent[]): ChangeRow[] {
  const rows: ChangeRow[] = [];
  let last: NewEvent | undefined;
  for (const event of events) {
    const row = rows.at(-1);
    const isSame = last?.data === event.data && last.resourceId === event.resourceId && last.orgId === event.orgId;
    if (isSame && FREQUENT_TYPES.has(event.type) && row!.types.length < MAX_EVENTS_OF_CHANGE)
      row!.types.push(event.type);
    else rows.push(changeRow(newId(), event));
    last = event;
  }
  return rows;
}

/** The row of an event that stands alone or first; its id is that of the row for `id`. */
export function changeRow(id: string, { type, data, ...event }: NewEvent): ChangeRow {
  return { ...event, rowId: rowIdOf(id), types: [type], data: dataPieces(data) };
}

export type FanOutEvent = { orgId: string; eventId: string; type: EventType; at: Date };

export function eventsOfRow({ orgId, rowId, types, at }: ChangeRow): FanOutEvent[] {
  return types.map((type, place) => ({ orgId, eventId: eventIdAt(rowId, place), type, at }));
}

function isPieces(data: object | TextPieces): data is TextPieces {
  return Array.isArray(data);
}

function dataPieces(data: object | TextPieces): TextPieces {
  if (isPieces(data)) return data;
  if (!("sequence" in data)) return [JSON.stringify(data)];
  const { sequence, ...others } = data;
  return [JSON.stringify({ ...others, resource_sequence: sequence })];
}
