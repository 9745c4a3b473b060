import type { Tx } from "#src/kernel/db/client.ts";
import { EVENT_TEXT, JOIN_KEEPER } from "./event-text.ts";

/** Several events may share one stored text. An erased event gets its own text. */
const ERASE = `
  UPDATE events SET payload = jsonb_set(whole.payload::jsonb, '{data}',
    (whole.payload::jsonb -> 'data') - $3::text[])::text, shares = NULL
  FROM (
    SELECT event.org_id, event.event_id, ${EVENT_TEXT} FROM events AS event ${JOIN_KEEPER}
    WHERE event.org_id = $1 AND event.resource_type IN ('payment', 'refund') AND event.resource_id = ANY($2::text[])
  ) AS whole
  WHERE events.org_id = whole.org_id AND events.event_id = whole.event_id`;

/**
 * Removes personal fields from events of payments and refunds. The database allows no other change of an event, and this one only
 * while the session announces it: by SET LOCAL, since a cluster passes on nothing that `set_config` does.
 */
export async function erasePayloads(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  fields: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query("SET LOCAL corridor.erasing = 'on'");
  await tx.query(ERASE, [orgId, ids, fields]);
  await tx.query("SET LOCAL corridor.erasing = 'off'");
}
