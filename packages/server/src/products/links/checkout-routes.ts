import Type from "typebox";
import { Shape } from "#src/kernel/http/schemas.ts";
import type { FastifyReply } from "fastify";
import { START_ERRORS } from "#src/payments/requests/index.ts";
import { readAction } from "#src/payments/initiate/index.ts";
import { findVisiblePayment } from "#src/payments/store/index.ts";
import { type Payment, phaseOf } from "#src/payments/core/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { scopeOf } from "#src/kernel/http/caller.ts";
import { networkOf } from "#src/kernel/http/client-network.ts";
import { success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { ApiError, conflict, notFound } from "#src/kernel/http/errors.ts";
import { createRateLimiter, type RateLimiter } from "#src/kernel/http/rate-limit.ts";
import { created, ok, operations, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { actOnCheckout } from "./act-on-checkout.ts";
import type { BrandOf } from "./brand/find-brand.ts";
import {
  ActionBody,
  CheckoutLinkSchema,
  type CheckoutOrganization,
  CheckoutPaymentSchema,
  LinkQuery,
  PayBody,
  ReceiptSchema,
} from "./checkout-schema.ts";
import { checkoutUrlOf } from "./checkout-token.ts";
import { linkViewOf, organizationViewOf, payerAmountFor, paymentViewOf, receiptViewOf } from "./checkout-view.ts";
import { findVisibleLink, visibleStatusOf } from "./find-visible-link.ts";
import { type PayLinkDeps, payLink } from "./pay-link.ts";
import { LINK_ORIGIN, readQuantity } from "./payment-link.ts";
import { findReceiptByCode, findReceiptCode } from "./receipt/queries.ts";
import { readReceiptCode, receiptOf, receiptUrlOf } from "./receipt/receipt.ts";
import { findLink, wrongCodesOf } from "./queries.ts";
import { quoteLink } from "./quote-link.ts";

/**
 * What a customer's browser calls, without a credential: a link's reference or a payment's token allows access to just
 * those. Limits per reference and token add to the limit per address, against attackers who try cards or codes.
 */
export type CheckoutDeps = PayLinkDeps & {
  brandOf: BrandOf;
  environment: "development" | "production";
};

const PAYS_PER_LINK_AND_ADDRESS_PER_MINUTE = 30;
const PAYS_PER_LINK_PER_MINUTE = 600;
const READS_PER_TOKEN_PER_MINUTE = 300;
const ACTIONS_PER_TOKEN_PER_MINUTE = 30;
/** Codes are unguessable; callers who try them are slowed down all the same. */
const RECEIPTS_PER_ADDRESS_PER_MINUTE = 60;
/** How long after its creation a customer can see a payment. Later only the organization sees it. */
const READABLE_FOR_MS = 30 * 24 * 60 * 60_000;

export function checkoutRoutes(deps: CheckoutDeps): (app: App) => void {
  const test = deps.environment === "development";
  const limits = createLimits(deps.clock);

  async function organizationOf(orgId: string): Promise<CheckoutOrganization> {
    const [{ name }, brand] = await Promise.all([deps.profileOf(orgId), deps.brandOf(orgId)]);
    return organizationViewOf(name, brand);
  }

  async function viewOf(payment: Payment, checkoutToken: string) {
    const origin = payment.details.origin;
    const awaitsCode = payment.nextAction?.type === "collect_otp";
    const isPaid = origin?.type === LINK_ORIGIN && phaseOf(payment.status) === "succeeded";
    const [organization, link, wrongCodes, receiptCode] = await Promise.all([
      organizationOf(payment.orgId),
      origin?.type === LINK_ORIGIN ? findLink(deps.db, payment.orgId, origin.id) : undefined,
      awaitsCode ? wrongCodesOf(deps.db, payment.orgId, payment.paymentId) : 0,
      isPaid ? findReceiptCode(deps.db, payment.orgId, payment.paymentId) : null,
    ]);
    return paymentViewOf({
      payment,
      checkoutToken,
      test,
      wrongCodes,
      receiptUrl: receiptCode === null ? null : receiptUrlOf(deps.publicBaseUrl, receiptCode),
      organization,
      link: link === undefined ? null : { link, status: await visibleStatusOf(deps, link) },
    });
  }

  async function paymentOf(token: string): Promise<Payment> {
    const key = deps.tokens.read(token);
    const payment = key === null ? undefined : await deps.store.findPayment(key);
    if (payment === undefined || deps.clock.now().getTime() - payment.createdAt.getTime() > READABLE_FOR_MS)
      throw notFound("Payment");
    return payment;
  }

  return (app) => {
    const on = operations(app, "Checkout");
    on("GET /checkout/links/:link_ref", {
      id: "readCheckoutLink",
      summary: "What a customer sees of a payment link",
      description: "A link that cannot be paid is returned with its status and without countries.",
      query: LinkQuery,
      answer: ok("Payment link", CheckoutLinkSchema),
      handle: async (request) => {
        const { link, status } = await findVisibleLink(deps, request.params.link_ref);
        const isActive = status === "active";
        const quantity = readQuantity(link, request.query.quantity ?? 1);
        const [organization, { country: organizationCountry }] = await Promise.all([
          organizationOf(link.orgId),
          deps.profileOf(link.orgId),
        ]);
        const quote = isActive ? await quoteLink(deps.rates, link) : null;
        const amount = link.amountType === "fixed" ? payerAmountFor(link, quote, quantity) : null;
        const offers = isActive
          ? await deps.offers({ orgId: link.orgId, payerCurrency: link.payerCurrency, amount })
          : [];
        return linkViewOf({ link, status, quote, quantity, offers, test, organization, organizationCountry });
      },
    });

    on("POST /checkout/links/:link_ref/pay", {
      id: "payCheckoutLink",
      summary: "Pay a payment link",
      description:
        "409 LINK_NOT_PAYABLE: the link is paid, expired or disabled. 409 LINK_BUSY: another payment of this " +
        "fixed link is in progress. If that payment only waits for its customer, the same payer can replace it " +
        "at once, and other payers after three minutes. Send an Idempotency-Key for each " +
        "completed form.",
      body: PayBody,
      answer: created("Payment started", CheckoutPaymentSchema),
      errors: START_ERRORS,
      handle: async (request, reply) => {
        const { link_ref } = request.params;
        limits.take(limits.payFromAddress, `${link_ref} ${networkOf(request.ip)}`, reply);
        limits.take(limits.pay, link_ref, reply);
        const payment = await payLink(deps, link_ref, request.body, {
          paymentId: request.idempotencyId,
          commitBy: request.commitBy,
          requestId: request.id,
          browser: request,
        });
        return await viewOf(payment, deps.tokens.tokenOf(payment));
      },
    });

    on("GET /checkout/payments/:checkout_token", {
      id: "readCheckoutPayment",
      summary: "What a customer sees of a payment",
      description: "Polled by the hosted page.",
      answer: ok("Payment", CheckoutPaymentSchema),
      handle: async (request, reply) => {
        const { checkout_token } = request.params;
        limits.take(limits.read, checkout_token, reply);
        return await viewOf(await paymentOf(checkout_token), checkout_token);
      },
    });

    on("GET /checkout/receipts/:receipt_code", {
      id: "readCheckoutReceipt",
      summary: "Read a receipt by its code",
      description: "Anybody who has the code may read the receipt, to verify one that they were shown.",
      answer: ok("Receipt", ReceiptSchema),
      handle: async (request, reply) => {
        limits.take(limits.receipt, networkOf(request.ip), reply);
        const code = readReceiptCode(request.params.receipt_code);
        const row = code === null ? undefined : await findReceiptByCode(deps.db, code);
        const payment = row === undefined ? undefined : await deps.store.findPayment(row);
        const receipt = row === undefined || payment === undefined ? null : await receiptOf(deps.db, payment, row.code);
        if (receipt === null) throw notFound("Receipt");
        return receiptViewOf(receipt, await organizationOf(payment!.orgId), test);
      },
    });

    on("POST /checkout/payments/:checkout_token/action", {
      id: "actOnCheckoutPayment",
      summary: "Submit or resend a one-time password, or cancel, as the customer",
      body: ActionBody,
      answer: plain(SuccessOf(CheckoutPaymentSchema)),
      errors: { 502: "The provider did not answer (PROVIDER_UNAVAILABLE)" },
      handle: async (request, reply) => {
        const { checkout_token } = request.params;
        limits.take(limits.act, checkout_token, reply);
        const before = await paymentOf(checkout_token);
        if (request.body.action === "resend_otp")
          await deps.limitInstrument(before.details.mobile_money_details?.phone_number ?? before.paymentId);
        const { payment, message } = await actOnCheckout(deps, before, readAction(request.body), request.id);
        return success(message, await viewOf(payment, checkout_token));
      },
    });

    on("POST /payments/:payment_id/checkout", {
      id: "createCheckout",
      summary: "Get a hosted page for a payin or a ramp",
      description:
        "For a payment made through the API: the hosted page shows its next action and status, then redirects to " +
        "its return_url.",
      answer: created("Checkout created", [
        Shape({
          checkout_token: [Type.String(), "Token of the page: whoever has it can see and pay the payment"],
          checkout_url: [Type.String(), "The page to which to send the customer"],
        }),
        "The hosted page of one payment",
      ]),
      handle: async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        if (payment.direction !== "inbound" && payment.details.ramp === undefined)
          throw conflict("Only payins and ramps have a page for the customer");
        const token = deps.tokens.tokenOf(payment);
        return { checkout_token: token, checkout_url: checkoutUrlOf(deps.publicBaseUrl, token) };
      },
    });
  };
}

function createLimits(clock: Clock) {
  const limit = (name: string, perMinute: number) => createRateLimiter({ name: `checkout-${name}`, perMinute, clock });
  return {
    payFromAddress: limit("pay-address", PAYS_PER_LINK_AND_ADDRESS_PER_MINUTE),
    pay: limit("pay", PAYS_PER_LINK_PER_MINUTE),
    read: limit("read", READS_PER_TOKEN_PER_MINUTE),
    receipt: limit("receipt", RECEIPTS_PER_ADDRESS_PER_MINUTE),
    act: limit("action", ACTIONS_PER_TOKEN_PER_MINUTE),
    take(limiter: RateLimiter, key: string, reply: FastifyReply): void {
      const decision = limiter.take(key);
      if (decision.allowed) return;
      reply.headers(limiter.headers(decision));
      throw new ApiError(429, "RATE_LIMITED", `Too many requests; try again in ${decision.retryAfterSeconds} s`, {
        headers: { "retry-after": String(decision.retryAfterSeconds) },
      });
    },
  };
}
