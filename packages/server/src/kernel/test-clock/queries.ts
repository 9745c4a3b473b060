import type { Queryable, Tx } from "../db/client.ts";
import { statement } from "../db/statement.ts";

const SELECT_SHIFT = statement("test-clock.SELECT_SHIFT")`SELECT shift_ms::text FROM test_clock`;

export async function selectShift(db: Queryable): Promise<number> {
  const [row] = await db.query(SELECT_SHIFT);
  return Number(row?.shift_ms ?? 0);
}

const ADD_SHIFT = statement("test-clock.ADD_SHIFT")`
  INSERT INTO test_clock AS t (shift_ms) VALUES ($1) ON CONFLICT (only_row) DO UPDATE
    SET shift_ms = t.shift_ms + EXCLUDED.shift_ms RETURNING shift_ms::text`;

/** Adds to the shift, so that concurrent moves add up. */
export async function addShift(tx: Tx, ms: number): Promise<number> {
  const [row] = await tx.query(ADD_SHIFT, [ms]);
  return Number(row!.shift_ms);
}
