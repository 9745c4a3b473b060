import type { RunSettings } from "#src/run-settings.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import type { Write } from "#src/kernel/db/write-together.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { ApiError, invalidField } from "#src/kernel/http/errors.ts";
import type { Money } from "@corridor/base/money.ts";
import { type ExposureKey, type HeldLock, holdExposures, holdOrgRates, type LockUseRow, useWrites } from "./queries.ts";

/**
 * The single use of a rate lock, in the transaction that creates the payment or posts the transfer:
 *
 *   open --consumeLocks, then lockUses with the payment--> used --it ended without moving money, lockEnds--> open
 *
 * `consumeLocks` decides under row locks, so of two concurrent payments exactly one gets the lock. The use is written
 * only with the payment (`lockUses`): one that is refused for another reason leaves its lock open. Rate locks are
 * always locked before the ledger, so that no two transactions deadlock. A payin or ramp that waits for its customer's
 * money counts as open notional until it ends.
 */
export type LockUse = {
  readonly orgId: string;
  readonly orgRateId: string;
  readonly usedBy: string;
  readonly amount: Money;
  readonly toCurrency: string;
  readonly at: Date;
  /** The customer may still decide whether to pay at the rate. */ readonly waits?: boolean;
};

export type UseLimits = Pick<RunSettings, "rateLockHourlyUsd" | "rateOpenUsd">;
export type LockRefusal = "rate_used" | "rate_limit" | "rate_open";

/** Returns the payments that may not use their lock, and why. The same payment may use its lock again after a crash. */
export async function consumeLocks(
  tx: Tx,
  uses: readonly LockUse[],
  limits: UseLimits,
): Promise<Map<string, LockRefusal>> {
  if (uses.length === 0) return new Map();
  // Everybody locks exposures before rate locks, so that two transactions never deadlock. It also makes the sum of
  // what is open true: whoever adds to it holds the exposure of the pair.
  const exposures = await holdExposures(
    tx,
    uses.map((use) => exposureKeyOf({ ...use, fromCurrency: use.amount.currency }, use.at)),
  );
  return decideUses(uses, await holdOrgRates(tx, uses), exposures, limits);
}

/** Pure: the first use of a lock gets it, if the amount fits into the hour's limit and into what may be open. */
export function decideUses(
  uses: readonly LockUse[],
  locks: readonly HeldLock[],
  exposures: readonly (ExposureKey & { usd: Decimal })[],
  { rateLockHourlyUsd, rateOpenUsd }: UseLimits,
): Map<string, LockRefusal> {
  const lockOf = new Map(locks.map((lock) => [`${lock.orgId} ${lock.orgRateId}`, lock]));
  const usedOf = new Map(exposures.map((exposure) => [textOf(exposure), exposure.usd]));
  const openOf = new Map<string, Decimal>();
  const refusals = new Map<string, LockRefusal>();
  for (const use of uses) {
    const id = `${use.orgId} ${use.orgRateId.toLowerCase()}`;
    const lock = lockOf.get(id);
    if (lock?.usedBy === use.usedBy) continue;
    if (lock === undefined || lock.usedBy !== null) {
      refusals.set(use.usedBy, "rate_used");
      continue;
    }
    const hour = textOf(exposureKeyOf({ ...use, fromCurrency: use.amount.currency }, use.at));
    const usd = usdOf(use.amount, lock);
    const added = usd.minus(lock.countedUsd);
    const together = added.isPositive() ? usedOf.get(hour)!.plus(added) : usedOf.get(hour)!;
    if (added.isPositive() && together.compare(Decimal.parse(rateLockHourlyUsd)) > 0) {
      refusals.set(use.usedBy, "rate_limit");
      continue;
    }
    const open = (openOf.get(hour) ?? lock.openUsd).plus(use.waits === true ? usd : Decimal.ZERO);
    if (use.waits === true && open.compare(Decimal.parse(rateOpenUsd)) > 0) {
      refusals.set(use.usedBy, "rate_open");
      continue;
    }
    usedOf.set(hour, together);
    openOf.set(hour, open);
    lockOf.set(id, { ...lock, usedBy: use.usedBy });
  }
  return refusals;
}

/** The statements that mark rate locks as used, to be written together with the payments that use them. */
export function lockUses(uses: readonly LockUse[]): Write[] {
  return useWrites(uses.map((use): LockUseRow => ({ ...use, hour: hourOf(use.at) })));
}

/** The statements that end the use of locks. Those of payments that converted nothing are free again. */
export { endWrites as lockEnds } from "./queries.ts";

export function lockRefused(
  refusal: LockRefusal,
  use: Pick<LockUse, "amount" | "toCurrency" | "at">,
  { rateLockHourlyUsd, rateOpenUsd }: UseLimits,
  isQuote = false,
): ApiError {
  if (refusal === "rate_open") return tooMuchOpen(use, rateOpenUsd);
  if (refusal === "rate_used" && isQuote)
    return invalidField(
      "quote_id",
      "the quote was used before, and a quote is for one payment; make a new one",
      "QUOTE_EXPIRED",
    );
  return refusal === "rate_used"
    ? invalidField(
        "org_rate_id",
        "the locked rate was used before, and a lock is for one payment; lock a new one",
        "RATE_MISMATCH",
      )
    : exposureReached(use.amount.currency, use.toCurrency, rateLockHourlyUsd, use.at);
}

export function exposureReached(from: string, to: string, rateLockHourlyUsd: number, now: Date): ApiError {
  const nextHour = new Date(hourOf(now).getTime() + HOUR_MS);
  const message =
    `This organization may convert ${rateLockHourlyUsd} USD from ${from} to ${to} within an hour, and this ` +
    `would be more; try again at ${nextHour.toISOString()}`;
  return new ApiError(409, "LIMIT_EXCEEDED", message, {
    headers: { "retry-after": String(Math.ceil((nextHour.getTime() - now.getTime()) / 1_000)) },
  });
}

const OPEN_RETRY_SECONDS = 60;

function tooMuchOpen({ amount, toCurrency }: Pick<LockUse, "amount" | "toCurrency">, rateOpenUsd: number): ApiError {
  const message =
    `Payins and ramps of this organization worth ${rateOpenUsd} USD from ${amount.currency} to ${toCurrency} may ` +
    "wait for their customers at a time, and this would be more; try again when some are paid or canceled";
  return new ApiError(409, "LIMIT_EXCEEDED", message, { headers: { "retry-after": String(OPEN_RETRY_SECONDS) } });
}

const HOUR_MS = 60 * 60_000;

function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

export function exposureKeyOf({ orgId, fromCurrency, toCurrency }: Omit<ExposureKey, "hour">, at: Date): ExposureKey {
  return { orgId, fromCurrency, toCurrency, hour: hourOf(at) };
}

function textOf({ orgId, fromCurrency, toCurrency, hour }: ExposureKey): string {
  return `${orgId} ${fromCurrency} ${toCurrency} ${hour.getTime()}`;
}

function usdOf(amount: Money, lock: HeldLock): Decimal {
  return Decimal.of(amount.minor, amount.scale).multiply(lock.usdPerUnit);
}
