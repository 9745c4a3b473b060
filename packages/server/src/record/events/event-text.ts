import type { Queryable } from "#src/kernel/db/client.ts";

/** A text of several kilobytes, in pieces: most are written to the database one after the other, and never joined. */
export type TextPieces = readonly string[];

/** An event's text as it is signed, sent and shown. `event` is its row, `keeper` the row that may store its data. */
export const EVENT_TEXT = "event_text(event.payload, keeper.payload, keeper.sequence) AS payload";
export const JOIN_KEEPER =
  "LEFT JOIN events AS keeper ON keeper.org_id = event.org_id AND keeper.event_id = event.shares";

const FIND_TEXT = `SELECT ${EVENT_TEXT} FROM events AS event ${JOIN_KEEPER}
  WHERE event.org_id = $1 AND event.event_id = $2`;

export async function findEventText(db: Queryable, orgId: string, eventId: string): Promise<string | null> {
  const [row] = await db.query<{ payload: string }>(FIND_TEXT, [orgId, eventId]);
  return row?.payload ?? null;
}
