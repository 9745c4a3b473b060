import { rowSource } from "#src/platform/db/row-source.ts";
import type { Write } from "#src/platform/db/write-together.ts";
import { newId } from "#src/platform/ids.ts";
import { isoOf } from "#src/platform/instant.ts";
import type { EventType } from "./event-types.ts";

export type NewEvent = {
  orgId: string;
  type: EventType;
  resourceType: string;
  resourceId: string;
  /** The resource row's `event_sequence` after it was counted up for this event. */
  sequence: number;
  /**
   * What the resource's read endpoint shows, without secrets: JSON-ready with money as `Money`, or its JSON text. Events of one change may
   * share it.
   */
  data: object | string;
  at: Date;
};

export type EventRow = {
  readonly org_id: string;
  readonly event_id: string;
  readonly type: EventType;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly sequence: number;
  readonly payload: string;
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
  created_at: ["timestamptz", (row) => row.created_at],
});
/** The position is the same for all of them, and is asked for once. */
const INSERT_EVENTS = `INSERT INTO events (${EVENTS.names}, position) SELECT ${EVENTS.names}, (SELECT event_position(pg_current_xact_id())) FROM ${EVENTS.source}`;

export function eventInserts(rows: readonly EventRow[]): Write {
  return { text: INSERT_EVENTS, values: EVENTS.values(rows) };
}

export function eventRowsOf(events: readonly NewEvent[]): EventRow[] {
  const texts = new Map<object, string>();
  return events.map((event) => {
    if (typeof event.data === "string") return eventRow(newId(), event, event.data);
    let text = texts.get(event.data);
    if (text === undefined) texts.set(event.data, (text = dataText(event.data)));
    return eventRow(newId(), event, text);
  });
}

export function eventRow(eventId: string, event: NewEvent, text: string = dataText(event.data)): EventRow {
  return {
    org_id: event.orgId,
    event_id: eventId,
    type: event.type,
    resource_type: event.resourceType,
    resource_id: event.resourceId,
    sequence: event.sequence,
    payload: envelopeText(eventId, event, text),
    created_at: event.at,
  };
}

/** Kilobytes, and the most expensive text of a payment: written once for all events that tell of the same change. */
function dataText(data: object | string): string {
  if (typeof data === "string") return data;
  if (!("sequence" in data)) return JSON.stringify(data);
  const { sequence, ...others } = data;
  return JSON.stringify({ ...others, resource_sequence: sequence });
}

/**
 * The text that is stored, signed and sent. Receivers order the events of any resource by `data.sequence`, so that name is the event's;
 * a resource that has a `sequence` of its own (an escrow milestone) shows it as `resource_sequence`.
 */
function envelopeText(eventId: string, event: NewEvent, text: string): string {
  const fields = text === "{}" ? "" : `${text.slice(1, -1)},`;
  return `{"event_id":"${eventId}","event_type":"${event.type}","org_id":"${event.orgId}","created_at":"${isoOf(event.at)}","data":{${fields}"sequence":${event.sequence}}}`;
}
