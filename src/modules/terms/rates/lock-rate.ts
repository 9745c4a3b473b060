import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import { invalidField, notFound } from "#src/platform/http/errors.ts";
import { scaleOf } from "#src/platform/currencies.ts";
import { newId } from "#src/platform/ids.ts";
import type { LiveRates } from "./live-rates.ts";
import { insertOrgRate, type OrgRate } from "./queries.ts";
import { withMargin } from "./rate.ts";

/** Quotes the live rate, less the organisation's margin, and locks it for the organisation. */
const LOCKED_FOR_MS = 15 * 60_000;

export type LockRateDeps = { db: Db; clock: Clock; liveRates: LiveRates; marginBpsOf(orgId: string): Promise<number> };

export async function quoteRate(
  deps: Omit<LockRateDeps, "db">,
  orgId: string,
  from: string,
  to: string,
): Promise<Omit<OrgRate, "orgRateId" | "createdAt" | "expiresAt">> {
  for (const [path, code] of [
    ["fromCurrency", from],
    ["toCurrency", to],
  ] as const) {
    if (scaleOf(code) === undefined) throw invalidField(path, "must be an ISO 4217 currency or a supported crypto asset code");
  }
  if (from === to) throw invalidField("toCurrency", "must differ from fromCurrency");
  const live = await deps.liveRates.between(from, to);
  if (live === null) throw notFound(`A rate from ${from} to ${to}`);
  const marginBps = await deps.marginBpsOf(orgId);
  return { orgId, fromCurrency: from, toCurrency: to, rate: withMargin(live.rate, marginBps), marginBps, source: live.source };
}

export async function lockRate(deps: LockRateDeps, orgId: string, from: string, to: string): Promise<OrgRate> {
  const quote = await quoteRate(deps, orgId, from, to);
  const createdAt = deps.clock.now();
  const locked: OrgRate = { ...quote, orgRateId: newId(), createdAt, expiresAt: new Date(createdAt.getTime() + LOCKED_FOR_MS) };
  await insertOrgRate(deps.db, locked);
  return locked;
}
