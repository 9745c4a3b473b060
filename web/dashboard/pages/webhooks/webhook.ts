import type { Data, Row } from "../../api/types.ts";

export type Endpoint = Data<"/public/webhooks/{webhook_id}", "get">;
export type Delivery = Row<"/public/webhooks/{webhook_id}/deliveries">;

/** It is sent to, and every attempt since then failed. */
export function isFailing(endpoint: Endpoint): boolean {
  return endpoint.status === "active" && endpoint.failing_since !== null;
}

export const WEBHOOKS = ["webhooks"] as const;
export const endpointKey = (webhookId: string) => ["webhook", webhookId] as const;
export const DEAD_LETTERS = ["dead-letters"] as const;

/** Event types by what they are about, in the order people look for them. */
export const EVENT_TYPES: Record<string, readonly string[]> = {
  Payments: [
    "payment.processing",
    "payment.pending",
    "payment.completed",
    "payment.failed",
    "payment.refunded",
    "payment.canceled",
    "transaction.updated",
    "payment_link.paid",
  ],
  "Virtual accounts": ["virtual_account.deposit", "virtual_account.withdrawal", "virtual_account.frozen", "virtual_account.unfrozen"],
  Escrow: ["escrow.milestone.funded", "escrow.milestone.disbursed"],
  Verification: ["kyb.approved", "kyb.rejected", "kyc.approved", "kyc.rejected"],
};
export const ALL_EVENT_TYPES = Object.values(EVENT_TYPES).flat();

/** All types are subscribed by saying nothing, so that types added later come too. */
export function subscriptionOf(chosen: readonly string[]): string[] | null {
  return ALL_EVENT_TYPES.every((type) => chosen.includes(type)) ? null : [...chosen];
}
