import type { Fees } from "#src/modules/terms/fees/charge-fee.ts";
import { noRoute, type Router } from "#src/modules/terms/routing/route-payments.ts";
import { findLockedRate, type OrgRate, type QuotedTerms } from "#src/modules/terms/rates/find-locked-rate.ts";
import { atPar, type LockRateDeps, placeLock, quoteRate } from "#src/modules/terms/rates/lock-rate.ts";
import { amountQuoted } from "#src/modules/terms/rates/rate.ts";
import { invalidField } from "#src/platform/http/errors.ts";
import { isoOf } from "#src/platform/instant.ts";
import type { Money } from "#src/platform/money.ts";

/**
 * The cost, result and duration of a payment, held for one payment. A quote is a rate lock with terms (`org_rates.quote`), also within one currency,
 * where its rate is 1. So one payment gets it, and a payment that ends without success returns it, by the rule of every lock.
 */
export type QuoteDeps = LockRateDeps & {
  router: Router;
  fees: Fees;
  /** How long payments of the corridor have taken lately, from start to end; null: there were none. */
  usualDurationMs(orgId: string, place: QuotedPlace): Promise<number | null>;
};

export type QuotedPlace = { country: string; paymentMethod: QuotedTerms["payment_method"]; direction: "inbound" | "outbound" };
export type QuoteQuestion = QuotedPlace & { orgId: string; amount: Money; targetCurrency: string };
/** `repeats`: the same request may have created the quote before a crash. */
export type QuoteKey = { id: string | undefined; repeats: boolean };

const HOUR_MS = 60 * 60_000;

export async function makeQuote(deps: QuoteDeps, question: QuoteQuestion, key: QuoteKey): Promise<OrgRate> {
  const { orgId, amount, targetCurrency, country, paymentMethod, direction } = question;
  const earlier = key.repeats && key.id !== undefined ? await findLockedRate(deps.db, orgId, key.id) : undefined;
  if (earlier !== undefined) return earlier;
  const corridor = { country, paymentMethod, direction };
  const pair = amount.currency === targetCurrency ? atPar(orgId, targetCurrency) : await quoteRate(deps, orgId, amount.currency, targetCurrency);
  const target = amountQuoted(amount, pair);
  if (!target.isPositive()) throw invalidField("amount", `is worth less than the smallest unit of ${targetCurrency}`);
  const route = await deps.router.route(corridor, orgId, amount, direction === "outbound" ? target : undefined);
  const [first] = route.taken;
  if (first === undefined) throw noRoute(corridor, route);
  const fee = await deps.fees.charge({ orgId, ...corridor, amount });
  const takesMs = await deps.usualDurationMs(orgId, corridor);
  const settlesMs = direction === "inbound" ? (first.settlement_delay_hours ?? 0) * HOUR_MS : 0;
  const terms: QuotedTerms = {
    direction: direction === "inbound" ? "payin" : "payout",
    payment_method: paymentMethod,
    country,
    fee_ids: fee.feeIds,
    total_fees: fee.total.toDatabase(),
    route: route.taken.map(({ provider }) => provider),
    ...(takesMs === null ? {} : { expected_arrival_at: isoOf(new Date(deps.clock.now().getTime() + takesMs + settlesMs)) }),
  };
  return placeLock(deps, pair, amount, terms, key.id);
}
