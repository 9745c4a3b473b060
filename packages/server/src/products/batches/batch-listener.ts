import type { Payment } from "#src/payments/core/index.ts";
import type { HoldRefusal, PaymentListener } from "#src/payments/store/index.ts";
import { findTwins } from "#src/parties/beneficiaries/index.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { holdBatches } from "./queries.ts";
import { sameAsOf } from "./read-rows.ts";
import { findPaidAmounts, findPaidReferences } from "./row-queries.ts";

/**
 * Locks the batches of new payments until the transaction ends: a paused or canceled batch creates none from then on,
 * and a row recorded as refused or canceled never becomes one, even through a delayed process. The organization's other
 * sending batches are locked too, before duplicates are looked up: of two lists with the same payout, one finds it.
 * Rejected: a lookup before the transaction, which both would pass; a unique key per payout, one more write per row.
 */
export const batchListener: PaymentListener = {
  async hold(tx, payments) {
    const ours = payments.flatMap((payment) =>
      payment.details.batch === undefined ? [] : [{ payment, ...payment.details.batch }],
    );
    if (ours.length === 0) return new Map();
    const keys = new Map(ours.map(({ payment: { orgId }, batch_id: batchId }) => [batchId, { orgId, batchId }]));
    const held = new Map((await holdBatches(tx, [...keys.values()])).map((batch) => [batch.batchId, batch]));
    const refusals = new Map<string, HoldRefusal>();
    const once: Payment[] = [];
    for (const { payment, batch_id, row } of ours) {
      const batch = held.get(batch_id);
      const isSending = batch?.status === "sending" && batch.orgId === payment.orgId;
      if (!isSending || row <= batch.sentTo) refusals.set(payment.paymentId, "batch_stopped");
      else if (batch.duplicates === "refuse") once.push(payment);
    }
    for (const paymentId of await paidBefore(tx, once)) refusals.set(paymentId, "paid_before");
    return refusals;
  },
};

async function paidBefore(tx: Tx, payments: readonly Payment[]): Promise<string[]> {
  const found: string[] = [];
  for (const [orgId, group] of Map.groupBy(payments, (payment) => payment.orgId)) {
    const names = group.map((payment) => sameAsOf(rowOf(payment)));
    const alike = await withTwins(tx, orgId, names);
    const payouts = new Map(group.map((payment, index) => [alike.get(names[index]!)![0]!, payment]));
    if (payouts.size < group.length) throw new SamePayoutTogether();
    const own = group.map(({ paymentId }) => paymentId);
    const paid = await findPaidBefore(tx, orgId, [...payouts.keys()], { now: group[0]!.createdAt, except: own });
    for (const payout of paid) if (payouts.has(payout)) found.push(payouts.get(payout)!.paymentId);
  }
  return found;
}

function rowOf({ clientReference, beneficiaryId, amount }: Payment) {
  const named = clientReference === null ? {} : { reference: clientReference };
  return { ...named, beneficiary_id: beneficiaryId!, amount: amount.toDatabase(), currency: amount.currency };
}

/** A row fault, so the batch is halved until each payment is alone: if the first is refused, the second is the first. */
class SamePayoutTogether extends Error {
  readonly code = "23505";
}

const PAID_WITHIN_MS = 90 * 86_400_000;
const REFERENCE = /^reference (.+)$/s;
/** Recognizes a key that names a payee by id, so that only text that can be an id is compared with an id column. */
const PAYEE = /^payee ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) /;

/**
 * Which of these payouts (named by `sameAsOf`) were made by another list or request. Checked at the preview and in the
 * creating transaction: one file may be uploaded twice, and both previewed before either is sent. `except`: payments
 * that the row itself may have, from a process that died before recording them.
 */
export async function findPaidBefore(
  db: Queryable,
  orgId: string,
  payouts: readonly string[],
  { now, except = [] }: { now: Date; except?: readonly string[] },
): Promise<ReadonlySet<string>> {
  const since = new Date(now.getTime() - PAID_WITHIN_MS);
  const alike = await withTwins(db, orgId, payouts);
  const references = payouts.flatMap((payout) => REFERENCE.exec(payout)?.[1] ?? []);
  const payees = new Set([...alike.values()].flat().flatMap((payout) => PAYEE.exec(payout)?.[1] ?? []));
  const paid = references.length === 0 ? [] : [...(await findPaidReferences(db, orgId, references, { since, except }))];
  const amounts = payees.size === 0 ? [] : await findPaidAmounts(db, orgId, [...payees], { since, except });
  const found = new Set([
    ...paid.map((reference) => sameAsOf({ reference, beneficiary_id: "", amount: "", currency: "" })),
    ...amounts.map(sameAsOf),
  ]);
  return new Set(payouts.filter((payout) => alike.get(payout)!.some((one) => found.has(one))));
}

/** Each payout with the same one to every other beneficiary that has the payee's account, in one order. */
export async function withTwins(db: Queryable, orgId: string, payouts: readonly string[]) {
  const payeeOf = (payout: string): string[] => PAYEE.exec(payout)?.slice(1, 2) ?? [];
  const twins = await findTwins(db, orgId, payouts.flatMap(payeeOf));
  return new Map(
    payouts.map((payout): [string, string[]] => {
      const [payee] = payeeOf(payout);
      const all = payee === undefined ? undefined : twins.get(payee)?.map((twin) => payout.replace(payee, twin));
      return [payout, all ?? [payout]];
    }),
  );
}
