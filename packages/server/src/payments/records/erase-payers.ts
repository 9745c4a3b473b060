import { erasePayloads, holdFollower, isCaughtUp } from "#src/record/events/index.ts";
import { type ErasingCustomer, findErasing, noteErased } from "#src/parties/customers/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { erasePayments, findErasable, isAnyPaymentLeft, SEARCH_KEYS } from "#src/payments/store/index.ts";
import { eraseRefunds } from "#src/payments/refunds/index.ts";

const INTERVAL_MS = 30_000;
const MAX_CUSTOMERS = 20;
const MAX_PAYMENTS = 200;

/** The personal parts of a payment's record in its events. */
const PERSONAL_FIELDS = [
  "payer_details",
  "recipient_info",
  "bank_account",
  "bank_details",
  "card_details",
  "mobile_money_details",
  "description",
  "metadata",
  // In a payment of a link: the payer's answers to the merchant's questions.
  "user_metadata",
  "provider_data",
  "instructions",
  // Of a refund.
  "reason",
];

type EraseDeps = {
  db: Db;
  clock: Clock;
  /** Deletes files that hold what is erased. */
  forgetExports(tx: Tx, orgId: string, now: Date): Promise<void>;
};

/**
 * Erases customers from their payments and events. A payment in progress still needs its data until it has ended. The
 * customer is `erased` when no payment is left that was, or could still be, written.
 */
export function erasePayersJob(deps: EraseDeps): Job {
  return {
    name: "customer-erasure",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      let worked = 0;
      for (const customer of await findErasing(deps.db, deps.clock.now(), MAX_CUSTOMERS))
        worked += await eraseBatch(deps, customer);
      return worked;
    },
  };
}

async function eraseBatch({ db, clock, forgetExports }: EraseDeps, customer: ErasingCustomer): Promise<number> {
  const { orgId } = customer;
  const isLast = customer.isLast && (await isCaughtUp(db, SEARCH_KEYS)); // Payments are found by their search keys.
  const erased = await db.transaction(async (tx) => {
    await holdFollower(tx, SEARCH_KEYS);
    const paymentIds = await findErasable(tx, orgId, customer.ids, MAX_PAYMENTS);
    if (paymentIds.length === 0) return 0;
    const refundIds = await eraseRefunds(tx, orgId, paymentIds); // Refunds are locked before payments.
    await erasePayments(tx, orgId, paymentIds);
    await erasePayloads(tx, orgId, [...paymentIds, ...refundIds], PERSONAL_FIELDS);
    await forgetExports(tx, orgId, clock.now());
    return paymentIds.length;
  });
  if (erased === 0 && isLast && !(await isAnyPaymentLeft(db, customer.orgId, customer.ids)))
    await noteErased(db, customer, clock.now());
  return erased;
}
