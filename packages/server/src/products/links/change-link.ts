import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { auditLink, type LinkDeps, type LinkKey, type LinkRequest, type OptionalFields } from "./create-link.ts";
import { readCustomFields } from "./custom-fields.ts";
import { ABANDONED_AFTER_MS } from "./hold-link.ts";
import { type LinkStatus, type PaymentLink, statusAt } from "./payment-link.ts";
import { dropAbandonedHold, expireDue, findLink, lockLink, updateLink } from "./queries.ts";
import { readExpiry, readMaxQuantity, readPayerCurrency, readReturnUrl } from "./read-fields.ts";

export type LinkChanges = OptionalFields & { status?: "active" | "disabled" };

/**
 * Null empties a field. `currency` and `amount_type` never change: payments used them. A fixed link's amount cannot
 * change while a payment is in progress, and a paid link cannot change at all.
 */
export async function changeLink(
  deps: LinkDeps,
  request: LinkRequest,
  key: LinkKey,
  changes: LinkChanges,
): Promise<PaymentLink> {
  const known = await findLink(deps.db, key.orgId, key.linkId);
  if (known === undefined) throw notFound("Payment link");
  const payerCurrency =
    changes.payer_currency === undefined
      ? undefined
      : await readPayerCurrency(deps.liveRates, changes.payer_currency ?? known.currency, known.currency);
  return writeChange(deps, request, key, "changed", (before, now) => {
    if (before.status === "paid") throw conflict("A paid link cannot be changed");
    const amount = changed(changes.amount, before.amount, (given) => readMoney(given, before.currency, "amount"));
    if (before.amountType === "fixed" && amount === null) throw invalidField("amount", "is required for a fixed link");
    const after: PaymentLink = {
      ...before,
      amount,
      payerCurrency: payerCurrency ?? before.payerCurrency,
      description: changed(changes.description, before.description),
      email: changed(changes.email, before.email),
      returnUrl: changed(changes.return_url, before.returnUrl, readReturnUrl),
      expiresAt: changed(changes.expires_at, before.expiresAt, (text) => readExpiry(text, now)),
      customFields:
        changes.custom_fields === undefined ? before.customFields : readCustomFields(changes.custom_fields ?? []),
      successMessage: changed(changes.success_message, before.successMessage),
    };
    const asksForOther =
      before.payerCurrency !== after.payerCurrency || before.amount?.toDatabase() !== after.amount?.toDatabase();
    if (before.heldBy !== null && asksForOther)
      throw conflict("A payment of this link is in progress; change amount and payer_currency after it has ended");
    return {
      ...after,
      maxQuantity: readMaxQuantity(after, changed(changes.max_quantity, before.maxQuantity)),
      status: statusAfter(before, after, changes.status, now),
      quoteRateId: after.payerCurrency === before.payerCurrency ? before.quoteRateId : null,
    };
  });
}

/** The stored value when nothing is given; null empties it. */
function changed<T>(given: T | null | undefined, stored: T | null): T | null;
function changed<G, T>(given: G | null | undefined, stored: T | null, read: (given: G) => T): T | null;
function changed<G, T>(given: G | null | undefined, stored: T | null, read?: (given: G) => T): G | T | null {
  if (given === undefined) return stored;
  return given === null || read === undefined ? given : read(given);
}

/** The link stays readable and its payments stay linked to it. A payment in progress may still complete and pay it. */
export async function disableLink(deps: LinkDeps, request: LinkRequest, key: LinkKey): Promise<PaymentLink> {
  return writeChange(deps, request, key, "disabled", (before) => {
    if (before.status === "paid") throw conflict("A paid link cannot be deleted");
    return { ...before, status: "disabled" };
  });
}

async function writeChange(
  deps: LinkDeps,
  request: LinkRequest,
  { orgId, linkId }: LinkKey,
  action: string,
  change: (before: PaymentLink, now: Date) => PaymentLink,
): Promise<PaymentLink> {
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await dropAbandonedHold(tx, orgId, linkId, new Date(at.getTime() - ABANDONED_AFTER_MS));
    const before = await lockLink(tx, orgId, linkId);
    if (before === undefined) throw notFound("Payment link");
    const after = change(before, at);
    const differences = changedFields(before, after);
    if (Object.keys(differences).length === 0) return before;
    const stored: PaymentLink = { ...after, updatedAt: at };
    await updateLink(tx, stored);
    await auditLink(tx, request, stored, action, differences, at);
    return stored;
  });
}

/** When an expired link is enabled or gets more time, its new time decides its status. */
function statusAfter(before: PaymentLink, after: PaymentLink, wanted: LinkStatus | undefined, now: Date): LinkStatus {
  const status = wanted ?? (before.status === "expired" ? "active" : before.status);
  if (wanted === "active" && statusAt({ ...after, status }, now) === "expired")
    throw conflict("The link has expired; set a later expires_at to make it active");
  return statusAt({ ...after, status }, now);
}

function changedFields(before: PaymentLink, after: PaymentLink): Record<string, { before: unknown; after: unknown }> {
  const shown = (link: PaymentLink) => ({
    amount: link.amount?.toDatabase() ?? null,
    payer_currency: link.payerCurrency,
    description: link.description,
    email: link.email,
    return_url: link.returnUrl,
    max_quantity: link.maxQuantity,
    custom_fields: link.customFields.length === 0 ? null : JSON.stringify(link.customFields),
    success_message: link.successMessage,
    expires_at: link.expiresAt?.toISOString() ?? null,
    status: link.status,
  });
  const old = shown(before);
  const pairs = Object.entries(shown(after)).map(([field, value]) => {
    return [field, { before: old[field as keyof typeof old], after: value }] as const;
  });
  return Object.fromEntries(pairs.filter(([, pair]) => pair.before !== pair.after));
}

const INTERVAL_MS = 10_000;
const BATCH_ROWS = 500;

/** Records which links have expired. Nothing waits for it: every reader treats a link as expired from its time on. */
export function expireLinksJob(deps: { db: Db; clock: Clock }): Job {
  return {
    name: "payment-link-expiry",
    intervalMs: INTERVAL_MS,
    runOnce: () => expireDue(deps.db, deps.clock.now(), BATCH_ROWS),
  };
}
