import type { Tx } from "#src/platform/db/client.ts";
import { writeTogether } from "#src/platform/db/write-together.ts";
import { itemInserts, type NewReconciliationItem } from "./queries.ts";

/** For other parts of the product that see a contradiction about a payment: a person decides it where all the others are decided. The same one twice is one. */
export async function openReconciliationItems(tx: Tx, items: readonly NewReconciliationItem[]): Promise<void> {
  await writeTogether(tx, itemInserts(items));
}
