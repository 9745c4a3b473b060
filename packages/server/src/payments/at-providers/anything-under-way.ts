import type { Queryable } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";

const IS_ANYTHING_UNDER_WAY_AT = statement("at-providers.IS_ANYTHING_UNDER_WAY_AT")`SELECT EXISTS (
       SELECT FROM payment_checks JOIN payments
         USING (org_id, payment_id), json_array_elements(progress -> 'attempts') AS attempt
       WHERE attempt ->> 'provider' = $1 AND attempt ->> 'outcome' NOT IN ('refused', 'unreachable', 'failed'))
  OR EXISTS (SELECT FROM refunds WHERE status = 'pending' AND provider = $1) AS busy /* not null */`;

/** Whether this provider may hold a part of an open payment or refund. Scans all that is open: for rare requests. */
export async function isAnythingUnderWayAt(db: Queryable, provider: ProviderName): Promise<boolean> {
  const [answer] = await db.query(IS_ANYTHING_UNDER_WAY_AT, [provider]);
  return answer!.busy;
}
