import type { Db } from "#src/kernel/db/client.ts";
import type { Progress } from "#src/kernel/progress.ts";
import { CHAIN_START, SEALED_COLUMNS, sealOf, type SealedColumns } from "./seal.ts";

type BrokenAuditRow = { orgId: string; position: number; auditId: string | null; reason: string };
export type AuditVerdict = { checked: number; unsealed: number; broken: BrokenAuditRow | null };

type SealedRow = SealedColumns & { position: number; previous_hash: string; hash: string };

const BATCH_ROWS = 1_000;

/** Walks every chain from its start and names the first row that does not match, if any. Reads only. */
export async function verifyAudit(
  db: Pick<Db, "query">,
  progress: Progress = { done: 0, total: 0 },
): Promise<AuditVerdict> {
  const [unsealed] = await db.query<{ count: number }>(
    "SELECT count(*) AS count FROM audit_log WHERE position IS NULL",
  );
  const chains = await db.query<{ org_id: string; position: number | null; hash: string | null }>(
    `SELECT org_id, head.position, encode(head.hash, 'hex') AS hash
     FROM (SELECT DISTINCT org_id FROM audit_log WHERE position IS NOT NULL UNION SELECT org_id
       FROM audit_heads) AS chain
     LEFT JOIN audit_heads AS head USING (org_id) ORDER BY org_id`,
  );
  let checked = 0;
  progress.total += chains.reduce((sum, { position }) => sum + (position ?? 0), 0);
  for (const chain of chains) {
    const brokenAt = (row: Omit<BrokenAuditRow, "orgId">): AuditVerdict => {
      return { checked, unsealed: unsealed!.count, broken: { orgId: chain.org_id, ...row } };
    };
    let end = { position: 0, hash: CHAIN_START };
    for (;;) {
      const rows = await db.query<SealedRow>(
        `SELECT ${SEALED_COLUMNS}, position, encode(previous_hash, 'hex') AS previous_hash, encode(hash, 'hex') AS hash
         FROM audit_log WHERE org_id = $1 AND position > $2 ORDER BY audit_log.position LIMIT ${BATCH_ROWS}`,
        [chain.org_id, end.position],
      );
      for (const row of rows) {
        const reason = faultOf(row, end);
        if (reason !== null) return brokenAt({ position: row.position, auditId: row.audit_id, reason });
        end = { position: row.position, hash: row.hash };
        checked += 1;
      }
      progress.done += rows.length;
      if (rows.length < BATCH_ROWS) break;
    }
    if (end.position !== chain.position || end.hash !== chain.hash) {
      const reason = `the chain ends at ${end.position}, but its head says ${chain.position ?? "nothing"}`;
      return brokenAt({ position: end.position + 1, auditId: null, reason });
    }
  }
  return { checked, unsealed: unsealed!.count, broken: null };
}

function faultOf(row: SealedRow, end: { position: number; hash: string }): string | null {
  if (row.position !== end.position + 1) return `a row is missing before this one: position ${end.position + 1}`;
  if (row.previous_hash !== end.hash) return "this row does not continue the previous one";
  if (row.hash !== sealOf(row.previous_hash, row.position, row))
    return "the content of this row was changed after it was sealed";
  return null;
}
