import type { Tx } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { itemInserts, type NewReconciliationItem } from "./queries.ts";

/** The same contradiction seen twice is one item. */
export async function openReconciliationItems(tx: Tx, items: readonly NewReconciliationItem[]): Promise<void> {
  await writeTogether(tx, itemInserts(items));
}
