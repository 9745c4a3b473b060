import type { PaymentStatus } from "../../sdk/choices.ts";

/** How far a payment is with its status; what dashboard and checkout alike go by. */
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
