import { type FormEvent, useEffect, useState } from "react";
import { actOnPayment, type CheckoutPayment, CheckoutFailure } from "@corridor/shared/checkout/api.ts";
import { Field } from "./field.tsx";
import { failureText } from "@corridor/shared/checkout/failure-text.ts";
import { useSpeech } from "./language.tsx";
import { ProviderText, Spinner, StateHeading } from "./sheet.tsx";

const RESEND_AFTER_SECONDS = 30;
const CODE = /^\d{4,8}$/;

type Props = { payment: CheckoutPayment; replace: (payment: CheckoutPayment) => void; reload: () => void };

export function OtpForm({ payment, replace, reload }: Props) {
  const speech = useSpeech();
  const { say } = speech;
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const [notice, setNotice] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useState(RESEND_AFTER_SECONDS);

  useEffect(() => {
    if (wait === 0) return undefined;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);

  const explain = (error: unknown): string => {
    const failure = error instanceof CheckoutFailure ? error : new CheckoutFailure(-1, "", "");
    if (failure.code === "INVALID_OTP") {
      // The service counts wrong codes: reads the remaining attempts from it, and whether the payment is still open.
      reload();
      return say("wrongCode", { left: Math.max(0, (payment.otp?.attempts_left ?? 1) - 1) });
    }
    if (failure.status === 409) reload();
    return failureText(speech, failure);
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (!CODE.test(code.trim())) {
      setProblem(say("codeFormat"));
      return;
    }
    setBusy(true);
    setNotice(null);
    try {
      replace(await actOnPayment(payment.checkout_token, { action: "submit_otp", otp: code.trim() }));
      reload();
    } catch (error) {
      setCode("");
      setProblem(explain(error));
    } finally {
      setBusy(false);
    }
  };

  const resend = async (): Promise<void> => {
    setWait(RESEND_AFTER_SECONDS);
    setProblem(undefined);
    try {
      replace(await actOnPayment(payment.checkout_token, { action: "resend_otp" }));
      setNotice(say("resent"));
    } catch (error) {
      setProblem(explain(error));
    }
  };

  const hint = payment.otp?.phone_hint ?? null;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <StateHeading>{say("enterCode")}</StateHeading>
      {payment.provider_text === null ? (
        <p className="text">{hint === null ? say("codeSentPlain") : say("codeSent", { phone: hint })}</p>
      ) : (
        <ProviderText text={payment.provider_text} />
      )}
      <Field
        label={say("code")}
        className="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        required
        value={code}
        problem={problem}
        onChange={(event) => {
          setCode(event.target.value.replaceAll(/\D/g, ""));
          setProblem(undefined);
        }}
      />
      {/* This text is announced by screen readers. The message at the field itself is only found by people who go back to the field. */}
      <p className="visually-hidden" role="alert">
        {problem}
      </p>
      {notice !== null && (
        <p className="hint" role="status">
          {notice}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={busy} data-busy={busy || undefined}>
        {busy && <Spinner />} {say("confirm")}
      </button>
      <button type="button" className="quiet wide" disabled={wait > 0} onClick={() => void resend()}>
        {wait > 0 ? say("resendIn", { seconds: wait }) : say("resend")}
      </button>
    </form>
  );
}
