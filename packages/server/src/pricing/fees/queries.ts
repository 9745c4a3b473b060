import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { Money } from "@corridor/base/money.ts";
import type { FeeSchedule } from "./fee.ts";

/** More fee schedules than a country can have: one for every currency in every corridor. */
const MAX_SCHEDULES = 5_000;

type Row = {
  fee_id: string;
  org_id: string | null;
  name: string;
  country: string | null;
  payment_method: string | null;
  direction: string | null;
  currency: string;
  fixed_amount: string;
  percent: string;
  min_fee: string | null;
  max_fee: string | null;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `fee_id, org_id, name, country, payment_method, direction, currency, fixed_amount, percent, min_fee,
  max_fee, is_active, created_at, updated_at`;

function scheduleOf(row: Row): FeeSchedule {
  return {
    feeId: row.fee_id,
    orgId: row.org_id,
    name: row.name,
    country: row.country,
    paymentMethod: row.payment_method,
    direction: row.direction,
    currency: row.currency,
    fixedAmount: Money.fromDatabase(row.fixed_amount, row.currency),
    percent: Decimal.parse(row.percent),
    minFee: row.min_fee === null ? null : Money.fromDatabase(row.min_fee, row.currency),
    maxFee: row.max_fee === null ? null : Money.fromDatabase(row.max_fee, row.currency),
    isActive: row.is_active,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Active schedules, global and of every organization: cached by currency, and chosen from by fee.ts. */
export async function schedulesOfCurrency(db: Queryable, currency: string): Promise<FeeSchedule[]> {
  return (
    await db.query<Row>(`SELECT ${COLUMNS} FROM fee_schedules WHERE currency = $1 AND is_active`, [currency])
  ).map(scheduleOf);
}

/** The schedules that may apply to this organization's payments in this country. */
export async function schedulesOfPlace(db: Queryable, orgId: string, country: string): Promise<FeeSchedule[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM fee_schedules WHERE is_active AND (org_id IS NULL OR org_id = $1)
      AND (country IS NULL OR country = $2) ORDER BY fee_id LIMIT ${MAX_SCHEDULES}`,
    [orgId, country],
  );
  return rows.map(scheduleOf);
}

/** Locks the schedule until the transaction ends, so that two concurrent changes do not undo each other. */
export async function lockSchedule(tx: Tx, feeId: string): Promise<FeeSchedule | undefined> {
  const [row] = await tx.query<Row>(`SELECT ${COLUMNS} FROM fee_schedules WHERE fee_id = $1 FOR UPDATE`, [feeId]);
  return row === undefined ? undefined : scheduleOf(row);
}

export async function listSchedules(db: Db, scope: Scope, page: Page): Promise<FeeSchedule[]> {
  let query = db.kysely
    .selectFrom("fee_schedules")
    .selectAll()
    .orderBy("fee_id", "desc")
    .limit(page.limit + 1);
  if ("orgId" in scope)
    query = query.where((where) => where.or([where("org_id", "=", scope.orgId), where("org_id", "is", null)]));
  if (page.after !== null) query = query.where("fee_id", "<", page.after[0]!);
  return ((await query.execute()) as unknown as Row[]).map(scheduleOf);
}

export async function writeSchedule(tx: Tx, schedule: FeeSchedule): Promise<void> {
  await tx.query(
    `INSERT INTO fee_schedules (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (fee_id) DO UPDATE SET org_id = EXCLUDED.org_id, name = EXCLUDED.name, country = EXCLUDED.country,
       payment_method = EXCLUDED.payment_method, direction = EXCLUDED.direction,
       currency = EXCLUDED.currency, fixed_amount = EXCLUDED.fixed_amount, percent = EXCLUDED.percent,
         min_fee = EXCLUDED.min_fee, max_fee = EXCLUDED.max_fee,
       is_active = EXCLUDED.is_active, updated_at = EXCLUDED.updated_at`,
    [
      schedule.feeId,
      schedule.orgId,
      schedule.name,
      schedule.country,
      schedule.paymentMethod,
      schedule.direction,
      schedule.currency,
      schedule.fixedAmount.toDatabase(),
      schedule.percent.toDatabase(),
      schedule.minFee?.toDatabase() ?? null,
      schedule.maxFee?.toDatabase() ?? null,
      schedule.isActive,
      schedule.createdAt,
      schedule.updatedAt,
    ],
  );
}
