import type { Queryable } from "#src/kernel/db/client.ts";
import { EVENT_TEXT, JOIN_KEEPER } from "./event-text.ts";

const FIND_TEXT = `SELECT ${EVENT_TEXT} FROM events AS event ${JOIN_KEEPER}
  WHERE event.org_id = $1 AND event.event_id = $2`;

/** The text of an event, as signed and sent. */
export async function findEventText(db: Queryable, orgId: string, eventId: string): Promise<string | null> {
  const [row] = await db.query<{ payload: string }>(FIND_TEXT, [orgId, eventId]);
  return row?.payload ?? null;
}
