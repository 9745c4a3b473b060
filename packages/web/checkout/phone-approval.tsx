import { useEffect, useState } from "react";
import {
  actOnPayment,
  CheckoutFailure,
  type CheckoutPayment,
  type PhoneApproval,
} from "@corridor/shared/checkout/api.ts";
import { failureText } from "@corridor/shared/checkout/failure-text.ts";
import { useSpeech } from "./language.tsx";
import { Mark } from "./mark.tsx";
import { ProviderText, Spinner, StateHeading } from "./sheet.tsx";

type Props = { payment: CheckoutPayment; approval: PhoneApproval; goTo: (path: string) => void };

/**
 * In mobile money this is the most important page: what to do on the phone, for how long, and what to do when no prompt
 * appears.
 */
export function PhonePrompt({ payment, approval, goTo }: Props) {
  const { say } = useSpeech();
  const { network, phone_hint: phone, prompt_code: code } = approval;
  return (
    <>
      <div className="waiting" role="status">
        <Mark name={network} />
        <StateHeading>{say("approveTitle")}</StateHeading>
        <p className="text">{say("approveText", { network, phone })}</p>
        <Spinner />
      </div>
      {payment.provider_text !== null && <ProviderText text={payment.provider_text} />}
      {payment.expires_at !== null && <Countdown until={payment.expires_at} />}
      <p className="hint centered-text">
        {code === null ? say("promptGone", { network }) : say("promptAgain", { code })}
      </p>
      {code !== null && (
        <a className="quiet wide dial" dir="ltr" href={`tel:${encodeURIComponent(code)}`}>
          {code}
        </a>
      )}
      {payment.link_ref !== null && <OtherRequest payment={payment} phone={phone} goTo={goTo} />}
    </>
  );
}

const SECOND_MS = 1_000;

function Countdown({ until }: { until: string }) {
  const { say } = useSpeech();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((new Date(until).getTime() - now) / SECOND_MS));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <p className="text centered" role="timer">
      {say("timeLeft", { time })}
    </p>
  );
}

/**
 * Sends the request again, or to another number. Two open requests could both be approved, so the first one is canceled
 * before the form comes back; if the network does not cancel it, the payer is told so.
 */
function OtherRequest({
  payment,
  phone,
  goTo,
}: {
  payment: CheckoutPayment;
  phone: string;
  goTo: (path: string) => void;
}) {
  const speech = useSpeech();
  const { say } = speech;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const restart = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await actOnPayment(payment.checkout_token, { action: "cancel" });
      goTo(`/pay/${payment.link_ref}?method=mobile_money`);
    } catch (error) {
      const failure = error instanceof CheckoutFailure ? error : new CheckoutFailure(-1, "", "");
      setProblem(failure.status === 409 ? say("promptStays", { phone }) : failureText(speech, failure));
      setBusy(false);
    }
  };
  return (
    <div className="cancel">
      <div className="pair">
        {(["resendPrompt", "changeNumber"] as const).map((phrase) => (
          <button key={phrase} type="button" className="quiet wide" aria-disabled={busy} onClick={() => void restart()}>
            {say(phrase)}
          </button>
        ))}
      </div>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
