import { rowSource } from "#src/kernel/db/row-source.ts";
import type { Write } from "#src/kernel/db/write-together.ts";
import { newId } from "@corridor/base/ids.ts";
import { isoOf } from "@corridor/base/instant.ts";
import { compactText } from "./compact-text.ts";
import type { TextPieces } from "./event-text.ts";
import type { EventType } from "./event-types.ts";

export type NewEvent = {
  orgId: string;
  type: EventType;
  resourceType: string;
  resourceId: string;
  /** The resource row's `event_sequence` after it was incremented for this event. */
  sequence: number;
  /** What the resource's read endpoint shows, without secrets, or its JSON in pieces. Events may share it. */
  data: object | TextPieces;
  at: Date;
};

export type EventRow = {
  readonly org_id: string;
  readonly event_id: string;
  readonly type: EventType;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly sequence: number;
  /** As `compactText` stores it. */
  readonly payload: TextPieces;
  /** The event of the same change that stores the data for both; the payload then omits them. */
  readonly shares: string | null;
  readonly created_at: Date;
};

const EVENTS = rowSource<EventRow>({
  org_id: ["uuid", (row) => row.org_id],
  event_id: ["uuid", (row) => row.event_id],
  type: ["text", (row) => row.type],
  resource_type: ["text", (row) => row.resource_type],
  resource_id: ["text", (row) => row.resource_id],
  sequence: ["integer", (row) => row.sequence],
  payload: ["text", (row) => row.payload],
  shares: ["uuid", (row) => row.shares],
  created_at: ["timestamptz", (row) => row.created_at],
});
/** All rows of one statement get the same position, so it is read once. */
const INSERT_EVENTS = `INSERT INTO events (${EVENTS.names}, position)
  SELECT ${EVENTS.names}, (SELECT event_position(pg_current_xact_id())) FROM ${EVENTS.source}`;

export function eventInserts(rows: readonly EventRow[]): Write {
  return { text: INSERT_EVENTS, values: EVENTS.values(rows) };
}

/** Events of one change are adjacent and have the same data: the first stores it for all. */
export function eventRowsOf(events: readonly NewEvent[]): EventRow[] {
  let first: EventRow | undefined;
  return events.map((event, index) => {
    const before = events[index - 1];
    const isShared =
      before !== undefined &&
      before.data === event.data &&
      before.resourceId === event.resourceId &&
      before.orgId === event.orgId;
    const row = isShared ? eventRow(newId(), event, NO_DATA, first!.event_id) : eventRow(newId(), event);
    if (!isShared) first = row;
    return row;
  });
}

const NO_DATA: TextPieces = ["{}"];

export function eventRow(
  eventId: string,
  event: NewEvent,
  data: TextPieces = dataPieces(event.data),
  shares: string | null = null,
): EventRow {
  return {
    org_id: event.orgId,
    event_id: eventId,
    type: event.type,
    resource_type: event.resourceType,
    resource_id: event.resourceId,
    sequence: event.sequence,
    payload: compactText(event.type, wholeText(eventId, event, data), shares !== null),
    shares,
    created_at: event.at,
  };
}

function isPieces(data: object | TextPieces): data is TextPieces {
  return Array.isArray(data);
}

/** The most expensive text of a payment, so it is written once for all events of the same change. */
function dataPieces(data: object | TextPieces): TextPieces {
  if (isPieces(data)) return data;
  if (!("sequence" in data)) return [JSON.stringify(data)];
  const { sequence, ...others } = data;
  return [JSON.stringify({ ...others, resource_sequence: sequence })];
}

/**
 * The text that is signed and sent. The SQL function `event_text` inserts shared data after `"data":{`, so nothing
 * before it may contain that text. Receivers order events by `data.sequence`, so that name belongs to the event; a
 * resource's own `sequence` (an escrow milestone's) is shown as `resource_sequence`.
 */
export function wholeText(eventId: string, event: NewEvent, data: TextPieces = dataPieces(event.data)): TextPieces {
  const head = `{"event_id":"${eventId}","event_type":"${event.type}","org_id":"${event.orgId}","created_at":"${isoOf(event.at)}","data":`;
  const sequence = `"sequence":${event.sequence}}}`;
  if (data.length === 1 && data[0] === "{}") return [head, "{", sequence];
  return [head, ...data.slice(0, -1), data.at(-1)!.slice(0, -1), ",", sequence];
}
