import type { FailureCause } from "@corridor/provider-kit/failures.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import type { Move } from "./moves.ts";
import { findAttempt, flowOf, type Payment } from "./payment.ts";

/** What a provider's code means in this direction; null for one that nobody has given a meaning. */
export type CauseOf = (
  provider: ProviderName,
  flow: "inbound" | "outbound",
  code: string | undefined,
) => FailureCause | null;

/** The move with the meaning of the provider's code. Every refusal and failure passes here, whatever reported it. */
export function withCause(causeOf: CauseOf, payment: Payment, move: Move): Move {
  const causeAt = (reference: string, code: string | undefined): FailureCause | null => {
    const attempt = findAttempt(payment, reference);
    return attempt === undefined ? null : causeOf(attempt.provider, flowOf(payment, attempt), code);
  };
  if (move.type === "refused") return { ...move, cause: causeAt(move.attemptId, move.code) };
  if (move.type !== "provider_said" || move.update.status !== "failed") return move;
  return { ...move, cause: causeAt(move.update.reference, move.update.code) };
}
