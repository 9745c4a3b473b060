import type { Clock } from "#src/platform/clock.ts";
import type { Queryable } from "#src/platform/db/client.ts";
import { invalidField } from "#src/platform/http/errors.ts";
import { findLockedRate, type OrgRate } from "./find-locked-rate.ts";

/** The locked rate that a request names for a conversion, or the 400 that says why it does not serve. */
export async function requireLockedRate(
  deps: { db: Queryable; clock: Clock },
  orgId: string,
  orgRateId: string | null | undefined,
  from: string,
  to: string,
): Promise<OrgRate> {
  const refuse = (code: string, message: string) => invalidField("org_rate_id", message, code);
  if (orgRateId == null || orgRateId.trim() === "") throw refuse("RATE_REQUIRED", `is required: ${from} becomes ${to} at a locked rate`);
  const locked = await findLockedRate(deps.db, orgId, orgRateId);
  if (locked === undefined) throw refuse("RATE_NOT_FOUND", "names no rate that was locked for this organization");
  if (locked.fromCurrency !== from || locked.toCurrency !== to)
    throw refuse("RATE_MISMATCH", `the locked rate is from ${locked.fromCurrency} to ${locked.toCurrency}`);
  if (locked.expiresAt <= deps.clock.now()) throw refuse("RATE_MISMATCH", "the locked rate has expired; fetch a new one");
  return locked;
}
