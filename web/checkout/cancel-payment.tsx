import { useState } from "react";
import { actOnPayment, type CheckoutPayment, CheckoutFailure } from "./api.ts";
import { useSpeech } from "./language.tsx";
import { useFailureText } from "./notices.tsx";

/** Cancelling asks once more, in place: a dialog is a lot for a phone. */
export function CancelPayment({ payment, replace }: { payment: CheckoutPayment; replace: (payment: CheckoutPayment) => void }) {
  const { say } = useSpeech();
  const failureText = useFailureText();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const cancel = async (): Promise<void> => {
    try {
      replace(await actOnPayment(payment.checkout_token, { action: "cancel" }));
    } catch (error) {
      const failure = error instanceof CheckoutFailure ? error : new CheckoutFailure(-1, "", "");
      setProblem(failure.status === 409 ? say("cancelTooLate") : failureText(failure));
      setAsking(false);
    }
  };

  return (
    <div className="cancel">
      {asking ? (
        <>
          <p className="text">{say("cancelConfirm")}</p>
          <div className="pair">
            <button type="button" className="quiet wide" onClick={() => setAsking(false)} autoFocus>
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
