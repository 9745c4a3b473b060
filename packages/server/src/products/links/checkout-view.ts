import { type Payment, phaseOf } from "#src/payments/core/index.ts";
import { phoneApprovalOf, phoneHintOf, providerTextOf } from "#src/payments/wire/index.ts";
import { referenceOf, returnAddressOf } from "#src/payments/at-providers/index.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import type { OrgRate } from "#src/pricing/rates/index.ts";
import { Money } from "@corridor/base/money.ts";
import type { Brand } from "./brand/brand.ts";
import { brandRecordOf, logoPathOf } from "./brand/find-brand.ts";
import type {
  CheckoutLinkAnswer,
  CheckoutOrganization,
  CheckoutPaymentAnswer,
  CheckoutReceiptAnswer,
} from "./checkout-schema.ts";
import { type FailureCause, failureCauseOf, failureOf, REASONS } from "#src/payments/rules/index.ts";
import type { CountryOffer } from "./offer-methods.ts";
import { LINK_ORIGIN, type LinkStatus, type PaymentLink, totalOf } from "./payment-link.ts";
import { payerAmountOf } from "./quote-link.ts";
import type { Receipt } from "./receipt/receipt.ts";

/** A customer's view of a link and of a payment: everything needed to pay, and no internals of the organization. */
export type LinkView = {
  link: PaymentLink;
  status: LinkStatus;
  quantity: number;
  organization: CheckoutOrganization;
  organizationCountry: string;
  test: boolean;
  /** Null when nothing is converted, or nothing can be paid. */
  quote: OrgRate | null;
  offers: readonly CountryOffer[];
};

/** The logo's address is below the page's own, wherever that is served from. */
export function organizationViewOf(name: string, brand: Brand): CheckoutOrganization {
  return { name, ...brandRecordOf(brand), logo_url: logoPathOf(brand) };
}

export function linkViewOf({ link, status, quote, quantity, ...shown }: LinkView): CheckoutLinkAnswer {
  const payerAmount = payerAmountFor(link, quote, quantity);
  return {
    link_ref: link.linkRef,
    organization: shown.organization,
    test: shown.test,
    status,
    amount_type: link.amountType,
    amount: link.amountType === "fixed" ? totalOf(link, quantity) : null,
    currency: link.currency,
    payer_currency: link.payerCurrency,
    payer_amount: link.amountType === "fixed" ? payerAmount : null,
    suggested_amount: link.amountType === "open" ? payerAmount : null,
    quote: quote === null ? null : { quote_id: quote.orgRateId, rate: quote.rate, expires_at: quote.expiresAt },
    quantity,
    max_quantity: link.maxQuantity ?? 1,
    custom_fields: [...link.customFields],
    description: link.description,
    email: link.email,
    expires_at: link.expiresAt,
    paid_at: link.paidAt,
    country: shown.organizationCountry,
    countries: [...shown.offers],
  };
}

export function payerAmountFor(link: PaymentLink, quote: OrgRate | null, quantity: number): Money | null {
  const total = totalOf(link, quantity);
  if (total === null || link.payerCurrency === link.currency) return total;
  return quote === null ? null : payerAmountOf(total, quote, link.payerCurrency);
}

export type PaymentView = {
  payment: Payment;
  checkoutToken: string;
  organization: CheckoutOrganization;
  test: boolean;
  /** The link through which the payment was made, if any, and whether that link can be paid now. */
  link: { link: PaymentLink; status: LinkStatus } | null;
  wrongCodes: number;
  receiptUrl: string | null;
};

/** The third wrong code fails the payment. */
const MAX_CODES = 3;

export function paymentViewOf({ payment, link, ...shown }: PaymentView): CheckoutPaymentAnswer {
  const { details, nextAction } = payment;
  const { card_details: card, mobile_money_details: wallet } = details;
  const cause = causeOf(payment);
  const isPaid = phaseOf(payment.status) === "succeeded";
  const attempts_left = Math.max(0, MAX_CODES - shown.wrongCodes);
  const phone_hint = wallet === undefined ? null : phoneHintOf(wallet.phone_number);
  return {
    checkout_token: shown.checkoutToken,
    organization: shown.organization,
    test: shown.test,
    link_ref: link?.status === "active" ? link.link.linkRef : null,
    status: payment.status,
    ...amountOf(payment.amount),
    description: details.description ?? null,
    reference: referenceOf(payment),
    payment_method: payment.paymentMethod,
    next_action: nextAction?.type ?? null,
    redirect_url: nextAction?.type === "redirect" ? nextAction.redirect_url : null,
    payment_link: nextAction?.type === "pay_by_link" ? nextAction.payment_link : null,
    bank_transfer: bankTransferOf(payment),
    crypto_transfer: cryptoTransferOf(payment),
    otp: nextAction?.type === "collect_otp" ? { phone_hint, attempts_left } : null,
    provider_text: providerTextOf(nextAction),
    mobile_money: phoneApprovalOf(payment),
    card: card === undefined ? null : { brand: card.brand === "unknown" ? null : card.brand, last4: card.last4 },
    failure_reason: cause === null ? null : REASONS[cause],
    failure_cause: cause,
    receipt_url: isPaid ? shown.receiptUrl : null,
    success_message: isPaid ? (link?.link.successMessage ?? null) : null,
    return_url: returnUrlOf(payment, link?.link ?? null),
    ...inSnakeCase(payment, "expiresAt", "createdAt", "updatedAt"),
  };
}

export function receiptViewOf(
  receipt: Receipt,
  organization: CheckoutOrganization,
  test: boolean,
): CheckoutReceiptAnswer {
  const { code: receipt_code, status, amount, receivedAmount: got } = receipt;
  return {
    receipt_code,
    organization,
    test,
    status,
    ...amountOf(amount),
    received: got === null ? null : { ...amountOf(got), rate: receipt.rate! },
    ...inSnakeCase(receipt, "description", "reference", "paymentMethod", "methodDetail", "paidAt"),
    refunds: receipt.refunds.map(({ amount, updatedAt }) => ({ amount, refunded_at: updatedAt })),
  };
}

function causeOf(payment: Payment): FailureCause | null {
  if (payment.status === "canceled")
    return payment.expiresAt !== null && payment.expiresAt <= payment.updatedAt ? "timeout" : null;
  if (phaseOf(payment.status) !== "unsuccessful") return null;
  return failureOf(payment)?.advice ?? failureCauseOf(payment.progress.failure_reason);
}

function bankTransferOf(payment: Payment): CheckoutPaymentAnswer["bank_transfer"] {
  const action = payment.nextAction;
  if (action?.type !== "bank_transfer") return null;
  const { account_name, account_number, bank_name, bank_code, reference, expires_at, qr_code = null } = action;
  const account = { account_name, account_number, bank_name, bank_code, reference };
  return { ...account, ...amountOf(payment.amount), expires_at, qr_code, received_amount: receivedOf(payment) };
}

function cryptoTransferOf(payment: Payment): CheckoutPaymentAnswer["crypto_transfer"] {
  const action = payment.nextAction;
  if (action?.type !== "crypto_transfer") return null;
  const { address, network, memo, expires_at } = action;
  const asked = { ...amountOf(payment.amount), received_amount: receivedOf(payment) };
  return { address, network, memo, ...asked, expires_at };
}

function amountOf(amount: Money): { amount: Money; currency: string } {
  return { amount, currency: amount.currency };
}

function receivedOf({ amount, progress: { received_amount: received } }: Payment): Money | null {
  return received === undefined ? null : Money.fromDatabase(received, amount.currency);
}

/** A link's payment has already returned to our own page; the next address is the link's. */
function returnUrlOf(payment: Payment, link: PaymentLink | null): string | null {
  const address =
    payment.details.origin?.type === LINK_ORIGIN ? (link?.returnUrl ?? null) : (payment.details.return_url ?? null);
  return address === null ? null : returnAddressOf(address, payment);
}
