import { inSnakeCase } from "#src/kernel/fields.ts";
import { accountOf } from "@corridor/provider-kit/accounts.ts";
import { eventWrites } from "#src/record/webhooks/index.ts";
import type { Write } from "#src/kernel/db/write-together.ts";
import type { Refund } from "./refund-queries.ts";

export function refundWire(refund: Refund) {
  return {
    ...inSnakeCase(refund, "refundId", "paymentId", "orgId", "amount"),
    currency: refund.amount.currency,
    ...inSnakeCase(refund, "reason", "status"),
    provider: accountOf(refund.provider).provider,
    ...inSnakeCase(refund, "failureReason", "requestedBy", "createdAt", "updatedAt"),
  };
}

const EVENT_OF = { pending: "refund.requested", completed: "refund.completed", failed: "refund.failed" } as const;

/** A refund is published when it is requested and when it ends; a refund that was made at the provider only ends. */
export function announcements(refunds: readonly Refund[]): Write[] {
  return eventWrites(
    refunds.map((refund) => ({
      orgId: refund.orgId,
      type: EVENT_OF[refund.status],
      resourceType: "refund",
      resourceId: refund.refundId,
      sequence: refund.status === "pending" ? 1 : 2,
      data: refundWire(refund),
      at: refund.updatedAt,
    })),
  );
}
