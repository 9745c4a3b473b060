import type { PaymentStatus } from "../choices.ts";
import type { CheckoutPayment } from "./api.ts";
import type { Phrase } from "../languages/en.ts";

type Cause = NonNullable<CheckoutPayment["failure_cause"]>;

/**
 * What a payer is told about each cause, and whether the same method may work at the next try. If not, another method
 * comes first.
 */
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

/** The text of each final status; an open payment never shows it. */
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
