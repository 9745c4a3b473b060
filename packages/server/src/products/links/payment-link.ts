import { randomBytes } from "node:crypto";
import { invalidField } from "#src/kernel/http/errors.ts";
import { Money } from "@corridor/base/money.ts";
import type { AuditActor } from "#src/record/audit/index.ts";
import type { CustomField } from "./custom-fields.ts";

/**
 * active --a payment completes, fixed--> paid        active --time--> expired        active <--a person--> disabled
 * expired --expires_at moved on--> active            expired, disabled --a payment in progress completes--> paid
 *
 * `paid` is final; an open link stays active. A link is expired from its time on, whether or not the job recorded it.
 */
export const LINK_STATUSES = ["active", "paid", "expired", "disabled"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const AMOUNT_TYPES = ["fixed", "open"] as const;
export type AmountType = (typeof AMOUNT_TYPES)[number];

/** The `details.origin` of a payment made through a link. */
export const LINK_ORIGIN = "payment_link";

/** The audit log's actor for a customer on the hosted page: nobody of the organization, and nobody with a name. */
export const CHECKOUT_ACTOR: AuditActor = { type: "system", id: "checkout" };

export type PaymentLink = {
  readonly orgId: string;
  readonly linkId: string;
  readonly linkRef: string;
  readonly amountType: AmountType;
  /** Null for an open link without a suggestion. */
  readonly amount: Money | null;
  readonly currency: string;
  readonly payerCurrency: string;
  readonly description: string | null;
  readonly email: string | null;
  readonly returnUrl: string | null;
  /** Null for a quantity of one. `amount` is the price of one. */
  readonly maxQuantity: number | null;
  readonly customFields: readonly CustomField[];
  /** The merchant's text on the page after the payment, instead of our default. */
  readonly successMessage: string | null;
  /** The stored status; `statusAt` gives the status that everybody sees. */
  readonly status: LinkStatus;
  readonly expiresAt: Date | null;
  readonly quoteRateId: string | null;
  readonly heldBy: string | null;
  readonly heldAt: Date | null;
  readonly paymentId: string | null;
  readonly paymentsCount: number;
  /** What the organization received through the link in total, in the link's own currency. */
  readonly paidTotal: Money;
  readonly paidAt: Date | null;
  readonly eventSequence: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const MAX_QUANTITY = 100;
const REFERENCE_BYTES = 18;

export function newLinkRef(): string {
  return randomBytes(REFERENCE_BYTES).toString("base64url");
}

export function statusAt(link: Pick<PaymentLink, "status" | "expiresAt">, now: Date): LinkStatus {
  return link.status === "active" && link.expiresAt !== null && link.expiresAt <= now ? "expired" : link.status;
}

export function linkUrlOf(publicBaseUrl: string, link: Pick<PaymentLink, "linkRef">): string {
  return `${publicBaseUrl}/pay/${link.linkRef}`;
}

/** The amount that the organization receives for a quantity of a fixed link. */
export function totalOf(link: Pick<PaymentLink, "amount">, quantity: number): Money | null {
  return link.amount === null ? null : Money.ofMinor(link.amount.minor * BigInt(quantity), link.amount.currency);
}

export function readQuantity(link: Pick<PaymentLink, "maxQuantity">, quantity: number): number {
  const max = link.maxQuantity ?? 1;
  if (quantity > max) throw invalidField("quantity", `must be at most ${max} for this link`);
  return quantity;
}

export function linkRecordOf(link: PaymentLink, publicBaseUrl: string, now: Date) {
  return {
    link_id: link.linkId,
    org_id: link.orgId,
    link_ref: link.linkRef,
    url: linkUrlOf(publicBaseUrl, link),
    status: statusAt(link, now),
    amount_type: link.amountType,
    amount: link.amount ?? undefined,
    currency: link.currency,
    payer_currency: link.payerCurrency,
    description: link.description ?? undefined,
    email: link.email ?? undefined,
    return_url: link.returnUrl ?? undefined,
    max_quantity: link.maxQuantity ?? undefined,
    custom_fields: link.customFields.length === 0 ? undefined : [...link.customFields],
    success_message: link.successMessage ?? undefined,
    expires_at: link.expiresAt ?? undefined,
    paid_at: link.paidAt ?? undefined,
    payment_id: link.paymentId ?? undefined,
    payments_count: link.paymentsCount,
    paid_total: link.paidTotal,
    created_by: link.createdBy,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  };
}
