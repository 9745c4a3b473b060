import type { Queryable } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Payment } from "#src/payments/core/index.ts";

/** Recent enough to be meaningful, and few enough for a quote. */
const NEWEST = 200;

const USUAL_DURATION = statement("store.USUAL_DURATION")`
  SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM (done.entry ->> 'at')::timestamptz -
    p.created_at) * 1000) AS ms
  FROM (SELECT * FROM payments WHERE org_id = $1 ORDER BY payment_id DESC LIMIT ${NEWEST}) p,
    LATERAL (SELECT entry FROM jsonb_array_elements(p.progress::jsonb -> 'timeline') AS entry
      WHERE entry ->> 'to' = 'completed' LIMIT 1) done
  WHERE p.country = $2 AND p.payment_method = $3 AND p.direction = $4`;

type Corridor = Pick<Payment, "country" | "paymentMethod" | "direction">;

/** The median time to completion of the organization's latest payments in a corridor; null if none completed. */
export async function usualDurationMs(db: Queryable, orgId: string, { country, paymentMethod, direction }: Corridor) {
  const [row] = await db.query(USUAL_DURATION, [orgId, country, paymentMethod, direction]);
  return row?.ms ?? null;
}
