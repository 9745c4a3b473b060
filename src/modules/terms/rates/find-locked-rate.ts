import type { Queryable } from "#src/platform/db/client.ts";
import { isId } from "#src/platform/ids.ts";
import { findOrgRate, type OrgRate } from "./queries.ts";

export type { OrgRate } from "./queries.ts";

/**
 * A locked rate never changes, so a process asks for it once, and the payments that use it cost no further query. Whether it has expired is
 * for the caller to ask the clock. What was not found is not remembered: it may be locked in the next moment.
 */
const remembered = new WeakMap<Queryable, Map<string, OrgRate>>();
const MAX_REMEMBERED = 10_000;

/** A rate locked for this organisation; another organisation's is as unknown as one that never was. */
export async function findLockedRate(db: Queryable, orgId: string, orgRateId: string): Promise<OrgRate | undefined> {
  if (!isId(orgRateId)) return undefined;
  let rates = remembered.get(db);
  if (rates === undefined) remembered.set(db, (rates = new Map()));
  const key = `${orgId} ${orgRateId.toLowerCase()}`;
  const known = rates.get(key);
  if (known !== undefined) return known;
  const found = await findOrgRate(db, orgId, orgRateId);
  if (found === undefined) return undefined;
  if (rates.size >= MAX_REMEMBERED) rates.delete(rates.keys().next().value!);
  rates.set(key, found);
  return found;
}
