import type { Queryable } from "#src/platform/db/client.ts";
import { isId } from "#src/platform/ids.ts";
import { findOrgRate, type OrgRate } from "./queries.ts";

export type { OrgRate } from "./queries.ts";

/** A rate locked for this organisation; another organisation's is as unknown as one that never was. */
export async function findLockedRate(db: Queryable, orgId: string, orgRateId: string): Promise<OrgRate | undefined> {
  return isId(orgRateId) ? findOrgRate(db, orgId, orgRateId) : undefined;
}
