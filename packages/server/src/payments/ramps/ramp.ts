import {
  nextCandidateOf,
  type Payment,
  type RampDetails,
  type RampProgress,
  type RouteCandidate,
} from "#src/payments/core/index.ts";
import { isPegged } from "@corridor/base/crypto-assets/crypto-assets.ts";
import { scaleOf } from "@corridor/base/currencies.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";

/**
 * A ramp first collects what the customer pays (`amount`), then delivers what the customer gets (`targetAmount`).
 * Buying crypto (`on_ramp`) collects fiat and settles on a chain; selling it (`off_ramp`) is the other way round.
 *
 *   initiated --accepted--> pending --collected--> processing --second leg settled--> completed
 *       |                      |                       |
 *       | all refused          | expiry, cancel        | second leg fails round after round: first leg returned
 *       v                      v                       v
 *     failed               canceled                  failed
 *
 *   step:  collecting -------------------> settling ---> refunding ---> ended
 */
export function rampOf(payment: Payment): RampProgress {
  return payment.progress.ramp!;
}

export function withRamp(payment: Payment, change: Partial<RampProgress>): Payment {
  return { ...payment, progress: { ...payment.progress, ramp: { ...rampOf(payment), ...change } } };
}

export const NEW_RAMP: RampProgress = {
  step: "collecting",
  next_step_at: null,
  collection_under_way: false,
  settle_round: 0,
  settle_route: [],
  round_starts_at: 0,
  failed_attempts: [],
  refund_id: null,
  refund_tries: 0,
};

/** How long we bear the rate of a ramp: less than between fiat currencies, and least where the price moves most. */
const PEGGED_PAYABLE_MS = 20 * 60_000;
const VOLATILE_PAYABLE_MS = 10 * 60_000;

export function payableUntil(asset: string, now: Date): Date {
  return new Date(now.getTime() + (isPegged(asset) ? PEGGED_PAYABLE_MS : VOLATILE_PAYABLE_MS));
}

type Directed = { details: { ramp?: Pick<RampDetails, "direction"> } };

export function fiatAmountOf(payment: Pick<Payment, "amount" | "targetAmount"> & Directed): Money {
  return payment.details.ramp!.direction === "on_ramp" ? payment.amount : payment.targetAmount;
}

export function cryptoAmountOf(payment: Payment): Money {
  return payment.details.ramp!.direction === "on_ramp" ? payment.targetAmount : payment.amount;
}

/** The next provider of the current round's route that was not tried in this round. */
export function nextOfRoute({ progress }: Payment): RouteCandidate | null {
  const { round_starts_at, settle_route } = progress.ramp!;
  return nextCandidateOf(settle_route, progress.attempts.slice(round_starts_at));
}

export function firstTaken(route: readonly RouteCandidate[]): RouteCandidate | undefined {
  return route.find((candidate) => candidate.taken);
}

type Routed = { details: { ramp?: Pick<RampDetails, "direction" | "fiat_method"> } };
/** Buying crypto collects fiat and settles on the chain; selling it is the other way round. */
export function methodOfLeg(payment: Routed, leg: "collect" | "settle") {
  const ramp = payment.details.ramp!;
  const onChain = (ramp.direction === "on_ramp") === (leg === "settle");
  return onChain ? "crypto" : ramp.fiat_method;
}

/** A JSON number that a client reads as a double keeps this many digits. */
const EXACT_IN_A_DOUBLE = 15;

/**
 * The nearest amount with no more digits than a double keeps, plus one in the last digit if it would be worth less than
 * the fiat. Otherwise a customer whose client drops the eighteenth decimal would pay too little, as no wallet shows.
 */
export function cryptoToSend(fiat: Money, rate: Decimal, asset: string): Money {
  const exact = Decimal.of(fiat.minor, fiat.scale);
  const quotient = exact.divide(rate, scaleOf(asset)!);
  const integerDigits = quotient.digits.toString().length - quotient.scale;
  const decimals = Math.min(scaleOf(asset)!, Math.max(0, EXACT_IN_A_DOUBLE - integerDigits));
  // The exact quotient is used, not one that is already rounded: rounding twice may reduce it by more than half a unit.
  const nearest = exact.divide(rate, decimals);
  const amount = Money.parse(nearest.toString(), asset);
  if (amount.convert(rate, fiat.currency).compare(fiat) >= 0) return amount;
  return Money.parse(nearest.plus(Decimal.of(1n, decimals)).toString(), asset);
}
