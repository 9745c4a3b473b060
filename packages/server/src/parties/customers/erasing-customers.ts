import type { Queryable } from "#src/kernel/db/client.ts";

/** Customers whose payments may still hold erased data; `ids` are all ids of the customer. */
export type ErasingCustomer = { orgId: string; customerId: string; ids: string[]; isLast: boolean };

/** `isLast`: no write that began before the erasure can still happen, so this pass is the last one. */
export async function findErasing(db: Queryable, now: Date, limit: number): Promise<ErasingCustomer[]> {
  return db.query<ErasingCustomer>(
    `SELECT c.org_id AS "orgId", c.customer_id AS "customerId", c.erase_at <= $1 AS "isLast",
       array_prepend(c.customer_id, ARRAY(SELECT m.customer_id FROM customers m WHERE m.org_id = c.org_id AND
         m.merged_into = c.customer_id))::text[] AS ids
     FROM customers c WHERE c.status = 'erasing' ORDER BY c.erase_at LIMIT $2`,
    [now, limit],
  );
}

export async function noteErased(db: Queryable, { orgId, customerId }: ErasingCustomer, at: Date): Promise<void> {
  await db.query(
    `UPDATE customers SET status = 'erased', erase_at = NULL, updated_at = $3
      WHERE org_id = $1 AND customer_id = $2 AND status = 'erasing'`,
    [orgId, customerId, at],
  );
}
