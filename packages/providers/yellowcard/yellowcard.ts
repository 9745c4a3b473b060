import { providerKind } from "@corridor/provider-kit/adapter.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { inCurrencyOf, serves } from "@corridor/provider-kit/corridors.ts";
import { createKeptReading } from "@corridor/provider-kit/kept-reading.ts";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { acceptedAs, failedAtOnce, foundAs, WAIT } from "@corridor/provider-kit/outcomes.ts";
import type { DispatchResult, ProviderCorridor, RefundResult, StatusQuery } from "@corridor/provider-kit/provider.ts";
import { address, secret, settingsOf, text } from "@corridor/provider-kit/settings.ts";
import {
  asking,
  bodyOf,
  createSpeaker,
  isSuccess,
  preparing,
  Refusal,
  undecided,
} from "@corridor/provider-kit/speak.ts";
import { MalformedAnswer, readJson, requireSame, textOf } from "@corridor/provider-kit/wire.ts";
import * as places from "./yellowcard-directory.ts";
import { YELLOWCARD_FAILURES } from "./yellowcard-failures.ts";
import { requestHeaders, verifyCallback } from "./yellowcard-signature.ts";
import * as wire from "./yellowcard-wire.ts";

/**
 * Yellow Card moves local currency in Africa against a balance in stablecoins. An order is made and accepted in one
 * request, in local currency, under our reference:
 *
 *   refused   nothing was sent; it rejects our credentials (401, 403) or calls the number malformed; any other
 *             documented 400, once a lookup by our reference has shown that there is no such order; or an order that
 *             has already failed
 *   accepted  an order that is ours in reference, currency and amount
 *   unknown   everything else
 *
 * How a repeated reference is refused is undocumented, so a lookup follows a 400: an existing order is the answer.
 */
const settings = settingsOf({
  base_url: address(
    "Address of the API. The sandbox is at https://sandbox.api.yellowcard.io/business",
    "https://api.yellowcard.io/business",
  ),
  api_key: secret("API key, from the settings of the Treasury Portal", { minLength: 8 }),
  secret_key: secret("Secret key that belongs to the API key; it also signs callbacks", { minLength: 16 }),
  business_name: text("Registered name of the business that collects and pays, as Yellow Card knows it"),
  business_id: text("Registration number of that business"),
  business_email: text("E-mail address of that business for questions about payments", { minLength: 3 }),
});

/** Payins in South Africa need a page of Yellow Card, which is not supported. */
const { ZA: _southAfrica, ...COLLECTING } = wire.CURRENCIES;
const corridors = (["bank_transfer", "mobile_money"] as const).flatMap((method) => [
  ...inCurrencyOf(COLLECTING, ["inbound"], method, 0),
  ...inCurrencyOf(wire.CURRENCIES, ["outbound"], method, 0),
]);
const IDENTITY = {
  name: "yellowcard",
  displayName: "Yellow Card",
  kit: "^1.0.0",
  corridors,
  settings,
  hosts: ["api.yellowcard.io", "sandbox.api.yellowcard.io"],
  callbacks: ["signature"],
} as const;
const DIRECTORY_TIMEOUT_MS = 8_000;

/** Refusals from before processing: nothing can have been accepted under the reference, now or earlier. */
const REFUSED_AT_THE_DOOR: readonly string[] = ["AuthenticationError", "PermissionError", "InvalidPhoneNumberFormat"];
const REFUSAL_STATUSES: readonly number[] = [400, 401, 403];
const NOT_FOUND_CODES: readonly string[] = ["PaymentNotFound", "CollectionNotFoundError"];
const WRONG_MOMENT = "PaymentInvalidState";
const NO_SUCH_ACCOUNT = "ResolveAccountError";
/** A refusal that may be about an order of the same reference, which the lookup does not show yet. */
const SOUNDS_LIKE_A_DUPLICATE = /duplicate|already|exist|sequence/i;

export const YELLOWCARD = providerKind(IDENTITY, (given, { outbound, clock }) => {
  const { api_key, secret_key } = given;
  const business = { name: given.business_name, id: given.business_id, email: given.business_email };
  const { send, clean } = createSpeaker({ baseUrl: given.base_url, outbound, secrets: [secret_key, api_key] });
  const basePath = new URL(given.base_url).pathname.replace(/\/+$/, "");

  function call(method: "GET" | "POST", path: string, signal: AbortSignal, body?: string): Promise<OutboundResponse> {
    const request = { method, path: `${basePath}${path}`, at: clock.now(), body };
    const headers = requestHeaders({ apiKey: api_key, secretKey: secret_key }, request);
    return send({ method, path, headers, signal, body });
  }
  const get = (path: string, signal: AbortSignal): Promise<OutboundResponse> => call("GET", path, signal);
  const post = (path: string, body: object, signal: AbortSignal): Promise<OutboundResponse> =>
    call("POST", path, signal, JSON.stringify(body));

  const sharedDirectory = createKeptReading(
    async () => {
      const signal = AbortSignal.timeout(DIRECTORY_TIMEOUT_MS);
      const [channels, networks] = await Promise.all([get("/channels", signal), get("/networks", signal)]);
      for (const response of [channels, networks])
        if (!isSuccess(response))
          throw new MalformedAnswer(clean(`answered ${response.statusCode} ${refusalIn(response)?.message ?? ""}`));
      return { channels: places.readChannels(channels.body), networks: places.readNetworks(networks.body) };
    },
    clock,
    places.KEPT_MS,
  );

  /** All callers share one reading, so no caller's deadline ends it. One whose deadline has passed starts none. */
  function directory(signal: AbortSignal): Promise<places.Directory> {
    if (signal.aborted) throw new Refusal("deadline_passed", "the deadline passed before anything was sent");
    return sharedDirectory();
  }

  function answerOf({ request }: wire.Order, order: wire.OrderState): DispatchResult {
    const waitsForAccount = request.direction === "inbound" && request.method === "bank_transfer";
    const isOpen = order.update.status !== "completed";
    const nextAction = order.nextAction ?? (waitsForAccount ? ({ type: "check_status" } as const) : WAIT);
    return acceptedAs(request, { ...order, nextAction: isOpen ? nextAction : undefined }, failedAtOnce);
  }

  async function notTaken(order: wire.Order, response: OutboundResponse, signal: AbortSignal): Promise<DispatchResult> {
    const refusal = refusalIn(response);
    if (refusal === null) throw undecided(response);
    const [code, reason] = [clean(refusal.code), clean(refusal.message || refusal.code)];
    const refused = { outcome: "refused", code, reason } as const;
    if (REFUSED_AT_THE_DOOR.includes(refusal.code)) return refused;
    const found = await asking(async () => ({ outcome: "asked", order: await lookUp(order.request, signal) }) as const);
    if (found.outcome === "asked" && found.order !== null) return answerOf(order, found.order);
    if (found.outcome === "asked" && !SOUNDS_LIKE_A_DUPLICATE.test(`${refusal.code} ${refusal.message}`))
      return refused;
    return { outcome: "unknown", reason: `refused, but there may be an order of the same reference: ${reason}` };
  }

  /** Null when there is no such order. */
  async function lookUp(
    { reference, direction }: Pick<StatusQuery, "reference" | "direction">,
    signal: AbortSignal,
  ): Promise<wire.OrderState | null> {
    const kind = direction === "inbound" ? "/receive" : "/payments";
    const response = await get(`${kind}/sequence-id/${encodeURIComponent(reference)}`, signal);
    return isMissing(response) ? null : orderIn(response, direction, reference);
  }

  function orderIn(answer: OutboundResponse, direction: StatusQuery["direction"], reference: string): wire.OrderState {
    const order = wire.readOrder(bodyOf(answer), direction, clean);
    requireSame("sequenceId", order.update.reference, reference);
    return order;
  }

  return {
    codes: YELLOWCARD_FAILURES,
    fetchCorridors: async () => openCorridors(await sharedDirectory()),
    async dispatch(request, signal) {
      const order = wire.orderOf(request);
      const { path, body } = messageOf(order, await preparing(() => directory(signal)), business);
      const response = await post(path, body, signal);
      if (!isSuccess(response)) return notTaken(order, response, signal);
      return answerOf(order, wire.readOrder(readJson(response.body), request.direction, clean));
    },
    async fetchStatus(query, signal) {
      const order = await lookUp(query, signal);
      return order === null ? { outcome: "not_found" } : foundAs(query.reference, order);
    },
    /** A receive is refunded as a whole and once, without a reference: the receive itself shows the effect. */
    async refund({ providerPaymentId, paymentReference, amount }, signal) {
      const path = `/receive/${encodeURIComponent(providerPaymentId)}`;
      const before = await preparing(async () => orderIn(await get(path, signal), "inbound", paymentReference));
      if (!before.booked.equals(amount))
        throw new Refusal("partial_refund", `Yellow Card refunds the whole amount only: ${before.booked.toString()}`);
      const { providerStatus: word } = before.update;
      if (before.refund === "pending" || before.refund === "completed") return refundAnswerOf(before);
      if (word !== "complete" && word !== "refund_failed")
        throw new Refusal("wrong_moment", `a receive that is ${word} cannot be refunded`);
      const response = await post(`${path}/refund`, {}, signal);
      if (isSuccess(response)) return refundAnswerOf(orderIn(response, "inbound", paymentReference));
      const refusal = refusalIn(response);
      if (refusal === null || refusal.code === WRONG_MOMENT) throw undecided(response);
      throw new Refusal(clean(refusal.code), clean(refusal.message || refusal.code));
    },
    /** If the receive is still complete, its refund was never requested. */
    async fetchRefund({ paymentReference }, signal) {
      const receive = await lookUp({ reference: paymentReference, direction: "inbound" }, signal);
      if (receive === null) return { outcome: "unknown", reason: "there is no such receive" };
      if (receive.refund !== undefined) return { outcome: "found", status: receive.refund };
      const { providerStatus: word } = receive.update;
      return word === "complete" ? { outcome: "not_found" } : { outcome: "unknown", reason: `the receive is ${word}` };
    },
    /** Money for a canceled receive goes back to the customer. Outside Nigeria it stays open: it may be paid. */
    async submitAction({ action, reference, providerPaymentId }, signal) {
      if (action !== "cancel") return { outcome: "refused", reason: "Yellow Card does not use one-time passwords" };
      const response = await post(`/receive/${encodeURIComponent(providerPaymentId)}/cancel`, {}, signal);
      if (isMissing(response)) return { outcome: "refused", reason: "there is no such receive" };
      const refusal = refusalIn(response);
      if (refusal !== null) return { outcome: "refused", reason: clean(refusal.message || refusal.code) };
      const { status, providerStatus } = orderIn(response, "inbound", reference).update;
      if (status === "completed") return { outcome: "refused", reason: "it has been paid" };
      requireSame("status", status, "failed");
      return { outcome: "done", status, providerStatus };
    },
    async resolveAccount(account, signal) {
      const known = await directory(signal);
      const channels = known.channels.filter(
        ({ country, method, direction }) =>
          country === account.country && method === "bank_transfer" && direction === "outbound",
      );
      const { network } = places.bankPlace(known, channels, account.country, account);
      const question = { accountNumber: account.account_number, networkId: network.id };
      const response = await post("/details/bank", question, signal);
      if (refusalIn(response)?.code === NO_SUCH_ACCOUNT) return null;
      return { account_name: textOf(bodyOf(response), "accountName") };
    },
    checkAccess: (signal) =>
      checkAccess(clean, [
        { ask: () => get("/channels", signal), isKnown: ({ json }) => Array.isArray(json["channels"] ?? json["list"]) },
      ]),
    verifyCallback: (callback) => verifyCallback(secret_key, callback),
    parseCallback: ({ rawBody }) => wire.readCallback(rawBody, clean),
  };
});

/** The corridors that Yellow Card's channels accept now and this adapter supports. */
function openCorridors({ channels }: places.Directory): ProviderCorridor[] {
  return channels
    .filter(({ country, currency, method, direction }) => serves(corridors, { country, currency, method, direction }))
    .map(({ country, currency, method, direction, min, max }) => ({
      direction,
      method,
      countries: [country],
      currencies: [currency],
      decimals: 0,
      ...(min !== 0 && { min: String(min) }),
      ...(max !== 0 && { max: String(max) }),
    }));
}

function messageOf(order: wire.Order, directory: places.Directory, business: wire.Business) {
  const { direction, method, country, mobileMoney, bankAccount } = order.request;
  const { currency } = order.amount;
  const channels = places.channelsFor(directory, { country, currency, method, direction, amount: order.localAmount });
  if (direction === "inbound" && method === "bank_transfer")
    return { path: "/receive", body: wire.receiveBody(order, channels[0]!.id, null, business) };
  const place =
    method === "mobile_money"
      ? places.operatorPlace(directory, channels, mobileMoney!)
      : places.bankPlace(directory, channels, country, bankAccount!);
  return direction === "inbound"
    ? { path: "/receive", body: wire.receiveBody(order, place.channelId, place, business) }
    : { path: "/send", body: wire.sendBody(order, place, business) };
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

function refundAnswerOf({ refund, update }: wire.OrderState): RefundResult {
  if (refund !== "pending" && refund !== "completed") throw new MalformedAnswer("status");
  return { outcome: "accepted", status: refund, providerRefundId: update.providerPaymentId };
}
