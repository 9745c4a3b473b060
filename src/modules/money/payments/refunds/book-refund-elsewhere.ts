import type { Tx } from "#src/platform/db/client.ts";
import { writeTogether } from "#src/platform/db/write-together.ts";
import { newId } from "#src/platform/ids.ts";
import type { ProviderName, RefundElsewhereUpdate } from "#src/providers/provider.ts";
import type { PaymentKey } from "../store/queries.ts";
import { lockRefundsOfPayment, type Refund, refundInserts } from "./refund-queries.ts";
import { announcements } from "./refund-record.ts";
import type { SettleRefundDeps } from "./settle-refund.ts";

/**
 * A refund that somebody made on the provider's own dashboard. It is booked once, as a refund of nobody here, however often the provider tells of it; one that
 * bears the provider's id of a refund of ours is ours, and settles by its own word.
 *
 * Locks: the payment's refunds, then the payment, as every refund does. Refunds that are told of at the same time wait for each other at the unique index.
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
  const [outcome] = await deps.store.applyTransitionsIn(tx, [{ ...owner, move: { type: "refunded_elsewhere", refundId, providerRefundId, amount, from } }]);
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
    createdAt: at,
    updatedAt: at,
  };
  await writeTogether(tx, [...refundInserts([refund]), ...announcements([refund])]);
}
