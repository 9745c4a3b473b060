import type { PaymentListener } from "#src/modules/money/payments/store/payment-writes.ts";
import { holdBatches } from "./queries.ts";

/**
 * Locks the batches whose payments are being created until their transaction ends. So a paused or canceled batch creates nothing from that moment on,
 * and a row that was recorded as refused or canceled never becomes a payment later, whatever a suspended process still does.
 */
export const holdPayoutBatches: PaymentListener = {
  async hold(tx, payments) {
    const ours = payments.flatMap(({ orgId, paymentId, details: { batch } }) => (batch === undefined ? [] : [{ orgId, paymentId, ...batch }]));
    if (ours.length === 0) return new Map();
    const keys = new Map(ours.map(({ orgId, batch_id }) => [`${orgId} ${batch_id}`, { orgId, batchId: batch_id }]));
    const held = new Map((await holdBatches(tx, [...keys.values()])).map((batch) => [`${batch.orgId} ${batch.batchId}`, batch]));
    const stopped = ours.filter(({ orgId, batch_id, row }) => {
      const batch = held.get(`${orgId} ${batch_id}`);
      return batch?.status !== "sending" || row <= batch.sentTo;
    });
    return new Map(stopped.map(({ paymentId }) => [paymentId, "batch_stopped"] as const));
  },
};
