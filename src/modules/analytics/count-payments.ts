import type { PaymentListener } from "#src/modules/payments/apply-transition.ts";
import { statChangesOf } from "./payment-stats.ts";
import { appendChanges } from "./stat-queries.ts";

/** Appends, in the payments' own transaction, how it changes the counts: neither can be stored without the other. */
export const countPayments: PaymentListener = async (tx, changes) => {
  const rows = statChangesOf(changes);
  if (rows.length > 0) await appendChanges(tx, rows);
};
