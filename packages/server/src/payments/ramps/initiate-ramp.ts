import {
  assertVerified,
  draftPayment,
  findEarlier,
  type InitiateDeps,
  readCustomer,
  startPlanned,
} from "#src/payments/initiate/index.ts";
import { type Initiator, isBlank, type RequestKey } from "#src/payments/requests/index.ts";
import { aboutOf, type Payment, withProgress } from "#src/payments/core/index.ts";
import { assertQuoted, findQuote, type FoundQuote } from "#src/pricing/quotes/index.ts";
import { isWithinDrift, type LockRateDeps, placeLock, type PricedPair } from "#src/pricing/rates/index.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { Gate } from "#src/pricing/stops/index.ts";
import { invalidField, stopped } from "#src/kernel/http/errors.ts";
import { stopOfSettlement } from "./continue-ramp.ts";
import { newId } from "@corridor/base/ids.ts";
import { checkedRate, directionOfRate, type RateDeps } from "./check-rate.ts";
import { collectingRoute, rampAmounts, rampFee } from "./price-ramp.ts";
import { NEW_RAMP, payableUntil } from "./ramp.ts";
import { RAMP_DIRECTIONS, type RampBody } from "./ramp-schema.ts";
import { type RampRequestRead, readRamp } from "./read-ramp.ts";
import type { RouteLegDeps } from "./route-leg.ts";

/**
 * Read and check -> rate, or quote -> route both legs -> fee -> lock the rate, as every conversion does -> commit the
 * ramp with its first leg "dispatching" -> dispatch, outside any transaction -> commit the answer -> tell the customer
 * how to pay. The worker does the rest.
 */
export type InitiateRampDeps = InitiateDeps & RateDeps & RouteLegDeps & { rates: LockRateDeps; gate: Gate };

/** `key`: a ramp of the same request from before a crash is returned. Checked first: the rate may have moved since. */
export async function initiateRamp(deps: InitiateRampDeps, who: Initiator, body: RampBody, key: RequestKey) {
  const earlier = await findEarlier(deps, who, key);
  if (earlier !== undefined) return earlier;
  const profile = await deps.profileOf(who.orgId);
  assertVerified(deps, profile, "Ramps");
  const { request, terms } = await (isBlank(body.quote_id)
    ? readAtLiveRate(deps, who.orgId, body)
    : readQuoted(deps, who.orgId, body, body.quote_id!));
  const customer = body.customer_id == null ? undefined : await readCustomer(deps, who.orgId, body.customer_id);
  if (customer !== undefined) request.details.customer_id = customer.customerId;
  const payment = await plan(deps, who, request, terms, key.id ?? newId());
  // We would bear the rate of money that cannot be delivered.
  const reason = await stopOfSettlement(deps, payment);
  if (reason !== null) throw stopped(reason);
  const { amount, targetAmount } = payment;
  const changes = {
    direction: request.direction,
    amount: amount.toDatabase(),
    currency: amount.currency,
    target_amount: targetAmount.toDatabase(),
    target_currency: targetAmount.currency,
  };
  const { uniqueClientReference: uniqueReference } = profile;
  const planned = { payment, newId: key.id === undefined, uniqueReference, action: "ramp.initiated", changes };
  return startPlanned(deps, who, planned);
}

type Terms = Pick<Payment, "amount" | "targetAmount"> & { pair: PricedPair; quote?: FoundQuote };
type ReadTerms = { request: RampRequestRead; terms: Terms };

async function readAtLiveRate(deps: InitiateRampDeps, orgId: string, body: RampBody): Promise<ReadTerms> {
  const request = await readRamp(deps, orgId, body, (fiat, asset) =>
    directionOfRate(deps, orgId, fiat, asset, body.client_rate),
  );
  const [from, to] =
    request.direction === "on_ramp" ? [request.fiat.currency, request.asset] : [request.asset, request.fiat.currency];
  const pair = await checkedRate(deps, orgId, from, to, body.client_rate);
  return { request, terms: { ...rampAmounts(request, pair.rate), pair } };
}

/** The quote decides the ramp's direction and country if the request does not name them. */
async function readQuoted(deps: InitiateRampDeps, orgId: string, body: RampBody, quoteId: string): Promise<ReadTerms> {
  const quote = await findQuote(deps.rates, orgId, quoteId);
  const { direction, country } = quote.terms;
  const quotedDirection = RAMP_DIRECTIONS.find((one) => one === direction) ?? null;
  if (quotedDirection === null)
    throw invalidField("quote_id", `the quote is for a ${direction}, not for a ramp`, "QUOTE_MISMATCH");
  const completed = { ...body, direction: body.direction ?? quotedDirection, country: body.country ?? country };
  const request = await readRamp(deps, orgId, completed, async () => quotedDirection);
  const { crypto_network, fiat_method } = request.details.ramp;
  await assertQuoted(deps.rates, quote, {
    direction: request.direction,
    fiat_amount: request.fiat.toString(),
    crypto_currency: request.asset,
    crypto_network,
    payment_method: fiat_method,
    country: request.country,
  });
  const { rate, amount } = quote.lock;
  if (!isWithinDrift(Decimal.parse(body.client_rate), rate))
    throw invalidField("client_rate", `is not the rate of the quote, which is ${rate.toString()}`, "RATE_MISMATCH");
  return { request, terms: { amount: amount!, targetAmount: quote.targetAmount, pair: quote.lock, quote } };
}

async function plan(deps: InitiateRampDeps, who: Initiator, request: RampRequestRead, terms: Terms, paymentId: string) {
  const { country, clientReference, beneficiaryId } = request;
  const { amount, targetAmount, pair, quote } = terms;
  const ramp = { ...request.details.ramp, rate: pair.rate.toString() };
  const quoted = quote === undefined ? {} : { quote_id: quote.lock.orgRateId };
  const details: Payment["details"] = { ...request.details, ...quoted, ramp };
  const routed = { country, direction: "external", amount, targetAmount, details } as const;
  const about = aboutOf({ paymentId, beneficiaryId, details });
  const { route, program, first } = await collectingRoute(deps, { orgId: who.orgId, ...routed, about });
  const fee = quote?.fee ?? (await rampFee(deps, { orgId: who.orgId, country, amount }));
  if (!fee.total.isZero()) details.fee_funding = { purpose: "settlement" };
  const { orgRateId } = quote?.lock ?? (await placeLock(deps.rates, pair, amount));
  const kind = { kind: "ramp", paymentMethod: "crypto" } as const;
  const asked = { ...kind, ...routed, orgRateId, clientReference, beneficiaryId };
  const draft = draftPayment(who, paymentId, deps.clock.now(), asked, { fee, route, program, first, leg: "collect" });
  return withProgress({ ...draft, expiresAt: payableUntil(request.asset, draft.createdAt) }, { ramp: NEW_RAMP });
}
