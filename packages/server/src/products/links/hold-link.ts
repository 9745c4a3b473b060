import { type ActDeps, actOnPayment } from "#src/payments/initiate/index.ts";
import { isFinal, mayMove, type Payment } from "#src/payments/core/index.ts";
import { ApiError } from "#src/kernel/http/errors.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { PayerDetails } from "@corridor/provider-kit/provider.ts";
import { CHECKOUT_ACTOR, LINK_ORIGIN, type PaymentLink, statusAt } from "./payment-link.ts";
import { findLink, takeHold } from "./queries.ts";
import { linkNotPayable } from "./read-fields.ts";

/**
 * A fixed link is paid at most once: one unfinished payment at a time holds it.
 *
 *   free --a customer presses pay--> held --payment failed, canceled--> free
 *                                     |--payment completed--> paid
 *                                     |--it only waits for its customer, and gives way--> canceled there, then free
 *
 * One conditional UPDATE takes the hold, so one of many concurrent customers continues, and the payment's own
 * transaction checks it again. A payment for which money may already be moving never gives way.
 */
export type HoldDeps = ActDeps & { db: Db };

/** Longer than a request can take from its hold to its payment: after that, the process that took the hold has died. */
export const ABANDONED_AFTER_MS = 60_000;
/** Then the customer may have closed the page; until then only the same payer may start again. */
const GIVES_WAY_AFTER_MS = 3 * 60_000;
const RETRY_AFTER_SECONDS = 60;
const MAX_TRIES = 3;

export async function holdLink(deps: HoldDeps, link: PaymentLink, holder: string, payer: PayerDetails): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = deps.clock.now();
    if (await takeHold(deps.db, link, holder, now, new Date(now.getTime() - ABANDONED_AFTER_MS))) return;
    const current = await findLink(deps.db, link.orgId, link.linkId);
    if (current === undefined || statusAt(current, now) !== "active")
      throw linkNotPayable("The link can no longer be paid");
    if (!current.amount!.equals(link.amount!)) throw linkNotPayable("The link has changed; read it again");
    if (current.heldBy !== null) await askToGiveWay(deps, current, payer);
  }
  throw busy();
}

async function askToGiveWay(deps: HoldDeps, link: PaymentLink, payer: PayerDetails): Promise<void> {
  const holder = await deps.store.findPayment({ orgId: link.orgId, paymentId: link.heldBy! });
  if (holder === undefined) throw busy(); // The payment is being created at this moment.
  if (isFinal(holder.status)) return; // The payment has just ended, and so has its hold.
  if (!mayGiveWay(holder, payer, deps.clock.now())) throw busy();
  const who = { orgId: link.orgId, userId: holder.userId, actor: CHECKOUT_ACTOR };
  try {
    await actOnPayment(deps, who, holder, { action: "cancel" });
  } catch (error) {
    // The provider refused to cancel, or did not answer: the payment may still complete, so it keeps the link.
    if (error instanceof ApiError) throw busy();
    throw error;
  }
}

/** Whether it has received nothing, only waits for its customer, and that customer is the same payer or has left. */
export function mayGiveWay(holder: Payment, payer: PayerDetails, now: Date): boolean {
  const { status, details, progress } = holder;
  if (!mayMove(status, "canceled") || progress.received_amount !== undefined) return false;
  if (details.origin?.type !== LINK_ORIGIN) return false;
  if (!WAITS_FOR_CUSTOMER.includes(holder.nextAction?.type)) return false;
  const hasLeft = now.getTime() - holder.createdAt.getTime() >= GIVES_WAY_AFTER_MS;
  return hasLeft || isSamePayer(holder.details.payer_details, payer);
}

const WAITS_FOR_CUSTOMER: readonly (string | undefined)[] = ["collect_otp", "redirect", "pay_by_link", "bank_transfer"];

function isSamePayer(one: PayerDetails | undefined, other: PayerDetails): boolean {
  if (one === undefined) return false;
  if (one.email !== undefined && one.email.toLowerCase() === other.email?.toLowerCase()) return true;
  return one.phone !== undefined && one.phone === other.phone;
}

export function busy(): ApiError {
  return new ApiError(409, "LINK_BUSY", "Another payment of this link is in progress; try again in a few minutes", {
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
  });
}
