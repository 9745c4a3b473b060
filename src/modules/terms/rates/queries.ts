import type { Queryable, Tx } from "#src/platform/db/client.ts";
import { Decimal } from "#src/platform/decimal.ts";

export type CurrencyRate = { currency: string; perUsd: Decimal; source: "table" | "feed"; updatedAt: Date };

export type OrgRate = {
  orgId: string;
  orgRateId: string;
  fromCurrency: string;
  toCurrency: string;
  rate: Decimal;
  marginBps: number;
  source: string;
  createdAt: Date;
  expiresAt: Date;
};

export async function loadCurrencyRates(db: Queryable): Promise<CurrencyRate[]> {
  const rows = await db.query<{ currency: string; per_usd: string; source: "table" | "feed"; updated_at: Date }>(
    `SELECT currency, per_usd, source, updated_at FROM currency_rates ORDER BY currency`,
  );
  return rows.map((row) => ({ currency: row.currency, perUsd: Decimal.parse(row.per_usd), source: row.source, updatedAt: row.updated_at }));
}

export async function upsertCurrencyRates(tx: Tx, rates: readonly { currency: string; perUsd: Decimal }[], source: "table" | "feed", at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO currency_rates (currency, per_usd, source, updated_at)
     SELECT currency, per_usd, $2, $3 FROM json_to_recordset($1::json) AS r (currency text, per_usd numeric)
     ON CONFLICT (currency) DO UPDATE SET per_usd = EXCLUDED.per_usd, source = EXCLUDED.source, updated_at = EXCLUDED.updated_at`,
    [JSON.stringify(rates.map((rate) => ({ currency: rate.currency, per_usd: rate.perUsd.toDatabase() }))), source, at],
  );
}

export async function insertOrgRate(db: Queryable, rate: OrgRate): Promise<void> {
  await db.query(
    `INSERT INTO org_rates (org_id, org_rate_id, from_currency, to_currency, rate, margin_bps, source, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [rate.orgId, rate.orgRateId, rate.fromCurrency, rate.toCurrency, rate.rate.toDatabase(), rate.marginBps, rate.source, rate.createdAt, rate.expiresAt],
  );
}

export async function findOrgRate(db: Queryable, orgId: string, orgRateId: string): Promise<OrgRate | undefined> {
  const [row] = await db.query<{
    from_currency: string;
    to_currency: string;
    rate: string;
    margin_bps: number;
    source: string;
    created_at: Date;
    expires_at: Date;
  }>(`SELECT from_currency, to_currency, rate, margin_bps, source, created_at, expires_at FROM org_rates WHERE org_id = $1 AND org_rate_id = $2`, [
    orgId,
    orgRateId,
  ]);
  if (row === undefined) return undefined;
  return {
    orgId,
    orgRateId,
    fromCurrency: row.from_currency,
    toCurrency: row.to_currency,
    rate: Decimal.parse(row.rate),
    marginBps: row.margin_bps,
    source: row.source,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/** Answers how many there were. */
export async function deleteExpiredRates(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `DELETE FROM org_rates WHERE (org_id, org_rate_id) IN
       (SELECT org_id, org_rate_id FROM org_rates WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [before, limit],
  );
  return rows.length;
}
