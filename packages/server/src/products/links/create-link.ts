import { actorIn, appendAudit } from "#src/record/audit/index.ts";
import { organizationExists } from "#src/parties/organizations/index.ts";
import type { LiveRates } from "#src/pricing/rates/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import { Money } from "@corridor/base/money.ts";
import { type CustomFieldInput, readCustomFields } from "./custom-fields.ts";
import { type AmountType, newLinkRef, type PaymentLink } from "./payment-link.ts";
import { findLink, insertLink } from "./queries.ts";
import { readCurrency, readExpiry, readMaxQuantity, readPayerCurrency, readReturnUrl } from "./read-fields.ts";

export type OptionalFields = { custom_fields?: readonly CustomFieldInput[] | null } & Partial<
  Record<"amount" | "max_quantity", number | null> &
    Record<"payer_currency" | "description" | "email" | "expires_at" | "return_url" | "success_message", string | null>
>;
export type LinkFields = OptionalFields & { currency: string; amount_type?: AmountType };

export type LinkRequest = { caller: Caller; id: string };
export type LinkDeps = { db: Db; clock: Clock; liveRates: LiveRates };
export type LinkKey = { orgId: string; linkId: string };

export async function createLink(
  deps: LinkDeps,
  request: LinkRequest,
  { orgId, linkId }: LinkKey,
  fields: LinkFields,
): Promise<PaymentLink> {
  const { caller } = request;
  if (caller.platformRole !== null && !(await organizationExists(deps.db, orgId))) throw notFound("Organization");
  const at = deps.clock.now();
  const currency = readCurrency(fields.currency, "currency");
  const amountType = fields.amount_type ?? (fields.amount == null ? "open" : "fixed");
  if (amountType === "fixed" && fields.amount == null) throw invalidField("amount", "is required for a fixed link");
  const draft: PaymentLink = {
    orgId,
    linkId,
    linkRef: newLinkRef(),
    amountType,
    currency,
    amount: fields.amount == null ? null : readMoney(fields.amount, currency, "amount"),
    payerCurrency:
      fields.payer_currency == null
        ? currency
        : await readPayerCurrency(deps.liveRates, fields.payer_currency, currency),
    description: fields.description ?? null,
    email: fields.email ?? null,
    returnUrl: fields.return_url == null ? null : readReturnUrl(fields.return_url),
    maxQuantity: null,
    customFields: readCustomFields(fields.custom_fields ?? []),
    successMessage: fields.success_message ?? null,
    status: "active",
    expiresAt: fields.expires_at == null ? null : readExpiry(fields.expires_at, at),
    quoteRateId: null,
    heldBy: null,
    heldAt: null,
    paymentId: null,
    paymentsCount: 0,
    paidTotal: Money.zero(currency),
    paidAt: null,
    eventSequence: 0,
    createdBy: caller.userId,
    createdAt: at,
    updatedAt: at,
  };

  const link: PaymentLink = { ...draft, maxQuantity: readMaxQuantity(draft, fields.max_quantity ?? null) };
  return deps.db.transaction(async (tx) => {
    // The same id again is the same request, repeated after a crash: the stored row is its answer.
    if (!(await insertLink(tx, link))) return (await findLink(tx, orgId, linkId))!;
    const { payerCurrency: payer_currency, expiresAt: expires_at } = link;
    const amount = link.amount?.toDatabase() ?? null;
    const changes = { amount_type: amountType, amount, currency, payer_currency, expires_at };
    await auditLink(tx, request, link, "created", changes, at);
    return link;
  });
}

export async function auditLink(
  tx: Tx,
  request: LinkRequest,
  { orgId, linkId }: LinkKey,
  action: string,
  changes: object,
  at: Date,
): Promise<void> {
  const about = { orgId, resourceType: "payment_link", resourceId: linkId, at };
  await appendAudit(tx, [{ ...about, actor: actorIn(request), action: `payment_link.${action}`, changes }]);
}
