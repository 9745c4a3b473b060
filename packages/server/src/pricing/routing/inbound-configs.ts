import type { Queryable } from "#src/kernel/db/client.ts";

export type InboundConfig = {
  provider: string;
  country: string;
  paymentMethod: string;
  minAmount: string | null;
  maxAmount: string | null;
};

/** The payment methods by which customers can pay an organization. */
export async function inboundConfigs(db: Queryable, orgId: string): Promise<InboundConfig[]> {
  const rows = await db.query<{
    provider: string;
    country: string;
    payment_method: string;
    min_amount: string | null;
    max_amount: string | null;
  }>(
    `SELECT DISTINCT provider, country, payment_method, min_amount, max_amount FROM provider_configs
     WHERE direction = 'inbound' AND is_active AND (org_id IS NULL OR org_id = $1)
       AND payment_method IN ('mobile_money', 'card', 'bank_transfer')`,
    [orgId],
  );
  return rows.map((row) => ({
    provider: row.provider,
    country: row.country,
    paymentMethod: row.payment_method,
    minAmount: row.min_amount,
    maxAmount: row.max_amount,
  }));
}
