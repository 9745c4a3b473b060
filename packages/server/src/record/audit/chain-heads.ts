import { listsOf } from "#src/kernel/db/row-source.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";

/** A position in a chain, and the hash there. */
export type ChainPlace = { readonly orgId: string; readonly position: number };
/** `balances`: of a ledger, the digest of all accounts as they were there. */
export type ChainHead = ChainPlace & { readonly hash: string; readonly balances?: string | undefined };
/** Where a verification ended, and the position behind which it began: 0 for the whole chain. */
export type VerifiedHead = ChainHead & { readonly since: number };
/** The heads behind which a verification begins, by organization. */
export type ChainStarts = ReadonlyMap<string, Omit<ChainHead, "orgId">>;

const AUDIT_HEADS = statement("audit.AUDIT_HEADS")`
  SELECT org_id AS "orgId", position, encode(hash, 'hex') AS hash /* not null */ FROM audit_heads
    WHERE $1::uuid IS NULL OR org_id > $1::uuid ORDER BY org_id LIMIT $2`;

/** The heads of the chains, ordered by organization id, starting after the given id; null starts at the beginning. */
export function auditHeads(db: Queryable, afterOrgId: string | null, limit: number): Promise<ChainHead[]> {
  return db.query(AUDIT_HEADS, [afterOrgId, limit]);
}

const AUDIT_HASHES_AT = statement("audit.AUDIT_HASHES_AT")`SELECT encode(found.hash, 'hex') AS hash
  FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS asked (org_id, position, place)
  LEFT JOIN LATERAL (SELECT hash FROM audit_log AS a WHERE a.org_id = asked.org_id AND a.position = asked.position
    LIMIT 1) AS found ON true
  ORDER BY asked.place`;

/** The hashes at these positions, in the same order; null where the chain has no such position. */
export async function auditHashesAt(db: Queryable, places: readonly ChainPlace[]): Promise<(string | null)[]> {
  const rows = await db.query(AUDIT_HASHES_AT, listsOf(places, "orgId", "position"));
  return rows.map(({ hash }) => hash);
}
