import type { Clock } from "@corridor/base/clock.ts";
import { scaleOf } from "@corridor/base/currencies.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { ApiError, invalidField } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { RunSettings } from "#src/run-settings.ts";
import { exposureKeyOf, exposureReached, type UseLimits } from "./consume-locks.ts";
import { rememberLock } from "./find-locked-rate.ts";
import type { LiveRates } from "./live-rates.ts";
import {
  addExposure,
  countOpen,
  holdExposures,
  insertOrgRate,
  type OrgRate,
  type QuotedTerms,
  takeTurn,
} from "./queries.ts";
import { withMargin } from "./rate.ts";

/** Quotes the live rate, less the organization's margin, and locks it for one payment of the organization. */
const LOCKED_FOR_MS = 15 * 60_000;

/** What one organization may lock and use (docs/guides/fx.md says what these limits are worth). */
export type LockLimits = UseLimits & Pick<RunSettings, "rateLockDriftBps" | "rateLockMaxOpen">;

export type QuoteDeps = { liveRates: LiveRates; marginBpsOf(orgId: string): Promise<number> };
export type LockRateDeps = QuoteDeps & { db: Db; clock: Clock; lockLimits: LockLimits };

export type PricedPair = Pick<OrgRate, "orgId" | "fromCurrency" | "toCurrency" | "rate" | "marginBps" | "source">;

export async function quoteRate(deps: QuoteDeps, orgId: string, from: string, to: string): Promise<PricedPair> {
  for (const [path, code] of Object.entries({ fromCurrency: from, toCurrency: to }))
    if (scaleOf(code) === undefined)
      throw invalidField(path, "must be an ISO 4217 currency or a supported crypto asset code");
  if (from === to) throw invalidField("toCurrency", "must differ from fromCurrency");
  const live = await deps.liveRates.between(from, to);
  if (live === null) throw new ApiError(404, "RATE_NOT_FOUND", `A rate from ${from} to ${to} not found`);
  const marginBps = await deps.marginBpsOf(orgId);
  const rate = withMargin(live.rate, marginBps);
  return { orgId, fromCurrency: from, toCurrency: to, rate, marginBps, source: live.source };
}

export function atPar(orgId: string, currency: string): PricedPair {
  return { orgId, fromCurrency: currency, toCurrency: currency, rate: Decimal.ONE, marginBps: 0, source: "par" };
}

/** Without an amount the lock applies to any amount, and the converted amount is counted at its use. */
export async function lockRate(
  deps: LockRateDeps,
  orgId: string,
  from: string,
  to: string,
  amount: Money | null = null,
): Promise<OrgRate> {
  return placeLock(deps, await quoteRate(deps, orgId, from, to), amount);
}

/** Locks a pair at its price, for one payment. With terms the lock is a quote. */
export async function placeLock(
  deps: LockRateDeps,
  pair: PricedPair,
  amount: Money | null,
  quote: QuotedTerms | null = null,
  orgRateId: string = newId(),
): Promise<OrgRate> {
  const { lockLimits } = deps;
  const { orgId, fromCurrency: from, toCurrency: to } = pair;
  // A currency with a rate has a dollar rate. Within one currency nothing is converted.
  const usdPerUnit = from === to ? Decimal.ZERO : (await deps.liveRates.between(from, "USD"))!.rate;
  const createdAt = deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + LOCKED_FOR_MS);
  const lock: OrgRate = { ...pair, orgRateId, amount, quote, usdPerUnit, createdAt, expiresAt };
  await deps.db.transaction(async (tx) => {
    await takeTurn(tx, orgId);
    const { open, firstEnd } = await countOpen(tx, orgId, createdAt, lockLimits.rateLockMaxOpen);
    if (open >= lockLimits.rateLockMaxOpen) throw tooManyOpen(lockLimits.rateLockMaxOpen, firstEnd!, createdAt);
    const usd = amount === null ? Decimal.ZERO : Decimal.of(amount.minor, amount.scale).multiply(usdPerUnit);
    if (usd.isPositive()) {
      const key = exposureKeyOf(lock, createdAt);
      const [held] = await holdExposures(tx, [key]);
      if (held!.usd.plus(usd).compare(Decimal.parse(lockLimits.rateLockHourlyUsd)) > 0)
        throw exposureReached(from, to, lockLimits.rateLockHourlyUsd, createdAt);
      await addExposure(tx, key, usd);
    }
    await insertOrgRate(tx, lock, usd);
  });
  rememberLock(deps.db, lock);
  return lock;
}

function tooManyOpen(maxOpen: number, firstEnd: Date, now: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((firstEnd.getTime() - now.getTime()) / 1_000));
  const message =
    `This organization holds ${maxOpen} open rate locks, the most allowed; ` + `use one, or try again in ${seconds} s`;
  return new ApiError(409, "LIMIT_EXCEEDED", message, { headers: { "retry-after": String(seconds) } });
}
