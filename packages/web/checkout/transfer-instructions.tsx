import { useState } from "react";
import { plainAmount } from "@corridor/shared/money-text.ts";
import type { BankTransfer, CryptoTransfer } from "@corridor/shared/checkout/api.ts";
import { useSpeech } from "./language.tsx";
import { PaymentCode } from "./payment-code.tsx";
import { Spinner, StateHeading } from "./sheet.tsx";
import { missingOf, numberNamesOf, readableAccount, transferCodeOf } from "@corridor/shared/checkout/transfer-code.ts";

const COPIED_FOR_MS = 2_000;

export function BankInstructions({ instructions, onPaid }: { instructions: BankTransfer; onPaid: () => void }) {
  const { say, money } = useSpeech();
  const names = numberNamesOf(instructions);
  return (
    <>
      <StateHeading>{say("transferTitle")}</StateHeading>
      <p className="text">{say("transferText")}</p>
      <dl className="instructions">
        <Line
          label={say("amount")}
          shown={money(instructions.amount, instructions.currency)}
          value={plainAmount(instructions.amount, instructions.currency)}
        />
        <Line
          label={names.account ?? say("accountNumber")}
          shown={readableAccount(instructions.account_number)}
          value={instructions.account_number}
        />
        <Line label={say("accountName")} shown={instructions.account_name} />
        <Line label={say("bank")} shown={instructions.bank_name} />
        {instructions.bank_code !== null && (
          <Line label={names.bank ?? say("bankCode")} shown={instructions.bank_code} />
        )}
        <Line label={say("reference")} shown={instructions.reference} />
      </dl>
      <PaymentCode content={transferCodeOf(instructions)} caption={say("scanToPay")} />
      <Awaited transfer={instructions} onPaid={onPaid} />
    </>
  );
}

/**
 * The payer sends crypto from a wallet. The code contains only the address: every wallet reads it, and no standard for
 * amounts covers all networks.
 */
export function CryptoInstructions({ transfer, onPaid }: { transfer: CryptoTransfer; onPaid: () => void }) {
  const { say, money } = useSpeech();
  const { address, network, memo, amount, currency } = transfer;
  return (
    <>
      <StateHeading>{say("cryptoTitle", { currency })}</StateHeading>
      <p className="text">{say("cryptoText", { currency, network })}</p>
      <dl className="instructions">
        <Line label={say("amount")} shown={money(amount, currency)} value={plainAmount(amount, currency)} />
        <Line label={say("cryptoNetwork")} shown={network} />
        <Line label={say("cryptoAddress")} shown={address} />
        {memo !== null && <Line label={say("cryptoMemo")} shown={memo} />}
      </dl>
      <PaymentCode content={address} caption={say("scanAddress")} />
      <Awaited transfer={transfer} onPaid={onPaid} />
    </>
  );
}

function Awaited({ transfer, onPaid }: { transfer: BankTransfer | CryptoTransfer; onPaid: () => void }) {
  const { say, money, time } = useSpeech();
  const { amount, currency, expires_at: until } = transfer;
  const received = transfer.received_amount ?? 0;
  return (
    <>
      {received > 0 && received < amount && (
        <p className="problem" role="status">
          {say("receivedPartly", {
            received: money(received, currency),
            missing: money(missingOf(transfer), currency),
          })}
        </p>
      )}
      <p className="text centered" role="status">
        <Spinner /> {say("waitingTransfer")}
      </p>
      {/* The button only makes the page poll sooner. A payment counts as paid only when its money has arrived. */}
      <button type="button" className="button" onClick={onPaid}>
        {say("iHavePaid")}
      </button>
      {until !== null && <p className="hint">{say("expiresAt", { time: time(until) })}</p>}
    </>
  );
}

/** `value`: the copied text, if it differs from the shown one. */
function Line({ label, shown, value = shown }: { label: string; shown: string; value?: string }) {
  const { say } = useSpeech();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_FOR_MS);
  };
  return (
    <div className="instruction">
      <dt>{label}</dt>
      <dd>
        <bdi>{shown}</bdi>
        {"clipboard" in navigator && (
          <button
            type="button"
            className="quiet"
            onClick={() => void copy()}
            aria-label={say("copyOf", { what: label })}
          >
            {copied ? say("copied") : say("copy")}
          </button>
        )}
      </dd>
    </div>
  );
}
