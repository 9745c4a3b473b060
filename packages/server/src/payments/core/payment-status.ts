import type { EventType } from "#src/record/events/index.ts";

/**
 *   initiated --accepted--> processing | pending | completed        initiated --every candidate refused--> failed
 *   initiated --second person looks--> reviewed --decides--> confirmed | rejected    confirmed --> as from initiated
 *   pending <-update-> processing --> completed | failed  pending --cancel, expiry--> canceled  completed --> refunded
 *
 * The one table of payment statuses: everything that depends on a status is a column here or an exhaustive map over
 * `PaymentStatus`. The database refuses every other move too; a test compares its trigger with this table.
 *
 * `phase`: starting (nothing is accepted yet), review (a person decides), open (a provider or the customer is acting),
 * succeeded, unsuccessful. `event`: announces the status, besides `transaction.updated`. `payment.processing` announces
 * none: it says that the first provider has accepted the payment (payment-writes.ts).
 */
export const PAYMENT_STATUS = {
  initiated: { phase: "starting", event: null, moves: ["processing", "pending", "completed", "failed", "reviewed"] },
  reviewed: { phase: "review", event: null, moves: ["confirmed", "rejected"] },
  confirmed: { phase: "starting", event: null, moves: ["processing", "pending", "completed", "failed"] },
  processing: { phase: "open", event: null, moves: ["pending", "completed", "failed"] },
  pending: { phase: "open", event: "payment.pending", moves: ["processing", "completed", "failed", "canceled"] },
  completed: { phase: "succeeded", event: "payment.completed", moves: ["refunded"] },
  failed: { phase: "unsuccessful", event: "payment.failed", moves: [] },
  refunded: { phase: "succeeded", event: "payment.refunded", moves: [] },
  rejected: { phase: "unsuccessful", event: "payment.failed", moves: [] },
  canceled: { phase: "unsuccessful", event: "payment.canceled", moves: [] },
} as const satisfies Record<string, { phase: PaymentPhase; event: EventType | null; moves: readonly string[] }>;

export type PaymentPhase = "starting" | "review" | "open" | "succeeded" | "unsuccessful";
export type PaymentStatus = keyof typeof PAYMENT_STATUS;
export const PAYMENT_STATUSES = Object.keys(PAYMENT_STATUS) as readonly PaymentStatus[] as readonly [
  PaymentStatus,
  ...PaymentStatus[],
];

export function phaseOf(status: PaymentStatus): PaymentPhase {
  return PAYMENT_STATUS[status].phase;
}

export function mayMove(from: PaymentStatus, to: PaymentStatus): boolean {
  const moves: readonly PaymentStatus[] = PAYMENT_STATUS[from].moves;
  return moves.includes(to);
}

/** No provider update changes a final status; we can still refund a `completed` one. */
export function isFinal(status: PaymentStatus): boolean {
  const phase = phaseOf(status);
  return phase === "succeeded" || phase === "unsuccessful";
}

/** Every change is `transaction.updated`; a change with its own event type is published under that name first. */
export function eventTypesOf(status: PaymentStatus): EventType[] {
  const { event } = PAYMENT_STATUS[status];
  return event === null ? ["transaction.updated"] : [event, "transaction.updated"];
}

export const REFUND_STATUSES = ["pending", "completed", "failed"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
