import type { NewEvent } from "#src/record/events/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import { openReconciliationItems, type PaymentListener, type StatusChange } from "#src/payments/store/index.ts";
import { type Payment, phaseOf } from "#src/payments/core/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { LINK_ORIGIN, linkRecordOf, type PaymentLink, statusAt } from "./payment-link.ts";
import { makeReceiptsDue } from "./receipt/queries.ts";
import { freeHolds, type LinkPayment, lockLinks, recordPaid, renewHolds } from "./queries.ts";

/**
 * Inside the transactions that change the payments:
 *
 *   created                      the payment must hold its fixed link, or it is not created
 *   completed                    a fixed link is paid, an open one counts the payment; events; the receipt is due
 *   failed, rejected, canceled   a fixed link is free for the next payment
 *   refunded, of a part or all   the receipt is due again; a payment by the API gets one
 */
export function linkListener(publicBaseUrl: string): PaymentListener {
  return {
    async follow(tx, changes, now) {
      const ours = changes.filter(({ after }) => after.details.origin?.type === LINK_ORIGIN);
      if (ours.length === 0) return;
      const created = ours.filter(({ before }) => before === null);
      const notHeld = created.length === 0 ? [] : await renewHolds(tx, created.map(linkPaymentOf), now);
      if (notHeld.length > 0) throw new LinkNotHeld(notHeld);
      const ended = ours.filter(({ after }) => phaseOf(after.status) === "unsuccessful").map(linkPaymentOf);
      const completions = ours.filter(isCompletion);
      const completed = completions.map(({ after }) => after);
      // One statement locks all links of the batch: two would lock them in two orders.
      const over = [...ended, ...completions.map(linkPaymentOf)];
      const links = over.length === 0 ? [] : await lockLinks(tx, over);
      if (ended.length > 0) await freeHolds(tx, ended);
      if (completed.length === 0) return;
      await markPaid(tx, freedFrom(links, ended), completed, publicBaseUrl, now);
      await makeReceiptsDue(tx, completed, now);
    },
    refunded: makeReceiptsDue,
  };
}

/** Carries the SQLSTATE class of a raised exception: a fault of this payment and not of its batch. */
export class LinkNotHeld extends Error {
  readonly code = "P0001";
  constructor(paymentIds: readonly string[]) {
    super(`another payment holds the link of ${paymentIds.join(", ")}`);
    this.name = "LinkNotHeld";
  }
}

function isCompletion({ before, after }: StatusChange): boolean {
  return after.status === "completed" && before?.status !== "completed";
}

function linkPaymentOf({ after: { orgId, paymentId, details } }: StatusChange): LinkPayment {
  return { orgId, linkId: details.origin!.id, paymentId };
}

/** The links as they are after `freeHolds`, without reading them again. */
function freedFrom(links: readonly PaymentLink[], ended: readonly LinkPayment[]): PaymentLink[] {
  const over = new Set(ended.map(({ paymentId }) => paymentId));
  return links.map((link) =>
    link.heldBy !== null && over.has(link.heldBy) ? { ...link, heldBy: null, heldAt: null } : link,
  );
}

async function markPaid(
  tx: Tx,
  locked: readonly PaymentLink[],
  completed: readonly Payment[],
  publicBaseUrl: string,
  now: Date,
): Promise<void> {
  const linkIdOf = ({ details }: Payment): string => details.origin!.id;
  const paidIds = new Set(completed.map(linkIdOf));
  const links = new Map(locked.filter(({ linkId }) => paidIds.has(linkId)).map((link) => [link.linkId, link]));
  const events: NewEvent[] = [];
  const paidTwice: Payment[] = [];
  for (const payment of completed) {
    const link = links.get(linkIdOf(payment));
    if (link === undefined) throw new Error(`payment ${payment.paymentId} names a link that does not exist`);
    if (link.amountType === "fixed" && link.status === "paid") {
      paidTwice.push(payment);
      continue;
    }
    const paid = paidBy(link, payment, now);
    links.set(link.linkId, paid);
    events.push({
      orgId: paid.orgId,
      type: "payment_link.paid",
      resourceType: "payment_link",
      resourceId: paid.linkId,
      sequence: paid.eventSequence,
      at: now,
      data: { ...linkRecordOf(paid, publicBaseUrl, now), previous_status: statusAt(link, now) },
    });
  }
  await recordPaid(tx, [...links.values()]);
  await appendEvents(tx, events);
  const items = paidTwice.map((payment) => {
    const { orgId, paymentId, provider } = payment;
    const linkId = linkIdOf(payment);
    const message = `the payment completed after another one had paid its link ${linkId}; refund one of them`;
    const detail = { link_id: linkId, paid_by: links.get(linkId)!.paymentId };
    return { orgId, paymentId, kind: "link_paid_twice", provider, at: now, message, detail } as const;
  });
  await openReconciliationItems(tx, items);
}

function paidBy(link: PaymentLink, payment: Payment, now: Date): PaymentLink {
  const counted: PaymentLink = {
    ...link,
    paymentId: payment.paymentId,
    paymentsCount: link.paymentsCount + 1,
    paidTotal: link.paidTotal.plus(payment.targetAmount),
    paidAt: now,
    eventSequence: link.eventSequence + 1,
    updatedAt: now,
  };
  return link.amountType === "fixed" ? { ...counted, status: "paid", heldBy: null, heldAt: null } : counted;
}
