import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { HandPaidNotice, Provider } from "@corridor/provider-kit/provider.ts";
import { findAttempt, isFinal } from "#src/payments/core/index.ts";
import { findByReferenceRange, openReconciliationItems, type PaymentStore } from "#src/payments/store/index.ts";

type Deps = { db: Db; clock: Clock; log: Logger; store: Pick<PaymentStore, "findPayment"> };

/**
 * A payer paid by hand, using a reference that we gave a payin. While the payin is open, the provider is polled about
 * the receipt, and its answer completes the payin. The same receipt again changes nothing. A second one, or one for an
 * ended payin, is unexpected money for a person to review, because the confirmation alone is not believed.
 */
export async function followHandPaid(deps: Deps, provider: Provider, notice: HandPaidNotice, signal: AbortSignal) {
  const { receipt, amount, references } = notice;
  const owners = await findByReferenceRange(deps.db, references);
  const [owner] = owners;
  if (owner === undefined || owners.length > 1) {
    const unclear = "money was paid by hand with a reference that matches no single payment of ours";
    deps.log.error({ provider: provider.name, receipt, payments: owners.length }, unclear);
    return null;
  }
  const payment = await deps.store.findPayment(owner);
  if (payment === undefined || findAttempt(payment, owner.reference)?.provider !== provider.name) return null;
  const known = payment.progress.provider_data?.["receipt"];
  if (known === receipt) return null;
  if (!isFinal(payment.status) && known === undefined)
    return provider.fetchHandPaid!({ reference: owner.reference, receipt }, signal);
  // The payin completed without naming its receipt, so this receipt is its own.
  if (known === undefined && payment.status === "completed") return null;
  const message =
    `${provider.name} confirms ${amount.toString()} under the receipt ${receipt}, for a payment that ` +
    `is ${payment.status}; look it up there`;
  const { orgId, paymentId } = owner;
  const detail = { receipt, amount: amount.toDatabase() };
  const item = { orgId, paymentId, kind: "unexpected_money", provider: provider.name, message, detail } as const;
  await deps.db.transaction((tx) => openReconciliationItems(tx, [{ ...item, at: deps.clock.now() }]));
  return null;
}
