import type { Tx } from "#src/platform/db/client.ts";

/** Takes personal fields out of the data of payments' events. The database lets no other change of an event pass, and this one only while it is announced. */
export async function erasePayloads(tx: Tx, orgId: string, paymentIds: readonly string[], fields: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx.query(`SELECT set_config('corridor.erasing', 'on', true)`);
  await tx.query(
    `UPDATE events SET payload = jsonb_set(payload::jsonb, '{data}', (payload::jsonb -> 'data') - $3::text[])::text
     WHERE org_id = $1 AND resource_type = 'payment' AND resource_id = ANY($2::text[])`,
    [orgId, paymentIds, fields],
  );
  await tx.query(`SELECT set_config('corridor.erasing', 'off', true)`);
}
