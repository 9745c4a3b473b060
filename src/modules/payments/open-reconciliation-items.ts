import type { Tx } from "#src/platform/db/client.ts";
import type { ReconciliationItem } from "./payment-moves.ts";
import { insertReconciliationItems } from "./queries.ts";

/** For other parts of the product that see a contradiction about a payment: a person decides it where all the others are decided. The same one twice is one. */
export async function openReconciliationItems(
  tx: Tx,
  items: readonly (ReconciliationItem & { orgId: string; /** Null where no payment is concerned. */ paymentId: string | null; at: Date })[],
): Promise<void> {
  await insertReconciliationItems(tx, items);
}
