import { findNetwork } from "#src/modules/reference/networks/reference-data.ts";
import {
  callbackWordOf,
  type CardDetails,
  type DispatchRequest,
  type MobileMoneyDetails,
  type MobileMoneyTarget,
  type ProviderName,
} from "#src/providers/provider.ts";
import { type Attempt, flowOf, type Payment, type RouteCandidate } from "../payment.ts";

/** What a provider is asked for one attempt: the whole payment, or one leg of a ramp. Pure. */
export function requestOf(publicBaseUrl: string, payment: Payment, attempt: Attempt, card: CardDetails | undefined): DispatchRequest {
  return {
    reference: attempt.attempt_id,
    paymentId: payment.paymentId,
    transactionId: payment.transactionId,
    orgId: payment.orgId,
    direction: flowOf(payment, attempt),
    country: payment.country,
    ...(attempt.leg === "payment" ? wholeOf(payment, card) : legOf(payment, attempt.leg)),
    ...(payment.details.description === undefined ? {} : { description: payment.details.description }),
    callbackUrl: callbackUrlOf(publicBaseUrl, attempt.provider),
    returnUrl: returnUrlOf(publicBaseUrl, payment),
  };
}

type Substance = Omit<
  DispatchRequest,
  "reference" | "paymentId" | "transactionId" | "orgId" | "direction" | "country" | "description" | "callbackUrl" | "returnUrl"
>;

function wholeOf(payment: Payment, card: CardDetails | undefined): Substance {
  return {
    method: payment.paymentMethod,
    amount: payment.amount,
    targetAmount: payment.targetAmount,
    ...peopleAndAccounts(payment),
    ...(card === undefined ? {} : { card }),
  };
}

/** A leg stays within one currency: the conversion is ours, between the legs. */
function legOf(payment: Payment, leg: "collect" | "settle"): Substance {
  const ramp = payment.details.ramp!;
  const amount = leg === "collect" ? payment.amount : payment.targetAmount;
  if (methodOfLeg(payment, leg) !== "crypto") return { method: ramp.fiat_method, amount, targetAmount: amount, ...peopleAndAccounts(payment) };
  const crypto = { asset: ramp.crypto_currency, network: ramp.crypto_network, ...(leg === "settle" ? { wallet_address: ramp.wallet_address! } : {}) };
  return { method: "crypto", amount, targetAmount: amount, crypto };
}

/** Buying crypto collects fiat and settles on the chain; selling it is the other way round. */
export function methodOfLeg(payment: Pick<Payment, "details">, leg: "collect" | "settle"): "crypto" | "bank_transfer" | "mobile_money" {
  const ramp = payment.details.ramp!;
  const onChain = (ramp.direction === "on_ramp") === (leg === "settle");
  return onChain ? "crypto" : ramp.fiat_method;
}

function peopleAndAccounts({ details, country }: Payment): Partial<Substance> {
  return {
    ...(details.payer_details === undefined ? {} : { payer: details.payer_details }),
    ...(details.recipient_info === undefined ? {} : { recipient: details.recipient_info }),
    ...(details.mobile_money_details === undefined ? {} : { mobileMoney: targetOf(country, details.mobile_money_details) }),
    ...(details.bank_details === undefined ? {} : { bankDetails: details.bank_details }),
    ...(details.bank_account === undefined ? {} : { bankAccount: details.bank_account }),
  };
}

function targetOf(country: string, details: MobileMoneyDetails): MobileMoneyTarget {
  return { ...details, network_code: findNetwork(country, details.provider)?.code ?? "" };
}

/** Who is tried next, and for which leg: the next of the route that was not tried yet, or null. A ramp's second leg has a route per round. */
export function nextCandidate(payment: Payment): { candidate: RouteCandidate; leg: Attempt["leg"] } | null {
  const { attempts, route, ramp } = payment.progress;
  const settling = ramp !== undefined && ramp.step !== "collecting";
  const tried = new Set((settling ? attempts.slice(ramp.round_starts_at) : attempts).map((attempt) => attempt.config_id));
  const candidate = (settling ? ramp.settle_route : route).find((one) => one.taken && !tried.has(one.config_id));
  return candidate === undefined ? null : { candidate, leg: ramp === undefined ? "payment" : settling ? "settle" : "collect" };
}

export function callbackUrlOf(publicBaseUrl: string, provider: ProviderName): string {
  return `${publicBaseUrl}/v1/callbacks/${callbackWordOf(provider)}`;
}

export function returnUrlOf(publicBaseUrl: string, payment: Pick<Payment, "orgId" | "paymentId">): string {
  return `${publicBaseUrl}/v1/returns/${payment.orgId}/${payment.paymentId}`;
}
