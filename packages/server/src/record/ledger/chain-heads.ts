import { listsOf } from "#src/kernel/db/row-source.ts";
import type { ChainHead, ChainPlace } from "#src/record/audit/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";

const LEDGER_HEADS = statement("ledger.LEDGER_HEADS")`
  SELECT org_id AS "orgId", length AS position, encode(head_hash, 'hex') AS hash /* not null */ FROM ledger_chains
    WHERE ($1::uuid IS NULL OR org_id > $1::uuid) AND length > 0 ORDER BY org_id LIMIT $2`;

/** The heads of the chains, ordered by organization id, starting after the given id; null starts at the beginning. */
export function ledgerHeads(db: Queryable, afterOrgId: string | null, limit: number): Promise<ChainHead[]> {
  return db.query(LEDGER_HEADS, [afterOrgId, limit]);
}

/** A row of an account `a` with the given state, hashed. All of them in the order of their ids give `balances`. */
export const accountDigest = (state: string): string =>
  `sha256(convert_to(jsonb_build_array(a.account_id, a.purpose, a.owner_id, a.currency, trim_scale(${state}.balance),
    trim_scale(${state}.held), trim_scale(${state}.floor), ${state}.status,
    extract(epoch FROM a.created_at))::text, 'UTF8'))`;

const LEDGER_HEADS_WITH_BALANCES = statement("ledger.LEDGER_HEADS_WITH_BALANCES")`
  SELECT org_id AS "orgId", length AS position, encode(head_hash, 'hex') AS hash /* not null */, (
      SELECT encode(sha256(string_agg(${accountDigest("a")}, ''::bytea ORDER BY a.account_id)), 'hex')
      FROM ledger_accounts a WHERE a.org_id = c.org_id) AS balances /* not null */
    FROM ledger_chains c WHERE org_id = ANY($1::uuid[]) ORDER BY org_id`;

/** The same heads as they are now, each with its accounts of the same moment. */
export function ledgerHeadsWithBalances(db: Queryable, heads: readonly ChainHead[]): Promise<ChainHead[]> {
  return db.query(LEDGER_HEADS_WITH_BALANCES, [heads.map(({ orgId }) => orgId)]);
}

const LEDGER_HASHES_AT = statement("ledger.LEDGER_HASHES_AT")`SELECT encode(found.hash, 'hex') AS hash
  FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS asked (org_id, position, place)
  LEFT JOIN LATERAL (SELECT hash FROM ledger_transactions AS t
    WHERE t.org_id = asked.org_id AND t.position = asked.position LIMIT 1) AS found ON true
  ORDER BY asked.place`;

/** The hashes at these positions, in the same order; null where the chain has no such position. */
export async function ledgerHashesAt(db: Queryable, places: readonly ChainPlace[]): Promise<(string | null)[]> {
  const rows = await db.query(LEDGER_HASHES_AT, listsOf(places, "orgId", "position"));
  return rows.map(({ hash }) => hash);
}
