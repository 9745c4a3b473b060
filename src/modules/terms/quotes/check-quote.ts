import { assertHolds, type CheckLockDeps } from "#src/modules/terms/rates/check-lock.ts";
import { findLockedRate, type OrgRate, type QuotedTerms } from "#src/modules/terms/rates/find-locked-rate.ts";
import { amountQuoted } from "#src/modules/terms/rates/rate.ts";
import { type ApiError, invalidField } from "#src/platform/http/errors.ts";
import { Money } from "#src/platform/money.ts";

/** The fields of a payment request that names a quote. Missing fields come from the quote. */
export type QuotedRequest = {
  orgId: string;
  quoteId: string;
  amount: Money;
  targetCurrency: string;
  direction: string;
  paymentMethod: string;
  country: string | null | undefined;
};

export type CheckedQuote = {
  readonly lock: OrgRate;
  readonly targetAmount: Money;
  readonly country: string;
  readonly fee: { feeIds: string[]; total: Money };
};

/** Checked before anything is written. The write itself makes sure that a quote is used once, like every rate lock (rates/consume-locks.ts). */
export async function checkQuote(deps: CheckLockDeps, request: QuotedRequest): Promise<CheckedQuote> {
  const lock = await findLockedRate(deps.db, request.orgId, request.quoteId);
  const terms = lock?.quote ?? null;
  if (lock === undefined || terms === null) throw invalidField("quote_id", "names no quote of this organization", "QUOTE_NOT_FOUND");
  if (lock.expiresAt <= deps.clock.now()) throw expired("the quote has expired; make a new one");
  const differing = differences(request, { ...terms, amount: lock.amount!, targetCurrency: lock.toCurrency });
  if (differing.length > 0) throw invalidField("quote_id", `the quote is for another payment: ${differing.join(", ")}`, "QUOTE_MISMATCH");
  await assertHolds(deps, lock, "make a new quote", expired);
  const fee = { feeIds: terms.fee_ids, total: Money.fromDatabase(terms.total_fees, lock.fromCurrency) };
  return { lock, targetAmount: amountQuoted(lock.amount!, lock), country: terms.country, fee };
}

/** Pure. A fee and a route belong to one amount, so a smaller amount is a different payment too. */
function differences(request: QuotedRequest, quoted: QuotedTerms & { amount: Money; targetCurrency: string }): string[] {
  const pairs: [name: string, asked: string, quoted: string][] = [
    ["amount", request.amount.toString(), quoted.amount.toString()],
    ["target_currency", request.targetCurrency, quoted.targetCurrency],
    ["direction", request.direction, quoted.direction],
    ["payment_method", request.paymentMethod, quoted.payment_method],
    ["country", request.country ?? quoted.country, quoted.country],
  ];
  return pairs.filter(([, asked, held]) => asked !== held).map(([name, asked, held]) => `${name} is ${asked}, and was quoted as ${held}`);
}

function expired(message: string): ApiError {
  return invalidField("quote_id", message, "QUOTE_EXPIRED");
}
