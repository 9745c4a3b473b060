import type { Queryable } from "#src/platform/db/client.ts";

/** The stored text of an event: what was signed and sent. */
export async function findEventText(db: Queryable, orgId: string, eventId: string): Promise<string | null> {
  const [row] = await db.query<{ payload: string }>("SELECT payload FROM events WHERE org_id = $1 AND event_id = $2", [orgId, eventId]);
  return row?.payload ?? null;
}
