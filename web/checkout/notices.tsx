import type { CheckoutFailure } from "./api.ts";
import { useSpeech } from "./language.tsx";
import { OutcomeMark, Sheet, Spinner, StateHeading } from "./sheet.tsx";

export function NotFound() {
  const { say } = useSpeech();
  return (
    <Sheet>
      <OutcomeMark good={false} />
      <StateHeading>{say("notFound")}</StateHeading>
      <p className="text">{say("notFoundText")}</p>
    </Sheet>
  );
}

export function Loading() {
  const { say } = useSpeech();
  return (
    <Sheet>
      <p className="text centered" role="status">
        <Spinner /> {say("loading")}
      </p>
    </Sheet>
  );
}

export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const { say } = useSpeech();
  return (
    <Sheet>
      <p className="problem" role="alert">
        {say("unreachable")}
      </p>
      <button type="button" className="button" onClick={onRetry}>
        {say("tryAgain")}
      </button>
    </Sheet>
  );
}

/** In the payer's words and language; the service's own only where no field of the form is to blame. */
export function useFailureText(): (failure: CheckoutFailure) => string {
  const { say } = useSpeech();
  return (failure) => {
    if (failure.status === 0) return say("unreachable");
    if (failure.status === 429) return say("tooMany");
    if (failure.code === "ALL_PROVIDERS_FAILED" || failure.code === "ROUTING_CONFIG_NOT_FOUND") return say("refused");
    if (failure.code === "LINK_NOT_PAYABLE") return say("linkChanged");
    if (failure.code === "LINK_BUSY") return say("linkBusy");
    if (failure.code === "RATE_MISMATCH" || failure.code === "RATE_NOT_FOUND" || failure.code === "AMOUNT_MISMATCH") return say("priceChanged");
    if (failure.status === 400 && failure.message !== "") return failure.message;
    return say("failedGeneric");
  };
}
