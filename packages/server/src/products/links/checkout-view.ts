import { isFinal, type Payment, phaseOf } from "#src/payments/core/index.ts";
import { phoneApprovalOf, phoneHintOf } from "#src/payments/wire/index.ts";
import { referenceOf, returnAddressOf } from "#src/payments/at-providers/index.ts";
import type { OrgRate } from "#src/pricing/rates/index.ts";
import { Money } from "@corridor/base/money.ts";
import type { Brand } from "./brand/brand.ts";
import { logoPathOf } from "./brand/find-brand.ts";
import type {
  CheckoutLinkAnswer,
  CheckoutOrganization,
  CheckoutPaymentAnswer,
  CheckoutReceiptAnswer,
} from "./checkout-schema.ts";
import { type FailureCause, failureCauseOf, REASONS } from "#src/payments/rules/index.ts";
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
  return {
    name,
    color: brand.color,
    logo_url: logoPathOf(brand),
    support_email: brand.supportEmail,
    support_phone: brand.supportPhone,
    terms_url: brand.termsUrl,
    privacy_url: brand.privacyUrl,
    footer: brand.footer,
  };
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
  const cause = causeOf(payment);
  return {
    checkout_token: shown.checkoutToken,
    organization: shown.organization,
    test: shown.test,
    link_ref: link?.status === "active" ? link.link.linkRef : null,
    status: payment.status,
    amount: payment.amount,
    currency: payment.amount.currency,
    description: details.description ?? null,
    reference: referenceOf(payment),
    payment_method: payment.paymentMethod,
    next_action: nextAction?.type ?? null,
    redirect_url: nextAction?.type === "redirect" ? nextAction.redirect_url : null,
    payment_link: nextAction?.type === "pay_by_link" ? nextAction.payment_link : null,
    bank_transfer: bankTransferOf(payment),
    crypto_transfer: cryptoTransferOf(payment),
    otp:
      nextAction?.type === "collect_otp"
        ? {
            phone_hint:
              details.mobile_money_details === undefined
                ? null
                : phoneHintOf(details.mobile_money_details.phone_number),
            attempts_left: Math.max(0, MAX_CODES - shown.wrongCodes),
          }
        : null,
    mobile_money: phoneApprovalOf(payment),
    card:
      details.card_details === undefined
        ? null
        : {
            brand: details.card_details.brand === "unknown" ? null : details.card_details.brand,
            last4: details.card_details.last4,
          },
    failure_reason: cause === null ? null : REASONS[cause],
    failure_cause: cause,
    receipt_url: phaseOf(payment.status) === "succeeded" ? shown.receiptUrl : null,
    success_message: phaseOf(payment.status) === "succeeded" ? (link?.link.successMessage ?? null) : null,
    return_url: isFinal(payment.status) ? returnUrlOf(payment, link?.link ?? null) : null,
    expires_at: payment.expiresAt,
    created_at: payment.createdAt,
    updated_at: payment.updatedAt,
  };
}

export function receiptViewOf(
  receipt: Receipt,
  organization: CheckoutOrganization,
  test: boolean,
): CheckoutReceiptAnswer {
  const { receivedAmount } = receipt;
  return {
    receipt_code: receipt.code,
    organization,
    test,
    status: receipt.status,
    amount: receipt.amount,
    currency: receipt.amount.currency,
    received:
      receivedAmount === null
        ? null
        : { amount: receivedAmount, currency: receivedAmount.currency, rate: receipt.rate! },
    description: receipt.description,
    reference: receipt.reference,
    payment_method: receipt.paymentMethod,
    method_detail: receipt.methodDetail,
    paid_at: receipt.paidAt,
  };
}

function causeOf(payment: Payment): FailureCause | null {
  if (payment.status === "canceled")
    return payment.expiresAt !== null && payment.expiresAt <= payment.updatedAt ? "timeout" : null;
  return phaseOf(payment.status) === "unsuccessful" ? failureCauseOf(payment.progress.failure_reason) : null;
}

function bankTransferOf(payment: Payment): CheckoutPaymentAnswer["bank_transfer"] {
  const action = payment.nextAction;
  if (action?.type !== "bank_transfer") return null;
  return {
    account_name: action.account_name,
    account_number: action.account_number,
    bank_name: action.bank_name,
    bank_code: action.bank_code,
    reference: action.reference,
    amount: payment.amount,
    currency: payment.amount.currency,
    expires_at: action.expires_at,
    qr_code: action.qr_code ?? null,
    received_amount: receivedOf(payment),
  };
}

/** The instructions of a ramp whose customer pays in crypto. */
function cryptoTransferOf(payment: Payment): CheckoutPaymentAnswer["crypto_transfer"] {
  const action = payment.nextAction;
  if (action?.type !== "crypto_transfer") return null;
  const { address, network, memo, expires_at } = action;
  return {
    address,
    network,
    memo,
    amount: payment.amount,
    currency: payment.amount.currency,
    expires_at,
    received_amount: receivedOf(payment),
  };
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
