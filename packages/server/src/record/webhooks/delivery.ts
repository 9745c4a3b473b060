import type { EventType } from "#src/record/events/index.ts";
import type { Fault, FailureReason } from "./send-attempt.ts";

export const DELIVERY_STATUSES = ["pending", "delivered", "dead", "canceled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type Attempt = {
  readonly attempt: number;
  readonly attempted_at: Date | string;
  readonly latency_ms: number;
  readonly status_code: number | null;
  readonly fault: Fault | null;
  readonly reason: FailureReason | null;
  readonly detail: string | null;
  readonly response_body: string;
};

export type Delivery = {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly org_id: string;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly status: DeliveryStatus;
  readonly attempt_count: number;
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** Newest last. For a delivery that was replayed very often, the oldest attempts are dropped. */
  readonly attempts: Attempt[];
};

export type DeliveryRow = Omit<Delivery, "attempts" | "next_attempt_at"> &
  Omit<Attempt, "attempt" | "attempted_at"> & {
    readonly due_at: Date | null;
    readonly attempted_at: Date | null;
    readonly earlier_attempts: readonly Omit<Attempt, "attempt">[] | null;
  };

export function toDelivery(row: DeliveryRow): Delivery {
  const earlier = row.earlier_attempts ?? [];
  const last =
    row.attempted_at === null
      ? []
      : [
          {
            attempted_at: row.attempted_at,
            latency_ms: row.latency_ms,
            status_code: row.status_code,
            fault: row.fault,
            reason: row.reason,
            detail: row.detail,
            response_body: row.response_body,
          },
        ];
  const attempts = [...earlier, ...last];
  const firstKept = row.attempt_count - attempts.length + 1;
  return {
    delivery_id: row.delivery_id,
    webhook_id: row.webhook_id,
    org_id: row.org_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    attempt_count: row.attempt_count,
    next_attempt_at: row.due_at,
    created_at: row.created_at,
    finished_at: row.finished_at,
    attempts: attempts.map((attempt, index) => ({
      attempt: firstKept + index,
      ...attempt,
      attempted_at: new Date(attempt.attempted_at),
    })),
  };
}
