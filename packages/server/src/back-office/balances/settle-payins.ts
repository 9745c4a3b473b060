import { postTransactions } from "#src/record/ledger/index.ts";
import { ledgerOfSettlement, type Payment, pendingSettlementOf } from "#src/payments/core/index.ts";
import type { PaymentListener, PaymentStore } from "#src/payments/store/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { claimDueSettlements, deleteSettlements, settlementInserts } from "./settlement-queries.ts";

/**
 * Payins that their provider settles later (`settlement_delay_hours` of the config). Those without a delay never come.
 *
 *   completed --posted to pending_settlement--> recorded here --when due--> posted to settlement: available
 */
export const notePendingSettlements: PaymentListener = {
  writes(changes) {
    return settlementInserts(
      changes.flatMap(({ before, after }) => {
        const pending =
          before?.status !== "completed" && after.status === "completed" ? pendingSettlementOf(after) : null;
        if (pending === null) return [];
        const { orgId, paymentId, updatedAt } = after;
        return [{ orgId, paymentId, amount: pending.amount, dueAt: new Date(updatedAt.getTime() + pending.delayMs) }];
      }),
    );
  },
};

const CLAIM_ROWS = 100;
const INTERVAL_MS = 30_000;

export type SettlePayinsDeps = {
  db: Db;
  clock: Clock;
  store: Pick<PaymentStore, "findPayment">;
  /** Tells modules that wait for payins' money, such as escrow. In the same transaction, after the posting. */
  onSettled(tx: Tx, payments: readonly Payment[], at: Date): Promise<void>;
};

export function settlePayinsJob({ db, clock, store, onSettled }: SettlePayinsDeps): Job {
  return {
    name: "settle-payins",
    intervalMs: INTERVAL_MS,
    runOnce: () =>
      db.transaction(async (tx) => {
        const at = clock.now();
        const due = await claimDueSettlements(tx, at, CLAIM_ROWS);
        if (due.length === 0) return 0;
        const postings = due.map((settlement) => ledgerOfSettlement(settlement, settlement.amount, at));
        const outcomes = await postTransactions(tx, postings);
        const refused = outcomes.find((outcome) => outcome !== "posted" && outcome !== "already_posted");
        if (refused !== undefined) throw new Error(`the ledger refused the settlement of a payin: ${refused}`);
        const payments = (await Promise.all(due.map(store.findPayment))).filter((payment) => payment !== undefined);
        await onSettled(tx, payments, at);
        await deleteSettlements(tx, due);
        return due.length;
      }),
  };
}
