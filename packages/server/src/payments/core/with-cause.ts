import { failureCauseIn } from "@corridor/provider-kit/failures.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import type { Move } from "./moves.ts";
import { findAttempt, flowOf, type Payment } from "./payment.ts";

export type DocumentedCodes = ReadonlyMap<ProviderName, Pick<Provider, "codes">>;

/** The move with the meaning of the provider's code. Every refusal and failure passes here, whatever reported it. */
export function withCause(providers: DocumentedCodes, payment: Payment, move: Move): Move {
  if (move.type === "refused") return { ...move, cause: causeOf(providers, payment, move.attemptId, move.code) };
  if (move.type !== "provider_said" || move.update.status !== "failed") return move;
  return { ...move, cause: causeOf(providers, payment, move.update.reference, move.update.code) };
}

function causeOf(providers: DocumentedCodes, payment: Payment, reference: string, code: string | undefined) {
  const attempt = findAttempt(payment, reference);
  const codes = attempt === undefined ? undefined : providers.get(attempt.provider)?.codes;
  return codes === undefined ? null : failureCauseIn(codes[flowOf(payment, attempt!)], code);
}
