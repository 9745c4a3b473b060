import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import { isId } from "@corridor/base/ids.ts";
import { conflict } from "#src/kernel/http/errors.ts";
import { type Beneficiary, isSealed, type SealRule } from "./beneficiary.ts";
import { selectBeneficiariesById, selectBeneficiary, selectForKeyShare } from "./queries.ts";

export const BENEFICIARIES_TOPIC = "beneficiaries";
const MAX_CACHED = 10_000;
const CACHED_FOR_MS = 5 * 60_000;

/** One of this organization's beneficiaries. Another organization's id, or text that is not an id, is not found. */
export function findBeneficiary(db: Queryable, orgId: string, beneficiaryId: string): Promise<Beneficiary | undefined> {
  return selectBeneficiary(db, { orgId }, beneficiaryId);
}

export async function findBeneficiaries(
  db: Queryable,
  orgId: string,
  beneficiaryIds: readonly string[],
): Promise<Map<string, Beneficiary>> {
  const ids = [...new Set(beneficiaryIds.filter(isId).map((id) => id.toLowerCase()))];
  if (ids.length === 0) return new Map();
  return new Map((await selectBeneficiariesById(db, orgId, ids)).map((one) => [one.beneficiaryId, one]));
}

/**
 * Finds a beneficiary for payouts, cached in memory. All processes drop it when it changes. One whose account somebody
 * changed in the database is not paid.
 */
export function createBeneficiaryFinder(
  deps: {
    db: Queryable;
    invalidations: Pick<Invalidations, "subscribe" | "isConfirmed">;
  } & SealRule,
): (orgId: string, beneficiaryId: string) => Promise<Beneficiary | undefined> {
  const cache = createCache<string, Beneficiary | undefined>({
    invalidations: deps.invalidations,
    topic: BENEFICIARIES_TOPIC,
    load: async (key) => {
      const [orgId, beneficiaryId] = key.split(":") as [string, string];
      const found = await findBeneficiary(deps.db, orgId, beneficiaryId);
      if (found === undefined || isSealed(deps, found)) return found;
      throw conflict("The account of this beneficiary was not entered here; check it, and enter it again");
    },
    maxEntries: MAX_CACHED,
    ttlMs: CACHED_FOR_MS,
  });
  return (orgId, beneficiaryId) => cache.get(cacheKeyOf(orgId, beneficiaryId));
}

export function cacheKeyOf(orgId: string, beneficiaryId: string): string {
  return `${orgId}:${beneficiaryId.toLowerCase()}`;
}

export type BeneficiaryReference = { readonly orgId: string; readonly beneficiaryId: string };

/**
 * Until the transaction ends; returns (as `cacheKeyOf`) those that exist. A deletion then waits and sees the payment,
 * or came first and is seen here.
 */
export async function holdBeneficiaries(
  tx: Tx,
  references: readonly BeneficiaryReference[],
): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set();
  const held = await selectForKeyShare(tx, references);
  return new Set(held.map((row) => cacheKeyOf(row.org_id, row.beneficiary_id)));
}
