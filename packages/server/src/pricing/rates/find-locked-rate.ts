import type { Clock } from "@corridor/base/clock.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { isId } from "@corridor/base/ids.ts";
import { findOrgRate, findUse, type OrgRate } from "./queries.ts";

/**
 * A lock's terms never change, so its creating process caches them. The caller checks expiry and use. A missing lock is
 * not cached: it may be created in the next moment.
 */
const remembered = new WeakMap<Queryable, Map<string, OrgRate>>();
const MAX_REMEMBERED = 10_000;

/** A rate locked for this organization; another organization's lock counts as unknown. */
export async function findLockedRate(db: Queryable, orgId: string, orgRateId: string): Promise<OrgRate | undefined> {
  if (!isId(orgRateId)) return undefined;
  const known = remembered.get(db)?.get(keyOf(orgId, orgRateId));
  if (known !== undefined) return known;
  const found = await findOrgRate(db, orgId, orgRateId);
  if (found !== undefined) rememberLock(db, found);
  return found;
}

export function rememberLock(db: Queryable, lock: OrgRate): void {
  let rates = remembered.get(db);
  if (rates === undefined) remembered.set(db, (rates = new Map()));
  if (rates.size >= MAX_REMEMBERED) rates.delete(rates.keys().next().value!);
  rates.set(keyOf(lock.orgId, lock.orgRateId), lock);
}

function keyOf(orgId: string, orgRateId: string): string {
  return `${orgId} ${orgRateId.toLowerCase()}`;
}

export const LOCK_STATUSES = ["open", "used", "expired"] as const;
export type LockState = {
  status: (typeof LOCK_STATUSES)[number];
  /** The payment or transfer that used the rate lock. */ used_by?: string;
};

export async function lockStateOf({ db, clock }: { db: Queryable; clock: Clock }, lock: OrgRate): Promise<LockState> {
  const usedBy = await findUse(db, lock.orgId, lock.orgRateId);
  if (usedBy !== null) return { status: "used", used_by: usedBy };
  return { status: lock.expiresAt <= clock.now() ? "expired" : "open" };
}
