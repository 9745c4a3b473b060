import type { EventType } from "#src/modules/delivery/webhooks/event-types.ts";
import { deliveryInserts } from "#src/modules/delivery/webhooks/fan-out.ts";
import type { Tx } from "#src/platform/db/client.ts";
import { type Write, writeTogether } from "#src/platform/db/write-together.ts";
import { newId } from "#src/platform/ids.ts";
import { isoOf } from "#src/platform/instant.ts";
import { eventInserts, type EventRow } from "./queries.ts";

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

/**
 * Writes events and the deliveries they cause in the caller's transaction, so that a change is never committed without its event.
 * Returns the event ids in the order of `events`.
 */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<string[]> {
  const rows = rowsOf(events);
  await writeTogether(tx, writesOf(rows));
  return rows.map((row) => row.event_id);
}

/** The same, to be written together with the change that they tell of. */
export function eventWrites(events: readonly NewEvent[]): Write[] {
  return writesOf(rowsOf(events));
}

function writesOf(rows: readonly EventRow[]): Write[] {
  if (rows.length === 0) return [];
  return [eventInserts(rows), deliveryInserts(rows.map((row) => ({ orgId: row.org_id, eventId: row.event_id, type: row.type, at: row.created_at })))];
}

function rowsOf(events: readonly NewEvent[]): EventRow[] {
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
