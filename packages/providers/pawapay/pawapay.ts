import type { KeyObject } from "node:crypto";
import { providerKind } from "@corridor/provider-kit/adapter.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import { InvalidSetting } from "@corridor/provider-kit/errors.ts";
import { digestId, isSame, publicKeyOf } from "@corridor/provider-kit/genuine.ts";
import { createKeptReading } from "@corridor/provider-kit/kept-reading.ts";
import { accepted, acceptedAs, FAILED_SINCE, foundAs, movedAmount, WAIT } from "@corridor/provider-kit/outcomes.ts";
import type { DispatchRequest, DispatchResult, Provider } from "@corridor/provider-kit/provider.ts";
import { address, optional, secret, settingsOf } from "@corridor/provider-kit/settings.ts";
import { asking, bodyOf, createSpeaker, isSuccess, Refusal, undecided } from "@corridor/provider-kit/speak.ts";
import { type Json, readJson } from "@corridor/provider-kit/wire.ts";
import { type ActiveOperation, corridorOf, readActiveConfiguration } from "./pawapay-configuration.ts";
import { PAWAPAY_FAILURES } from "./pawapay-failures.ts";
import { corridorsAt, type Network, NETWORKS } from "./pawapay-networks.ts";
import { isSigned } from "./pawapay-signature.ts";
import * as wire from "./pawapay-wire.ts";

/**
 * pawaPay (Merchant API v2): mobile money in and out.
 *
 *   refused   status REJECTED, which comes with 200, 400, 401 or 403, or one of these three with a failureReason
 *   accepted  ACCEPTED under our id, or DUPLICATE_IGNORED when a poll shows the earlier payment
 *   unknown   everything else; pawaPay itself says so about a 500
 *
 * NOT_FOUND means, according to pawaPay, that the request has not reached it. It may still do so.
 */
const settings = settingsOf({
  base_url: address(
    "Address of the Merchant API. The sandbox is https://api.sandbox.pawapay.io",
    "https://api.pawapay.io",
  ),
  api_token: secret("API token, from System configuration > API tokens in the pawaPay dashboard"),
  callback_public_key: optional(
    secret(
      "pawaPay's public key (EC P-256, PEM), when signed callbacks are switched on there. Callbacks must then be " +
        "signed by it",
    ),
  ),
  callback_secret: optional(
    secret(
      "Without signed callbacks: 32 or more random letters and digits, the last part of the callback address " +
        "that you enter at pawaPay",
      { pattern: "^[A-Za-z0-9_-]{32,128}$" },
    ),
  ),
});

const corridors = NETWORKS.flatMap(corridorsAt);
const CONFIGURATION_TIMEOUT_MS = 8_000;
/** Networks go down and come back during a day. */
const CONFIGURATION_KEPT_MS = 5 * 60_000;

/** With these statuses a body with a reason is a refusal; other statuses may come from a proxy. */
const REFUSING = new Set([400, 401, 403]);

const IDENTITY = {
  name: "pawapay",
  displayName: "pawaPay",
  kit: "^1.0.0",
  corridors,
  settings,
  hosts: ["api.pawapay.io", "api.sandbox.pawapay.io"],
  callbacks: ["signature", "secret address"],
} as const;

export const PAWAPAY = providerKind(IDENTITY, (given, { outbound, clock }) => {
  const { api_token, callback_public_key, callback_secret } = given;
  const { get, post, clean } = createSpeaker({
    baseUrl: given.base_url,
    outbound,
    headers: {
      authorization: `Bearer ${api_token}`,
      "content-type": "application/json",
      accept: "application/json",
    },
    secrets: [api_token, callback_secret],
  });

  async function initiate(operation: wire.Operation, reference: string, body: object, signal: AbortSignal) {
    const response = await post(operation.path, body, signal);
    if (!isSuccess(response) && !REFUSING.has(response.statusCode)) throw undecided(response);
    const json = readJson(response.body);
    // An invalid token or body is rejected before the request is read: then the answer may be the reason alone.
    const given = isSuccess(response) ? json : { status: "REJECTED", ...json };
    const initiation = wire.readInitiation(given, operation, reference);
    if (initiation.is === "REJECTED") throw new Refusal(clean(initiation.code), clean(initiation.reason));
    if (!isSuccess(response)) throw undecided(response);
    return initiation;
  }

  /** The latest reading of the account's configuration. Payments do not wait for it. */
  let active: readonly ActiveOperation[] = [];
  const activeConfiguration = createKeptReading(
    async () => {
      const response = await get("/v2/active-conf", AbortSignal.timeout(CONFIGURATION_TIMEOUT_MS));
      active = readActiveConfiguration(bodyOf(response));
      return active;
    },
    clock,
    CONFIGURATION_KEPT_MS,
  );

  /** Null when pawaPay never received the request. */
  async function lookUp(operation: wire.Operation, reference: string, signal: AbortSignal): Promise<Json | null> {
    return wire.readLookup(bodyOf(await get(`${operation.path}/${uuidV4Of(reference)}`, signal)));
  }

  /** Only a repeated dispatch comes here. pawaPay has the payment, so a failed poll is never a refusal. */
  async function existing(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    const operation = wire.operationOf(request.direction);
    const data = await lookUp(operation, request.reference, signal);
    if (data === null)
      return {
        outcome: "unknown",
        reason: "pawaPay says that it already has the payment, but its lookup does not find it",
      };
    const sighting = wire.readPayment(data, operation, request.reference, clean);
    return acceptedAs(request, { ...sighting, nextAction: sighting.nextAction ?? WAIT }, () => FAILED_SINCE);
  }

  return {
    codes: PAWAPAY_FAILURES,
    fetchCorridors: async () => (await activeConfiguration()).map(corridorOf),
    async dispatch(request, signal) {
      const { reference, direction } = request;
      const body = wire.paymentBody(request, networkFor(request, active));
      const initiation = await initiate(wire.operationOf(direction), reference, body, signal);
      if (initiation.is === "DUPLICATE_IGNORED") return asking(() => existing(request, signal));
      const status = direction === "inbound" ? "pending" : "processing";
      return accepted(uuidV4Of(reference), initiation.is, status, initiation.nextAction);
    },
    async fetchStatus({ reference, direction }, signal) {
      const operation = wire.operationOf(direction);
      const data = await lookUp(operation, reference, signal);
      if (data === null) return { outcome: "not_found" };
      return foundAs(reference, wire.readPayment(data, operation, reference, clean));
    },
    /** pawaPay cancels nothing, and fails unapproved payins itself. One that we gave up could still be paid there. */
    submitAction: async ({ action }) =>
      action === "cancel"
        ? { outcome: "refused", reason: "pawaPay cannot cancel payments; an unapproved payment fails there by itself" }
        : { outcome: "unknown", reason: "pawaPay does not use one-time passwords" },
    async refund(request, signal) {
      const initiation = await initiate(wire.REFUND, request.reference, wire.refundBody(request), signal);
      if (initiation.is === "DUPLICATE_IGNORED")
        return { outcome: "unknown", reason: "pawaPay has this refund already" };
      return { outcome: "accepted", status: "pending", providerRefundId: uuidV4Of(request.reference) };
    },
    async fetchRefund({ reference }, signal) {
      const data = await lookUp(wire.REFUND, reference, signal);
      if (data === null) return { outcome: "not_found" };
      return { outcome: "found", status: wire.readRefund(data, reference) };
    },
    checkAccess: (signal) =>
      checkAccess(clean, [
        { ask: () => get("/v2/active-conf", signal), isKnown: ({ json }) => Array.isArray(json["countries"]) },
      ]),
    callbackPath:
      callback_public_key === undefined && callback_secret !== undefined ? "/notices/{callback_secret}" : undefined,
    verifyCallback: createVerifier(callback_public_key, callback_secret),
    parseCallback: ({ rawBody }) => wire.readCallback(rawBody),
  };
});

/** The network of a request; refuses what pawaPay cannot do, before anything is sent. */
function networkFor(request: DispatchRequest, active: readonly ActiveOperation[]): Network {
  const { method, mobileMoney, direction } = request;
  if (method !== "mobile_money" || mobileMoney === undefined)
    throw new Refusal("method_not_supported", `pawapay does not support ${method}`);
  const networks = NETWORKS.filter(({ code }) => code === mobileMoney.network_code);
  if (networks.length === 0)
    throw new Refusal("network_not_supported", `pawapay does not reach ${mobileMoney.provider} in ${request.country}`);
  if (!/^\+?\d{8,15}$/.test(mobileMoney.phone_number))
    throw new Refusal("invalid_phone_number", "the phone number must be international, with digits only");
  const amount = movedAmount(request);
  const network = networks.find(({ currency }) => currency === amount.currency);
  if (network === undefined)
    throw new Refusal("currency_not_supported", `${mobileMoney.provider} does not accept ${amount.currency}`);
  if (direction === "inbound" && network.approval === "code")
    throw new Refusal(
      "code_needed_first",
      `${mobileMoney.provider} requires a code from the customer before the payin, which is not supported`,
    );
  const decimals =
    active.find((one) => one.network === network && one.direction === direction)?.decimals ??
    network.decimals[direction];
  if (wire.hasMoreDecimals(amount, decimals))
    throw new Refusal("too_many_decimals", `${mobileMoney.provider} accepts at most ${decimals} decimals`);
  return network;
}

/** By signature if pawaPay's key is set, else by an address that only pawaPay knows. With neither, polls report all. */
function createVerifier(key: string | undefined, secretPart: string | undefined): Provider["verifyCallback"] {
  const publicKey = key === undefined ? null : verifyingKeyOf(key);
  return (callback, now) => {
    const { path, rawBody } = callback;
    const isGenuine =
      publicKey === null
        ? secretPart !== undefined && isSame(path.replace(/[?#].*$/s, "").replace(/^.*\//s, ""), secretPart)
        : isSigned(callback, publicKey, now);
    if (!isGenuine) return null;
    const storablePath = secretPart === undefined ? undefined : path.replaceAll(secretPart, "");
    return { externalId: digestId(rawBody), storablePath };
  };
}

function verifyingKeyOf(text: string): KeyObject {
  const key = publicKeyOf(text);
  if (key?.asymmetricKeyDetails?.namedCurve === "prime256v1") return key;
  throw new InvalidSetting("callback_public_key", "must be a public key of EC P-256, as pawaPay shows it");
}
