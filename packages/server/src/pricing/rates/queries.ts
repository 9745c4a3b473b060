import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase, listsOf, rowSource, sourceOf } from "#src/kernel/db/row-source.ts";
import { type Write, writesOf } from "#src/kernel/db/write-together.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";

export type CurrencyRate = { currency: string; perUsd: Decimal; source: "table" | "feed"; updatedAt: Date };

/** The terms of a quote besides its rate. Stored unchanged, under the names of the API. */
export type QuotedTerms = {
  direction: "payin" | "payout" | "on_ramp" | "off_ramp";
  payment_method: "mobile_money" | "bank_transfer" | "card";
  country: string;
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

const LOAD_CURRENCY_RATES = statement("rates.LOAD_CURRENCY_RATES")`
  SELECT ${inCamelCase("r", "currency, per_usd, source, updated_at")} FROM currency_rates r ORDER BY currency`;

export async function loadCurrencyRates(db: Queryable): Promise<CurrencyRate[]> {
  const rows = await db.query(LOAD_CURRENCY_RATES);
  return rows.map((row) => ({ ...row, perUsd: Decimal.parse(row.perUsd) }));
}

const UPSERT_CURRENCY_RATES = statement("rates.UPSERT_CURRENCY_RATES")`
  INSERT INTO currency_rates (currency, per_usd, source, updated_at)
    SELECT currency, per_usd, $2, $3 FROM json_to_recordset($1::json) AS r (currency text, per_usd numeric)
    ON CONFLICT (currency) DO UPDATE SET per_usd = EXCLUDED.per_usd, source = EXCLUDED.source,
      updated_at = EXCLUDED.updated_at`;

export async function upsertCurrencyRates(
  tx: Tx,
  rates: readonly { currency: string; perUsd: Decimal }[],
  source: "table" | "feed",
  at: Date,
): Promise<void> {
  await tx.query(UPSERT_CURRENCY_RATES, [
    JSON.stringify(rates.map((rate) => ({ currency: rate.currency, per_usd: rate.perUsd.toDatabase() }))),
    source,
    at,
  ]);
}

const ORG_RATE_COLUMNS =
  "org_id, org_rate_id, from_currency, to_currency, rate, margin_bps, source, amount, quote, usd_per_unit, " +
  "created_at, expires_at";
const ORG_RATE = inCamelCase("l", ORG_RATE_COLUMNS);

const INSERT_ORG_RATE = statement("rates.INSERT_ORG_RATE")`INSERT INTO org_rates (${ORG_RATE_COLUMNS}, counted_usd)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

export async function insertOrgRate(tx: Tx, lock: OrgRate, countedUsd: Decimal): Promise<void> {
  const pair = valuesOf(lock, "orgId", "orgRateId", "fromCurrency", "toCurrency");
  const priced = [lock.rate.toDatabase(), lock.marginBps, lock.source, lock.amount?.toDatabase(), lock.quote] as const;
  const counted = [lock.usdPerUnit.toDatabase(), lock.createdAt, lock.expiresAt, countedUsd.toDatabase()] as const;
  await tx.query(INSERT_ORG_RATE, [...pair, ...priced, ...counted]);
}

const FIND_ORG_RATE = statement("rates.FIND_ORG_RATE")`
  SELECT ${ORG_RATE} FROM org_rates l WHERE org_id = $1 AND org_rate_id = $2`;

export async function findOrgRate(db: Queryable, orgId: string, orgRateId: string): Promise<OrgRate | undefined> {
  const [row] = await db.query(FIND_ORG_RATE, [orgId, orgRateId]);
  if (row === undefined) return undefined;
  return {
    ...row,
    rate: Decimal.parse(row.rate),
    amount: row.amount === null ? null : Money.fromDatabase(row.amount, row.fromCurrency),
    usdPerUnit: Decimal.parse(row.usdPerUnit),
  };
}

const FIND_USE = statement("rates.FIND_USE")`SELECT used_by FROM org_rates WHERE org_id = $1 AND org_rate_id = $2`;

export async function findUse(db: Queryable, orgId: string, orgRateId: string): Promise<string | null> {
  const [row] = await db.query(FIND_USE, [orgId, orgRateId]);
  return row?.used_by ?? null;
}

const LOCKING_LOCK = 760_200;

const TAKE_TURN = statement("rates.TAKE_TURN")`SELECT pg_advisory_xact_lock(${LOCKING_LOCK}, hashtext($1))`;

/** Locks are created one after another in each organization, so that its limit holds for concurrent requests. */
export async function takeTurn(tx: Tx, orgId: string): Promise<void> {
  await tx.query(TAKE_TURN, [orgId]);
}

const COUNT_OPEN = statement("rates.COUNT_OPEN")`SELECT count(*)::integer AS open /* not null */,
    min(expires_at) AS "firstEnd"
  FROM (SELECT expires_at FROM org_rates WHERE org_id = $1 AND used_by IS NULL AND expires_at > $2
    ORDER BY expires_at LIMIT $3) AS locks`;

export async function countOpen(
  tx: Tx,
  orgId: string,
  now: Date,
  limit: number,
): Promise<{ open: number; firstEnd: Date | null }> {
  const [row] = await tx.query(COUNT_OPEN, [orgId, now, limit]);
  return row!;
}

const HELD_LOCK = inCamelCase("l", "org_id, org_rate_id, used_by, usd_per_unit, counted_usd");
const OPEN_OF_PAIR = `
  (SELECT coalesce(sum(o.open_usd), 0) FROM org_rates o WHERE o.org_id = l.org_id
    AND o.from_currency = l.from_currency AND o.to_currency = l.to_currency AND o.open_usd > 0) AS "openUsd" /* not null */`;
export type HeldLock = {
  orgId: string;
  orgRateId: string;
  usedBy: string | null;
  usdPerUnit: Decimal;
  countedUsd: Decimal;
  /** What waits for its customers' money, of all payments in this direction of the pair. */
  openUsd: Decimal;
};

const HOLD_ORG_RATES = statement("rates.HOLD_ORG_RATES")`SELECT ${HELD_LOCK}, ${OPEN_OF_PAIR}
  FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[]) AS u (org_id, org_rate_id)) AS k
  JOIN org_rates l ON l.org_id = k.org_id AND l.org_rate_id = k.org_rate_id
  ORDER BY l.org_id, l.org_rate_id
  FOR UPDATE OF l`;

/** Locks the rate locks, always in the same order, so that batches never deadlock. */
export async function holdOrgRates(tx: Tx, keys: readonly { orgId: string; orgRateId: string }[]): Promise<HeldLock[]> {
  const rows = await tx.query(HOLD_ORG_RATES, listsOf(keys, "orgId", "orgRateId"));
  return rows.map((row) => ({
    ...row,
    usdPerUnit: Decimal.parse(row.usdPerUnit),
    countedUsd: Decimal.parse(row.countedUsd),
    openUsd: Decimal.parse(row.openUsd),
  }));
}

export type ExposureKey = { orgId: string; fromCurrency: string; toCurrency: string; hour: Date };

const EXPOSURES = sourceOf<ExposureKey>({
  uuid: ["orgId"],
  text: ["fromCurrency", "toCurrency"],
  timestamptz: ["hour"],
});

const EXPOSURE = inCamelCase("e", EXPOSURES.names);

const HOLD_EXPOSURES = statement("rates.HOLD_EXPOSURES")`INSERT INTO rate_exposures AS e (${EXPOSURES.names}, usd)
  SELECT DISTINCT ${EXPOSURES.names}, 0 FROM ${EXPOSURES.source} ORDER BY ${EXPOSURES.names}
  ON CONFLICT (org_id, from_currency, to_currency, hour) DO UPDATE SET usd = e.usd
  RETURNING ${EXPOSURE}, usd`;

/** Locks the counts of an hour, always in the same order. A missing row is inserted: only a row can be locked. */
export async function holdExposures(tx: Tx, keys: readonly ExposureKey[]): Promise<(ExposureKey & { usd: Decimal })[]> {
  const rows = await tx.query(HOLD_EXPOSURES, EXPOSURES.values(keys));
  return rows.map((row) => ({ ...row, usd: Decimal.parse(row.usd) }));
}

const ADD_EXPOSURE = statement("rates.ADD_EXPOSURE")`
  UPDATE rate_exposures SET usd = usd + $5 WHERE org_id = $1 AND from_currency = $2 AND to_currency = $3
    AND hour = $4`;

export async function addExposure(tx: Tx, key: ExposureKey, usd: Decimal): Promise<void> {
  await tx.query(ADD_EXPOSURE, [key.orgId, key.fromCurrency, key.toCurrency, key.hour, usd.toDatabase()]);
}

type UseKey = { orgId: string; orgRateId: string; usedBy: string };
export type LockUseRow = UseKey & { amount: Money; at: Date; hour: Date; waits?: boolean };

const USES = rowSource<LockUseRow>({
  org_id: ["uuid", ({ orgId }) => orgId],
  org_rate_id: ["uuid", ({ orgRateId }) => orgRateId],
  used_by: ["uuid", ({ usedBy }) => usedBy],
  amount: ["numeric", ({ amount }) => amount.toDatabase()],
  used_at: ["timestamptz", ({ at }) => at],
  hour: ["timestamptz", ({ hour }) => hour],
  waits: ["boolean", ({ waits = false }) => String(waits)],
});
const OF_USE = "l.org_id = r.org_id AND l.org_rate_id = r.org_rate_id AND l.used_by IS NULL";
const USE_LOCKS = statement("rates.USE_LOCKS")`
  UPDATE org_rates l SET used_by = r.used_by, used_at = r.used_at,
    counted_usd = greatest(l.counted_usd, r.amount * l.usd_per_unit),
    open_usd = CASE WHEN r.waits THEN r.amount * l.usd_per_unit ELSE 0 END
  FROM ${USES.source} WHERE ${OF_USE}`;
const COUNT_USES = statement("rates.COUNT_USES")`
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

/** `isFree`: nothing was converted, so the lock may be used again. */
export type LockEnd = UseKey & { isFree: boolean };

const ENDS = sourceOf<LockEnd>({ uuid: ["orgId", "orgRateId", "usedBy"], boolean: ["isFree"] });
const END_USES = statement("rates.END_USES")`
  UPDATE org_rates l SET open_usd = 0, used_by = CASE WHEN r.is_free THEN NULL ELSE l.used_by END,
    used_at = CASE WHEN r.is_free THEN NULL ELSE l.used_at END
  FROM ${ENDS.source} WHERE l.org_id = r.org_id AND l.org_rate_id = r.org_rate_id AND l.used_by = r.used_by`;
export const endWrites = writesOf(END_USES, ENDS);

const DROP_LOCK = statement("rates.DROP_LOCK")`
  DELETE FROM org_rates WHERE org_id = $1 AND org_rate_id = $2 AND used_by IS NULL`;

/** Of a payment that was refused. A lock that is used stays. */
export async function dropLock(db: Queryable, orgId: string, orgRateId: string): Promise<void> {
  await db.query(DROP_LOCK, [orgId, orgRateId]);
}

const DELETE_EXPIRED_RATES = statement("rates.DELETE_EXPIRED_RATES")`
  DELETE FROM org_rates WHERE (org_id, org_rate_id) IN
      (SELECT org_id, org_rate_id FROM org_rates WHERE expires_at < $1 ORDER BY expires_at LIMIT $2
        FOR UPDATE SKIP LOCKED)
    RETURNING 1`;

export async function deleteExpiredRates(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(DELETE_EXPIRED_RATES, [before, limit]);
  return rows.length;
}

const DELETE_EXPOSURES = statement("rates.DELETE_EXPOSURES")`DELETE FROM rate_exposures WHERE hour < $1`;

export async function deleteExposures(db: Queryable, before: Date): Promise<void> {
  await db.query(DELETE_EXPOSURES, [before]);
}
