import type { DispatchRequest, StatusAnswer } from "@corridor/provider-kit/provider.ts";
import type { Clean } from "@corridor/provider-kit/speak.ts";
import { type Json, partOf, requireSame, textOf, webAddressOf, wordIn } from "@corridor/provider-kit/wire.ts";
import { type Fields, ON_PAGE_KEY, readIntent, REFERENCE_KEY } from "./stripe-wire.ts";

/**
 * A Checkout Session: the card is typed on Stripe's own page, for which an ordinary account needs no approval. Its
 * PaymentIntent, with our reference, is created when the customer pays; until then only the session's id finds it.
 *
 *   open      the page can be paid; a declined card is not an end, because the customer may try another
 *   complete  the session's PaymentIntent says how it went
 *   expired   nobody paid in time, or we closed it
 */
const MAX_NAME = 250;
/** The shortest time that Stripe accepts is half an hour by its own clock. */
const OPEN_FOR_MS = 35 * 60_000;

export function isSessionId(id: string): boolean {
  return id.startsWith("cs_");
}

export function sessionFields(request: DispatchRequest, amount: string, now: Date): Fields {
  const intentMetadata = (name: string): string => `payment_intent_data[metadata][${name}]`;
  return {
    mode: "payment",
    "payment_method_types[0]": "card",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": request.amount.currency.toLowerCase(),
    "line_items[0][price_data][unit_amount]": amount,
    "line_items[0][price_data][product_data][name]": request.description?.slice(0, MAX_NAME) || "Payment",
    success_url: request.returnUrl,
    cancel_url: request.returnUrl,
    client_reference_id: request.reference,
    customer_email: request.payer?.email || undefined,
    expires_at: String(Math.floor((now.getTime() + OPEN_FOR_MS) / 1000)),
    [intentMetadata(REFERENCE_KEY)]: request.reference,
    [intentMetadata(ON_PAGE_KEY)]: "true",
    [intentMetadata("corridor_payment_id")]: request.paymentId,
  };
}

const SESSION_STATUSES = { open: "pending", complete: "complete", expired: "failed" } as const;

type Session = { id: string; status: (typeof SESSION_STATUSES)[keyof typeof SESSION_STATUSES]; word: string };

export function readSession(json: Json, reference: string): Session {
  requireSame("object", json["object"], "checkout.session");
  requireSame("client_reference_id", textOf(json, "client_reference_id"), reference);
  return { id: textOf(json, "id"), status: wordIn(SESSION_STATUSES, json, "status"), word: textOf(json, "status") };
}

export function pageOf(json: Json): { type: "redirect"; redirect_url: string } {
  return { type: "redirect", redirect_url: webAddressOf(json, "url") };
}

/** Expects `payment_intent` to be expanded. */
export function readSessionStatus(json: Json, reference: string, clean: Clean): StatusAnswer {
  const { id, status, word } = readSession(json, reference);
  const update = { kind: "payment", reference, providerPaymentId: id, providerStatus: word } as const;
  if (status === "pending") return { outcome: "found", update: { ...update, status }, nextAction: pageOf(json) };
  const reason = "the payment page was closed before anybody paid";
  if (status === "failed") return { outcome: "found", update: { ...update, status, reason, code: word } };
  const { update: paid } = readIntent(partOf(json, "payment_intent"), clean);
  requireSame("metadata", paid.reference, reference);
  return { outcome: "found", update: paid };
}
