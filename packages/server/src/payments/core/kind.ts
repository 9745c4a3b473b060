import type { CardDetails, DispatchRequest } from "@corridor/provider-kit/provider.ts";
import type { Attempt, Payment, RouteCandidate } from "./payment.ts";
import type { MoveRules } from "./moves.ts";

/** What differs between kinds of payments. The core stores, dispatches, polls and recovers all kinds alike. */
export type PaymentKind = {
  decide: MoveRules;
  substanceOf(payment: Payment, attempt: Attempt, card: CardDetails | undefined): Substance;
  /** The next provider of the current leg's route that was not tried yet; null when none is left. */
  nextCandidate(payment: Payment): RouteCandidate | null;
};

export type PaymentKinds = Readonly<Record<Payment["kind"], PaymentKind>>;

/** The part of a provider request that depends on the kind of payment. */
export type Substance = Omit<
  DispatchRequest,
  | "reference"
  | "paymentId"
  | "transactionId"
  | "orgId"
  | "direction"
  | "country"
  | "description"
  | "callbackUrl"
  | "returnUrl"
>;
