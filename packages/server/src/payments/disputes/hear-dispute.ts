import { postTransactions } from "#src/record/ledger/index.ts";
import type { EventType } from "#src/record/events/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import { openReconciliationItems, type PaymentStore } from "#src/payments/store/index.ts";
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
export type HearDisputeDeps = {
  clock: Clock;
  store: Pick<PaymentStore, "applyTransitionsIn">;
  /** Notifies the organization's admins, by bell and e-mail. */
  notifyOrganization(
    tx: Tx,
    orgId: string,
    notice: { subject: string; text: string; type: string; data: Record<string, unknown> },
  ): Promise<void>;
};

type PaymentKey = { orgId: string; paymentId: string };
type HearDispute = (
  tx: Tx,
  owner: PaymentKey,
  provider: ProviderName,
  update: DisputeUpdate & { reference: string },
) => Promise<void>;

export function createDisputeHearer(deps: HearDisputeDeps): HearDispute {
  return (tx, owner, provider, update) => hearDisputeIn(tx, deps, owner, provider, update);
}

async function hearDisputeIn(
  tx: Tx,
  deps: HearDisputeDeps,
  owner: PaymentKey,
  provider: ProviderName,
  update: DisputeUpdate & { reference: string },
): Promise<void> {
  const now = deps.clock.now();
  const opened = newDispute(owner, provider, update, now);
  if (await insertDispute(tx, opened)) {
    await writeChangeIn(tx, deps, null, opened);
    await deps.notifyOrganization(tx, owner.orgId, noticeOfOpening(opened));
    return;
  }
  const before = (await lockByProviderId(tx, owner.orgId, provider, update.disputeId))!;
  const judgment = judge(before, update, now);
  if (judgment.outcome === "contradiction") {
    const { paymentId, orgId, disputeId } = before;
    const detail = { dispute_id: disputeId, said: update.status, provider_status: update.providerStatus };
    await openReconciliationItems(tx, [
      {
        kind: "contradicts_dispute",
        provider,
        message: `${provider} ${judgment.message} (${disputeId})`,
        detail,
        orgId,
        paymentId,
        at: now,
      },
    ]);
  }
  if (judgment.outcome !== "changed") return;
  await updateDispute(tx, judgment.dispute);
  await writeChangeIn(tx, deps, before, judgment.dispute);
  if (judgment.dispute.status !== before.status)
    await deps.notifyOrganization(tx, owner.orgId, noticeOfMove(judgment.dispute));
}

/** The consequences of a change that is already written: the payment's display, ledger and event. */
export async function writeChangeIn(
  tx: Tx,
  { store }: Pick<HearDisputeDeps, "store">,
  before: Dispute | null,
  after: Dispute,
): Promise<void> {
  const { orgId, paymentId, disputeId, status } = after;
  if (before?.status !== status)
    await store.applyTransitionsIn(tx, [
      { orgId, paymentId, move: { type: "disputed", dispute: { dispute_id: disputeId, status } } },
    ]);
  const transaction = ledgerOfDispute(before, after, after.updatedAt);
  if (transaction !== null) {
    const [outcome] = await postTransactions(tx, [transaction]);
    if (outcome !== "posted") throw new Error(`the ledger refused the dispute ${after.disputeId}: ${outcome}`);
  }
  const type: EventType = before?.status === after.status ? "dispute.updated" : DISPUTE_STATUS[after.status].event;
  const data = { ...showDispute(after), previous_status: before?.status ?? null };
  await appendEvents(tx, [
    {
      orgId: after.orgId,
      type,
      resourceType: "dispute",
      resourceId: after.disputeId,
      sequence: after.eventSequence,
      data,
      at: after.updatedAt,
    },
  ]);
}

function newDispute(
  { orgId, paymentId }: PaymentKey,
  provider: ProviderName,
  update: DisputeUpdate & { reference: string },
  now: Date,
): Dispute {
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

export function noticeOf(dispute: Dispute, subject: string, text: string) {
  const { disputeId, paymentId, status } = dispute;
  return {
    subject,
    text,
    type: DISPUTE_STATUS[status].event as string,
    data: { dispute_id: disputeId, payment_id: paymentId },
  };
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
  const word = dispute.status.replace("_", " ");
  return noticeOf(
    dispute,
    `Dispute ${word}: ${dispute.amount.toString()}`,
    `The dispute about payment ${dispute.paymentId} is ${word}. ` +
      `${dispute.status === "needs_response" ? deadlineText(dispute) : ""}`,
  );
}

export function deadlineText({ status, respondBy }: Dispute): string {
  if (status !== "needs_response") return "";
  return respondBy === null
    ? "Answer the dispute on the dashboard."
    : `Answer the dispute on the dashboard before ${respondBy.toISOString()}; after that it is lost.`;
}
