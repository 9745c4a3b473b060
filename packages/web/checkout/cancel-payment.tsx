import { useEffect, useRef, useState } from "react";
import { actOnPayment, type CheckoutPayment, CheckoutFailure } from "@corridor/shared/checkout/api.ts";
import { failureText } from "@corridor/shared/checkout/failure-text.ts";
import { useSpeech } from "./language.tsx";

/** Canceling asks for confirmation in place: a dialog is a lot for a phone. */
export function CancelPayment({
  payment,
  replace,
}: {
  payment: CheckoutPayment;
  replace: (payment: CheckoutPayment) => void;
}) {
  const speech = useSpeech();
  const { say } = speech;
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), [asking]);

  const cancel = async (): Promise<void> => {
    try {
      replace(await actOnPayment(payment.checkout_token, { action: "cancel" }));
    } catch (error) {
      const failure = error instanceof CheckoutFailure ? error : new CheckoutFailure(-1, "", "");
      setProblem(failure.status === 409 ? say("cancelTooLate") : failureText(speech, failure));
      setAsking(false);
    }
  };

  return (
    <div className="cancel">
      {asking ? (
        <>
          <p className="text">{say("cancelConfirm")}</p>
          <div className="pair">
            <button ref={keep} type="button" className="quiet wide" onClick={() => setAsking(false)}>
              {say("keep")}
            </button>
            <button type="button" className="quiet wide danger" onClick={() => void cancel()}>
              {say("cancel")}
            </button>
          </div>
        </>
      ) : (
        <button type="button" className="quiet wide" onClick={() => setAsking(true)}>
          {say("cancel")}
        </button>
      )}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
