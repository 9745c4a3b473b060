import { inSnakeCase, present } from "#src/kernel/fields.ts";
import type { InMoney } from "#src/kernel/db/money-rows.ts";
import type { Row } from "#src/kernel/db/statement.ts";
import { randomBytes } from "node:crypto";
import { invalidField } from "#src/kernel/http/errors.ts";
import { Money } from "@corridor/base/money.ts";
import type { AuditActor } from "#src/record/audit/index.ts";

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

/**
 * `amount`: null for an open link without a suggestion.
 * `maxQuantity`: null for a quantity of one. `amount` is the price of one.
 * `successMessage`: the merchant's text on the page after the payment, instead of our default.
 * `status`: the stored status; `statusAt` gives the status that everybody sees.
 * `paidTotal`: what the organization received through the link in total, in the link's own currency.
 */
export type PaymentLink = InMoney<Row<"links.FIND_LINK">, "amount" | "paidTotal"> & { readonly currency: string };

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
    ...inSnakeCase(link, "linkId", "orgId", "linkRef"),
    url: linkUrlOf(publicBaseUrl, link),
    status: statusAt(link, now),
    ...present(inSnakeCase(link, "amountType", "amount", "currency", "payerCurrency", "description", "email")),
    ...present(inSnakeCase(link, "returnUrl", "maxQuantity")),
    custom_fields: link.customFields.length === 0 ? undefined : [...link.customFields],
    ...present(inSnakeCase(link, "successMessage", "expiresAt", "paidAt", "paymentId", "paymentsCount", "paidTotal")),
    ...inSnakeCase(link, "createdBy", "createdAt", "updatedAt"),
  };
}
