import Type from "typebox";
import { guarded } from "@corridor/provider-kit/adapter.ts";
import { everywhere } from "@corridor/provider-kit/corridors.ts";
import type { OutboundResponse, Sender } from "@corridor/provider-kit/outbound.ts";
import { accepted, FAILED_SINCE, foundAs } from "@corridor/provider-kit/outcomes.ts";
import type {
  ActionResult,
  DisputeActionResult,
  Evidence,
  PaymentMethod,
  Provider,
  ProviderName,
  RefundRequest,
} from "@corridor/provider-kit/provider.ts";
import { address, secret } from "@corridor/provider-kit/settings.ts";
import { bodyOf, createSpeaker, isSuccess, Refusal, undecided } from "@corridor/provider-kit/speak.ts";
import {
  balancesIn,
  type Json,
  MalformedAnswer,
  moneyOfMajor,
  readJson,
  requireSame,
  textOf,
  Undecided,
} from "@corridor/provider-kit/wire.ts";
import { SANDBOX_FAILURES } from "./sandbox-failures.ts";
import { createSandboxVerifier } from "./sandbox-signature.ts";
import * as wire from "./sandbox-wire.ts";

/**
 * The common part of `fiat`, `hybrid` and `crypto`. They classify an answer as a provider of real money must:
 *
 *   refused   the connection failed before anything was sent, or the body says `accepted: false`
 *   accepted  a 2xx whose body says `accepted: true` and is complete
 *   unknown   everything else: a timeout, a broken connection, a 5xx or 4xx that does not say, an unreadable body
 */
export type SandboxVariant = {
  name: Extract<ProviderName, "fiat" | "hybrid" | "crypto">;
  displayName: string;
  methods: readonly PaymentMethod[];
  /** Whether the endings 0003 and 0010 mean this one by "the primary", for fiat corridors or for ramps. */
  isPrimary: boolean;
  opensAccounts: boolean;
};

/** `settlesWithinMs`: how late a request may take effect; the sandbox's fault `late` respects or exceeds it. */
export type SandboxConnection = { url: string; key: string; settlesWithinMs: number; outbound: Sender };

/** A primary's address for the ending 0010: nothing listens there, so the connection really is refused. */
const UNREACHABLE_ORIGIN = "http://127.0.0.1:1";
const UNREACHABLE_ENDING = "0010";

const settings = Type.Object({
  base_url: address("Address of the sandbox"),
  api_key: secret("Key shared with the sandbox; also signs its callbacks", { minLength: 16 }),
});
const EVIDENCE_FILES = { contentTypes: ["application/pdf", "image/jpeg", "image/png"], maxFiles: 10 } as const;
const ACTION_PATHS = { submit_otp: "otp", resend_otp: "resend", cancel: "cancel" } as const;

export function createSandboxProvider(variant: SandboxVariant, connection: SandboxConnection): Provider {
  const { name, displayName, methods } = variant;
  const { key, outbound, settlesWithinMs } = connection;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const speakerAt = (origin: string) =>
    createSpeaker({ baseUrl: `${origin.replace(/\/+$/, "")}/${name}`, outbound, headers, secrets: [key] });
  const speaker = speakerAt(connection.url);
  const nowhere = speakerAt(UNREACHABLE_ORIGIN);
  const { get, post, clean } = speaker;

  function decided(response: OutboundResponse): Json {
    const json = readJson(response.body);
    if (json["accepted"] === false) throw new Refusal(clean(textOf(json, "code")), clean(textOf(json, "message")));
    if (isSuccess(response) && json["accepted"] === true) return json;
    throw new Undecided(`the sandbox answered ${response.statusCode} without saying whether it accepted the request`);
  }

  /** Null when it was never accepted. Only `notFoundCode` means that: a 404 without it may come from a proxy. */
  async function asked(path: string, notFoundCode: string, signal: AbortSignal): Promise<Json | null> {
    const response = await get(path, signal);
    const json = readJson(response.body);
    if (response.statusCode === 404 && json["accepted"] === false && json["code"] === notFoundCode) return null;
    return bodyOf(response);
  }

  async function respond(id: string, answer: string, body: object, signal: AbortSignal): Promise<DisputeActionResult> {
    const json = decided(await post(`/disputes/${encodeURIComponent(id)}/${answer}`, body, signal));
    requireSame("id", textOf(json, "id"), id);
    const status = wire.disputeStatusOf(textOf(json, "status"));
    return { outcome: "done", status, providerStatus: status };
  }

  function readActionResult(response: OutboundResponse, reference: string): ActionResult {
    const json = readJson(response.body);
    if (json["code"] === "wrong_otp") {
      const attemptsLeft = json["attempts_left"];
      if (typeof attemptsLeft !== "number" || !Number.isInteger(attemptsLeft) || attemptsLeft < 0)
        throw new MalformedAnswer("attempts_left");
      return { outcome: "wrong_otp", attemptsLeft };
    }
    if (json["accepted"] === false || json["code"] === "wrong_moment")
      return { outcome: "refused", reason: clean(textOf(json, "message")) };
    if (!isSuccess(response)) throw undecided(response);
    const { update, nextAction } = wire.readSighting(json);
    requireSame("reference", update.reference, reference);
    return { outcome: "done", status: update.status, providerStatus: update.providerStatus, nextAction };
  }

  return guarded({
    name,
    displayName,
    corridors: everywhere(["inbound", "outbound"], methods),
    settings,
    codes: SANDBOX_FAILURES,
    settlesWithinMs,
    async dispatch(request, signal) {
      if (!methods.includes(request.method))
        throw new Refusal("method_not_supported", `${name} does not support ${request.method}`);
      const isUnreachable =
        variant.isPrimary && wire.customerNumberOf(request)?.replace(/\D/g, "").endsWith(UNREACHABLE_ENDING);
      const response = await (isUnreachable ? nowhere : speaker).post("/payments", wire.paymentBody(request), signal);
      const { update, nextAction } = wire.readSighting(decided(response));
      requireSame("reference", update.reference, request.reference);
      const { providerPaymentId, providerStatus, status, data } = update;
      if (status === "failed") return FAILED_SINCE;
      return { ...accepted(providerPaymentId, providerStatus, status, nextAction), data };
    },
    async fetchStatus({ reference }, signal) {
      const json = await asked(`/payments/${encodeURIComponent(reference)}`, "payment_not_found", signal);
      return json === null ? { outcome: "not_found" } : foundAs(reference, wire.readSighting(json));
    },
    async submitAction(request, signal) {
      const path = `/payments/${encodeURIComponent(request.reference)}/${ACTION_PATHS[request.action]}`;
      const body = request.action === "submit_otp" ? { otp: request.otp } : {};
      return readActionResult(await post(path, body, signal), request.reference);
    },
    verifyCallback: createSandboxVerifier(key, name),
    parseCallback: ({ rawBody }) => wire.readCallback(rawBody, name),
    async refund(request, signal) {
      const json = decided(await post("/refunds", refundBody(request), signal));
      const status = wire.readRefundStatus(json);
      requireSame("reference", textOf(json, "reference"), request.reference);
      if (status === "failed") return FAILED_SINCE;
      return { outcome: "accepted", status, providerRefundId: textOf(json, "id") };
    },
    async fetchRefund({ reference }, signal) {
      const json = await asked(`/refunds/${encodeURIComponent(reference)}`, "refund_not_found", signal);
      if (json === null) return { outcome: "not_found" };
      requireSame("reference", textOf(json, "reference"), reference);
      return { outcome: "found", status: wire.readRefundStatus(json) };
    },
    submitEvidence: ({ disputeId, evidence }, signal) =>
      respond(disputeId, "evidence", { evidence: evidence.map(evidencePiece) }, signal),
    evidenceFiles: EVIDENCE_FILES,
    acceptDispute: ({ disputeId }, signal) => respond(disputeId, "accept", {}, signal),
    async fetchBalance(signal) {
      const { balances } = bodyOf(await get("/balances", signal));
      return { outcome: "found", balances: balancesIn(balances, "available", moneyOfMajor) };
    },
    ...(variant.opensAccounts &&
      ({
        async openVirtualAccount({ reference, currency, country, name: holder, callbackUrl }, signal) {
          const body = { reference, currency, country, name: holder, callback_url: callbackUrl };
          const json = decided(await post("/virtual-accounts", body, signal));
          return {
            outcome: "opened",
            details: {
              account_number: textOf(json, "account_number"),
              account_name: textOf(json, "account_name"),
              bank_name: textOf(json, "bank_name"),
              bank_code: textOf(json, "bank_code"),
              ...wire.readReach(json),
            },
          };
        },
        async resolveAccount(request, signal) {
          const response = await post("/accounts/resolve", request, signal);
          const json = readJson(response.body);
          if (response.statusCode === 404 && json["code"] === "not_found") return null;
          return { account_name: textOf(bodyOf(response), "account_name") };
        },
      } satisfies Partial<Provider>)),
  });
}

function evidencePiece(piece: Evidence): object {
  return "text" in piece ? piece : { name: piece.name, content_type: piece.contentType, size: piece.content.length };
}

function refundBody({ reference, paymentReference, amount, reason, callbackUrl }: RefundRequest): object {
  return {
    reference,
    payment_reference: paymentReference,
    amount: amount.toDatabase(),
    currency: amount.currency,
    reason,
    callback_url: callbackUrl,
  };
}
