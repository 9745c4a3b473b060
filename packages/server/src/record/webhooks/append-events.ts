import { eventInserts, type EventRow, eventRowsOf, type NewEvent } from "#src/record/events/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { type Write, writeTogether } from "#src/kernel/db/write-together.ts";
import { deliveryInserts } from "./fan-out.ts";

/** Events and their deliveries, in the caller's transaction: no change without its event. Returns the ids in order. */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<string[]> {
  const rows = eventRowsOf(events);
  await writeTogether(tx, writesOf(rows));
  return rows.map((row) => row.event_id);
}

/** The same inserts as statements, to be written together with the change that the events describe. */
export function eventWrites(events: readonly NewEvent[]): Write[] {
  return writesOf(eventRowsOf(events));
}

function writesOf(rows: readonly EventRow[]): Write[] {
  if (rows.length === 0) return [];
  return [
    eventInserts(rows),
    deliveryInserts(
      rows.map((row) => ({ orgId: row.org_id, eventId: row.event_id, type: row.type, at: row.created_at })),
    ),
  ];
}
