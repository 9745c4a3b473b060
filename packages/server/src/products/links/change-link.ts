import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import type { LiveRates } from "#src/pricing/rates/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import { type CustomFieldInput, readCustomFields } from "./custom-fields.ts";
import { ABANDONED_AFTER_MS } from "./hold-link.ts";
import { type PaymentLink, statusAt } from "./payment-link.ts";
import { dropAbandonedHold, findLink, lockLink, updateLink } from "./queries.ts";
import { readExpiry, readMaxQuantity, readPayerCurrency, readReturnUrl } from "./read-fields.ts";

export type LinkChanges = {
  amount?: number | null;
  payer_currency?: string | null;
  description?: string | null;
  email?: string | null;
  expires_at?: string | null;
  return_url?: string | null;
  max_quantity?: number | null;
  custom_fields?: readonly CustomFieldInput[] | null;
  success_message?: string | null;
  status?: "active" | "disabled";
};

export type ChangeLink = { caller: Caller; orgId: string; linkId: string; changes: LinkChanges; requestId: string };
type Deps = { db: Db; clock: Clock; liveRates: LiveRates };

/**
 * Given fields replace stored ones, null empties a field. `currency` and `amount_type` never change: payments through
 * the link used them. A fixed link's amount cannot change while a payment is in progress, and a paid link cannot change
 * at all.
 */
export async function changeLink(deps: Deps, request: ChangeLink): Promise<PaymentLink> {
  const { orgId, linkId, changes } = request;
  const known = await findLink(deps.db, orgId, linkId);
  if (known === undefined) throw notFound("Payment link");
  const payerCurrency =
    changes.payer_currency === undefined
      ? undefined
      : await readPayerCurrency(deps.liveRates, changes.payer_currency ?? known.currency, known.currency);
  return writeChange(deps, request, "payment_link.changed", (before, now) => {
    if (before.status === "paid") throw conflict("A paid link cannot be changed");
    const amount =
      changes.amount === undefined
        ? before.amount
        : changes.amount === null
          ? null
          : readMoney(changes.amount, before.currency, "amount");
    if (before.amountType === "fixed" && amount === null) throw invalidField("amount", "is required for a fixed link");
    const after: PaymentLink = {
      ...before,
      amount,
      payerCurrency: payerCurrency ?? before.payerCurrency,
      description: changes.description === undefined ? before.description : changes.description,
      email: changes.email === undefined ? before.email : changes.email,
      returnUrl:
        changes.return_url === undefined
          ? before.returnUrl
          : changes.return_url === null
            ? null
            : readReturnUrl(changes.return_url),
      expiresAt:
        changes.expires_at === undefined
          ? before.expiresAt
          : changes.expires_at === null
            ? null
            : readExpiry(changes.expires_at, now),
      customFields:
        changes.custom_fields === undefined ? before.customFields : readCustomFields(changes.custom_fields ?? []),
      successMessage: changes.success_message === undefined ? before.successMessage : changes.success_message,
    };
    if (before.heldBy !== null && asksForOther(before, after))
      throw conflict("A payment of this link is in progress; change amount and payer_currency after it has ended");
    return {
      ...after,
      maxQuantity: readMaxQuantity(
        after,
        changes.max_quantity === undefined ? before.maxQuantity : changes.max_quantity,
      ),
      status: statusAfter(before, after, changes.status, now),
      quoteRateId: after.payerCurrency === before.payerCurrency ? before.quoteRateId : null,
    };
  });
}

/**
 * The link stays readable and its payments stay linked to it. A payment in progress may still complete, and then the
 * link is paid.
 */
export async function disableLink(deps: Deps, request: Omit<ChangeLink, "changes">): Promise<PaymentLink> {
  return writeChange(deps, request, "payment_link.disabled", (before) => {
    if (before.status === "paid") throw conflict("A paid link cannot be deleted");
    return { ...before, status: "disabled" };
  });
}

async function writeChange(
  deps: Deps,
  request: Omit<ChangeLink, "changes">,
  action: string,
  change: (before: PaymentLink, now: Date) => PaymentLink,
): Promise<PaymentLink> {
  const { caller, orgId, linkId, requestId } = request;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await dropAbandonedHold(tx, orgId, linkId, new Date(at.getTime() - ABANDONED_AFTER_MS));
    const before = await lockLink(tx, orgId, linkId);
    if (before === undefined) throw notFound("Payment link");
    const after = change(before, at);
    const changed = changedFields(before, after);
    if (Object.keys(changed).length === 0) return before;
    const stored: PaymentLink = { ...after, updatedAt: at };
    await updateLink(tx, stored);
    await appendAudit(tx, [
      {
        orgId,
        actor: actorOf(caller),
        action,
        resourceType: "payment_link",
        resourceId: linkId,
        requestId,
        at,
        changes: changed,
      },
    ]);
    return stored;
  });
}

function asksForOther(before: PaymentLink, after: PaymentLink): boolean {
  return before.payerCurrency !== after.payerCurrency || before.amount?.toDatabase() !== after.amount?.toDatabase();
}

/** When an expired link is enabled or gets more time, its new time decides its status. */
function statusAfter(
  before: PaymentLink,
  after: PaymentLink,
  wanted: LinkChanges["status"],
  now: Date,
): PaymentLink["status"] {
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
  return Object.fromEntries(
    Object.entries(shown(after)).flatMap(([field, value]) =>
      old[field as keyof typeof old] === value
        ? []
        : [[field, { before: old[field as keyof typeof old], after: value }]],
    ),
  );
}
