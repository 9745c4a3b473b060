import type { PaymentListener } from "#src/payments/store/index.ts";
import { statChangesOf } from "./payment-stats.ts";
import { changeInserts } from "./stat-queries.ts";

/** Writes the change of the counts together with the payments: neither can be stored without the other. */
export const countPayments: PaymentListener = {
  writes(changes) {
    const rows = statChangesOf(changes);
    return rows.length === 0 ? [] : [changeInserts(rows)];
  },
};
