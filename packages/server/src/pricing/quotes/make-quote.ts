import type { Queryable } from "#src/kernel/db/client.ts";
import type { Fees } from "#src/pricing/fees/index.ts";
import { noRoute, type Router } from "#src/pricing/routing/index.ts";
import {
  atPar,
  buyUnder,
  findLockedRate,
  type LockRateDeps,
  type OrgRate,
  placeLock,
  type PricedPair,
  type QuotedTerms,
  quoteRate,
} from "#src/pricing/rates/index.ts";
import { isoOf } from "@corridor/base/instant.ts";
import type { Money } from "@corridor/base/money.ts";

/**
 * A quote is a rate lock with terms (`org_rates.quote`), also within one currency, where its rate is 1: one payment
 * uses it, and it is free again if that payment ends without success.
 */
export type QuoteDeps = LockRateDeps & {
  router: Router;
  fees: Fees;
  /** How long payments of the corridor have taken lately, from start to end; null: there were none. */
  usualDurationMs(db: Queryable, orgId: string, place: QuotedPlace): Promise<number | null>;
  /** The amounts, rate, route and fee of a ramp. Passed in, because the ramps module is above this one. */
  priceRamp(question: RampQuestion): Promise<Priced & { pair: PricedPair; targetAmount: Money }>;
};

export type QuotedPlace = {
  country: string;
  paymentMethod: QuotedTerms["payment_method"] | "crypto";
  direction: "inbound" | "outbound" | "external";
};
export type PaymentQuestion = {
  orgId: string;
  amount: Money;
  targetCurrency: string;
  country: string;
  paymentMethod: QuotedTerms["payment_method"];
  direction: "inbound" | "outbound";
};
export type RampQuestion = {
  orgId: string;
  direction: "on_ramp" | "off_ramp";
  fiat: Money;
  asset: string;
  country: string;
  fiatMethod: "bank_transfer" | "mobile_money";
};
type Priced = { amount: Money; route: string[]; fee: { feeIds: string[]; total: Money } };
/** `repeats`: the same request may have created the quote before a crash. */
export type QuoteKey = { id: string | undefined; repeats: boolean };

const HOUR_MS = 60 * 60_000;

export async function findEarlierQuote(
  deps: Pick<QuoteDeps, "db">,
  orgId: string,
  { id, repeats }: QuoteKey,
): Promise<OrgRate | undefined> {
  return repeats && id !== undefined ? findLockedRate(deps.db, orgId, id) : undefined;
}

export async function quotePayment(deps: QuoteDeps, question: PaymentQuestion, key: QuoteKey): Promise<OrgRate> {
  const { orgId, amount, targetCurrency, country, paymentMethod, direction } = question;
  const corridor = { country, paymentMethod, direction };
  const pair =
    amount.currency === targetCurrency
      ? atPar(orgId, targetCurrency)
      : await quoteRate(deps, orgId, amount.currency, targetCurrency);
  const target = buyUnder(pair, amount);
  const route = await deps.router.route(corridor, orgId, amount, direction === "outbound" ? target : undefined);
  const [first] = route.taken;
  if (first === undefined) throw noRoute(corridor, route);
  const fee = await deps.fees.charge({ orgId, ...corridor, amount });
  const settlesMs = direction === "inbound" ? (first.settlement_delay_hours ?? 0) * HOUR_MS : 0;
  const terms = {
    direction: direction === "inbound" ? "payin" : "payout",
    payment_method: paymentMethod,
    country,
    ...pricedTerms({ amount, fee, route: route.taken.map(({ provider }) => provider) }),
    ...(await arrival(deps, orgId, corridor, settlesMs)),
  } as const;
  return placeLock(deps, pair, amount, terms, key.id);
}

export async function quoteRamp(
  deps: QuoteDeps,
  question: RampQuestion & { network: string },
  key: QuoteKey,
): Promise<OrgRate> {
  const { orgId, direction, country, fiatMethod, network } = question;
  const { pair, targetAmount, ...priced } = await deps.priceRamp(question);
  const terms = {
    direction,
    payment_method: fiatMethod,
    country,
    crypto_network: network,
    target_amount: targetAmount.toDatabase(),
    ...pricedTerms(priced),
    ...(await arrival(deps, orgId, { country, paymentMethod: "crypto", direction: "external" })),
  };
  return placeLock(deps, pair, priced.amount, terms, key.id);
}

function pricedTerms({ fee, route }: Priced): Pick<QuotedTerms, "fee_ids" | "total_fees" | "route"> {
  return { fee_ids: fee.feeIds, total_fees: fee.total.toDatabase(), route };
}

async function arrival(
  deps: QuoteDeps,
  orgId: string,
  place: QuotedPlace,
  settlesMs = 0,
): Promise<Pick<QuotedTerms, "expected_arrival_at">> {
  const takesMs = await deps.usualDurationMs(deps.db, orgId, place);
  return takesMs === null
    ? {}
    : { expected_arrival_at: isoOf(new Date(deps.clock.now().getTime() + takesMs + settlesMs)) };
}
