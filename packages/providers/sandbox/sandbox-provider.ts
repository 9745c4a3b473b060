import Type from "typebox";
import { type Outbound, OutboundError, type OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { everywhere } from "@corridor/provider-kit/corridors.ts";
import { InvalidCallback, ProviderUnavailable } from "@corridor/provider-kit/errors.ts";
import type {
  ActionRequest,
  ActionResult,
  DispatchRequest,
  DispatchResult,
  DisputeActionResult,
  Evidence,
  PaymentMethod,
  Provider,
  ProviderName,
  Refused,
  RefundRequest,
  StatusAnswer,
  Unknown,
} from "@corridor/provider-kit/provider.ts";
import { createSandboxVerifier } from "./sandbox-signature.ts";
import {
  customerNumberOf,
  disputeStatusOf,
  paymentBody,
  readCallback,
  readNextAction,
  readPayment,
  readRefundStatus,
} from "./sandbox-wire.ts";
import { asking, createSpeaker, isSuccess, moving } from "@corridor/provider-kit/speak.ts";
import {
  balancesIn,
  type Json,
  MalformedAnswer,
  moneyOfMajor,
  objectOf,
  readJson,
  textOf,
} from "@corridor/provider-kit/wire.ts";

/**
 * The common part of `fiat`, `hybrid` and `crypto`: the sandbox plays each under its own path. They classify an answer
 * as a provider of real money must:
 *
 *   refused   the connection failed before anything was sent, or the body says `accepted: false`
 *   accepted  a 2xx whose body says `accepted: true` and is complete
 *   unknown   everything else: a timeout, a broken connection, a 5xx or 4xx that does not say, an unreadable body
 */
export type SandboxVariant = {
  name: Extract<ProviderName, "fiat" | "hybrid" | "crypto">;
  displayName: string;
  methods: readonly PaymentMethod[];
  /**
   * Whether this is the provider that the endings 0003 and 0010 mean by "the primary", for fiat corridors or for ramps.
   */
  isPrimary: boolean;
  opensAccounts: boolean;
};

/**
 * `settlesWithinMs`: how late the sandbox may let a request take effect; its fault `late` may be told to respect that,
 * or to exceed it.
 */
export type SandboxConnection = { url: string; key: string; settlesWithinMs: number; outbound: Outbound };

/**
 * The address of a primary for the ending 0010: a port on which nothing listens, so that the connection really is
 * refused.
 */
const UNREACHABLE_ORIGIN = "http://127.0.0.1:1";
const UNREACHABLE_ENDING = "0010";

const settings = Type.Object({
  base_url: Type.String({ format: "uri", description: "Address of the sandbox" }),
  api_key: Type.String({
    minLength: 16,
    description: "Key shared with the sandbox; also signs its callbacks",
    "x-secret": true,
  }),
});

export function createSandboxProvider(variant: SandboxVariant, connection: SandboxConnection): Provider {
  const { name } = variant;
  const { key, outbound } = connection;
  const path = `/${name}`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const speaker = createSpeaker({ baseUrl: connection.url, outbound, secrets: [key] });
  const nowhere = createSpeaker({ baseUrl: UNREACHABLE_ORIGIN, outbound, secrets: [key] });
  const verify = createSandboxVerifier(key, name);
  const { clean } = speaker;

  const post = (to: string, body: string, signal: AbortSignal, { send } = speaker): Promise<OutboundResponse> =>
    send({ method: "POST", path: `${path}${to}`, headers, body, signal });
  const get = (from: string, signal: AbortSignal): Promise<OutboundResponse> =>
    speaker.send({ method: "GET", path: `${path}${from}`, headers, signal });

  async function dispatch(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    if (!variant.methods.includes(request.method))
      return { outcome: "refused", code: "method_not_supported", reason: `${name} does not support ${request.method}` };
    const unreachable = variant.isPrimary && customerNumberOf(request)?.replace(/\D/g, "").endsWith(UNREACHABLE_ENDING);
    return decided(
      clean,
      () => post("/payments", paymentBody(request), signal, unreachable ? nowhere : speaker),
      (json) => {
        const payment = readPayment(json);
        if (payment.reference !== request.reference) throw new MalformedAnswer("reference");
        // Only a repeated dispatch can find its payment failed. It was accepted once, so fetchStatus reports how it
        // ended.
        if (payment.status === "failed")
          return {
            outcome: "unknown",
            reason: "an earlier request with this reference was accepted and has failed since",
          };
        return {
          outcome: "accepted",
          providerPaymentId: payment.providerPaymentId!,
          providerStatus: payment.providerStatus,
          status: payment.status,
          nextAction: readNextAction(json["next_action"]),
          data: payment.data,
        };
      },
    );
  }

  async function fetchStatus(query: { reference: string }, signal: AbortSignal): Promise<StatusAnswer> {
    return asked(
      clean,
      () => get(`/payments/${encodeURIComponent(query.reference)}`, signal),
      "payment_not_found",
      (json) => {
        const update = readPayment(json);
        if (update.reference !== query.reference) throw new MalformedAnswer("reference");
        return { outcome: "found", update, nextAction: readNextAction(json["next_action"]) };
      },
    );
  }

  async function submitAction(request: ActionRequest, signal: AbortSignal): Promise<ActionResult> {
    const to = { submit_otp: "otp", resend_otp: "resend", cancel: "cancel" }[request.action];
    const body = JSON.stringify(request.action === "submit_otp" ? { otp: request.otp } : {});
    try {
      const response = await post(`/payments/${encodeURIComponent(request.reference)}/${to}`, body, signal);
      return readActionResult(response, request.reference, clean);
    } catch (error) {
      if (error instanceof OutboundError)
        return { outcome: error.sent === "not_sent" ? "refused" : "unknown", reason: error.message };
      if (error instanceof MalformedAnswer) return { outcome: "unknown", reason: error.message };
      throw error;
    }
  }

  const answerDispute = (
    disputeId: string,
    answer: "evidence" | "accept",
    body: string,
    signal: AbortSignal,
  ): Promise<DisputeActionResult> =>
    decided(
      clean,
      () => post(`/disputes/${encodeURIComponent(disputeId)}/${answer}`, body, signal),
      (json) => {
        if (textOf(json, "id") !== disputeId) throw new MalformedAnswer("id");
        const status = disputeStatusOf(textOf(json, "status"));
        return { outcome: "done", status, providerStatus: status };
      },
    );

  return {
    name,
    displayName: variant.displayName,
    corridors: everywhere(["inbound", "outbound"], variant.methods),
    settings,
    settlesWithinMs: connection.settlesWithinMs,
    dispatch,
    fetchStatus,
    submitAction,
    verifyCallback: verify,
    parseCallback({ rawBody }) {
      try {
        return readCallback(rawBody, name);
      } catch (error) {
        throw error instanceof MalformedAnswer ? new InvalidCallback(`${name}: ${error.message}`) : error;
      }
    },
    refund: (request, signal) =>
      decided(
        clean,
        () => post("/refunds", refundBody(request), signal),
        (json) => {
          const status = readRefundStatus(json);
          if (textOf(json, "reference") !== request.reference) throw new MalformedAnswer("reference");
          if (status === "failed")
            return {
              outcome: "unknown",
              reason: "an earlier request with this reference was accepted and has failed since",
            };
          return { outcome: "accepted", status, providerRefundId: textOf(json, "id") };
        },
      ),
    fetchRefund: (query, signal) =>
      asked(
        clean,
        () => get(`/refunds/${encodeURIComponent(query.reference)}`, signal),
        "refund_not_found",
        (json) => {
          if (textOf(json, "reference") !== query.reference) throw new MalformedAnswer("reference");
          return { outcome: "found", status: readRefundStatus(json) };
        },
      ),
    submitEvidence: ({ disputeId, evidence }, signal) =>
      answerDispute(disputeId, "evidence", JSON.stringify({ evidence: evidence.map(evidencePiece) }), signal),
    evidenceFiles: { contentTypes: ["application/pdf", "image/jpeg", "image/png"], maxFiles: 10 },
    acceptDispute: ({ disputeId }, signal) => answerDispute(disputeId, "accept", "{}", signal),
    fetchBalance: (signal) =>
      asking(async () => {
        const response = await get("/balances", signal);
        if (!isSuccess(response)) return { outcome: "unknown", reason: `answered ${response.statusCode}` };
        return {
          outcome: "found" as const,
          balances: balancesIn(readJson(response.body)["balances"], "available", moneyOfMajor),
        };
      }),
    ...(variant.opensAccounts &&
      ({
        openVirtualAccount: (request, signal) =>
          decided(
            clean,
            () => post("/virtual-accounts", accountBody(request), signal),
            (json) => ({
              outcome: "opened",
              details: {
                account_number: textOf(json, "account_number"),
                account_name: textOf(json, "account_name"),
                bank_name: textOf(json, "bank_name"),
                bank_code: textOf(json, "bank_code"),
              },
            }),
          ),
        resolveAccount: (request, signal) =>
          resolveAccount(clean, () => post("/accounts/resolve", JSON.stringify(request), signal)),
      } satisfies Partial<Provider>)),
  };
}

function evidencePiece(piece: Evidence): object {
  return "text" in piece ? piece : { name: piece.name, content_type: piece.contentType, size: piece.content.length };
}

function refundBody(request: RefundRequest): string {
  return JSON.stringify({
    reference: request.reference,
    payment_reference: request.paymentReference,
    amount: request.amount.toDatabase(),
    currency: request.amount.currency,
    reason: request.reason,
    callback_url: request.callbackUrl,
  });
}

function accountBody(request: Parameters<NonNullable<Provider["openVirtualAccount"]>>[0]): string {
  return JSON.stringify({
    reference: request.reference,
    currency: request.currency,
    country: request.country,
    name: request.name,
    callback_url: request.callbackUrl,
  });
}

type Clean = (text: string) => string;

/** Sends a request that is either accepted or not, and classifies the answer by the rules at the top of the file. */
function decided<T>(
  clean: Clean,
  send: () => Promise<OutboundResponse>,
  read: (json: Json) => T,
): Promise<T | Refused | Unknown> {
  return moving<T | Refused | Unknown>(async () => {
    const response = await send();
    const json = readJson(response.body);
    if (json["accepted"] === false)
      return { outcome: "refused", code: clean(textOf(json, "code")), reason: clean(textOf(json, "message")) };
    if (!isSuccess(response) || json["accepted"] !== true)
      return {
        outcome: "unknown",
        reason: `the sandbox answered ${response.statusCode} without saying whether it accepted the request`,
      };
    return read(json);
  });
}

/**
 * Sends a query. `notFoundCode`: the only answer that means "never accepted"; a 404 without it may come from a proxy.
 */
function asked<T>(
  clean: Clean,
  send: () => Promise<OutboundResponse>,
  notFoundCode: string,
  read: (json: Json) => T,
): Promise<T | { outcome: "not_found" } | Unknown> {
  return asking<T | { outcome: "not_found" } | Unknown>(async () => {
    const response = await send();
    const json = readJson(response.body);
    if (response.statusCode === 404 && json["accepted"] === false && json["code"] === notFoundCode)
      return { outcome: "not_found" };
    if (!isSuccess(response)) return { outcome: "unknown", reason: clean(`answered ${response.statusCode}`) };
    return read(json);
  });
}

function readActionResult(response: OutboundResponse, reference: string, clean: Clean): ActionResult {
  const json = readJson(response.body);
  if (json["code"] === "wrong_otp") {
    const attemptsLeft = json["attempts_left"];
    if (typeof attemptsLeft !== "number" || !Number.isInteger(attemptsLeft) || attemptsLeft < 0)
      throw new MalformedAnswer("attempts_left");
    return { outcome: "wrong_otp", attemptsLeft };
  }
  if (json["accepted"] === false || json["code"] === "wrong_moment")
    return { outcome: "refused", reason: clean(textOf(json, "message")) };
  if (!isSuccess(response)) return { outcome: "unknown", reason: `answered ${response.statusCode}` };
  const payment = readPayment(json);
  if (payment.reference !== reference) throw new MalformedAnswer("reference");
  return {
    outcome: "done",
    status: payment.status,
    providerStatus: payment.providerStatus,
    nextAction: readNextAction(json["next_action"]),
  };
}

async function resolveAccount(
  clean: Clean,
  send: () => Promise<OutboundResponse>,
): Promise<{ account_name: string } | null> {
  try {
    const response = await send();
    const json = readJson(response.body);
    if (response.statusCode === 404 && json["code"] === "not_found") return null;
    if (!isSuccess(response))
      throw new ProviderUnavailable(clean(`the account could not be looked up: answered ${response.statusCode}`));
    return { account_name: textOf(objectOf(json, "the body"), "account_name") };
  } catch (error) {
    if (error instanceof OutboundError || error instanceof MalformedAnswer)
      throw new ProviderUnavailable(`the account could not be looked up: ${error.message}`);
    throw error;
  }
}
