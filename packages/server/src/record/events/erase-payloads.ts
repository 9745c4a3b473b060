import type { Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";

const ERASE = statement("events.ERASE")`
  UPDATE events SET payload = (payload::jsonb - $3::text[])::text
  WHERE org_id = $1 AND resource_type IN ('payment', 'refund') AND resource_id = ANY($2::text[])`;

const BEGIN_ERASING = statement("events.BEGIN_ERASING")`SET LOCAL corridor.erasing = 'on'`;

const END_ERASING = statement("events.END_ERASING")`SET LOCAL corridor.erasing = 'off'`;

/**
 * Removes personal fields from changes of payments and refunds. The database allows no other change of the log, and
 * this one only while the session announces it: by SET LOCAL, since a cluster passes on nothing that `set_config` does.
 */
export async function erasePayloads(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  fields: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(BEGIN_ERASING);
  await tx.query(ERASE, [orgId, ids, fields]);
  await tx.query(END_ERASING);
}
