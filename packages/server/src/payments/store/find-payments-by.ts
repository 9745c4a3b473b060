import type { Reader } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { listPayments } from "./list-queries.ts";

/** The newest few payments that match a search text or have an amount. */
export function findPaymentsBy(db: Reader, scope: Scope, by: { search: string } | { amount: string }, limit: number) {
  const filters = "search" in by ? by : { amount_from: by.amount, amount_to: by.amount };
  // One row more than a page, to know whether there is another page.
  return listPayments(db, scope, filters, {
    limit: limit - 1,
    after: null,
    cursorName: "last_evaluated_key",
    encode: () => "",
  });
}
