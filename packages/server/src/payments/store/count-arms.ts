import type { Reader } from "#src/kernel/db/client.ts";
import { datedTable, idsOfDates } from "#src/kernel/db/ids-of-dates.ts";
import { sql } from "#src/kernel/db/sql.ts";
import type { CountArms } from "#src/pricing/routing/index.ts";
import { type PaymentStatus, phaseOf } from "#src/payments/core/index.ts";

const DATED_PAYMENTS = datedTable("payments", "payment_id");

/** How the newest payments ended that routing programs got to be compared. One that was canceled says nothing. */
export function createCountArms(db: Reader): CountArms {
  return async (orgId, since, programIds, limit) => {
    const { first } = await idsOfDates(db, DATED_PAYMENTS, { from: since }, orgId);
    const owner = orgId === null ? sql`true` : sql`org_id = ${orgId}`;
    const rows = await db.ask<{ program: string; status: PaymentStatus; count: number }>(sql`
      SELECT program, status, count(*)::int AS count
        FROM (SELECT status, progress #>> '{program,compared}' AS program FROM payments
          WHERE ${owner} AND payment_id >= ${first} ORDER BY payment_id DESC LIMIT ${limit}) newest
        WHERE program = ANY (${programIds}::text[]) GROUP BY program, status`);
    const sum = (program: string, isCounted: (status: PaymentStatus) => boolean): number =>
      rows.reduce((total, row) => total + (row.program === program && isCounted(row.status) ? row.count : 0), 0);
    const counted = (program: string) => ({
      succeeded: sum(program, (status) => phaseOf(status) === "succeeded"),
      failed: sum(program, (status) => status === "failed"),
      underWay: sum(program, (status) => !["succeeded", "unsuccessful"].includes(phaseOf(status))),
    });
    return new Map(programIds.map((program) => [program, counted(program)]));
  };
}
