import { useEffect, useState } from "react";
import { isFinal, isGood } from "@corridor/shared/payment-status.ts";
import type { CheckoutPayment } from "@corridor/shared/checkout/api.ts";
import { CancelPayment } from "./cancel-payment.tsx";
import { tellHost } from "./embedded.ts";
import { useSpeech } from "./language.tsx";
import { LoadFailure, Loading, NotFound } from "./notices.tsx";
import { OtpForm } from "./otp-form.tsx";
import { outcomeOf } from "@corridor/shared/checkout/outcome.ts";
import { PhonePrompt } from "./phone-approval.tsx";
import { openOtherPage } from "./redirect.ts";
import { forgetForm } from "./remembered.ts";
import { OutcomeMark, Sheet, Spinner, StateHeading } from "./sheet.tsx";
import { BankInstructions, CryptoInstructions } from "./transfer-instructions.tsx";
import { usePayment } from "./use-payment.ts";

const RETURN_AFTER_SECONDS = 5;

/** One payment, from "what must I do" to its outcome. It changes by itself as the payment does. */
export function PaymentPage({ token, goTo }: { token: string; goTo: (path: string) => void }) {
  const { say, money } = useSpeech();
  const { payment, failure, reload, replace } = usePayment(token);
  const { status, reference, link_ref: linkRef } = payment ?? {};
  useEffect(() => {
    if (status !== undefined) tellHost({ type: "status", status, reference: reference!, link_ref: linkRef ?? null });
  }, [status]);
  if (failure !== null && (failure.status === 404 || failure.status === 400)) return <NotFound />;
  if (payment === null) return failure === null ? <Loading /> : <LoadFailure onRetry={reload} />;
  const { return_url: wayBack } = payment;
  return (
    <Sheet test={payment.test} organization={payment.organization}>
      <div className="summary">
        <p className="hint">{say("payTo", { name: payment.organization.name })}</p>
        <p className="amount">{money(payment.amount, payment.currency)}</p>
        {payment.description !== null && <p className="text">{payment.description}</p>}
      </div>
      {isFinal(payment) ? (
        <Outcome payment={payment} goTo={goTo} />
      ) : (
        <>
          <NextStep payment={payment} replace={replace} reload={reload} goTo={goTo} />
          {wayBack !== null && (
            <button type="button" className="quiet wide" onClick={() => openOtherPage(wayBack)}>
              {say("back", { name: payment.organization.name })}
            </button>
          )}
        </>
      )}
      {failure !== null && (
        <p className="hint" role="status">
          {say("offline")}
        </p>
      )}
    </Sheet>
  );
}

/** Whether the customer comes from the provider's page: then we wait for its outcome. */
const isBack = (): boolean => new URLSearchParams(window.location.search).has("returned");

type StepProps = {
  payment: CheckoutPayment;
  replace: (payment: CheckoutPayment) => void;
  reload: () => void;
  goTo: (path: string) => void;
};

function NextStep({ payment, replace, reload, goTo }: StepProps) {
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
          <BankInstructions instructions={payment.bank_transfer} onPaid={reload} />
          {/* A payment with received money is followed to the end: the service refuses to cancel it. */}
          {(payment.bank_transfer.received_amount ?? 0) === 0 && <CancelPayment payment={payment} replace={replace} />}
        </>
      );
    case "crypto_transfer":
      if (payment.crypto_transfer === null) return <Waiting title={say("processing")} text={say("processingText")} />;
      return (
        <>
          <CryptoInstructions transfer={payment.crypto_transfer} onPaid={reload} />
          {(payment.crypto_transfer.received_amount ?? 0) === 0 && (
            <CancelPayment payment={payment} replace={replace} />
          )}
        </>
      );
    case "redirect":
    case "pay_by_link": {
      const address = payment.next_action === "redirect" ? payment.redirect_url : payment.payment_link;
      return (
        <>
          {isBack() ? (
            <Waiting title={say("processing")} text={say("processingText")} />
          ) : (
            <>
              <StateHeading>{say("continueTitle")}</StateHeading>
              <p className="text">{say("continueText")}</p>
            </>
          )}
          {address !== null && (
            <button type="button" className={isBack() ? "quiet wide" : "button"} onClick={() => openOtherPage(address)}>
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
      if (payment.mobile_money !== null)
        return <PhonePrompt payment={payment} approval={payment.mobile_money} goTo={goTo} />;
      return <Waiting title={say("processing")} text={say("processingText")} />;
  }
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

function Outcome({ payment, goTo }: { payment: CheckoutPayment; goTo: (path: string) => void }) {
  const { say, language } = useSpeech();
  const name = payment.organization.name;
  const good = isGood(payment);
  const { title, text, mayWorkAgain } = outcomeOf(payment);
  useEffect(() => {
    if (good && payment.link_ref !== null) forgetForm(payment.link_ref);
  }, [good, payment.link_ref]);
  return (
    <div className="waiting">
      <OutcomeMark good={good} />
      <StateHeading>{say(title)}</StateHeading>
      <p className="text">{payment.success_message ?? say(text, { name })}</p>
      {title === "failed" && text !== "failedText" && <p className="hint">{say("failedText")}</p>}
      <p className="hint">
        {say("reference")}: <code>{payment.reference}</code>
      </p>
      {payment.receipt_url !== null && (
        <a
          className="quiet"
          href={`${new URL(payment.receipt_url).pathname}?locale=${language}`}
          target="_blank"
          rel="noopener"
        >
          {say("showReceipt")}
        </a>
      )}
      {payment.return_url !== null ? (
        <WayBack address={payment.return_url} name={name} />
      ) : (
        !good && payment.link_ref !== null && <NextTry payment={payment} sameFirst={mayWorkAgain} goTo={goTo} />
      )}
    </div>
  );
}

/** Offers a new try after a failure: with the same method and with another one, the more promising one first. */
function NextTry({
  payment,
  sameFirst,
  goTo,
}: {
  payment: CheckoutPayment;
  sameFirst: boolean;
  goTo: (path: string) => void;
}) {
  const { say } = useSpeech();
  const { link_ref: linkRef, payment_method: method, status } = payment;
  const again = {
    label: say(method === "mobile_money" && status !== "canceled" ? "resendPrompt" : "tryAgain"),
    path: `/pay/${linkRef}?method=${method}`,
  };
  const other = { label: say("another"), path: `/pay/${linkRef}?not=${method}` };
  const [first, second] = sameFirst ? [again, other] : [other, again];
  return (
    <>
      <button type="button" className="button" onClick={() => goTo(first.path)}>
        {first.label}
      </button>
      <button type="button" className="quiet wide" onClick={() => goTo(second.path)}>
        {second.label}
      </button>
    </>
  );
}

/** Back to the merchant: at once by the button, or automatically after a few seconds. */
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
