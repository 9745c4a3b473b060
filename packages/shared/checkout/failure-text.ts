import type { CheckoutFailure } from "./api.ts";
import type { Speech } from "../languages/speech.ts";

/**
 * The text for a failed call, in the payer's language. The service's own message, which is English, is shown only when
 * nothing else fits.
 */
export function failureText(
  { say }: Pick<Speech, "say">,
  failure: Pick<CheckoutFailure, "status" | "code" | "message">,
): string {
  if (failure.status === 0) return say("unreachable");
  if (failure.status === 429 || failure.code === "CHALLENGE_REQUIRED") return say("tooMany");
  if (failure.code === "ALL_PROVIDERS_FAILED" || failure.code === "ROUTING_CONFIG_NOT_FOUND") return say("refused");
  if (failure.code === "LINK_NOT_PAYABLE") return say("linkChanged");
  if (failure.code === "LINK_BUSY") return say("linkBusy");
  if (failure.code === "RATE_MISMATCH" || failure.code === "RATE_NOT_FOUND" || failure.code === "AMOUNT_MISMATCH")
    return say("priceChanged");
  if (failure.status === 400 && failure.message !== "") return failure.message;
  return say("failedGeneric");
}
