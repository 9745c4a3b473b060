import { idTimeMs } from "@corridor/base/ids.ts";
import { providerKind } from "@corridor/provider-kit/adapter.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { everywhere } from "@corridor/provider-kit/corridors.ts";
import { filesIn, multipartOf } from "@corridor/provider-kit/evidence.ts";
import { type OutboundResponse, redact } from "@corridor/provider-kit/outbound.ts";
import { accepted, acceptedAs, failedAtOnce, foundAs } from "@corridor/provider-kit/outcomes.ts";
import {
  type DispatchRequest,
  type DispatchResult,
  type DisputeActionResult,
  type Evidence,
  type Refused,
  type RefundQuery,
  type StatusQuery,
  type Unknown,
  UNREACHABLE,
} from "@corridor/provider-kit/provider.ts";
import { address, flag, secret, settingsOf } from "@corridor/provider-kit/settings.ts";
import { type Clean, createSpeaker, isSuccess, preparing, Refusal } from "@corridor/provider-kit/speak.ts";
import { balancesIn, formOf, type Json, readJson, requireSame, textOf } from "@corridor/provider-kit/wire.ts";
import { isChargeable, moneyOfCount, moneyOfStripe, stripeAmountOf } from "./stripe-amount.ts";
import { EVIDENCE_FILES, evidenceFields, readDispute } from "./stripe-disputes.ts";
import { STRIPE_FAILURES } from "./stripe-failures.ts";
import * as page from "./stripe-page.ts";
import { createStripeSettlements } from "./stripe-settlements.ts";
import { createStripeVerifier } from "./stripe-signature.ts";
import * as wire from "./stripe-wire.ts";

/**
 * Stripe: card payments by PaymentIntents. The card becomes a PaymentMethod, which moves no money, then a PaymentIntent
 * is created with it and confirmed at once. Both carry an idempotency key made of our reference.
 *
 *   refused   a 400, 401, 402, 403 or 404 in Stripe's error form, about a card or a request, that leaves no live intent
 *   accepted  a PaymentIntent with our reference and our amount that has not failed
 *   unknown   everything else, 409 and errors about the idempotency key included: it may have been accepted before
 *
 * After a lost answer, a payment is found in the list of payments made since, which is always current, or by a metadata
 * search, whose index may lag. A payment that neither shows does not exist: the list starts at a time of ours, which a
 * changed clock may have made wrong, and the search has no start. If too many were made since to list them all, a
 * payment that the search does not show may still exist.
 *
 * No payouts: `POST /payouts` pays only to the account holder's own bank. No bank transfer: excess or repeated money
 * stays in a customer balance at Stripe, which no PaymentIntent shows.
 */
const KEY = { minLength: 16, maxLength: 500 };
const settings = settingsOf({
  secret_key: secret(
    "Secret key (sk_live_...), or a restricted key that may write payment intents, payment methods and refunds. " +
      "A test key makes test payments.",
    KEY,
  ),
  webhook_secret: secret(
    "Signing secret (whsec_...) of the webhook endpoint that was registered at Stripe for this service",
    KEY,
  ),
  direct_card_charges: flag(
    "Send card numbers to Stripe instead of opening its payment page. Only where Stripe has approved the " +
      "account for raw card data, and this deployment may handle it (PCI DSS)",
  ),
  base_url: address(
    "Address of the API. Stripe has no other address for tests: the key decides. Change it only for a mock server.",
    "https://api.stripe.com",
  ),
});

/** The version parsed here. Without it, an account answers in the version that was current when it was opened. */
const API_VERSION = "2023-08-16";
const FORM = "application/x-www-form-urlencoded";
const MAX_LISTED = 100;
const MAX_PAGES = 10;
const CLOCKS_DIFFER_BY_MS = 5 * 60_000;

const corridors = everywhere(["inbound"], ["card"]);
const IDENTITY = {
  name: "stripe",
  displayName: "Stripe",
  kit: "^1.0.0",
  corridors,
  settings,
  hosts: ["api.stripe.com", "files.stripe.com"],
  callbacks: ["signature"],
} as const;

export const STRIPE = providerKind(IDENTITY, (given, { outbound, clock }) => {
  const { secret_key, webhook_secret, base_url } = given;
  const headers = { authorization: `Bearer ${secret_key}`, "stripe-version": API_VERSION };
  const secrets = [secret_key, webhook_secret];
  const speaker = createSpeaker({ baseUrl: base_url, outbound, headers, secrets });
  const { send, clean } = speaker;
  /** Files have a separate host. */
  const fileHost = base_url.replace("//api.stripe.com", "//files.stripe.com");
  const files = createSpeaker({ baseUrl: fileHost, outbound, headers, secrets });

  const post = (path: string, fields: wire.Fields, signal: AbortSignal, key?: string): Promise<OutboundResponse> =>
    send({
      method: "POST",
      path,
      headers: { "content-type": FORM, ...(key !== undefined && { "idempotency-key": key }) },
      body: formOf(fields),
      signal,
    });

  /** Throws on any failure, so it must be called in a query. */
  async function get(path: string, signal: AbortSignal): Promise<Json> {
    const response = await speaker.get(path, signal);
    if (!isSuccess(response)) throw new Refusal("not_answered", `answered ${response.statusCode}`);
    return readJson(response.body);
  }

  /** Opens a Checkout Session. If its answer is lost, nobody knows the page's address, so nobody can pay there. */
  async function openPage(request: DispatchRequest, amount: string, signal: AbortSignal): Promise<DispatchResult> {
    const fields = page.sessionFields(request, amount, clock.now());
    const response = await post("/v1/checkout/sessions", fields, signal, request.reference);
    if (!isSuccess(response)) return undone(response, clean);
    const json = readJson(response.body);
    const { id, word, status } = page.readSession(json, request.reference);
    requireSame("amount_total", moneyOfStripe(json, "amount_total"), request.amount);
    if (status === "pending") return accepted(id, word, status, page.pageOf(json));
    // Only a repeated request finds an ended session; fetchStatus reports how it ended.
    return { outcome: "unknown", reason: `the session is ${word}`, providerPaymentId: id };
  }

  async function chargeCard(request: DispatchRequest, amount: string, signal: AbortSignal): Promise<DispatchResult> {
    const { card, reference } = request;
    if (card === undefined) throw new Refusal("card_missing", "the card is not known any more");
    // Stores the card as a PaymentMethod at Stripe; after that its id is enough.
    const method = await preparing(async () => {
      const response = await post("/v1/payment_methods", wire.cardFields(card, request), signal, `${reference}-card`);
      if (isSuccess(response)) return textOf(readJson(response.body), "id");
      return unprepared(response, (text) => redact(clean(text), [card.cvv]));
    });
    if (typeof method !== "string") return method;
    const fields = wire.intentFields(request, amount, method);
    const response = await post("/v1/payment_intents", fields, signal, reference);
    if (!isSuccess(response)) return uncharged(response, clean);
    const json = readJson(response.body);
    const { update, booked } = wire.readIntent(json, clean);
    // Polls and events report the received amount; an acceptance cannot express less.
    requireSame("amount", update.receivedAmount ?? booked, request.amount);
    const nextAction = update.status === "failed" ? undefined : wire.readNextAction(json);
    return acceptedAs(request, { update, booked, nextAction }, failedAtOnce);
  }

  /** Our payments with the reference, and whether the search was complete. */
  async function listIntents(
    { reference, sentAt }: StatusQuery,
    signal: AbortSignal,
  ): Promise<{ found: Json[]; isWhole: boolean }> {
    const sinceMs = Math.min(idTimeMs(reference), sentAt?.getTime() ?? Infinity) - CLOCKS_DIFFER_BY_MS;
    const since = Math.floor(sinceMs / 1000);
    const found: Json[] = [];
    let last: Json | undefined;
    for (let pages = 0; pages < MAX_PAGES && Number.isFinite(since); pages++) {
      const starting_after = last === undefined ? undefined : textOf(last, "id");
      const query = formOf({ "created[gte]": since, limit: MAX_LISTED, starting_after });
      const { items, isWhole } = wire.readList(await get(`/v1/payment_intents?${query}`, signal), "list");
      found.push(...items.filter((item) => wire.referenceOf(item) === reference));
      last = items.at(-1);
      if (isWhole || last === undefined) return { found, isWhole };
    }
    return { found, isWhole: false };
  }

  async function searchIntents(reference: string, signal: AbortSignal): Promise<Json[]> {
    const query = formOf({ query: `metadata['${wire.REFERENCE_KEY}']:'${reference}'` });
    const { items } = wire.readList(await get(`/v1/payment_intents/search?${query}`, signal), "search_result");
    return items.filter((item) => wire.referenceOf(item) === reference);
  }

  /** The id of the payment; null when Stripe has no such payment. */
  async function findIntent(query: StatusQuery, signal: AbortSignal): Promise<string | null> {
    const listed = await listIntents(query, signal);
    const found = listed.found.length > 0 ? listed.found : await searchIntents(query.reference, signal);
    if (found.length > 1) throw new Refusal("ambiguous", "several PaymentIntents have this reference");
    if (found[0] !== undefined) return textOf(found[0], "id");
    if (listed.isWhole) return null;
    throw new Refusal("not_listed", "Stripe does not list the payment among those that could be searched");
  }

  const intentPath = (id: string): string => `/v1/payment_intents/${encodeURIComponent(id)}`;
  const sessionPath = (id: string): string => `/v1/checkout/sessions/${encodeURIComponent(id)}`;

  /** Unlike a search, the list of a payment's refunds is always current. */
  async function findRefund(query: RefundQuery, signal: AbortSignal): Promise<Json | "none" | "unsure"> {
    if (query.providerRefundId !== null)
      return get(`/v1/refunds/${encodeURIComponent(query.providerRefundId)}`, signal);
    const filter = formOf({ payment_intent: query.providerPaymentId, limit: MAX_LISTED });
    const { items, isWhole } = wire.readList(await get(`/v1/refunds?${filter}`, signal), "list");
    return items.find((item) => wire.referenceOf(item) === query.reference) ?? (isWhole ? "none" : "unsure");
  }

  async function fieldsOf(evidence: readonly Evidence[], signal: AbortSignal): Promise<wire.Fields> {
    const [file] = filesIn(evidence);
    if (file === undefined) return evidenceFields(evidence, null);
    const form = multipartOf({ purpose: "dispute_evidence" }, "file", file);
    const response = await files.send({ method: "POST", path: "/v1/files", ...form, signal });
    if (!isSuccess(response)) throw new Refusal("evidence_refused", clean(wire.readError(response.body).message));
    return evidenceFields(evidence, textOf(readJson(response.body), "id"));
  }

  async function answerDispute(
    disputeId: string,
    path: string,
    fields: wire.Fields,
    signal: AbortSignal,
  ): Promise<DisputeActionResult> {
    const response = await post(`/v1/disputes/${encodeURIComponent(disputeId)}${path}`, fields, signal);
    if (!isSuccess(response)) return undone(response, clean);
    const dispute = readDispute(readJson(response.body), clean);
    requireSame("dispute", dispute?.disputeId, disputeId);
    return { outcome: "done", status: dispute!.status, providerStatus: dispute!.providerStatus };
  }

  return {
    codes: STRIPE_FAILURES,
    async dispatch(request, signal) {
      const amount = countedAmountOf(request);
      return given.direct_card_charges === true
        ? chargeCard(request, amount, signal)
        : openPage(request, amount, signal);
    },
    /** A search result may be outdated too, so only its id is used. */
    async fetchStatus(query, signal) {
      const { reference } = query;
      const id = query.providerPaymentId ?? (await findIntent(query, signal));
      if (id === null) return { outcome: "not_found" };
      if (page.isSessionId(id)) {
        const session = await get(`${sessionPath(id)}?expand[]=payment_intent`, signal);
        return page.readSessionStatus(session, reference, clean);
      }
      const json = await get(intentPath(id), signal);
      return foundAs(reference, { ...wire.readIntent(json, clean), nextAction: wire.readNextAction(json) });
    },
    /** Cancels without an idempotency key: Stripe would repeat an earlier refusal even if the situation has changed. */
    async submitAction({ action, reference, providerPaymentId: id }, signal) {
      if (action !== "cancel") return { outcome: "refused", reason: "Stripe does not use one-time passwords" };
      if (page.isSessionId(id)) {
        const response = await post(`${sessionPath(id)}/expire`, {}, signal);
        if (!isSuccess(response)) return undone(response, clean);
        const { status, word } = page.readSession(readJson(response.body), reference);
        requireSame("status", status, "failed");
        return { outcome: "done", status: "failed", providerStatus: word };
      }
      const response = await post(`${intentPath(id)}/cancel`, {}, signal);
      const json = isSuccess(response) ? readJson(response.body) : wire.readError(response.body).intent;
      if (json === null || (!isSuccess(response) && json["status"] !== "canceled")) return undone(response, clean);
      const { update } = wire.readIntent(json, clean);
      requireSame("metadata", update.reference, reference);
      requireSame("status", update.providerStatus, "canceled");
      return { outcome: "done", status: update.status, providerStatus: update.providerStatus };
    },
    async refund(request, signal) {
      const amount = stripeAmountOf(request.amount);
      if (amount === null)
        throw new Refusal("invalid_amount", `Stripe cannot refund exactly ${request.amount.toString()}`);
      const response = await post("/v1/refunds", wire.refundFields(request, amount), signal, request.reference);
      if (!isSuccess(response)) return undone(response, clean);
      const { id, update, amount: refunded } = wire.readRefund(readJson(response.body), clean);
      requireSame("refund", update.reference, request.reference);
      requireSame("refund", refunded, request.amount);
      if (update.status === "failed") throw new Refusal(update.providerStatus, update.reason!);
      return { outcome: "accepted", status: update.status, providerRefundId: id };
    },
    async fetchRefund(query, signal) {
      const found = await findRefund(query, signal);
      if (found === "none") return { outcome: "not_found" };
      if (found === "unsure")
        return { outcome: "unknown", reason: "Stripe does not list the refund among the payment's first ones" };
      const { update } = wire.readRefund(found, clean);
      requireSame("metadata", update.reference, query.reference);
      return { outcome: "found", status: update.status };
    },
    /** A payment that another system made with the same account has no reference of ours. */
    async fetchByOwnId({ providerPaymentId }, signal) {
      const json = await get(intentPath(providerPaymentId), signal);
      requireSame("id", json["object"] === "payment_intent" && json["id"], providerPaymentId);
      if (wire.referenceOf(json) === null) return { outcome: "not_found" };
      return { outcome: "found", update: wire.readIntent(json, clean).update };
    },
    submitEvidence: async ({ disputeId, evidence }, signal) =>
      answerDispute(disputeId, "", await preparing(() => fieldsOf(evidence, signal)), signal),
    evidenceFiles: EVIDENCE_FILES,
    async acceptDispute({ disputeId }, signal) {
      const result = await answerDispute(disputeId, "/close", {}, signal);
      // Stripe calls an accepted dispute lost.
      return result.outcome === "done" && result.status === "lost" ? { ...result, status: "accepted" } : result;
    },
    async fetchBalance(signal) {
      const { available } = await get("/v1/balance", signal);
      return { outcome: "found", balances: balancesIn(available, "amount", moneyOfCount) };
    },
    fetchSettlements: createStripeSettlements(get),
    // Does not query the balance: a restricted key may be allowed to pay but not to read the balance.
    checkAccess: (signal) =>
      checkAccess(clean, [
        {
          ask: () => speaker.get("/v1/payment_intents?limit=1", signal),
          isKnown: ({ json }) => json["object"] === "list",
        },
      ]),
    verifyCallback: createStripeVerifier(webhook_secret),
    parseCallback: ({ rawBody }) => wire.readEvent(rawBody, wire.isLiveKey(secret_key), clean),
  };
});

/** The amount to charge, in Stripe's form; refuses what Stripe cannot do. */
function countedAmountOf({ direction, method, amount }: DispatchRequest): string {
  if (direction !== "inbound")
    throw new Refusal(
      "direction_not_supported",
      "Stripe pays out only to the bank account of the Stripe account's holder",
    );
  if (method !== "card") throw new Refusal("method_not_supported", `stripe does not support ${method}`);
  if (!isChargeable(amount.currency))
    throw new Refusal("currency_not_supported", `Stripe does not charge cards in ${amount.currency}`);
  const counted = stripeAmountOf(amount);
  if (counted === null) throw new Refusal("invalid_amount", `Stripe cannot charge exactly ${amount.toString()}`);
  return counted;
}

const REFUSING_STATUSES = new Set([400, 401, 402, 403, 404]);
const REFUSING_TYPES = new Set(["card_error", "invalid_request_error"]);

/** Classifies an error of a request that may move money. */
function undone(response: OutboundResponse, clean: Clean): Refused | Unknown {
  const { type, code, message } = wire.readError(response.body);
  if (REFUSING_STATUSES.has(response.statusCode) && REFUSING_TYPES.has(type))
    return { outcome: "refused", code: clean(code), reason: clean(message) };
  return { outcome: "unknown", reason: clean(`answered ${response.statusCode}: ${message}`) };
}

/** The states in which a PaymentIntent will move no money: it continues only if we confirm it again. */
const LIFELESS = new Set<unknown>(["requires_payment_method", "requires_confirmation", "canceled"]);

/** An error of a charge, which may have created a PaymentIntent. */
function uncharged(response: OutboundResponse, clean: Clean): Refused | Unknown {
  const { intent } = wire.readError(response.body);
  if (intent === null || LIFELESS.has(intent["status"])) return undone(response, clean);
  return {
    outcome: "unknown",
    reason: `Stripe answered ${response.statusCode} with a PaymentIntent that may still be paid`,
  };
}

/** Nothing moved yet. Only a key in use means that another process handles this payment, and reports its end. */
function unprepared(response: OutboundResponse, clean: Clean): Refused | Unknown {
  if (response.statusCode === 409)
    return { outcome: "unknown", reason: "the same payment is being made at this moment" };
  const { type, code, message } = wire.readError(response.body);
  if (type === "idempotency_error") return { outcome: "unknown", reason: clean(message) };
  if (REFUSING_STATUSES.has(response.statusCode))
    return { outcome: "refused", code: clean(code), reason: clean(message) };
  const reason = clean(`Stripe answered ${response.statusCode} before anything was charged: ${message}`);
  return { outcome: "refused", code: UNREACHABLE, reason };
}
