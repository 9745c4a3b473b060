import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Progress } from "#src/kernel/progress.ts";
import type { ChainStarts, VerifiedHead } from "./chain-heads.ts";
import { CHAIN_START, SEALED_COLUMNS, sealOf, type SealedColumns } from "./seal.ts";

type BrokenAuditRow = { orgId: string; position: number; auditId: string | null; reason: string };
export type AuditVerdict = { checked: number; unsealed: number; heads: VerifiedHead[]; broken: BrokenAuditRow | null };

type SealedRow = SealedColumns & { position: number; previous_hash: string; hash: string };

const BATCH_ROWS = 1_000;

const COUNT_UNSEALED = statement("audit.COUNT_UNSEALED")`
  SELECT count(*) AS count /* not null */ FROM audit_log WHERE position IS NULL`;

const FIND_UNCOVERED = statement("audit.FIND_UNCOVERED")`
  SELECT org_id /* not null */, coalesce(logged.last, 0) AS last /* not null */, head.position, encode(head.hash, 'hex') AS hash
    FROM (SELECT org_id, max(position) AS last FROM audit_log WHERE position IS NOT NULL GROUP BY org_id) AS logged
    FULL JOIN audit_heads AS head USING (org_id) ORDER BY org_id`;

const FIND_SEALED = statement("audit.FIND_SEALED")`
  SELECT ${SEALED_COLUMNS}, position /* not null */, encode(previous_hash, 'hex') AS previous_hash /* not null */, 
    encode(hash, 'hex') AS hash /* not null */
    FROM audit_log WHERE org_id = $1 AND position > $2 AND position <= $3
    ORDER BY audit_log.position LIMIT ${BATCH_ROWS}`;

/** Walks every chain from its start or signed head and names the first row that does not match, if any. Reads only. */
export async function verifyAudit(
  db: Pick<Db, "query">,
  progress: Progress = { done: 0, total: 0 },
  starts: ChainStarts = new Map(),
): Promise<AuditVerdict> {
  const [unsealed] = await db.query(COUNT_UNSEALED);
  // What is sealed from here on is not looked at.
  const chains = await db.query(FIND_UNCOVERED);
  let checked = 0;
  const heads: VerifiedHead[] = [];
  progress.total += chains.reduce((sum, { position }) => sum + (position ?? 0), 0);
  for (const chain of chains) {
    const brokenAt = (row: Omit<BrokenAuditRow, "orgId">): AuditVerdict => {
      return { checked, unsealed: unsealed!.count, heads, broken: { orgId: chain.org_id, ...row } };
    };
    const start = starts.get(chain.org_id) ?? { position: 0, hash: CHAIN_START };
    let end = { position: start.position, hash: start.hash };
    progress.done += start.position;
    for (;;) {
      const rows = await db.query(FIND_SEALED, [chain.org_id, end.position, chain.last]);
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
    heads.push({ orgId: chain.org_id, ...end, since: start.position });
  }
  return { checked, unsealed: unsealed!.count, heads, broken: null };
}

function faultOf(row: SealedRow, end: { position: number; hash: string }): string | null {
  if (row.position !== end.position + 1) return `a row is missing before this one: position ${end.position + 1}`;
  if (row.previous_hash !== end.hash) return "this row does not continue the previous one";
  if (row.hash !== sealOf(row.previous_hash, row.position, row))
    return "the content of this row was changed after it was sealed";
  return null;
}
