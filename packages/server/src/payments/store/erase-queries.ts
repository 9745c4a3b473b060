import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { isFinal, PAYMENT_STATUSES } from "#src/payments/core/index.ts";
import { customerKey, searchKeyDeletes } from "./search-keys.ts";

const OF_CUSTOMERS = "SELECT payment_id FROM payment_search_keys WHERE key = ANY($2::text[]) AND org_id = $1";
const FINAL_STATUSES = PAYMENT_STATUSES.filter(isFinal);

const FIND_ERASABLE = statement("store.FIND_ERASABLE")`SELECT p.payment_id AS "paymentId" FROM payments p
  WHERE p.org_id = $1 AND p.payment_id IN (${OF_CUSTOMERS}) AND p.details ->> 'erased' IS NULL
    AND p.status = ANY($3::text[])
  ORDER BY p.payment_id LIMIT $4`;

/** Finished payments of these customers that were not erased yet. */
export async function findErasable(db: Queryable, orgId: string, customerIds: readonly string[], limit: number) {
  const rows = await db.query(FIND_ERASABLE, [orgId, customerIds.map(customerKey), FINAL_STATUSES, limit]);
  return rows.map(({ paymentId }) => paymentId);
}

const ERASE_PAYMENTS = statement("store.ERASE_PAYMENTS")`WITH due AS (
    SELECT p.payment_id, p.details FROM payments p
    WHERE p.org_id = $1 AND p.payment_id = ANY($2::uuid[]) ORDER BY p.payment_id FOR UPDATE)
  UPDATE payments p
  SET details = ((p.details::jsonb - ARRAY['payer_details', 'recipient_info', 'bank_account', 'bank_details',
    'card_details', 'mobile_money_details',
        'description', 'metadata', 'return_url']) #- '{ramp,wallet_address}' #- '{ramp,business_id}' #-
          '{ramp,business_name}' #- '{origin,custom_fields}' || '{"erased": true}')::json,
      progress = (p.progress::jsonb #- '{provider_data}' #- '{ramp,settlement}')::json
  FROM due WHERE p.org_id = $1 AND p.payment_id = due.payment_id
  RETURNING p.payment_id AS "paymentId", due.details AS before, p.details AS after`;

/** Removes personal data from payments. Amounts, ids, references and history stay. */
export async function erasePayments(tx: Tx, orgId: string, paymentIds: readonly string[]): Promise<void> {
  const rows = await tx.query(ERASE_PAYMENTS, [orgId, paymentIds]);
  const changes = rows.map(({ paymentId, before, after }) => ({
    before: { orgId, paymentId, details: before },
    after: { orgId, paymentId, details: after },
  }));
  await writeTogether(tx, searchKeyDeletes(changes));
}

const IS_ANY_PAYMENT_LEFT = statement("store.IS_ANY_PAYMENT_LEFT")`
  SELECT EXISTS (SELECT FROM payments WHERE org_id = $1 AND payment_id IN (${OF_CUSTOMERS})
    AND details ->> 'erased' IS NULL) AS any /* not null */`;

export async function isAnyPaymentLeft(db: Queryable, orgId: string, customerIds: readonly string[]): Promise<boolean> {
  const [left] = await db.query(IS_ANY_PAYMENT_LEFT, [orgId, customerIds.map(customerKey)]);
  return left!.any;
}
