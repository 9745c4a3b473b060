import { useEffect, useState } from "react";
import { isFinal, isGood } from "../lib/payment-status.ts";
import type { PaymentStatus } from "../../sdk/choices.ts";
import type { CheckoutPayment, PhoneApproval } from "./api.ts";
import { BankInstructions } from "./bank-instructions.tsx";
import { CancelPayment } from "./cancel-payment.tsx";
import { useSpeech } from "./language.tsx";
import { LoadFailure, Loading, NotFound } from "./notices.tsx";
import { OtpForm } from "./otp-form.tsx";
import { openOtherPage } from "./redirect.ts";
import { OutcomeMark, Sheet, Spinner, StateHeading } from "./sheet.tsx";
import { type Phrase, phraseOfReason } from "./translations.ts";
import { usePayment } from "./use-payment.ts";

const RETURN_AFTER_SECONDS = 5;

/** One payment, from "what must I do" to its outcome. It changes by itself as the payment does. */
export function PaymentPage({ token, goTo }: { token: string; goTo: (path: string) => void }) {
  const { say, money } = useSpeech();
  const { payment, failure, reload, replace } = usePayment(token);
  if (failure !== null && (failure.status === 404 || failure.status === 400)) return <NotFound />;
  if (payment === null) return failure === null ? <Loading /> : <LoadFailure onRetry={reload} />;
  return (
    <Sheet test={payment.test}>
      <div className="summary">
        <p className="hint">{say("payTo", { name: payment.organization.name })}</p>
        <p className="amount">{money(payment.amount, payment.currency)}</p>
        {payment.description !== null && <p className="text">{payment.description}</p>}
      </div>
      {isFinal(payment) ? <Outcome payment={payment} goTo={goTo} /> : <NextStep payment={payment} replace={replace} reload={reload} />}
      {failure !== null && (
        <p className="hint" role="status">
          {say("offline")}
        </p>
      )}
    </Sheet>
  );
}

type StepProps = { payment: CheckoutPayment; replace: (payment: CheckoutPayment) => void; reload: () => void };

function NextStep({ payment, replace, reload }: StepProps) {
  const { say } = useSpeech();
  switch (payment.next_action) {
    case "collect_otp":
      return (
        <>
          <OtpForm payment={payment} replace={replace} reload={reload} />
          <CancelPayment payment={payment} replace={replace} />
        </>
      );
    case "bank_transfer":
      if (payment.bank_transfer === null) return <Waiting title={say("processing")} text={say("processingText")} />;
      return (
        <>
          <BankInstructions instructions={payment.bank_transfer} />
          {/* Money that has arrived is waited for to the end: the service refuses to cancel then. */}
          {(payment.bank_transfer.received_amount ?? 0) === 0 && <CancelPayment payment={payment} replace={replace} />}
        </>
      );
    case "redirect":
    case "pay_by_link": {
      const address = payment.next_action === "redirect" ? payment.redirect_url : payment.payment_link;
      return (
        <>
          <StateHeading>{say("continueTitle")}</StateHeading>
          <p className="text">{say("continueText")}</p>
          {address !== null && (
            <button type="button" className="button" onClick={() => openOtherPage(address)}>
              {say("continue")}
            </button>
          )}
          <CancelPayment payment={payment} replace={replace} />
        </>
      );
    }
    case "check_status":
      return <Waiting title={say("checking")} text={say("checkingText")} />;
    case "wait":
    case null:
      if (payment.mobile_money !== null) return <PhonePrompt approval={payment.mobile_money} />;
      return <Waiting title={say("processing")} text={say("processingText")} />;
  }
}

function PhonePrompt({ approval }: { approval: PhoneApproval }) {
  const { say } = useSpeech();
  return (
    <>
      <Waiting title={say("approveTitle")} text={say("approveText", { network: approval.network, phone: approval.phone_hint })} />
      <p className="hint">{approval.prompt_code === null ? say("promptGone") : say("promptAgain", { code: approval.prompt_code })}</p>
    </>
  );
}

function Waiting({ title, text }: { title: string; text: string }) {
  return (
    <div className="waiting" role="status">
      <Spinner />
      <StateHeading>{title}</StateHeading>
      <p className="text">{text}</p>
    </div>
  );
}

type Words = { title: Phrase; /** Null: by the reason of the failure. */ text: Phrase | null };
const UNDER_WAY: Words = { title: "processing", text: "processingText" };
const FAILED: Words = { title: "failed", text: null };

/** How each status reads once the payment is over; one that is not final is never shown so. */
const OUTCOMES: Record<PaymentStatus, Words> = {
  initiated: UNDER_WAY,
  reviewed: UNDER_WAY,
  confirmed: UNDER_WAY,
  processing: UNDER_WAY,
  pending: UNDER_WAY,
  completed: { title: "success", text: "successText" },
  refunded: { title: "refunded", text: "refundedText" },
  failed: FAILED,
  rejected: FAILED,
  canceled: { title: "canceled", text: "canceledText" },
};

function Outcome({ payment, goTo }: { payment: CheckoutPayment; goTo: (path: string) => void }) {
  const { say } = useSpeech();
  const name = payment.organization.name;
  const good = isGood(payment);
  const { title, text } = OUTCOMES[payment.status];
  return (
    <div className="waiting">
      <OutcomeMark good={good} />
      <StateHeading>{say(title)}</StateHeading>
      <p className="text">{say(text ?? phraseOfReason(payment.failure_reason), { name })}</p>
      <p className="hint">
        {say("reference")}: <code>{payment.reference}</code>
      </p>
      {payment.return_url !== null ? (
        <WayBack address={payment.return_url} name={name} />
      ) : (
        !good &&
        payment.link_ref !== null && (
          <button type="button" className="button" onClick={() => goTo(`/pay/${payment.link_ref}`)}>
            {say("another")}
          </button>
        )
      )}
    </div>
  );
}

/** Back to the merchant: at once by the button, by itself after a few seconds for those who wait. */
function WayBack({ address, name }: { address: string; name: string }) {
  const { say } = useSpeech();
  const [seconds, setSeconds] = useState(RETURN_AFTER_SECONDS);
  useEffect(() => {
    if (seconds === 0) {
      openOtherPage(address);
      return undefined;
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds, address]);
  return (
    <>
      <button type="button" className="button" onClick={() => openOtherPage(address)}>
        {say("back", { name })}
      </button>
      <p className="hint">{say("backIn", { seconds })}</p>
    </>
  );
}
