import type { Queryable } from "#src/kernel/db/client.ts";
import { sameAsOf } from "./read-rows.ts";
import { findPaidAmounts, findPaidReferences } from "./row-queries.ts";

const PAID_WITHIN_MS = 90 * 86_400_000;
const REFERENCE = /^reference (.+)$/s;
/** Recognizes a key that names a payee by id, so that only text that can be an id is compared with an id column. */
const PAYEE = /^payee ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) /;

/**
 * Which of these payouts (named by `sameAsOf`) were already made, by another list or a single request. Checked at the
 * preview, and again in the transaction that creates the payments: the same file may have been uploaded twice, and both
 * previewed before either was sent. `except`: payments that the row itself may already have, from a process that died
 * before recording them.
 */
export async function findPaidBefore(
  db: Queryable,
  orgId: string,
  payouts: readonly string[],
  { now, except = [] }: { now: Date; except?: readonly string[] },
): Promise<ReadonlySet<string>> {
  const since = new Date(now.getTime() - PAID_WITHIN_MS);
  const references = payouts.flatMap((payout) => REFERENCE.exec(payout)?.[1] ?? []);
  const payees = new Set(payouts.flatMap((payout) => PAYEE.exec(payout)?.[1] ?? []));
  const paid = references.length === 0 ? [] : [...(await findPaidReferences(db, orgId, references, { since, except }))];
  const amounts = payees.size === 0 ? [] : await findPaidAmounts(db, orgId, [...payees], { since, except });
  return new Set([
    ...paid.map((reference) => sameAsOf({ reference, beneficiary_id: "", amount: "", currency: "" })),
    ...amounts.map(sameAsOf),
  ]);
}
