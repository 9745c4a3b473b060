import type { EventType } from "#src/record/events/index.ts";
import type { DisputeStatus } from "@corridor/provider-kit/provider.ts";

/**
 *   needs_response --evidence--> under_review --> won | lost        needs_response --nobody answers in time--> expired
 *          |   ^                        |            |
 *          |   +------- the bank asks again ---------+   expired --the provider reports otherwise--> under_review | won
 *          +--> won | lost | accepted <-+          won --second chargeback--> lost
 *
 * The one table of dispute statuses. The database refuses every other move too; a test compares its trigger with it.
 * `money`: held (in the ledger's dispute account), released (back with the organization) or gone. `event`: announces
 * the status; a change without a new status is `dispute.updated`.
 */
export const DISPUTE_STATUS = {
  needs_response: {
    money: "held",
    event: "dispute.opened",
    moves: ["under_review", "won", "lost", "accepted", "expired"],
  },
  under_review: { money: "held", event: "dispute.under_review", moves: ["needs_response", "won", "lost", "accepted"] },
  won: { money: "released", event: "dispute.won", moves: ["needs_response", "lost"] },
  lost: { money: "gone", event: "dispute.lost", moves: [] },
  accepted: { money: "gone", event: "dispute.accepted", moves: [] },
  expired: { money: "gone", event: "dispute.expired", moves: ["under_review", "won"] },
} as const satisfies Record<
  DisputeStatus,
  { money: "held" | "released" | "gone"; event: EventType; moves: readonly DisputeStatus[] }
>;

export function mayMove(from: DisputeStatus, to: DisputeStatus): boolean {
  const moves: readonly DisputeStatus[] = DISPUTE_STATUS[from].moves;
  return moves.includes(to);
}
