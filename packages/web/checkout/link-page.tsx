import { useCallback, useEffect, useRef, useState } from "react";
import { type CheckoutLink, CheckoutFailure, readLink } from "@corridor/shared/checkout/api.ts";
import { useSpeech } from "./language.tsx";
import { LoadFailure, Loading, NotFound } from "./notices.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { OutcomeMark, Sheet, StateHeading } from "./sheet.tsx";

export function LinkPage({ linkRef, goTo }: { linkRef: string; goTo: (path: string) => void }) {
  const [link, setLink] = useState<CheckoutLink | null>(null);
  const [failure, setFailure] = useState<CheckoutFailure | null>(null);
  const quantity = useRef(1);

  const load = useCallback(() => {
    setFailure(null);
    readLink(linkRef, quantity.current).then(setLink, (error: CheckoutFailure) => setFailure(error));
  }, [linkRef]);
  const changeQuantity = async (wanted: number): Promise<void> => {
    setLink(await readLink(linkRef, wanted));
    quantity.current = wanted;
  };
  useEffect(load, [load]);

  if (failure !== null && (failure.status === 404 || failure.status === 400)) return <NotFound />;
  if (failure !== null) return <LoadFailure onRetry={load} />;
  if (link === null) return <Loading />;
  if (link.status !== "active") return <ClosedLink link={link} />;
  return (
    <Sheet test={link.test} organization={link.organization}>
      <LinkSummary link={link} />
      <PaymentForm
        link={link}
        onPaid={(payment) => goTo(`/checkout/${payment.checkout_token}`)}
        onPriceChanged={load}
        onQuantity={changeQuantity}
      />
    </Sheet>
  );
}

function LinkSummary({ link }: { link: CheckoutLink }) {
  const { say, money, price, time } = useSpeech();
  const converted = link.payer_currency !== link.currency && link.amount !== null && link.payer_amount !== null;
  return (
    <div className="summary">
      <StateHeading focus={false}>{say("payTo", { name: link.organization.name })}</StateHeading>
      {link.description !== null && <p className="text">{link.description}</p>}
      {link.amount_type === "fixed" && link.payer_amount !== null && (
        <p className="amount">
          <span className="visually-hidden">{say("amountToPay")}: </span>
          {money(link.payer_amount, link.payer_currency)}
        </p>
      )}
      {converted && (
        <p className="hint">
          {say("youPayInstead", {
            amount: money(link.payer_amount!, link.payer_currency),
            original: money(link.amount!, link.currency),
          })}
        </p>
      )}
      {link.quote !== null && (
        <p className="hint">
          {say("rateHolds", {
            price: price(link.quote.rate, link.payer_currency, link.currency),
            time: time(link.quote.expires_at),
          })}
        </p>
      )}
    </div>
  );
}

function ClosedLink({ link }: { link: CheckoutLink }) {
  const { say } = useSpeech();
  const paid = link.status === "paid";
  return (
    <Sheet test={link.test} organization={link.organization}>
      <div className="waiting">
        <OutcomeMark good={paid} />
        <StateHeading>
          {say(paid ? "linkPaid" : link.status === "expired" ? "linkExpired" : "linkDisabled")}
        </StateHeading>
        <p className="text">{paid ? say("linkPaidText") : say("linkGoneText", { name: link.organization.name })}</p>
      </div>
    </Sheet>
  );
}
