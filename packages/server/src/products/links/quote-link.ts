import {
  findLockedRate,
  findUsableLock,
  type LockRateDeps,
  type OrgRate,
  placeLock,
  type PricedPair,
  quoteRate,
} from "#src/pricing/rates/index.ts";
import { scaleOf } from "@corridor/base/currencies.ts";
import { Decimal, divideHalfEven, powerOfTen } from "@corridor/base/decimal.ts";
import { ApiError, invalidField, unavailable } from "#src/kernel/http/errors.ts";
import { Money } from "@corridor/base/money.ts";
import type { PaymentLink } from "./payment-link.ts";
import { storeQuote } from "./queries.ts";

/**
 * The rate is locked for the organization. All visitors of a link see one lock until it is used or nearly expired:
 * viewing a page does not write a row each time, and a customer who saw a price has minutes to pay it.
 */
const SHOWN_FOR_AT_LEAST_MS = 5 * 60_000;
const RETRY_AFTER_SECONDS = 60;

/** Null when the customer pays in the link's own currency. */
export async function quoteLink(deps: LockRateDeps, link: PaymentLink): Promise<OrgRate | null> {
  if (link.payerCurrency === link.currency) return null;
  const current = link.quoteRateId === null ? undefined : await findUsableLock(deps, link.orgId, link.quoteRateId);
  const soon = deps.clock.now().getTime() + SHOWN_FOR_AT_LEAST_MS;
  if (current !== undefined && isOf(link, current) && current.expiresAt.getTime() >= soon) return current;
  const locked = await lockForLink(deps, link, await priceForLink(deps, link));
  await storeQuote(deps.db, link, locked.orgRateId);
  return locked;
}

/** The rate for one payer alone, at the current price. Nothing is locked yet. */
export function priceForLink(deps: LockRateDeps, link: PaymentLink): Promise<PricedPair> {
  return forVisitor(link, quoteRate(deps, link.orgId, link.payerCurrency, link.currency));
}

/** The lock for a payment that nothing but its commit can still refuse: a refused form must leave no lock behind. */
export function lockForLink(deps: LockRateDeps, link: PaymentLink, pair: PricedPair): Promise<OrgRate> {
  return forVisitor(link, placeLock(deps, pair, null));
}

async function forVisitor<T>(link: PaymentLink, priced: Promise<T>): Promise<T> {
  try {
    return await priced;
  } catch (error) {
    // A visitor can fix neither a missing rate nor the limits; "not found" would read as if there were no link.
    if (error instanceof ApiError && (error.statusCode === 404 || error.code === "LIMIT_EXCEEDED"))
      throw unavailable(`The link cannot be paid in ${link.payerCurrency} at the moment`, RETRY_AFTER_SECONDS);
    throw error;
  }
}

/**
 * A lock serves one payment. If another visitor used it, the payment gets a new one at the same price; otherwise the
 * payer sees the new price first.
 */
export async function findQuote(deps: LockRateDeps, link: PaymentLink, quoteId: string): Promise<LinkPrice> {
  const shown = await findLockedRate(deps.db, link.orgId, quoteId);
  if (shown === undefined || !isOf(link, shown) || shown.expiresAt <= deps.clock.now()) throw priceIsOver();
  if ((await findUsableLock(deps, link.orgId, quoteId)) !== undefined) return shown;
  const next = await priceForLink(deps, link);
  if (!next.rate.equals(shown.rate)) throw priceIsOver();
  return next;
}

/** With `orgRateId` the price is locked already. */
export type LinkPrice = PricedPair & { readonly orgRateId?: string };

export function priceIsOver(): ApiError {
  return invalidField("quote_id", "the quoted price is no longer valid; read the link again", "RATE_MISMATCH");
}

function isOf(link: PaymentLink, rate: OrgRate): boolean {
  return rate.fromCurrency === link.payerCurrency && rate.toCurrency === link.currency;
}

/** A rate has twelve digits; the rounding of its last digit must not cost the payer a cent. */
const RATE_PRECISION = Decimal.parse("1.00000000001");

/**
 * The nearest amount of the payer's currency that brings `target`, plus one minor unit if that would be worth less.
 * With a margin it is never worth less, not even by a rounded half unit: thousands of tiny links would add up.
 */
export function payerAmountOf(
  target: Money,
  { rate, marginBps }: Pick<OrgRate, "rate" | "marginBps">,
  payerCurrency: string,
): Money {
  const nearest = divideHalfEven(
    target.minor * powerOfTen(rate.scale + scaleOf(payerCurrency)!),
    rate.digits * powerOfTen(target.scale),
  );
  const amount = Money.ofMinor(nearest, payerCurrency);
  const worth = Decimal.of(amount.minor, amount.scale).multiply(rate).multiply(RATE_PRECISION);
  const isTooLittle =
    amount.convert(rate, target.currency).compare(target) < 0 ||
    (marginBps > 0 && worth.compare(Decimal.of(target.minor, target.scale)) < 0);
  return isTooLittle ? Money.ofMinor(nearest + 1n, payerCurrency) : amount;
}
