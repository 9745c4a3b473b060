import { findLockedRate, type OrgRate } from "#src/modules/terms/rates/find-locked-rate.ts";
import { lockRate, type LockRateDeps } from "#src/modules/terms/rates/lock-rate.ts";
import { scaleOf } from "#src/platform/currencies.ts";
import { type Decimal, divideHalfEven, powerOfTen } from "#src/platform/decimal.ts";
import { ApiError, invalidField, unavailable } from "#src/platform/http/errors.ts";
import { Money } from "#src/platform/money.ts";
import type { PaymentLink } from "./payment-link.ts";
import { storeQuote } from "./queries.ts";

/**
 * What a customer pays in a currency other than the link's. The rate is locked for the organisation, like any other; all visitors of a link
 * share one lock until it is nearly over, so that looking at a page does not write a row each time, and whoever was shown a price has
 * minutes to pay it.
 */
const SHOWN_FOR_AT_LEAST_MS = 5 * 60_000;
const RETRY_AFTER_SECONDS = 60;

/** Null when the customer pays in the link's own currency. */
export async function quoteLink(deps: LockRateDeps, link: PaymentLink): Promise<OrgRate | null> {
  if (link.payerCurrency === link.currency) return null;
  const current = link.quoteRateId === null ? undefined : await findLockedRate(deps.db, link.orgId, link.quoteRateId);
  if (current !== undefined && isOf(link, current) && current.expiresAt.getTime() - deps.clock.now().getTime() >= SHOWN_FOR_AT_LEAST_MS) return current;
  try {
    const locked = await lockRate(deps, link.orgId, link.payerCurrency, link.currency);
    await storeQuote(deps.db, link, locked.orgRateId);
    return locked;
  } catch (error) {
    // A visitor cannot mend a missing rate; "not found" would read as if the link did not exist.
    if (error instanceof ApiError && error.statusCode === 404)
      throw unavailable(`The link cannot be paid in ${link.payerCurrency} at the moment`, RETRY_AFTER_SECONDS);
    throw error;
  }
}

/** The quote that a payer was shown; any rate that was locked for the organisation and this pair, and still stands, is as good as another. */
export async function findQuote(deps: LockRateDeps, link: PaymentLink, quoteId: string): Promise<OrgRate> {
  const quote = await findLockedRate(deps.db, link.orgId, quoteId);
  if (quote === undefined || !isOf(link, quote) || quote.expiresAt <= deps.clock.now())
    throw invalidField("quote_id", "the quoted price is no longer valid; read the link again", "RATE_MISMATCH");
  return quote;
}

function isOf(link: PaymentLink, rate: OrgRate): boolean {
  return rate.fromCurrency === link.payerCurrency && rate.toCurrency === link.currency;
}

/**
 * What a payer gives so that the organisation gets `target` at `rate` (units of the target per unit paid): the nearest amount of the payer's
 * currency, and one minor unit more where that would be worth less than the target.
 */
export function payerAmountOf(target: Money, rate: Decimal, payerCurrency: string): Money {
  const nearest = divideHalfEven(target.minor * powerOfTen(rate.scale + scaleOf(payerCurrency)!), rate.digits * powerOfTen(target.scale));
  const amount = Money.ofMinor(nearest, payerCurrency);
  return amount.convert(rate, target.currency).compare(target) < 0 ? Money.ofMinor(nearest + 1n, payerCurrency) : amount;
}
