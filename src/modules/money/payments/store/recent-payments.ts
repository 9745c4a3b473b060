import type { PaymentKey, VersionedPayment } from "./queries.ts";

/**
 * Payments that this process has just written, with the version of their rows. A payment's second commit follows its first within
 * milliseconds and mostly in the same process, so it need not read the row back: it decides on what is remembered here, and writes only
 * where the row still has that version. Each is given out once; who was overtaken by somebody else reads under a lock, as always.
 */
/** More than can be between their commits at once; what nobody asks for again (a payout that waits for a review) leaves in its turn. */
const MAX_REMEMBERED = 2_000;

export function createRecentPayments() {
  const remembered = new Map<string, VersionedPayment>();
  return {
    remember(recent: VersionedPayment): void {
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
      remembered.set(keyOf(recent.payment), recent);
    },
    /** What is remembered of these, by `keyOf`. One that is asked for twice at once is left out: its second move depends on the first. */
    take(keys: readonly PaymentKey[]): Map<string, VersionedPayment> {
      const taken = new Map<string, VersionedPayment>();
      const seen = new Set<string>();
      for (const each of keys) {
        const key = keyOf(each);
        const recent = remembered.get(key);
        if (recent !== undefined) taken.set(key, recent);
        else if (seen.has(key)) taken.delete(key);
        seen.add(key);
        remembered.delete(key);
      }
      return taken;
    },
  };
}

export function keyOf(key: PaymentKey): string {
  return `${key.orgId}/${key.paymentId}`;
}
