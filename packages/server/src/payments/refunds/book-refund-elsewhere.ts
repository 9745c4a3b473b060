import type { Tx } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { newId } from "@corridor/base/ids.ts";
import type { ProviderName, RefundElsewhereUpdate } from "@corridor/provider-kit/provider.ts";
import type { PaymentKey } from "#src/payments/store/index.ts";
import { lockRefundsOfPayment, type Refund, refundInserts } from "./refund-queries.ts";
import { announcements } from "./refund-record.ts";
import type { SettleRefundDeps } from "./settle-refund.ts";

/**
 * A refund made on the provider's own dashboard, posted once as a refund without a requester. If it has the provider's
 * id of one of our refunds, it is ours, and settles by its own updates. Locks: the payment's refunds, then the payment,
 * like every refund. Concurrent reports wait for each other at the unique index.
 */
export async function bookRefundElsewhereIn(
  tx: Tx,
  deps: SettleRefundDeps,
  owner: PaymentKey,
  from: ProviderName,
  { providerRefundId, amount, reason }: RefundElsewhereUpdate,
): Promise<void> {
  const known = await lockRefundsOfPayment(tx, owner);
  if (known.some((refund) => refund.provider === from && refund.providerRefundId === providerRefundId)) return;
  const at = deps.clock.now();
  const refundId = newId();
  const move = { type: "refunded_elsewhere", refundId, providerRefundId, amount, from } as const;
  const [outcome] = await deps.store.applyTransitionsIn(tx, [{ ...owner, move }]);
  if (outcome!.outcome !== "applied") return;
  const refund: Refund = {
    ...owner,
    refundId,
    amount,
    reason: reason ?? "made at the provider",
    status: "completed",
    provider: from,
    providerRefundId,
    failureReason: null,
    requestedBy: null,
    waitsFor: null,
    createdAt: at,
    updatedAt: at,
  };
  await writeTogether(tx, [...refundInserts([refund]), ...announcements([refund])]);
}
