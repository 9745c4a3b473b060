import { combine } from "#src/kernel/combine.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Payment } from "#src/payments/core/index.ts";
import * as queries from "./queries.ts";
import { keyOf } from "./recent-payments.ts";

/**
 * Concurrent reads become one statement. A client that waits for a payment reads it again and again, so a payment is
 * cached with the version of its row, and the statement returns only rows with another version. Every read asks the
 * database, in any process, and nothing old is ever shown; only the parsing of thirty columns is saved.
 */
/** A payment takes up to ten kilobytes. */
const MAX_KEPT = 2_000;
/** One name each. */
const MAX_ASKED = 8_000;
/** For reads and writes alike. */
export const BATCHES = { maxBatch: 64, maxInFlight: 2, maxQueued: 5_000 };

export function createPaymentReader(db: Db) {
  const findPayment = createRead<queries.PaymentKey>(
    keyOf,
    (keys, versions) => queries.findPayments(db, keys, versions),
    ({ payment }) => keyOf(payment),
  );
  const findByTransactionId = createRead<string>(
    (transactionId) => transactionId,
    (ids, versions) => queries.findByTransactionIds(db, ids, versions),
    ({ payment }) => payment.transactionId,
  );
  return { findPayment, findByTransactionId };
}

/** `readChanged` returns the existing payments whose version differs from the given one. Payments are never deleted. */
function createRead<K>(
  nameOf: (key: K) => string,
  readChanged: (keys: readonly K[], versions: readonly (string | null)[]) => Promise<queries.VersionedPayment[]>,
  nameOfFound: (found: queries.VersionedPayment) => string,
): (key: K) => Promise<Payment | undefined> {
  const kept = createGenerations<queries.VersionedPayment>(MAX_KEPT);
  /** Only payments that are read again are cached: a payment that is read once would push others out. */
  const asked = createGenerations<true>(MAX_ASKED);

  function keep(name: string, found: queries.VersionedPayment): void {
    if (kept.get(name) !== undefined || asked.get(name)) kept.set(name, found);
    else asked.set(name, true);
  }

  return combine<K, Payment | undefined>({
    ...BATCHES,
    run: async (keys) => {
      const names = keys.map(nameOf);
      const known = names.map(kept.get);
      const versions = known.map((each) => each?.version ?? null);
      const changed = new Map<string, queries.VersionedPayment>();
      for (const found of await readChanged(keys, versions)) {
        changed.set(nameOfFound(found), found);
        keep(nameOfFound(found), found);
      }
      return names.map((name, index) => (changed.get(name) ?? known[index])?.payment);
    },
  });
}

/** A bounded cache in two generations: an entry that was not read during a whole generation is dropped. */
function createGenerations<V>(max: number): { get(name: string): V | undefined; set(name: string, value: V): void } {
  let young = new Map<string, V>();
  let old = young;
  const set = (name: string, value: V): void => {
    if (young.size >= max / 2) {
      old = young;
      young = new Map();
    }
    young.set(name, value);
  };
  return {
    set,
    get(name) {
      const value = young.get(name);
      if (value !== undefined) return value;
      const before = old.get(name);
      if (before !== undefined) set(name, before);
      return before;
    },
  };
}
