import { postTransactions } from "#src/record/ledger/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import { openReconciliationItems, type PaymentKey, type PaymentStore } from "#src/payments/store/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { DisputeUpdate, ProviderName } from "@corridor/provider-kit/provider.ts";
import { type Dispute, judge, ledgerOfDispute, showDispute } from "./dispute.ts";
import { DISPUTE_STATUS } from "./dispute-status.ts";
import { insertDispute, lockByProviderId, updateDispute } from "./queries.ts";

/**
 * The first update creates a dispute, later ones move it. Row, ledger, event and notification are written in the
 * caller's transaction. Locks: the dispute, its payment, then the ledger.
 */
export type DisputeDeps = {
  clock: Clock;
  store: Pick<PaymentStore, "applyTransitionsIn">;
  /** Notifies the organization's admins, by bell and e-mail. */
  notifyOrganization(
    tx: Tx,
    orgId: string,
    notice: { subject: string; text: string; type: string; data: Record<string, unknown> },
  ): Promise<void>;
};

type Update = DisputeUpdate & { reference: string };

export function createDisputeUpdates(deps: DisputeDeps) {
  return async (tx: Tx, owner: PaymentKey, provider: ProviderName, update: Update): Promise<void> => {
    const now = deps.clock.now();
    const opened = newDispute(owner, provider, update, now);
    if (await insertDispute(tx, opened)) {
      await writeChangeIn(tx, deps, null, opened);
      return deps.notifyOrganization(tx, owner.orgId, noticeOfOpening(opened));
    }
    const before = (await lockByProviderId(tx, owner.orgId, provider, update.disputeId))!;
    const judgment = judge(before, update, now);
    if (judgment.outcome === "contradiction") {
      const { paymentId, orgId, disputeId } = before;
      const detail = { dispute_id: disputeId, said: update.status, provider_status: update.providerStatus };
      const message = `${provider} ${judgment.message} (${disputeId})`;
      const item = { kind: "contradicts_dispute", provider, message, detail, orgId, paymentId, at: now } as const;
      await openReconciliationItems(tx, [item]);
    }
    if (judgment.outcome !== "changed") return;
    await updateDispute(tx, judgment.dispute);
    await writeChangeIn(tx, deps, before, judgment.dispute);
    if (judgment.dispute.status !== before.status)
      await deps.notifyOrganization(tx, owner.orgId, noticeOfMove(judgment.dispute));
  };
}

type Store = Pick<DisputeDeps, "store">;
/** The consequences of a change that is already written: the payment's display, ledger and event. */
export async function writeChangeIn(tx: Tx, { store }: Store, before: Dispute | null, after: Dispute): Promise<void> {
  const { orgId, paymentId, disputeId, status, eventSequence: sequence, updatedAt: at } = after;
  const isNewStatus = before?.status !== status;
  const dispute = { dispute_id: disputeId, status };
  if (isNewStatus) await store.applyTransitionsIn(tx, [{ orgId, paymentId, move: { type: "disputed", dispute } }]);
  const transaction = ledgerOfDispute(before, after, at);
  if (transaction !== null) {
    const [outcome] = await postTransactions(tx, [transaction]);
    if (outcome !== "posted") throw new Error(`the ledger refused the dispute ${disputeId}: ${outcome}`);
  }
  const type = isNewStatus ? DISPUTE_STATUS[status].event : "dispute.updated";
  const data = { ...showDispute(after), previous_status: before?.status ?? null };
  await appendEvents(tx, [{ orgId, type, resourceType: "dispute", resourceId: disputeId, sequence, data, at }]);
}

function newDispute({ orgId, paymentId }: PaymentKey, provider: ProviderName, update: Update, now: Date): Dispute {
  return {
    orgId,
    disputeId: newId(),
    paymentId,
    provider,
    providerDisputeId: update.disputeId,
    reference: update.reference,
    status: update.status,
    providerStatus: update.providerStatus,
    amount: update.amount,
    fee: update.fee ?? Money.zero(update.amount.currency),
    reason: update.reason ?? null,
    respondBy: update.respondBy ?? null,
    respondedAt: null,
    remindedAt: null,
    lastWordAt: update.occurredAt ?? null,
    eventSequence: 1,
    createdAt: now,
    updatedAt: now,
  };
}

export function noticeOf({ disputeId, paymentId, status }: Dispute, subject: string, text: string) {
  const type: string = DISPUTE_STATUS[status].event;
  return { subject, text, type, data: { dispute_id: disputeId, payment_id: paymentId } };
}

function noticeOfOpening(dispute: Dispute) {
  const why = dispute.reason === null ? "" : ` The reason given is: ${dispute.reason}.`;
  return noticeOf(
    dispute,
    `A payment of ${dispute.amount.toString()} is disputed`,
    `The payer's bank demands ${dispute.amount.toString()} of payment ${dispute.paymentId} back.${why} The amount ` +
      `and the provider's fee are held until the dispute is decided. ${deadlineText(dispute)}`,
  );
}

function noticeOfMove(dispute: Dispute) {
  const status = dispute.status.replace("_", " ");
  const text = `The dispute about payment ${dispute.paymentId} is ${status}. ${deadlineText(dispute)}`;
  return noticeOf(dispute, `Dispute ${status}: ${dispute.amount.toString()}`, text);
}

export function deadlineText({ status, respondBy }: Dispute): string {
  if (status !== "needs_response") return "";
  return respondBy === null
    ? "Answer the dispute on the dashboard."
    : `Answer the dispute on the dashboard before ${respondBy.toISOString()}; after that it is lost.`;
}
