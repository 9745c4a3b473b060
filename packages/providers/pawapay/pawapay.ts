import { createHash, type KeyObject, timingSafeEqual } from "node:crypto";
import Type, { type Static } from "typebox";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import { InvalidCallback, InvalidSetting } from "@corridor/provider-kit/errors.ts";
import {
  type ActionRequest,
  type ActionResult,
  type DispatchRequest,
  type DispatchResult,
  type Provider,
  type ProviderKind,
  type ProviderTools,
  type RawCallback,
  type Refused,
  type RefundAnswer,
  type RefundQuery,
  type RefundRequest,
  type RefundResult,
  type StatusAnswer,
  type StatusQuery,
  UNPROMISED_SETTLING_MS,
} from "@corridor/provider-kit/provider.ts";
import { createKeptReading } from "@corridor/provider-kit/kept-reading.ts";
import { publicKeyOf } from "@corridor/provider-kit/genuine.ts";
import { asking, createSpeaker, isSuccess, moving } from "@corridor/provider-kit/speak.ts";
import { type Json, MalformedAnswer, readJson } from "@corridor/provider-kit/wire.ts";
import { type ActiveOperation, corridorOf, readActiveConfiguration } from "./pawapay-configuration.ts";
import { corridorsAt, type Network, NETWORKS } from "./pawapay-networks.ts";
import { isSigned } from "./pawapay-signature.ts";
import {
  amountOf,
  hasMoreDecimals,
  type Initiation,
  type Operation,
  operationOf,
  paymentBody,
  readCallback,
  readInitiation,
  readLookup,
  readPayment,
  readRefund,
  REFUND,
  refundBody,
} from "./pawapay-wire.ts";

/**
 * pawaPay (Merchant API v2): mobile money in and out.
 *
 *   refused   an answer of status REJECTED, which pawaPay gives with 200, 400, 401 or 403, or one of these three with a
 *   failureReason
 *   accepted  ACCEPTED under our id, or DUPLICATE_IGNORED when a poll shows the earlier payment
 *   unknown   everything else; pawaPay itself says so about a 500
 *
 * A lookup that answers NOT_FOUND means, according to pawaPay, that the request has not reached it. It may still do so.
 */
const settings = Type.Object(
  {
    base_url: Type.String({
      format: "uri",
      default: "https://api.pawapay.io",
      description: "Address of the Merchant API. The sandbox is https://api.sandbox.pawapay.io",
    }),
    api_token: Type.String({
      minLength: 1,
      description: "API token, from System configuration > API tokens in the pawaPay dashboard",
      "x-secret": true,
    }),
    callback_public_key: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          "pawaPay's public key (EC P-256, PEM), when signed callbacks are switched on there. Callbacks must then be " +
          "signed by it",
        "x-secret": true,
      }),
    ),
    callback_secret: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z0-9_-]{32,128}$",
        description:
          "Without signed callbacks: 32 or more random letters and digits, the last part of the callback address " +
          "that you enter at pawaPay",
        "x-secret": true,
      }),
    ),
  },
  { additionalProperties: false },
);
type Settings = Static<typeof settings>;

const IDENTITY = {
  name: "pawapay",
  displayName: "pawaPay",
  corridors: NETWORKS.flatMap((network) => corridorsAt(network)),
  settings,
  settlesWithinMs: UNPROMISED_SETTLING_MS,
} as const;

export const PAWAPAY: ProviderKind<typeof settings> = { ...IDENTITY, create: createPawapay };

const CONFIGURATION_TIMEOUT_MS = 8_000;
/** Networks go down and come back during a day. */
const CONFIGURATION_KEPT_MS = 5 * 60_000;

/** With these statuses a body with a reason is a refusal; other statuses may come from a proxy. */
const REFUSING = new Set([400, 401, 403]);

function createPawapay(given: Settings, { outbound, clock }: ProviderTools): Provider {
  const { api_token, callback_secret = "" } = given;
  const { send, clean } = createSpeaker({ baseUrl: given.base_url, outbound, secrets: [api_token, callback_secret] });
  const headers = {
    authorization: `Bearer ${api_token}`,
    "content-type": "application/json",
    accept: "application/json",
  };

  async function initiate(
    operation: Operation,
    reference: string,
    body: string,
    signal: AbortSignal,
  ): Promise<Initiation> {
    const response = await send({ method: "POST", path: operation.path, headers, body, signal });
    if (!isSuccess(response) && !REFUSING.has(response.statusCode)) throw undecided(response);
    const json = readJson(response.body);
    if (isSuccess(response)) return readInitiation(json, operation, reference);
    // An invalid token or body is rejected before the request is read: then the answer may be the reason alone.
    const initiation = readInitiation({ status: "REJECTED", ...json }, operation, reference);
    if (initiation.is !== "REJECTED") throw undecided(response);
    return initiation;
  }

  /** The latest reading of the account's configuration. Payments do not wait for it. */
  let active: readonly ActiveOperation[] = [];
  const activeConfiguration = createKeptReading(
    async () => {
      const signal = AbortSignal.timeout(CONFIGURATION_TIMEOUT_MS);
      const response = await send({ method: "GET", path: "/v2/active-conf", headers, signal });
      if (!isSuccess(response)) throw undecided(response);
      active = readActiveConfiguration(readJson(response.body));
      return active;
    },
    clock,
    CONFIGURATION_KEPT_MS,
  );

  /** Null when pawaPay never received the request. */
  async function lookUp(operation: Operation, reference: string, signal: AbortSignal): Promise<Json | null> {
    const response = await send({ method: "GET", path: `${operation.path}/${uuidV4Of(reference)}`, headers, signal });
    if (!isSuccess(response)) throw undecided(response);
    return readLookup(readJson(response.body));
  }

  function dispatch(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    return moving<DispatchResult>(async () => {
      const network = networkFor(request, active);
      if ("outcome" in network) return network;
      const operation = operationOf(request.direction);
      const initiation = await initiate(operation, request.reference, paymentBody(request, network), signal);
      if (initiation.is === "REJECTED")
        return { outcome: "refused", code: clean(initiation.code), reason: clean(initiation.reason) };
      if (initiation.is === "DUPLICATE_IGNORED") return existing(operation, request, signal);
      const status = request.direction === "inbound" ? "pending" : "processing";
      const { nextAction } = initiation;
      return {
        outcome: "accepted",
        providerPaymentId: uuidV4Of(request.reference),
        providerStatus: initiation.is,
        status,
        nextAction,
      };
    });
  }

  /**
   * Only a repeated dispatch comes here. pawaPay has the payment, so a failed poll is never a refusal. A payment that
   * has failed since was accepted once, so fetchStatus reports how it ended.
   */
  function existing(operation: Operation, request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    return asking<DispatchResult>(async () => {
      const data = await lookUp(operation, request.reference, signal);
      if (data === null)
        return {
          outcome: "unknown",
          reason: "pawaPay says that it already has the payment, but its lookup does not find it",
        };
      const { update, amount, nextAction = { type: "wait" } } = readPayment(data, operation, request.reference);
      if (!amount.equals(amountOf(request))) throw new MalformedAnswer("amount");
      if (update.status === "failed")
        return {
          outcome: "unknown",
          reason: "an earlier request with this reference was accepted and has failed since",
        };
      return {
        outcome: "accepted",
        providerPaymentId: update.providerPaymentId!,
        providerStatus: update.providerStatus,
        status: update.status,
        nextAction,
      };
    });
  }

  function fetchStatus({ reference, direction }: StatusQuery, signal: AbortSignal): Promise<StatusAnswer> {
    return asking<StatusAnswer>(async () => {
      const operation = operationOf(direction);
      const data = await lookUp(operation, reference, signal);
      if (data === null) return { outcome: "not_found" };
      const { update, nextAction } = readPayment(data, operation, reference);
      const told = update.reason === undefined ? update : { ...update, reason: clean(update.reason) };
      return { outcome: "found", update: told, ...(nextAction === undefined ? {} : { nextAction }) };
    });
  }

  function refund(request: RefundRequest, signal: AbortSignal): Promise<RefundResult> {
    return moving<RefundResult>(async () => {
      const initiation = await initiate(REFUND, request.reference, refundBody(request), signal);
      if (initiation.is === "REJECTED")
        return { outcome: "refused", code: clean(initiation.code), reason: clean(initiation.reason) };
      if (initiation.is === "DUPLICATE_IGNORED")
        return { outcome: "unknown", reason: "pawaPay has this refund already" };
      return { outcome: "accepted", status: "pending", providerRefundId: uuidV4Of(request.reference) };
    });
  }

  function fetchRefund({ reference }: RefundQuery, signal: AbortSignal): Promise<RefundAnswer> {
    return asking<RefundAnswer>(async () => {
      const data = await lookUp(REFUND, reference, signal);
      if (data === null) return { outcome: "not_found" };
      return { outcome: "found", status: readRefund(data, reference) };
    });
  }

  /**
   * pawaPay cancels nothing, and fails unapproved payins by itself. A payin that we gave up at its expiry could still
   * be paid there.
   */
  async function submitAction({ action }: ActionRequest): Promise<ActionResult> {
    if (action === "cancel")
      return {
        outcome: "refused",
        reason: "pawaPay cannot cancel payments; an unapproved payment fails there by itself",
      };
    return { outcome: "unknown", reason: "pawaPay does not use one-time passwords" };
  }

  return {
    ...IDENTITY,
    fetchCorridors: async () => (await activeConfiguration()).map(corridorOf),
    dispatch,
    fetchStatus,
    submitAction,
    refund,
    fetchRefund,
    checkAccess: (signal) =>
      checkAccess(clean, [
        {
          ask: () => send({ method: "GET", path: "/v2/active-conf", headers, signal }),
          isKnown: ({ json }) => Array.isArray(json["countries"]),
        },
      ]),
    verifyCallback: createVerifier(given),
    parseCallback({ rawBody }) {
      try {
        return readCallback(rawBody);
      } catch (error) {
        throw error instanceof MalformedAnswer ? new InvalidCallback(`pawapay: ${error.message}`) : error;
      }
    },
  };
}

function undecided(response: OutboundResponse): MalformedAnswer {
  return new MalformedAnswer(`status ${response.statusCode} does not say whether the request was accepted`);
}

function refused(code: string, reason: string): Refused {
  return { outcome: "refused", code, reason };
}

/** The network of a request, or why it cannot be sent: then nothing has been sent. */
function networkFor(request: DispatchRequest, active: readonly ActiveOperation[]): Network | Refused {
  const { method, mobileMoney, direction } = request;
  if (method !== "mobile_money" || mobileMoney === undefined)
    return refused("method_not_supported", `pawapay does not support ${method}`);
  const networks = NETWORKS.filter(({ code }) => code === mobileMoney.network_code);
  if (networks.length === 0)
    return refused("network_not_supported", `pawapay does not reach ${mobileMoney.provider} in ${request.country}`);
  if (!/^\+?\d{8,15}$/.test(mobileMoney.phone_number))
    return refused("invalid_phone_number", "the phone number must be international, with digits only");
  const amount = amountOf(request);
  const network = networks.find(({ currency }) => currency === amount.currency);
  if (network === undefined)
    return refused("currency_not_supported", `${mobileMoney.provider} does not accept ${amount.currency}`);
  if (direction === "inbound" && network.approval === "code")
    return refused(
      "code_needed_first",
      `${mobileMoney.provider} requires a code from the customer before the payin, which is not supported`,
    );
  const decimals =
    active.find((one) => one.network === network && one.direction === direction)?.decimals ??
    network.decimals[direction];
  return hasMoreDecimals(amount, decimals)
    ? refused("too_many_decimals", `${mobileMoney.provider} accepts at most ${decimals} decimals`)
    : network;
}

/**
 * Verifies callbacks: by signature if pawaPay's key is set, otherwise by an address that only pawaPay knows. With
 * neither, no callback is accepted, and polls report everything.
 */
function createVerifier({ callback_public_key, callback_secret }: Settings): Provider["verifyCallback"] {
  const publicKey = callback_public_key === undefined ? null : verifyingKeyOf(callback_public_key);
  const isGenuine = (callback: RawCallback, now: Date): boolean =>
    publicKey === null
      ? callback_secret !== undefined && endsIn(callback.path, callback_secret)
      : isSigned(callback, publicKey, now);
  return (callback, now) => {
    if (!isGenuine(callback, now)) return null;
    const externalId = `sha256:${createHash("sha256").update(callback.rawBody).digest("hex")}`;
    return callback_secret === undefined
      ? { externalId }
      : { externalId, storablePath: callback.path.replaceAll(callback_secret, "") };
  };
}

function verifyingKeyOf(text: string): KeyObject {
  const key = publicKeyOf(text);
  if (key?.asymmetricKeyDetails?.namedCurve === "prime256v1") return key;
  throw new InvalidSetting("callback_public_key", "must be a public key of EC P-256, as pawaPay shows it");
}

function endsIn(path: string, secret: string): boolean {
  const given = Buffer.from(path.replace(/[?#].*$/s, "").replace(/^.*\//s, ""));
  const expected = Buffer.from(secret);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
