import type { CardDetails, DispatchRequest } from "#src/providers/provider.ts";
import type { Attempt, LegName, Payment, RouteCandidate } from "./payment.ts";
import type { MoveRules } from "./rules/moves.ts";

/**
 * What a kind of payment brings to the core. The core stores, dispatches, polls and recovers all kinds alike, and asks here where they differ:
 * how a move is decided, what a provider is asked for, who is tried next.
 */
export type PaymentKind = {
  decide: MoveRules;
  substanceOf(payment: Payment, attempt: Attempt, card: CardDetails | undefined): Substance;
  /** The next of the route that was not tried yet, and the leg it is to carry; null when none is left. */
  nextCandidate(payment: Payment): { candidate: RouteCandidate; leg: LegName } | null;
};

export type PaymentKinds = Readonly<Record<Payment["kind"], PaymentKind>>;

/** The part of a request to a provider that depends on the kind of payment. */
export type Substance = Omit<
  DispatchRequest,
  "reference" | "paymentId" | "transactionId" | "orgId" | "direction" | "country" | "description" | "callbackUrl" | "returnUrl"
>;
