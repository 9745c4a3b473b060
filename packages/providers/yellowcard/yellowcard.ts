import Type, { type Static } from "typebox";
import { OutboundError, type OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { inCurrencyOf, serves } from "@corridor/provider-kit/corridors.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { InvalidCallback, ProviderUnavailable } from "@corridor/provider-kit/errors.ts";
import {
  type Accepted,
  type ActionRequest,
  type ActionResult,
  type DispatchRequest,
  type DispatchResult,
  type Provider,
  type ProviderCorridor,
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
  UNPROMISED_SETTLING_MS,
} from "@corridor/provider-kit/provider.ts";
import { createKeptReading } from "@corridor/provider-kit/kept-reading.ts";
import { asking, createSpeaker, isSuccess, moving, preparing, Refusal } from "@corridor/provider-kit/speak.ts";
import { MalformedAnswer, readJson, textOf } from "@corridor/provider-kit/wire.ts";
import {
  bankPlace,
  channelsFor,
  type Directory,
  KEPT_MS,
  operatorPlace,
  readChannels,
  readNetworks,
} from "./yellowcard-directory.ts";
import { requestHeaders, verifyCallback } from "./yellowcard-signature.ts";
import {
  type Business,
  CURRENCIES,
  type Order,
  type OrderState,
  orderOf,
  readCallback,
  readOrder,
  receiveBody,
  sendBody,
} from "./yellowcard-wire.ts";

/**
 * Yellow Card, which moves local currency in Africa against a balance in stablecoins. An order is made and accepted in
 * one request, in local currency, under our reference:
 *
 *   refused   nothing was sent; it rejects our credentials (401, 403) or calls the number malformed; any other
 *   documented 400, once a lookup by our
 *             reference has shown that there is no such order; or an order that has already failed
 *   accepted  an order that is ours in reference, currency and amount
 *   unknown   everything else
 *
 * The documentation does not say how a repeated reference is refused. That is why a 400 is followed by the lookup: an
 * existing order is the answer, whatever the refusal says.
 */
const settings = Type.Object(
  {
    base_url: Type.String({
      format: "uri",
      default: "https://api.yellowcard.io/business",
      description: "Address of the API. The sandbox is at https://sandbox.api.yellowcard.io/business",
    }),
    api_key: Type.String({
      minLength: 8,
      description: "API key, from the settings of the Treasury Portal",
      "x-secret": true,
    }),
    secret_key: Type.String({
      minLength: 16,
      description: "Secret key that belongs to the API key; it also signs callbacks",
      "x-secret": true,
    }),
    business_name: Type.String({
      minLength: 1,
      description: "Registered name of the business that collects and pays, as Yellow Card knows it",
    }),
    business_id: Type.String({ minLength: 1, description: "Registration number of that business" }),
    business_email: Type.String({
      minLength: 3,
      description: "E-mail address of that business for questions about payments",
    }),
  },
  { additionalProperties: false },
);

const NAME = "yellowcard";
const DISPLAY_NAME = "Yellow Card";
/** Payins in South Africa need a page of Yellow Card, which is not supported. */
const { ZA: _southAfrica, ...COLLECTING } = CURRENCIES;
const CORRIDORS = (["bank_transfer", "mobile_money"] as const).flatMap((method) => [
  ...inCurrencyOf(COLLECTING, ["inbound"], method, 0),
  ...inCurrencyOf(CURRENCIES, ["outbound"], method, 0),
]);
const DIRECTORY_TIMEOUT_MS = 8_000;

/**
 * Refusals from before a request is processed: neither this request nor an earlier one can have been accepted under its
 * reference.
 */
const REFUSED_AT_THE_DOOR: readonly string[] = ["AuthenticationError", "PermissionError", "InvalidPhoneNumberFormat"];
const REFUSAL_STATUSES: readonly number[] = [400, 401, 403];
const NOT_FOUND_CODES: readonly string[] = ["PaymentNotFound", "CollectionNotFoundError"];
const WRONG_MOMENT = "PaymentInvalidState";
const NO_SUCH_ACCOUNT = "ResolveAccountError";
/** A refusal that may be about an order of the same reference, which the lookup does not show yet. */
const SOUNDS_LIKE_A_DUPLICATE = /duplicate|already|exist|sequence/i;

type LookUp = { outcome: "found"; order: OrderState } | { outcome: "not_found" } | Unknown;

function create(given: Static<typeof settings>, { outbound, clock }: ProviderTools): Provider {
  const keys = { apiKey: given.api_key, secretKey: given.secret_key };
  const business: Business = { name: given.business_name, id: given.business_id, email: given.business_email };
  const { send, clean } = createSpeaker({
    baseUrl: given.base_url,
    outbound,
    secrets: [given.secret_key, given.api_key],
  });
  const basePath = new URL(given.base_url).pathname.replace(/\/+$/, "");

  const call = (
    method: "GET" | "POST",
    path: string,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<OutboundResponse> => {
    const headers = requestHeaders(keys, {
      method,
      path: `${basePath}${path}`,
      at: clock.now(),
      ...(body === undefined ? {} : { body }),
    });
    return send({ method, path, headers, signal, ...(body === undefined ? {} : { body }) });
  };
  const get = (path: string, signal: AbortSignal): Promise<OutboundResponse> => call("GET", path, undefined, signal);
  const post = (path: string, body: string, signal: AbortSignal): Promise<OutboundResponse> =>
    call("POST", path, body, signal);

  const sharedDirectory = createKeptReading(
    async () => {
      const signal = AbortSignal.timeout(DIRECTORY_TIMEOUT_MS);
      const [channels, networks] = await Promise.all([get("/channels", signal), get("/networks", signal)]);
      for (const response of [channels, networks])
        if (!isSuccess(response))
          throw new MalformedAnswer(clean(`answered ${response.statusCode} ${refusalIn(response)?.message ?? ""}`));
      return { channels: readChannels(channels.body), networks: readNetworks(networks.body) };
    },
    clock,
    KEPT_MS,
  );

  /**
   * All callers share one reading of the directory, so no caller's deadline ends it. A caller whose deadline has passed
   * does not start a reading.
   */
  function directory(signal: AbortSignal): Promise<Directory> {
    if (signal.aborted) throw new Refusal("deadline_passed", "the deadline passed before anything was sent");
    return sharedDirectory();
  }

  async function dispatch(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    return moving<DispatchResult>(async () => {
      const order = orderOf(request);
      const { path, body } = messageOf(order, await preparing(() => directory(signal)), business);
      const response = await post(path, body, signal);
      if (isSuccess(response)) return answerOf(order, readOrder(readJson(response.body), request.direction, clean));
      return notTaken(order, response, signal);
    });
  }

  async function notTaken(order: Order, response: OutboundResponse, signal: AbortSignal): Promise<DispatchResult> {
    const refusal = refusalIn(response);
    if (refusal === null) return { outcome: "unknown", reason: `answered ${response.statusCode}` };
    const refused: Refused = {
      outcome: "refused",
      code: clean(refusal.code),
      reason: clean(refusal.message || refusal.code),
    };
    if (REFUSED_AT_THE_DOOR.includes(refusal.code)) return refused;
    const found = await asking(() => lookUp(order.request, signal));
    if (found.outcome === "found") return answerOf(order, found.order);
    if (found.outcome === "not_found" && !SOUNDS_LIKE_A_DUPLICATE.test(`${refusal.code} ${refusal.message}`))
      return refused;
    return {
      outcome: "unknown",
      reason: `refused, but there may be an order of the same reference: ${refused.reason}`,
    };
  }

  async function lookUp(
    { reference, direction }: Pick<StatusQuery, "reference" | "direction">,
    signal: AbortSignal,
  ): Promise<LookUp> {
    const response = await get(
      `${direction === "inbound" ? "/receive" : "/payments"}/sequence-id/${encodeURIComponent(reference)}`,
      signal,
    );
    if (isMissing(response)) return { outcome: "not_found" };
    if (!isSuccess(response)) return { outcome: "unknown", reason: `answered ${response.statusCode}` };
    const order = readOrder(readJson(response.body), direction, clean);
    if (order.reference !== reference) throw new MalformedAnswer("sequenceId");
    return { outcome: "found", order };
  }

  async function fetchStatus(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer> {
    const found = await asking(() => lookUp(query, signal));
    if (found.outcome !== "found") return found;
    return {
      outcome: "found",
      update: found.order.update,
      ...(found.order.instructions && { nextAction: found.order.instructions }),
    };
  }

  /**
   * A receive is refunded as a whole and once; the request has no reference, so its effect is read from the receive.
   */
  async function refund(request: RefundRequest, signal: AbortSignal): Promise<RefundResult> {
    return moving<RefundResult>(async () => {
      const path = `/receive/${encodeURIComponent(request.providerPaymentId)}`;
      const before = await preparing(async () => readReceive(request.paymentReference, await get(path, signal)));
      if (!before.amount.equals(request.amount))
        throw new Refusal("partial_refund", `Yellow Card refunds the whole amount only: ${before.amount.toString()}`);
      if (isBeingRefunded(before)) return refundAnswerOf(before);
      if (before.word !== "complete" && before.word !== "refund_failed")
        throw new Refusal("wrong_moment", `a receive that is ${before.word} cannot be refunded`);
      const response = await post(`${path}/refund`, "{}", signal);
      if (isSuccess(response)) return refundAnswerOf(readReceive(request.paymentReference, response));
      const refusal = refusalIn(response);
      if (refusal === null || refusal.code === WRONG_MOMENT)
        return { outcome: "unknown", reason: `answered ${response.statusCode}` };
      return { outcome: "refused", code: clean(refusal.code), reason: clean(refusal.message || refusal.code) };
    });
  }

  /** If the receive is still complete, its refund was never requested. */
  async function fetchRefund(query: RefundQuery, signal: AbortSignal): Promise<RefundAnswer> {
    const found = await asking(() => lookUp({ reference: query.paymentReference, direction: "inbound" }, signal));
    if (found.outcome === "unknown") return found;
    if (found.outcome === "not_found") return { outcome: "unknown", reason: "there is no such receive" };
    const { meaning, word } = found.order;
    if (meaning.refund !== undefined) return { outcome: "found", status: meaning.refund };
    return word === "complete" ? { outcome: "not_found" } : { outcome: "unknown", reason: `the receive is ${word}` };
  }

  /**
   * Money that arrives for a canceled receive goes back to the customer. A receive that cannot be canceled (outside
   * Nigeria) stays open: it may be paid, and Yellow Card ends it.
   */
  async function cancel({ reference, providerPaymentId }: ActionRequest, signal: AbortSignal): Promise<ActionResult> {
    return moving<ActionResult>(async () => {
      const response = await post(`/receive/${encodeURIComponent(providerPaymentId)}/cancel`, "{}", signal);
      const refusal = isMissing(response)
        ? { code: "not_found", message: "there is no such receive" }
        : refusalIn(response);
      if (refusal !== null) return { outcome: "refused", reason: clean(refusal.message || refusal.code) };
      const { word, meaning } = readReceive(reference, response);
      if (meaning.inbound === "completed") return { outcome: "refused", reason: "it has been paid" };
      if (meaning.inbound !== "failed") throw new MalformedAnswer("status");
      return { outcome: "done", status: "failed", providerStatus: word };
    });
  }

  function readReceive(reference: string, response: OutboundResponse): OrderState {
    if (!isSuccess(response)) throw new MalformedAnswer(`answered ${response.statusCode}`);
    const receive = readOrder(readJson(response.body), "inbound", clean);
    if (receive.reference !== reference) throw new MalformedAnswer("sequenceId");
    return receive;
  }

  async function resolveAccount(
    account: Parameters<NonNullable<Provider["resolveAccount"]>>[0],
    signal: AbortSignal,
  ): Promise<{ account_name: string } | null> {
    try {
      const known = await directory(signal);
      const channels = known.channels.filter(
        ({ country, method, direction }) =>
          country === account.country && method === "bank_transfer" && direction === "outbound",
      );
      const { network } = bankPlace(known, channels, account.country, account);
      const response = await post(
        "/details/bank",
        JSON.stringify({ accountNumber: account.account_number, networkId: network.id }),
        signal,
      );
      if (refusalIn(response)?.code === NO_SUCH_ACCOUNT) return null;
      if (!isSuccess(response)) throw new MalformedAnswer(`answered ${response.statusCode}`);
      return { account_name: textOf(readJson(response.body), "accountName") };
    } catch (error) {
      if (error instanceof OutboundError || error instanceof MalformedAnswer || error instanceof Refusal)
        throw new ProviderUnavailable(`the account could not be looked up: ${error.message}`);
      throw error;
    }
  }

  return {
    name: NAME,
    displayName: DISPLAY_NAME,
    corridors: CORRIDORS,
    fetchCorridors: async () => openCorridors(await sharedDirectory()),
    settings,
    settlesWithinMs: UNPROMISED_SETTLING_MS,
    dispatch,
    fetchStatus,
    submitAction: async (request, signal) =>
      request.action === "cancel"
        ? cancel(request, signal)
        : { outcome: "refused", reason: "Yellow Card does not use one-time passwords" },
    refund,
    fetchRefund,
    resolveAccount,
    checkAccess: (signal) =>
      checkAccess(clean, [
        { ask: () => get("/channels", signal), isKnown: ({ json }) => Array.isArray(json["channels"] ?? json["list"]) },
      ]),
    verifyCallback: (callback) => verifyCallback(keys.secretKey, callback),
    parseCallback({ rawBody }) {
      try {
        return readCallback(rawBody, clean);
      } catch (error) {
        throw error instanceof MalformedAnswer ? new InvalidCallback(`${NAME}: ${error.message}`) : error;
      }
    },
  };
}

/** The corridors that Yellow Card's channels accept now and this adapter supports. */
function openCorridors({ channels }: Directory): ProviderCorridor[] {
  return channels
    .filter(({ country, currency, method, direction }) => serves(CORRIDORS, { country, currency, method, direction }))
    .map(({ country, currency, method, direction, min, max }) => ({
      direction,
      method,
      countries: [country],
      currencies: [currency],
      decimals: 0,
      ...(min === 0 ? {} : { min: String(min) }),
      ...(max === 0 ? {} : { max: String(max) }),
    }));
}

/** The order's address and body. */
function messageOf(order: Order, directory: Directory, business: Business): { path: string; body: string } {
  const { direction, method, country, mobileMoney, bankAccount } = order.request;
  const wish = {
    country,
    currency: order.amount.currency,
    method: method as "bank_transfer" | "mobile_money",
    direction,
    amount: order.localAmount,
  };
  const channels = channelsFor(directory, wish);
  if (direction === "inbound" && method === "bank_transfer")
    return { path: "/receive", body: receiveBody(order, channels[0]!.id, null, business) };
  const place =
    method === "mobile_money"
      ? operatorPlace(directory, channels, mobileMoney!)
      : bankPlace(directory, channels, country, bankAccount!);
  return direction === "inbound"
    ? { path: "/receive", body: receiveBody(order, place.channelId, place, business) }
    : { path: "/send", body: sendBody(order, place, business) };
}

function answerOf({ request, amount }: Order, order: OrderState): Accepted | Refused {
  if (order.reference !== request.reference) throw new MalformedAnswer("sequenceId");
  if (!order.amount.equals(amount)) throw new MalformedAnswer("convertedAmount");
  const status = order.meaning[request.direction];
  if (status === "failed")
    return { outcome: "refused", code: order.word, reason: order.reason ?? `the order is ${order.word}` };
  const waitsForAccount = request.direction === "inbound" && request.method === "bank_transfer";
  return {
    outcome: "accepted",
    providerPaymentId: order.id,
    providerStatus: order.word,
    status,
    ...(status !== "completed" && {
      nextAction: order.instructions ?? { type: waitsForAccount ? "check_status" : "wait" },
    }),
  };
}

/** The documented form of a refusal; null for anything else. */
function refusalIn(response: OutboundResponse): { code: string; message: string } | null {
  if (!REFUSAL_STATUSES.includes(response.statusCode)) return null;
  try {
    const { code, message } = readJson(response.body);
    return typeof code === "string" && code !== "" && typeof message === "string" ? { code, message } : null;
  } catch {
    return null;
  }
}

function isMissing({ statusCode, body }: OutboundResponse): boolean {
  return statusCode === 404 && NOT_FOUND_CODES.some((code) => code === readJson(body)["code"]);
}

function isBeingRefunded({ meaning }: OrderState): boolean {
  return meaning.refund === "pending" || meaning.refund === "completed";
}

function refundAnswerOf(receive: OrderState): RefundResult {
  const { refund } = receive.meaning;
  if (refund !== "pending" && refund !== "completed") throw new MalformedAnswer("status");
  return { outcome: "accepted", status: refund, providerRefundId: receive.id };
}

export const YELLOWCARD: ProviderKind<typeof settings> = {
  name: NAME,
  displayName: DISPLAY_NAME,
  corridors: CORRIDORS,
  settings,
  create,
};
