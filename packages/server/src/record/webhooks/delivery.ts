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
  Omit<Attempt, "attempt" | "attempted_at" | "latency_ms" | "response_body"> & {
    readonly latency_ms: number | null;
    readonly response_body: string | null;
    readonly due_at: Date | null;
    readonly attempted_at: Date | null;
    readonly earlier_attempts: readonly Omit<Attempt, "attempt">[] | null;
  };

export function toDelivery({ due_at, attempted_at, earlier_attempts, ...row }: DeliveryRow): Delivery {
  const { latency_ms, status_code, fault, reason, detail, response_body, ...delivery } = row;
  // Whatever was attempted took some time and has an answer, if an empty one.
  const last = { latency_ms: latency_ms!, status_code, fault, reason, detail, response_body: response_body! };
  const attempts = [...(earlier_attempts ?? []), ...(attempted_at === null ? [] : [{ attempted_at, ...last }])];
  const firstKept = row.attempt_count - attempts.length + 1;
  return {
    ...delivery,
    next_attempt_at: due_at,
    attempts: attempts.map((attempt, index) => ({
      attempt: firstKept + index,
      ...attempt,
      attempted_at: new Date(attempt.attempted_at),
    })),
  };
}
