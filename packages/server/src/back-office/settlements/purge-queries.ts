import type { Tx } from "#src/kernel/db/client.ts";

/** A finished import whose file is old enough to be erased, whether it was read or failed. */
export async function takeRead(tx: Tx, before: Date): Promise<string | undefined> {
  const [row] = await tx.query<{ import_id: string }>(
    `SELECT import_id FROM settlement_imports WHERE finished_at < $1 AND purged_at IS NULL ORDER BY finished_at LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED`,
    [before],
  );
  return row?.import_id;
}

/** A file that is fetched page by page is never abandoned: the fetching job continues it or starts its day again. */
export async function takeAbandoned(tx: Tx, before: Date): Promise<string | undefined> {
  const [row] = await tx.query<{ import_id: string }>(
    `SELECT import_id FROM settlement_imports i WHERE status = 'receiving' AND created_at < $1
       AND NOT EXISTS (SELECT FROM settlement_fetches f WHERE f.import_id = i.import_id) ORDER BY created_at LIMIT 1
         FOR NO KEY UPDATE OF i SKIP LOCKED`,
    [before],
  );
  return row?.import_id;
}

export async function deleteParts(tx: Tx, importId: string, limit: number): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM settlement_file_parts WHERE import_id = $1
       AND part IN (SELECT part FROM settlement_file_parts WHERE import_id = $1 ORDER BY part LIMIT $2) RETURNING 1`,
    [importId, limit],
  );
  return rows.length;
}

export async function markPurged(tx: Tx, importId: string, at: Date): Promise<void> {
  await tx.query("UPDATE settlement_imports SET purged_at = $2 WHERE import_id = $1", [importId, at]);
}
