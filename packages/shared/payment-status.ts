import type { PaymentStatus } from "./choices.ts";

/** The phase of a payment by its status, for the pages and the command line. */
const OUTCOMES: Record<PaymentStatus, "open" | "good" | "bad"> = {
  initiated: "open",
  reviewed: "open",
  confirmed: "open",
  processing: "open",
  pending: "open",
  completed: "good",
  refunded: "good",
  failed: "bad",
  rejected: "bad",
  canceled: "bad",
};

export function isFinal({ status }: { status: PaymentStatus }): boolean {
  return OUTCOMES[status] !== "open";
}

export function isGood({ status }: { status: PaymentStatus }): boolean {
  return OUTCOMES[status] === "good";
}
