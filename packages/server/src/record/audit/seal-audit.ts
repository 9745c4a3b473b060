import type { Db, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { CHAIN_START, SEALED_COLUMNS, sealOf } from "./seal.ts";

const BATCH_ROWS = 1_000;
const INTERVAL_MS = 1_000;
/** One process seals at a time: two would fork a chain. Every version of this code must share this number. */
const SEALER_LOCK = 7_305_213;

/**
 * Chains the rows appended since the last run. A hash covers the row, its position and the hash of the previous row of
 * its organization, so changing, removing or inserting a row breaks every later seal. Rows are sealed in the order in
 * which they became visible, and of one run in that of their time: ids follow the clock of the machine, which may be
 * an hour off, and the last entry says what is so.
 */
export function sealAuditJob(deps: { db: Db }): Job {
  return {
    name: "seal-audit",
    intervalMs: INTERVAL_MS,
    fullRun: BATCH_ROWS,
    runOnce: () => deps.db.transaction(sealBatch),
  };
}

const TAKE_SEALER_LOCK = statement(
  "audit.TAKE_SEALER_LOCK",
)`SELECT pg_try_advisory_xact_lock($1) AS taken /* not null */`;

const FIND_UNSEALED = statement("audit.FIND_UNSEALED")`
  SELECT ${SEALED_COLUMNS} FROM audit_log WHERE position IS NULL ORDER BY audit_log.audit_id LIMIT ${BATCH_ROWS}`;

const FIND_HEADS = statement("audit.FIND_HEADS")`
  SELECT org_id, position, encode(hash, 'hex') AS hash /* not null */ FROM audit_heads WHERE org_id = ANY ($1::uuid[])`;

const UPDATE_AUDIT_LOG = statement("audit.UPDATE_AUDIT_LOG")`
  UPDATE audit_log SET position = seal.position, previous_hash = decode(seal.previous_hash, 'hex'),
    hash = decode(seal.hash, 'hex')
    FROM json_to_recordset($1::json) AS seal (org_id uuid, audit_id uuid, position bigint, previous_hash text,
      hash text)
    WHERE audit_log.org_id = seal.org_id AND audit_log.audit_id = seal.audit_id
      AND audit_log.audit_id >= $2 AND audit_log.audit_id <= $3`;

const INSERT_AUDIT_HEADS = statement("audit.INSERT_AUDIT_HEADS")`INSERT INTO audit_heads (org_id, position, hash)
  SELECT org_id, position, decode(hash, 'hex')
    FROM json_to_recordset($1::json) AS head (org_id uuid, position bigint, hash text)
  ON CONFLICT (org_id) DO UPDATE SET position = excluded.position, hash = excluded.hash`;

async function sealBatch(tx: Tx): Promise<number> {
  const [lock] = await tx.query(TAKE_SEALER_LOCK, [SEALER_LOCK]);
  if (lock?.taken !== true) return 0;
  const rows = await tx.query(FIND_UNSEALED);
  if (rows.length === 0) return 0;
  const ids = [rows[0]!.audit_id, rows.at(-1)!.audit_id] as const;
  rows.sort((one, other) => Number(one.created_at) - Number(other.created_at));

  const heads = await tx.query(FIND_HEADS, [[...new Set(rows.map((row) => row.org_id))]]);
  const ends = new Map(heads.map(({ org_id, position, hash }) => [org_id, { position, hash }]));
  const seals = rows.map((row) => {
    const end = ends.get(row.org_id) ?? { position: 0, hash: CHAIN_START };
    const position = end.position + 1;
    const hash = sealOf(end.hash, position, row);
    ends.set(row.org_id, { position, hash });
    return { org_id: row.org_id, audit_id: row.audit_id, position, previous_hash: end.hash, hash };
  });

  await tx.query(UPDATE_AUDIT_LOG, [JSON.stringify(seals), ...ids]);
  await tx.query(INSERT_AUDIT_HEADS, [JSON.stringify([...ends].map(([org_id, end]) => ({ org_id, ...end })))]);
  return rows.length;
}
