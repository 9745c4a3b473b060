import { useState } from "react";
import type { BankTransfer } from "./api.ts";
import { PaymentCode } from "./payment-code.tsx";
import { useSpeech } from "./language.tsx";
import { Spinner, StateHeading } from "./sheet.tsx";

const COPIED_FOR_MS = 2_000;

export function BankInstructions({ instructions, onPaid }: { instructions: BankTransfer; onPaid: () => void }) {
  const { say, money, time } = useSpeech();
  const received = instructions.received_amount ?? 0;
  return (
    <>
      <StateHeading>{say("transferTitle")}</StateHeading>
      <p className="text">{say("transferText")}</p>
      <dl className="instructions">
        <Line label={say("amount")} shown={money(instructions.amount, instructions.currency)} value={String(instructions.amount)} />
        <Line label={say("accountNumber")} shown={instructions.account_number} value={instructions.account_number} />
        <Line label={say("accountName")} shown={instructions.account_name} value={instructions.account_name} />
        <Line label={say("bank")} shown={instructions.bank_name} value={instructions.bank_name} />
        {instructions.bank_code !== null && <Line label={say("bankCode")} shown={instructions.bank_code} value={instructions.bank_code} />}
        <Line label={say("reference")} shown={instructions.reference} value={instructions.reference} />
      </dl>
      <PaymentCode instructions={instructions} />
      {received > 0 && received < instructions.amount && (
        <p className="problem" role="status">
          {say("receivedPartly", { received: money(received, instructions.currency), missing: money(instructions.amount - received, instructions.currency) })}
        </p>
      )}
      <p className="text centered" role="status">
        <Spinner /> {say("waitingTransfer")}
      </p>
      {/* Polls sooner, and nothing more: only money that has arrived counts. */}
      <button type="button" className="button" onClick={onPaid}>
        {say("iHavePaid")}
      </button>
      {instructions.expires_at !== null && <p className="hint">{say("expiresAt", { time: time(instructions.expires_at) })}</p>}
    </>
  );
}

function Line({ label, shown, value }: { label: string; shown: string; value: string }) {
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
          <button type="button" className="quiet" onClick={() => void copy()} aria-label={say("copyOf", { what: label })}>
            {copied ? say("copied") : say("copy")}
          </button>
        )}
      </dd>
    </div>
  );
}
