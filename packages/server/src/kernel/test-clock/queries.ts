import type { Queryable, Tx } from "../db/client.ts";

export async function selectShift(db: Queryable): Promise<number> {
  const [row] = await db.query<{ shift_ms: string }>("SELECT shift_ms::text FROM test_clock");
  return Number(row?.shift_ms ?? 0);
}

/** Adds to the shift, so that concurrent moves add up. */
export async function addShift(tx: Tx, ms: number): Promise<number> {
  const [row] = await tx.query<{ shift_ms: string }>(
    `INSERT INTO test_clock AS t (shift_ms) VALUES ($1) ON CONFLICT (only_row) DO UPDATE
      SET shift_ms = t.shift_ms + EXCLUDED.shift_ms RETURNING shift_ms::text`,
    [ms],
  );
  return Number(row!.shift_ms);
}
