import Type, { type Static } from "typebox";
import { type OutboundResponse, redact } from "@corridor/provider-kit/outbound.ts";
import { amountOf, isSessionId, pageOf, readSession, readSessionStatus, sessionFields } from "./stripe-page.ts";
import { everywhere } from "@corridor/provider-kit/corridors.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { InvalidCallback } from "@corridor/provider-kit/errors.ts";
import { multipartOf } from "@corridor/provider-kit/evidence.ts";
import {
  type DisputeActionResult,
  type DisputeRequest,
  type Evidence,
  type ActionRequest,
  type ActionResult,
  type CardDetails,
  type DispatchRequest,
  type DispatchResult,
  type Provider,
  type ProviderKind,
  type ProviderTools,
  type Refused,
  type RefundAnswer,
  type RefundQuery,
  type RefundRequest,
  type RefundResult,
  type StatusAnswer,
  type StatusQuery,
  type Unknown,
  UNREACHABLE,
  UNPROMISED_SETTLING_MS,
} from "@corridor/provider-kit/provider.ts";
import { asking, createSpeaker, isSuccess, moving, preparing, Refusal } from "@corridor/provider-kit/speak.ts";
import { balancesIn, type Json, MalformedAnswer, readJson, textOf } from "@corridor/provider-kit/wire.ts";
import { isChargeable, moneyOfCount, stripeAmountOf } from "./stripe-amount.ts";
import { EVIDENCE_FILES, evidenceFields, readDispute } from "./stripe-disputes.ts";
import { createStripeSettlements } from "./stripe-settlements.ts";
import { createStripeVerifier } from "./stripe-signature.ts";
import {
  cardFields,
  type Clean,
  type Fields,
  formOf,
  intentFields,
  isLiveKey,
  readError,
  readEvent,
  readIntent,
  readList,
  readNextAction,
  readRefund,
  REFERENCE_KEY,
  referenceOf,
  refundFields,
} from "./stripe-wire.ts";

/**
 * Stripe: card payments by PaymentIntents. A payin takes two calls: the card becomes a PaymentMethod, which moves no
 * money, then a PaymentIntent is created with it and confirmed at once. Both carry an idempotency key made of our
 * reference.
 *
 *   refused   a 400, 401, 402, 403 or 404 in Stripe's error form, about a card or a request, that leaves no live
 *   PaymentIntent
 *   accepted  a PaymentIntent with our reference and our amount that has not failed
 *   unknown   everything else, 409 and errors about the idempotency key included: this payment may have been accepted
 *   before
 *
 * After a lost answer, a payment is found in the list of payments made since, which is always current, or by a metadata
 * search, whose index may lag. A payment that neither shows does not exist: the list starts at a time of ours, which a
 * changed clock may have made wrong, and the search has no start. If too many others were made since to list them all,
 * a payment that the search does not show may still exist.
 *
 * There are no payouts, because `POST /payouts` pays only to the bank account of the Stripe account's own holder. There
 * is no bank transfer, because excess or repeated money stays in a customer balance at Stripe, which no PaymentIntent
 * shows.
 */
const settings = Type.Object(
  {
    secret_key: Type.String({
      minLength: 16,
      maxLength: 500,
      description:
        "Secret key (sk_live_...), or a restricted key that may write payment intents, payment methods and refunds. " +
        "A test key makes test payments.",
      "x-secret": true,
    }),
    webhook_secret: Type.String({
      minLength: 16,
      maxLength: 500,
      description: "Signing secret (whsec_...) of the webhook endpoint that was registered at Stripe for this service",
      "x-secret": true,
    }),
    direct_card_charges: Type.Optional(
      Type.Boolean({
        description:
          "Send card numbers to Stripe instead of opening its payment page. Only where Stripe has approved the " +
          "account for raw card data, and this deployment may handle it (PCI DSS)",
      }),
    ),
    base_url: Type.String({
      format: "uri",
      default: "https://api.stripe.com",
      description:
        "Address of the API. Stripe has no other address for tests: the key decides. Change it only for a mock server.",
    }),
  },
  { additionalProperties: false },
);

/**
 * The version whose shapes are parsed here. Without it, an account answers in the version that was current when it was
 * opened.
 */
const API_VERSION = "2023-08-16";
const MAX_LISTED = 100;
const MAX_PAGES = 10;
const CLOCKS_DIFFER_BY_MS = 5 * 60_000;

const corridors = everywhere(["inbound"], ["card"]);

export const STRIPE: ProviderKind<typeof settings> = {
  name: "stripe",
  displayName: "Stripe",
  corridors,
  settings,
  create: createStripeProvider,
};

function createStripeProvider(
  { secret_key, webhook_secret, base_url, direct_card_charges }: Static<typeof settings>,
  { outbound, clock }: ProviderTools,
): Provider {
  const { send, clean } = createSpeaker({ baseUrl: base_url, outbound, secrets: [secret_key, webhook_secret] });
  const headers = { authorization: `Bearer ${secret_key}`, "stripe-version": API_VERSION };

  function post(path: string, fields: Fields, signal: AbortSignal, idempotencyKey?: string): Promise<OutboundResponse> {
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    const keyed = idempotencyKey === undefined ? form : { ...form, "idempotency-key": idempotencyKey };
    return send({ method: "POST", path, headers: keyed, body: formOf(fields), signal });
  }

  /** Throws on any failure, so it must be called inside `asking`. */
  async function get(path: string, signal: AbortSignal): Promise<Json> {
    const response = await send({ method: "GET", path, headers, signal });
    if (!isSuccess(response)) throw new Refusal("not_answered", `answered ${response.statusCode}`);
    return readJson(response.body);
  }

  /** Stores the card as a PaymentMethod at Stripe; after that its id is enough. */
  const keepCard = (
    card: CardDetails,
    request: DispatchRequest,
    signal: AbortSignal,
  ): Promise<string | Refused | Unknown> =>
    preparing(async () => {
      const response = await post(
        "/v1/payment_methods",
        cardFields(card, request),
        signal,
        `${request.reference}-card`,
      );
      return isSuccess(response)
        ? textOf(readJson(response.body), "id")
        : unprepared(response, (text) => redact(clean(text), [card.cvv ?? ""]));
    });

  /** Opens a Checkout Session. If its answer is lost, nobody knows the page's address, so nobody can pay there. */
  async function openPage(request: DispatchRequest, amount: string, signal: AbortSignal): Promise<DispatchResult> {
    const response = await post(
      "/v1/checkout/sessions",
      sessionFields(request, amount, clock.now()),
      signal,
      request.reference,
    );
    if (!isSuccess(response)) return undone(response, clean);
    const json = readJson(response.body);
    const { id, word, status } = readSession(json, request.reference);
    if (!amountOf(json).equals(request.amount)) throw new MalformedAnswer("amount_total");
    // Only a repeated request finds an ended session; fetchStatus reports how it ended.
    if (status !== "pending") return { outcome: "unknown", reason: `the session is ${word}`, providerPaymentId: id };
    return { outcome: "accepted", providerPaymentId: id, providerStatus: word, status, nextAction: pageOf(json) };
  }

  const dispatch = (request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> =>
    moving<DispatchResult>(async () => {
      const amount = countedAmountOf(request);
      if (direct_card_charges !== true) return openPage(request, amount, signal);
      const { card } = request;
      if (card === undefined) throw new Refusal("card_missing", "the card is not known any more");
      const paymentMethod = await keepCard(card, request, signal);
      if (typeof paymentMethod !== "string") return paymentMethod;
      const response = await post(
        "/v1/payment_intents",
        intentFields(request, amount, paymentMethod),
        signal,
        request.reference,
      );
      return isSuccess(response) ? readAcceptance(readJson(response.body), request, clean) : uncharged(response, clean);
    });

  /** Our payments with the reference, and whether the search was complete. */
  async function listIntents(
    { reference, sentAt }: StatusQuery,
    signal: AbortSignal,
  ): Promise<{ found: Json[]; isWhole: boolean }> {
    const since = Math.floor(
      (Math.min(madeAtMs(reference), sentAt?.getTime() ?? Infinity) - CLOCKS_DIFFER_BY_MS) / 1000,
    );
    const found: Json[] = [];
    let last: Json | undefined;
    for (let page = 0; page < MAX_PAGES && Number.isFinite(since); page++) {
      const after = last === undefined ? undefined : textOf(last, "id");
      const query = formOf({ "created[gte]": String(since), limit: String(MAX_LISTED), starting_after: after });
      const { items, isWhole } = readList(await get(`/v1/payment_intents?${query}`, signal), "list");
      found.push(...items.filter((item) => referenceOf(item) === reference));
      last = items.at(-1);
      if (isWhole || last === undefined) return { found, isWhole };
    }
    return { found, isWhole: false };
  }

  async function searchIntents(reference: string, signal: AbortSignal): Promise<Json[]> {
    const query = formOf({ query: `metadata['${REFERENCE_KEY}']:'${reference}'` });
    const { items } = readList(await get(`/v1/payment_intents/search?${query}`, signal), "search_result");
    return items.filter((item) => referenceOf(item) === reference);
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

  /** A search result may be outdated too, so only its id is used. */
  const fetchStatus = (query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer> =>
    asking<StatusAnswer>(async () => {
      const { reference } = query;
      const id = query.providerPaymentId ?? (await findIntent(query, signal));
      if (id === null) return { outcome: "not_found" };
      if (isSessionId(id))
        return readSessionStatus(
          await get(`/v1/checkout/sessions/${encodeURIComponent(id)}?expand[]=payment_intent`, signal),
          reference,
          clean,
        );
      const json = await get(`/v1/payment_intents/${encodeURIComponent(id)}`, signal);
      const { update } = readIntent(json, clean);
      if (update.reference !== reference) throw new MalformedAnswer("metadata");
      return { outcome: "found", update, nextAction: readNextAction(json) };
    });

  /** Cancels without an idempotency key: Stripe would repeat an earlier refusal even if the situation has changed. */
  const cancel = (request: ActionRequest, signal: AbortSignal): Promise<ActionResult> =>
    moving<ActionResult>(async () => {
      if (isSessionId(request.providerPaymentId)) return closePage(request, signal);
      const response = await post(
        `/v1/payment_intents/${encodeURIComponent(request.providerPaymentId)}/cancel`,
        {},
        signal,
      );
      const json = isSuccess(response) ? readJson(response.body) : readError(response.body).intent;
      if (json === null || (!isSuccess(response) && json["status"] !== "canceled")) return undone(response, clean);
      const { update } = readIntent(json, clean);
      if (update.reference !== request.reference || update.providerStatus !== "canceled")
        throw new MalformedAnswer("status");
      return { outcome: "done", status: update.status, providerStatus: update.providerStatus };
    });

  async function closePage(
    { providerPaymentId, reference }: ActionRequest,
    signal: AbortSignal,
  ): Promise<ActionResult> {
    const response = await post(`/v1/checkout/sessions/${encodeURIComponent(providerPaymentId)}/expire`, {}, signal);
    if (!isSuccess(response)) return undone(response, clean);
    const { status, word } = readSession(readJson(response.body), reference);
    if (status !== "failed") throw new MalformedAnswer("status");
    return { outcome: "done", status, providerStatus: word };
  }

  const refund = (request: RefundRequest, signal: AbortSignal): Promise<RefundResult> =>
    moving<RefundResult>(async () => {
      const amount = stripeAmountOf(request.amount);
      if (amount === null)
        throw new Refusal("invalid_amount", `Stripe cannot refund exactly ${request.amount.toString()}`);
      const response = await post("/v1/refunds", refundFields(request, amount), signal, request.reference);
      if (!isSuccess(response)) return undone(response, clean);
      const { id, update, amount: refunded } = readRefund(readJson(response.body), clean);
      if (update.reference !== request.reference || !refunded.equals(request.amount))
        throw new MalformedAnswer("refund");
      if (update.status === "failed")
        return { outcome: "refused", code: update.providerStatus, reason: update.reason! };
      return { outcome: "accepted", status: update.status, providerRefundId: id };
    });

  /** Unlike a search, the list of a payment's refunds is always current. */
  async function findRefund(query: RefundQuery, signal: AbortSignal): Promise<Json | "none" | "unsure"> {
    if (query.providerRefundId !== null)
      return get(`/v1/refunds/${encodeURIComponent(query.providerRefundId)}`, signal);
    const filter = new URLSearchParams({ payment_intent: query.providerPaymentId, limit: String(MAX_LISTED) });
    const { items, isWhole } = readList(await get(`/v1/refunds?${filter.toString()}`, signal), "list");
    const found = items.find((item) => referenceOf(item) === query.reference);
    return found ?? (isWhole ? "none" : "unsure");
  }

  const fetchRefund = (query: RefundQuery, signal: AbortSignal): Promise<RefundAnswer> =>
    asking<RefundAnswer>(async () => {
      const found = await findRefund(query, signal);
      if (found === "none") return { outcome: "not_found" };
      if (found === "unsure")
        return { outcome: "unknown", reason: "Stripe does not list the refund among the payment's first ones" };
      const { update } = readRefund(found, clean);
      if (update.reference !== query.reference) throw new MalformedAnswer("metadata");
      return { outcome: "found", status: update.status };
    });

  /** A payment that another system made with the same account has no reference of ours. */
  const fetchByOwnId: Provider["fetchByOwnId"] = ({ providerPaymentId }, signal) =>
    asking<StatusAnswer>(async () => {
      const json = await get(`/v1/payment_intents/${encodeURIComponent(providerPaymentId)}`, signal);
      if (json["object"] !== "payment_intent" || json["id"] !== providerPaymentId) throw new MalformedAnswer("id");
      return referenceOf(json) === null
        ? { outcome: "not_found" }
        : { outcome: "found", update: readIntent(json, clean).update };
    });

  /** Files have a separate host. */
  const files = createSpeaker({
    baseUrl: base_url.replace("//api.stripe.com", "//files.stripe.com"),
    outbound,
    secrets: [secret_key],
  });

  async function fieldsOf(evidence: readonly Evidence[], signal: AbortSignal): Promise<Fields> {
    const piece = evidence.find((each) => "content" in each);
    if (piece === undefined) return evidenceFields(evidence, null);
    const form = multipartOf({ purpose: "dispute_evidence" }, "file", piece);
    const response = await files.send({
      method: "POST",
      path: "/v1/files",
      headers: { ...headers, ...form.headers },
      body: form.body,
      signal,
    });
    if (!isSuccess(response)) throw new Refusal("evidence_refused", clean(readError(response.body).message));
    return evidenceFields(evidence, textOf(readJson(response.body), "id"));
  }

  const answerDispute = (
    { disputeId }: DisputeRequest,
    path: string,
    fields: () => Promise<Fields>,
    accepted: boolean,
    signal: AbortSignal,
  ): Promise<DisputeActionResult> =>
    moving<DisputeActionResult>(async () => {
      const response = await post(
        `/v1/disputes/${encodeURIComponent(disputeId)}${path}`,
        await preparing(fields),
        signal,
      );
      if (!isSuccess(response)) return undone(response, clean);
      const dispute = readDispute(readJson(response.body), clean);
      if (dispute?.disputeId !== disputeId) throw new MalformedAnswer("dispute");
      // Stripe calls an accepted dispute lost.
      return {
        outcome: "done",
        status: accepted && dispute.status === "lost" ? "accepted" : dispute.status,
        providerStatus: dispute.providerStatus,
      };
    });

  return {
    name: STRIPE.name,
    displayName: STRIPE.displayName,
    corridors,
    settings,
    settlesWithinMs: UNPROMISED_SETTLING_MS,
    dispatch,
    fetchStatus,
    submitAction: async (request, signal) =>
      request.action === "cancel"
        ? cancel(request, signal)
        : { outcome: "refused", reason: "Stripe does not use one-time passwords" },
    refund,
    fetchRefund,
    fetchByOwnId,
    submitEvidence: (request, signal) =>
      answerDispute(request, "", () => fieldsOf(request.evidence, signal), false, signal),
    evidenceFiles: EVIDENCE_FILES,
    acceptDispute: (request, signal) => answerDispute(request, "/close", async () => ({}), true, signal),
    fetchBalance: (signal) =>
      asking(async () => ({
        outcome: "found" as const,
        balances: balancesIn((await get("/v1/balance", signal))["available"], "amount", moneyOfCount),
      })),
    fetchSettlements: createStripeSettlements(get),
    // Does not query the balance: a restricted key may be allowed to pay but not to read the balance.
    checkAccess: (signal) =>
      checkAccess(clean, [
        {
          ask: () => send({ method: "GET", path: "/v1/payment_intents?limit=1", headers, signal }),
          isKnown: ({ json }) => json["object"] === "list",
        },
      ]),
    verifyCallback: createStripeVerifier(webhook_secret),
    parseCallback({ rawBody }) {
      try {
        return readEvent(rawBody, isLiveKey(secret_key), clean);
      } catch (error) {
        throw error instanceof MalformedAnswer ? new InvalidCallback(`stripe: ${error.message}`) : error;
      }
    },
  };
}

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

function readAcceptance(json: Json, request: DispatchRequest, clean: Clean): DispatchResult {
  const { update, amount, code } = readIntent(json, clean);
  if (update.reference !== request.reference) throw new MalformedAnswer("metadata");
  // Polls and events report the received amount; an acceptance cannot express less.
  if (![amount, update.receivedAmount ?? amount].every((one) => one.equals(request.amount)))
    throw new MalformedAnswer("amount");
  const { providerPaymentId, providerStatus, status, data } = update;
  if (status === "failed") return { outcome: "refused", code, reason: update.reason! };
  return { outcome: "accepted", providerPaymentId, providerStatus, status, nextAction: readNextAction(json), data };
}

const REFUSING_STATUSES = new Set([400, 401, 402, 403, 404]);
const REFUSING_TYPES = new Set(["card_error", "invalid_request_error"]);

/** Classifies an error of a request that may move money. */
function undone(response: OutboundResponse, clean: Clean): Refused | Unknown {
  const { type, code, message } = readError(response.body);
  if (REFUSING_STATUSES.has(response.statusCode) && REFUSING_TYPES.has(type))
    return { outcome: "refused", code: clean(code), reason: clean(message) };
  return { outcome: "unknown", reason: clean(`answered ${response.statusCode}: ${message}`) };
}

/** The states in which a PaymentIntent will move no money: it continues only if we confirm it again. */
const LIFELESS = new Set<unknown>(["requires_payment_method", "requires_confirmation", "canceled"]);

/** An error of a charge, which may have created a PaymentIntent. */
function uncharged(response: OutboundResponse, clean: Clean): Refused | Unknown {
  const { intent } = readError(response.body);
  if (intent === null || LIFELESS.has(intent["status"])) return undone(response, clean);
  return {
    outcome: "unknown",
    reason: `Stripe answered ${response.statusCode} with a PaymentIntent that may still be paid`,
  };
}

/**
 * An error before the step that moves money: nothing moved. Only a key in use means that another process handles this
 * same payment, and that process reports its end.
 */
function unprepared(response: OutboundResponse, clean: Clean): Refused | Unknown {
  if (response.statusCode === 409)
    return { outcome: "unknown", reason: "the same payment is being made at this moment" };
  const { type, code, message } = readError(response.body);
  if (type === "idempotency_error") return { outcome: "unknown", reason: clean(message) };
  if (REFUSING_STATUSES.has(response.statusCode))
    return { outcome: "refused", code: clean(code), reason: clean(message) };
  return {
    outcome: "refused",
    code: UNREACHABLE,
    reason: clean(`Stripe answered ${response.statusCode} before anything was charged: ${message}`),
  };
}

/**
 * Our ids begin with the millisecond of their creation; for any other id this is NaN, and every comparison with it is
 * false.
 */
function madeAtMs(id: string): number {
  return Number.parseInt(id.slice(0, 13).replace("-", ""), 16);
}
