import type { PaymentStatus } from "../../sdk/choices.ts";
import type { CheckoutPayment } from "./api.ts";
import type { Phrase } from "./languages/en.ts";

type Cause = NonNullable<CheckoutPayment["failure_cause"]>;

/** What a payer is told of each cause, and whether the same way may work at the next try. Where it will not, another way stands first. */
const CAUSES: Record<Cause, { text: Phrase; mayWorkAgain: boolean }> = {
  funds: { text: "failedFunds", mayWorkAgain: false },
  limit: { text: "failedLimit", mayWorkAgain: false },
  wrong_code: { text: "failedCode", mayWorkAgain: true },
  timeout: { text: "failedTimeout", mayWorkAgain: true },
  network_down: { text: "failedNetwork", mayWorkAgain: false },
  not_allowed: { text: "failedNotAllowed", mayWorkAgain: false },
  card_expired: { text: "failedCard", mayWorkAgain: true },
  declined: { text: "failedDeclined", mayWorkAgain: true },
  other: { text: "failedText", mayWorkAgain: false },
};

const UNDER_WAY = { title: "processing", text: "processingText" } as const;
const FAILED = { title: "failed", text: "failedText" } as const;

/** How each status reads once the payment is over; one that is not final is never shown so. */
const OUTCOMES: Record<PaymentStatus, { title: Phrase; text: Phrase }> = {
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

export function outcomeOf(payment: CheckoutPayment): { title: Phrase; text: Phrase; mayWorkAgain: boolean } {
  const cause = payment.failure_cause;
  return { ...OUTCOMES[payment.status], mayWorkAgain: true, ...(cause === null ? {} : CAUSES[cause]) };
}
