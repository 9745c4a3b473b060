import {
  assertHolds,
  type CheckLockDeps,
  convertAt,
  findLockedRate,
  type OrgRate,
  type QuotedTerms,
} from "#src/pricing/rates/index.ts";
import { type ApiError, invalidField } from "#src/kernel/http/errors.ts";
import { Money } from "@corridor/base/money.ts";

/** A quote that a request names, checked before anything is written. Its use is unique by rates/consume-locks.ts. */
export type FoundQuote = {
  readonly lock: OrgRate;
  readonly terms: QuotedTerms;
  readonly targetAmount: Money;
  readonly fee: { feeIds: string[]; total: Money };
};

/** The fields of a request that a quote fixes, under the request's names. An omitted one comes from the quote. */
export type AskedOfQuote = Readonly<Record<string, string | null | undefined>>;

export async function findQuote(deps: CheckLockDeps, orgId: string, quoteId: string): Promise<FoundQuote> {
  const lock = await findLockedRate(deps.db, orgId, quoteId);
  const terms = lock?.quote ?? null;
  if (lock === undefined || terms === null)
    throw invalidField("quote_id", "is not a quote of this organization", "QUOTE_NOT_FOUND");
  if (lock.expiresAt <= deps.clock.now()) throw expired("the quote has expired; make a new one");
  const fee = { feeIds: terms.fee_ids, total: Money.fromDatabase(terms.total_fees, lock.fromCurrency) };
  return { lock, terms, targetAmount: targetOf(lock, terms), fee };
}

export function targetOf(lock: OrgRate, { target_amount }: QuotedTerms): Money {
  return target_amount === undefined
    ? convertAt(lock.amount!, lock.rate, lock.toCurrency)
    : Money.fromDatabase(target_amount, lock.toCurrency);
}

/** Throws unless the request matches the quote and the market is still close to it. */
export async function assertQuoted(deps: CheckLockDeps, quote: FoundQuote, asked: AskedOfQuote): Promise<void> {
  const differing = differences(asked, quotedValues(quote));
  if (differing.length > 0)
    throw invalidField("quote_id", `the quote is for another payment: ${differing.join(", ")}`, "QUOTE_MISMATCH");
  await assertHolds(deps, quote.lock, "make a new quote", expired);
}

function quotedValues({ lock, terms, targetAmount }: FoundQuote): Record<string, string> {
  const { direction, payment_method, country, crypto_network } = terms;
  const common = { direction, payment_method, country };
  if (crypto_network === undefined)
    return { ...common, amount: lock.amount!.toString(), target_currency: lock.toCurrency };
  const [fiat, asset] = direction === "on_ramp" ? [lock.amount!, lock.toCurrency] : [targetAmount, lock.fromCurrency];
  return { ...common, fiat_amount: fiat.toString(), crypto_currency: asset, crypto_network };
}

/** Pure. A fee and a route belong to one amount, so a request with a smaller amount does not match either. */
function differences(asked: AskedOfQuote, quoted: Readonly<Record<string, string>>): string[] {
  return Object.entries(asked)
    .filter(([name, value]) => value != null && value !== quoted[name])
    .map(([name, value]) => `${name} is ${value}, but was quoted as ${quoted[name] ?? "nothing"}`);
}

function expired(message: string): ApiError {
  return invalidField("quote_id", message, "QUOTE_EXPIRED");
}
