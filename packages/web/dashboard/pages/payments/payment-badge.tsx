import type { PaymentStatus } from "@corridor/shared/choices.ts";
import { whyHeld } from "@corridor/shared/held.ts";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import type { PaymentRow } from "./payment.ts";

type Held = Pick<PaymentRow, "status" | "attempts" | "timeline" | "hold">;

/** "Initiated" would tell nobody that the money has not left. */
export const statusWords = (status: PaymentStatus): string =>
  status === "initiated" ? "Not sent yet" : wordsOf(status);

/** The status in words; a payment that waits for people says for whom, not how far it has come. */
export function statusText(payment: Held): string {
  if (payment.hold !== null) return "Held by the operator";
  return whyHeld(payment) === null ? statusWords(payment.status) : "Waits for approval";
}

export function PaymentBadge({ payment }: { payment: Held }) {
  return (
    <StatusBadge
      status={(whyHeld(payment) ?? payment.hold) === null ? payment.status : "pending"}
      label={statusText(payment)}
    />
  );
}
