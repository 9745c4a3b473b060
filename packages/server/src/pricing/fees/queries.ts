import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { join, raw, sql } from "#src/kernel/db/sql.ts";
import { sourceOf } from "#src/kernel/db/row-source.ts";
import { inMoney } from "#src/kernel/db/money-rows.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { FeeSchedule } from "./fee.ts";

/** More fee schedules than a country can have: one for every currency in every corridor. */
const MAX_SCHEDULES = 5_000;

const SCHEDULES = sourceOf<FeeSchedule>({
  uuid: ["fee_id", "org_id"],
  text: ["name", "country", "payment_method", "direction", "currency"],
  numeric: ["fixed_amount", "percent", "min_fee", "max_fee"],
  boolean: ["is_active"],
  timestamptz: ["created_at", "updated_at"],
});
const COLUMNS = SCHEDULES.names;
const UPDATED = COLUMNS.split(", ")
  .filter((name) => name !== "fee_id" && name !== "created_at")
  .map((name) => `${name} = EXCLUDED.${name}`)
  .join(", ");

function scheduleOf(row: Row<"fees.LOCK_SCHEDULE">): FeeSchedule {
  const money = inMoney(row, "fixed_amount", "min_fee", "max_fee");
  return { ...money, currency: row.currency, percent: Decimal.parse(row.percent) };
}

const SCHEDULES_OF_CURRENCY = statement("fees.SCHEDULES_OF_CURRENCY")`
  SELECT ${COLUMNS} FROM fee_schedules WHERE currency = $1 AND is_active`;

/** Active schedules, global and of every organization: cached by currency, and chosen from by fee.ts. */
export async function schedulesOfCurrency(db: Queryable, currency: string): Promise<FeeSchedule[]> {
  return (await db.query(SCHEDULES_OF_CURRENCY, [currency])).map(scheduleOf);
}

const SCHEDULES_OF_PLACE = statement("fees.SCHEDULES_OF_PLACE")`
  SELECT ${COLUMNS} FROM fee_schedules WHERE is_active AND (org_id IS NULL OR org_id = $1)
    AND (country IS NULL OR $2::text IS NULL OR country = $2) ORDER BY fee_id LIMIT ${MAX_SCHEDULES}`;

export async function schedulesOfPlace(db: Queryable, orgId: string, country?: string): Promise<FeeSchedule[]> {
  const rows = await db.query(SCHEDULES_OF_PLACE, [orgId, country]);
  return rows.map(scheduleOf);
}

const LOCK_SCHEDULE = statement("fees.LOCK_SCHEDULE")`
  SELECT ${COLUMNS} FROM fee_schedules WHERE fee_id = $1 FOR UPDATE`;

export async function lockSchedule(tx: Tx, feeId: string): Promise<FeeSchedule | undefined> {
  const [row] = await tx.query(LOCK_SCHEDULE, [feeId]);
  return row === undefined ? undefined : scheduleOf(row);
}

export async function listSchedules(db: Db, scope: Scope, page: Page): Promise<FeeSchedule[]> {
  const conditions = [
    sql`true`,
    ...("orgId" in scope ? [sql`(org_id = ${scope.orgId} OR org_id IS NULL)`] : []),
    ...(page.after === null ? [] : [sql`fee_id < ${page.after[0]}`]),
  ];
  const rows = await db.ask<Row<"fees.LOCK_SCHEDULE">>(sql`
    SELECT ${raw(COLUMNS)} FROM fee_schedules
    WHERE ${join(conditions)} ORDER BY fee_id DESC LIMIT ${page.limit + 1}`);
  return rows.map(scheduleOf);
}

const WRITE_SCHEDULE = statement("fees.WRITE_SCHEDULE")`
  INSERT INTO fee_schedules (${COLUMNS}) SELECT ${COLUMNS} FROM ${SCHEDULES.source}
    ON CONFLICT (fee_id) DO UPDATE SET ${UPDATED}`;

export async function writeSchedule(tx: Tx, schedule: FeeSchedule): Promise<void> {
  await tx.query(WRITE_SCHEDULE, SCHEDULES.values([schedule]));
}
