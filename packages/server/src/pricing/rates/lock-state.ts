import type { Clock } from "@corridor/base/clock.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { findUse, type OrgRate } from "./queries.ts";

export const LOCK_STATUSES = ["open", "used", "expired"] as const;
export type LockState = {
  status: (typeof LOCK_STATUSES)[number];
  /** The payment or transfer that used the rate lock. */ used_by?: string;
};

/** The state of a lock or quote since its creation. */
export async function lockStateOf({ db, clock }: { db: Queryable; clock: Clock }, lock: OrgRate): Promise<LockState> {
  const usedBy = await findUse(db, lock.orgId, lock.orgRateId);
  if (usedBy !== null) return { status: "used", used_by: usedBy };
  return { status: lock.expiresAt <= clock.now() ? "expired" : "open" };
}
