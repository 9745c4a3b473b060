import type { PaymentKey, VersionedPayment } from "./queries.ts";

/**
 * Payments that this process has just written. The second commit follows the first within milliseconds, so it decides
 * on the remembered row, and writes only if the row still has that version. Each is returned once; after an optimistic
 * lock conflict the row is read under a lock, as usual.
 */
/** More than can be between their two commits at once. Those that nobody reads again are dropped in turn. */
const MAX_REMEMBERED = 2_000;

export function createRecentPayments() {
  /** Wrapped, to be emptied when taken: a Map that grows keeps its old table, and the payments in it, for long. */
  const remembered = new Map<string, { recent: VersionedPayment | undefined }>();
  return {
    remember(recent: VersionedPayment): void {
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
      remembered.set(keyOf(recent.payment), { recent });
    },
    /** By `keyOf`. A payment that is requested twice at once is left out: its second move depends on the first. */
    take(keys: readonly PaymentKey[]): Map<string, VersionedPayment> {
      const taken = new Map<string, VersionedPayment>();
      const seen = new Set<string>();
      for (const each of keys) {
        const key = keyOf(each);
        const holder = remembered.get(key);
        if (holder?.recent !== undefined) taken.set(key, holder.recent);
        else if (seen.has(key)) taken.delete(key);
        seen.add(key);
        if (holder !== undefined) holder.recent = undefined;
        remembered.delete(key);
      }
      return taken;
    },
  };
}

export function keyOf(key: PaymentKey): string {
  return `${key.orgId}/${key.paymentId}`;
}
