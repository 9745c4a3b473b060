import { queryOptions } from "@tanstack/react-query";
import type { FailureCause } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import { APPROVALS } from "../approvals/approval.ts";
import type { Answer, Data, Row } from "@corridor/shared/operations.ts";
import { isFinal } from "@corridor/shared/payment-status.ts";
import { POLL_FIRST_MS, POLL_LONGEST_MS } from "../../../lib/poll.ts";

export type Payment = Data<"get", "/payments/{payment_id}">;
export type Refund = Row<"/payments/{payment_id}/refunds">;
export type PaymentRow = Row<"/transactions">;

export const PAYMENTS = ["payments"] as const;
export const paymentKey = (paymentId: string) => ["payment", paymentId] as const;
/** What a change of a payment changes too. */
export const paymentRefresh = ({ payment_id }: Payment) => [paymentKey(payment_id), PAYMENTS, APPROVALS];

/**
 * The pause between two polls of a payment: a quarter of the time since its last change. So the page polls often right
 * after a change, and more and more rarely while nothing happens.
 */
export function pauseUntilNextLookMs(updatedAt: string, nowMs: number): number {
  const quietMs = Math.max(0, nowMs - new Date(updatedAt).getTime());
  return Math.min(POLL_LONGEST_MS, Math.max(POLL_FIRST_MS, Math.round(quietMs / 4)));
}

/** The payment, and the unchanged answer of the API. */
export const paymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: paymentKey(paymentId),
    queryFn: async () => {
      const response = await api.getResponse("/payments/{payment_id}", { path: { payment_id: paymentId } });
      const json = await response.text();
      return { payment: (JSON.parse(json) as Answer<"get", "/payments/{payment_id}">).data, json };
    },
    refetchInterval: (query) => {
      const payment = query.state.data?.payment;
      return payment === undefined || isFinal(payment) ? false : pauseUntilNextLookMs(payment.updated_at, Date.now());
    },
  });

const MAX_REFUNDS_SHOWN = 100;

export const refundsQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [...paymentKey(paymentId), "refunds"],
    queryFn: async () =>
      (
        await api.get("/payments/{payment_id}/refunds", {
          path: { payment_id: paymentId },
          query: { limit: MAX_REFUNDS_SHOWN },
        })
      ).data,
    refetchInterval: (query) => {
      const waiting = query.state.data?.find((refund) => refund.status === "pending");
      return waiting === undefined ? false : pauseUntilNextLookMs(waiting.updated_at, Date.now());
    },
  });

export const DIRECTION_NAMES: Record<Payment["direction"], string> = {
  inbound: "Payin",
  outbound: "Payout",
  external: "Ramp",
};
export const CAUSE_TEXTS: Record<FailureCause, string> = {
  funds: "Not enough money",
  limit: "Over a limit",
  wrong_code: "Wrong code or password",
  timeout: "Not approved in time",
  network_down: "Network did not answer",
  not_allowed: "Refused by bank or network",
  card_expired: "Card expired",
  declined: "Declined by the payer",
  other: "Other",
};
export const RAMP_NAMES: Record<NonNullable<Payment["ramp"]>["direction"], string> = {
  on_ramp: "Buy crypto",
  off_ramp: "Sell crypto",
};

/** The payer or payee. */
export function personOf({
  direction,
  payer_details,
  recipient_info,
}: Pick<PaymentRow, "direction" | "payer_details" | "recipient_info">): string | null {
  return (direction === "outbound" ? recipient_info.name : payer_details.name) ?? null;
}
