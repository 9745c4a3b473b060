import type { EventType } from "#src/modules/webhooks/event-types.ts";
import { fanOut } from "#src/modules/webhooks/fan-out.ts";
import type { Tx } from "#src/platform/db/client.ts";
import { newId } from "#src/platform/ids.ts";
import { insertEvents, type EventRow } from "./queries.ts";

export type NewEvent = {
  orgId: string;
  type: EventType;
  resourceType: string;
  resourceId: string;
  /** The resource row's `event_sequence` after it was counted up for this event. */
  sequence: number;
  /** JSON-ready; money as `Money`. What the resource's read endpoint shows, without secrets. */
  data: object;
  at: Date;
};

/**
 * Writes events and the deliveries they cause in the caller's transaction, so that a change is never committed without its event.
 * Returns the event ids in the order of `events`.
 */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => eventRow(newId(), event));
  // Both statements travel together; neither needs the other's answer.
  await Promise.all([
    insertEvents(tx, rows),
    fanOut(tx, rows.map((row, index) => ({ orgId: row.org_id, eventId: row.event_id, type: events[index]!.type, at: row.created_at }))),
  ]);
  return rows.map((row) => row.event_id);
}

export function eventRow(eventId: string, event: NewEvent): EventRow {
  return {
    org_id: event.orgId,
    event_id: eventId,
    type: event.type,
    resource_type: event.resourceType,
    resource_id: event.resourceId,
    sequence: event.sequence,
    payload: envelopeText(eventId, event),
    created_at: event.at,
  };
}

/**
 * The text that is stored, signed and sent. Receivers order the events of any resource by `data.sequence`, so that name is the event's;
 * a resource that has a `sequence` of its own (an escrow milestone) shows it as `resource_sequence`.
 */
function envelopeText(eventId: string, event: NewEvent): string {
  const data: Record<string, unknown> = { ...event.data };
  if ("sequence" in data) data["resource_sequence"] = data["sequence"];
  data["sequence"] = event.sequence;
  return JSON.stringify({ event_id: eventId, event_type: event.type, org_id: event.orgId, created_at: event.at.toISOString(), data });
}
