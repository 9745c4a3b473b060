import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import { type Write, writesOf } from "#src/kernel/db/write-together.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";

export type CurrencyRate = { currency: string; perUsd: Decimal; source: "table" | "feed"; updatedAt: Date };

/** The terms of a quote besides its rate. Stored unchanged, under the names of the API. */
export type QuotedTerms = {
  direction: "payin" | "payout" | "on_ramp" | "off_ramp";
  /** The payment method; for a ramp, how its fiat side is paid. */
  payment_method: "mobile_money" | "bank_transfer" | "card";
  country: string;
  /** Of a ramp. */
  crypto_network?: string;
  /** Of a quote for a ramp, which has its own rules. For a plain payment the target is the amount at the rate. */
  target_amount?: string;
  fee_ids: string[];
  total_fees: string;
  /** Providers in the order in which they would be tried. The payment chooses its route again. */
  route: string[];
  expected_arrival_at?: string;
};

/** The terms of a lock from its creation on; none of them ever changes. */
export type OrgRate = {
  orgId: string;
  orgRateId: string;
  fromCurrency: string;
  toCurrency: string;
  rate: Decimal;
  marginBps: number;
  source: string;
  /** The most that may be converted; null: any amount. */
  amount: Money | null;
  /** A lock with terms is a quote, and `orgRateId` its id; null: a plain rate lock. */
  quote: QuotedTerms | null;
  /** Value of one unit of `fromCurrency` when the rate was locked. */
  usdPerUnit: Decimal;
  createdAt: Date;
  expiresAt: Date;
};

export async function loadCurrencyRates(db: Queryable): Promise<CurrencyRate[]> {
  const rows = await db.query<{ currency: string; per_usd: string; source: "table" | "feed"; updated_at: Date }>(
    `SELECT currency, per_usd, source, updated_at FROM currency_rates ORDER BY currency`,
  );
  return rows.map((row) => ({
    currency: row.currency,
    perUsd: Decimal.parse(row.per_usd),
    source: row.source,
    updatedAt: row.updated_at,
  }));
}

export async function upsertCurrencyRates(
  tx: Tx,
  rates: readonly { currency: string; perUsd: Decimal }[],
  source: "table" | "feed",
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO currency_rates (currency, per_usd, source, updated_at)
     SELECT currency, per_usd, $2, $3 FROM json_to_recordset($1::json) AS r (currency text, per_usd numeric)
     ON CONFLICT (currency) DO UPDATE SET per_usd = EXCLUDED.per_usd, source = EXCLUDED.source,
       updated_at = EXCLUDED.updated_at`,
    [JSON.stringify(rates.map((rate) => ({ currency: rate.currency, per_usd: rate.perUsd.toDatabase() }))), source, at],
  );
}

type OrgRateRow = {
  org_id: string;
  org_rate_id: string;
  from_currency: string;
  to_currency: string;
  rate: string;
  margin_bps: number;
  source: string;
  amount: string | null;
  quote: QuotedTerms | null;
  usd_per_unit: string;
  created_at: Date;
  expires_at: Date;
};
const ORG_RATE_COLUMNS =
  "org_id, org_rate_id, from_currency, to_currency, rate, margin_bps, source, amount, quote, usd_per_unit, " +
  "created_at, expires_at";

function orgRateOf(row: OrgRateRow): OrgRate {
  return {
    orgId: row.org_id,
    orgRateId: row.org_rate_id,
    fromCurrency: row.from_currency,
    toCurrency: row.to_currency,
    rate: Decimal.parse(row.rate),
    marginBps: row.margin_bps,
    source: row.source,
    amount: row.amount === null ? null : Money.fromDatabase(row.amount, row.from_currency),
    quote: row.quote,
    usdPerUnit: Decimal.parse(row.usd_per_unit),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export async function insertOrgRate(tx: Tx, rate: OrgRate, countedUsd: Decimal): Promise<void> {
  await tx.query(
    `INSERT INTO org_rates (${ORG_RATE_COLUMNS}, counted_usd)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      rate.orgId,
      rate.orgRateId,
      rate.fromCurrency,
      rate.toCurrency,
      rate.rate.toDatabase(),
      rate.marginBps,
      rate.source,
      rate.amount?.toDatabase() ?? null,
      rate.quote === null ? null : JSON.stringify(rate.quote),
      rate.usdPerUnit.toDatabase(),
      rate.createdAt,
      rate.expiresAt,
      countedUsd.toDatabase(),
    ],
  );
}

export async function findOrgRate(db: Queryable, orgId: string, orgRateId: string): Promise<OrgRate | undefined> {
  const [row] = await db.query<OrgRateRow>(
    `SELECT ${ORG_RATE_COLUMNS} FROM org_rates WHERE org_id = $1 AND org_rate_id = $2`,
    [orgId, orgRateId],
  );
  return row === undefined ? undefined : orgRateOf(row);
}

/* ---- the use of locks ---- */

export async function findUse(db: Queryable, orgId: string, orgRateId: string): Promise<string | null> {
  const [row] = await db.query<{ used_by: string | null }>(
    "SELECT used_by FROM org_rates WHERE org_id = $1 AND org_rate_id = $2",
    [orgId, orgRateId],
  );
  return row?.used_by ?? null;
}

const LOCKING_LOCK = 760_200;

/** Locks are created one after another in each organization, so that its limit holds for concurrent requests. */
export async function takeTurn(tx: Tx, orgId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${LOCKING_LOCK}, hashtext($1))`, [orgId]);
}

/** The number of open locks, counted to `limit` at most, and when the first of them ends. */
export async function countOpen(
  tx: Tx,
  orgId: string,
  now: Date,
  limit: number,
): Promise<{ open: number; firstEnd: Date | null }> {
  const [row] = await tx.query<{ open: number; first_end: Date | null }>(
    `SELECT count(*)::integer AS open, min(expires_at) AS first_end
     FROM (SELECT expires_at FROM org_rates WHERE org_id = $1 AND used_by IS NULL AND expires_at > $2
       ORDER BY expires_at LIMIT $3) AS locks`,
    [orgId, now, limit],
  );
  return { open: row!.open, firstEnd: row!.first_end };
}

export type HeldLock = {
  orgId: string;
  orgRateId: string;
  usedBy: string | null;
  usdPerUnit: Decimal;
  countedUsd: Decimal;
};

/** Locks the rate locks, always in the same order, so that batches never deadlock. */
export async function holdOrgRates(tx: Tx, keys: readonly { orgId: string; orgRateId: string }[]): Promise<HeldLock[]> {
  const rows = await tx.query<{
    org_id: string;
    org_rate_id: string;
    used_by: string | null;
    usd_per_unit: string;
    counted_usd: string;
  }>(
    `SELECT l.org_id, l.org_rate_id, l.used_by, l.usd_per_unit, l.counted_usd
     FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[]) AS u (org_id, org_rate_id)) AS k
     JOIN org_rates l ON l.org_id = k.org_id AND l.org_rate_id = k.org_rate_id
     ORDER BY l.org_id, l.org_rate_id
     FOR UPDATE OF l`,
    [keys.map(({ orgId }) => orgId), keys.map(({ orgRateId }) => orgRateId)],
  );
  return rows.map((row) => ({
    orgId: row.org_id,
    orgRateId: row.org_rate_id,
    usedBy: row.used_by,
    usdPerUnit: Decimal.parse(row.usd_per_unit),
    countedUsd: Decimal.parse(row.counted_usd),
  }));
}

export type ExposureKey = { orgId: string; fromCurrency: string; toCurrency: string; hour: Date };

const EXPOSURES = rowSource<ExposureKey>({
  org_id: ["uuid", ({ orgId }) => orgId],
  from_currency: ["text", ({ fromCurrency }) => fromCurrency],
  to_currency: ["text", ({ toCurrency }) => toCurrency],
  hour: ["timestamptz", ({ hour }) => hour],
});

/** Locks the counts of an hour, always in the same order. A missing row is inserted: only a row can be locked. */
export async function holdExposures(tx: Tx, keys: readonly ExposureKey[]): Promise<(ExposureKey & { usd: Decimal })[]> {
  const rows = await tx.query<{ org_id: string; from_currency: string; to_currency: string; hour: Date; usd: string }>(
    `INSERT INTO rate_exposures AS e (${EXPOSURES.names}, usd)
     SELECT DISTINCT ${EXPOSURES.names}, 0 FROM ${EXPOSURES.source} ORDER BY ${EXPOSURES.names}
     ON CONFLICT (org_id, from_currency, to_currency, hour) DO UPDATE SET usd = e.usd
     RETURNING ${EXPOSURES.names}, usd`,
    EXPOSURES.values(keys),
  );
  return rows.map((row) => ({
    orgId: row.org_id,
    fromCurrency: row.from_currency,
    toCurrency: row.to_currency,
    hour: row.hour,
    usd: Decimal.parse(row.usd),
  }));
}

export async function addExposure(tx: Tx, key: ExposureKey, usd: Decimal): Promise<void> {
  await tx.query(
    `UPDATE rate_exposures SET usd = usd + $5 WHERE org_id = $1 AND from_currency = $2 AND to_currency = $3
      AND hour = $4`,
    [key.orgId, key.fromCurrency, key.toCurrency, key.hour, usd.toDatabase()],
  );
}

export type LockUseRow = { orgId: string; orgRateId: string; usedBy: string; amount: Money; at: Date; hour: Date };

const USES = rowSource<LockUseRow>({
  org_id: ["uuid", ({ orgId }) => orgId],
  org_rate_id: ["uuid", ({ orgRateId }) => orgRateId],
  used_by: ["uuid", ({ usedBy }) => usedBy],
  amount: ["numeric", ({ amount }) => amount.toDatabase()],
  used_at: ["timestamptz", ({ at }) => at],
  hour: ["timestamptz", ({ hour }) => hour],
});
const OF_USE = "l.org_id = r.org_id AND l.org_rate_id = r.org_rate_id AND l.used_by IS NULL";
const USE_LOCKS = `
  UPDATE org_rates l SET used_by = r.used_by, used_at = r.used_at,
    counted_usd = greatest(l.counted_usd, r.amount * l.usd_per_unit)
  FROM ${USES.source} WHERE ${OF_USE}`;
const COUNT_USES = `
  UPDATE rate_exposures e SET usd = e.usd + u.usd
  FROM (SELECT l.org_id, l.from_currency, l.to_currency, r.hour,
    sum(greatest(0, r.amount * l.usd_per_unit - l.counted_usd)) AS usd
        FROM ${USES.source} JOIN org_rates l ON ${OF_USE}
          GROUP BY l.org_id, l.from_currency, l.to_currency, r.hour) AS u
  WHERE e.org_id = u.org_id AND e.from_currency = u.from_currency AND e.to_currency = u.to_currency AND e.hour = u.hour
    AND u.usd > 0`;

/** Marks locks as used and counts the converted amounts. Both statements see the locks as they were before. */
export function useWrites(uses: readonly LockUseRow[]): Write[] {
  if (uses.length === 0) return [];
  return [
    { text: USE_LOCKS, values: USES.values(uses) },
    { text: COUNT_USES, values: USES.values(uses) },
  ];
}

export type LockRelease = { orgId: string; orgRateId: string; usedBy: string };

const RELEASES = rowSource<LockRelease>({
  org_id: ["uuid", ({ orgId }) => orgId],
  org_rate_id: ["uuid", ({ orgRateId }) => orgRateId],
  used_by: ["uuid", ({ usedBy }) => usedBy],
});
const RELEASE_LOCKS = `
  UPDATE org_rates l SET used_by = NULL, used_at = NULL FROM ${RELEASES.source}
  WHERE l.org_id = r.org_id AND l.org_rate_id = r.org_rate_id AND l.used_by = r.used_by`;
export const releaseWrites = writesOf(RELEASE_LOCKS, RELEASES);

/* ---- retention ---- */

/** Returns the number of deleted rows. */
export async function deleteExpiredRates(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `DELETE FROM org_rates WHERE (org_id, org_rate_id) IN
       (SELECT org_id, org_rate_id FROM org_rates WHERE expires_at < $1 ORDER BY expires_at LIMIT $2
         FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [before, limit],
  );
  return rows.length;
}

export async function deleteExposures(db: Queryable, before: Date): Promise<void> {
  await db.query("DELETE FROM rate_exposures WHERE hour < $1", [before]);
}
