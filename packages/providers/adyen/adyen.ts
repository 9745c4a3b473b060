import { hash } from "node:crypto";
import Type from "typebox";
import { newId } from "@corridor/base/ids.ts";
import { type Adapter, providerKind } from "@corridor/provider-kit/adapter.ts";
import { type AccessQuestion, checkAccess } from "@corridor/provider-kit/check-access.ts";
import { everywhere } from "@corridor/provider-kit/corridors.ts";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { accepted, acceptedAs, failedAtOnce, foundAs } from "@corridor/provider-kit/outcomes.ts";
import type { DispatchRequest, DispatchResult, StatusAnswer, StatusQuery } from "@corridor/provider-kit/provider.ts";
import { address, flag, optional, secret, settingsOf, text } from "@corridor/provider-kit/settings.ts";
import { bodyOf, type Clean, createSpeaker, isSuccess, Refusal } from "@corridor/provider-kit/speak.ts";
import { type Json, MalformedAnswer, readJson, requireSame } from "@corridor/provider-kit/wire.ts";
import { readAmount } from "./adyen-amount.ts";
import * as checkout from "./adyen-checkout.ts";
import { createAdyenDisputes } from "./adyen-disputes.ts";
import { ADYEN_FAILURES } from "./adyen-failures.ts";
import * as links from "./adyen-link.ts";
import { createAdyenReports } from "./adyen-reports.ts";
import { createVerifier } from "./adyen-signature.ts";
import * as transfers from "./adyen-transfers.ts";
import { readWebhook } from "./adyen-webhooks.ts";

/**
 * Adyen: cards by its Checkout API, payouts to banks by its Transfers API, with separate hosts, keys and webhooks.
 *
 *   card payment  POST /paymentLinks -> the page on which the customer pays; its webhook completes the payment.
 *                 Accounts that may receive card numbers (a setting): POST /payments -> the outcome, or a 3D Secure
 *                 page; after the customer's return -> POST /payments/details. Adyen cannot find a payment by our
 *                 reference: when an answer is lost, only the webhook reports the payment.
 *   payout        POST /transfers; found by our reference and by its id
 *   refund        POST /payments/{pspReference}/refunds; only its webhook reports how it ended
 *
 * Every request has an idempotency key, so that Adyen answers a repeated one like the first.
 */
const HEX_KEY = { pattern: "^(?:[0-9A-Fa-f]{2}){16,64}$" };
const API_KEY = { minLength: 16 };

const settings = settingsOf({
  base_url: address(
    "Address of the Checkout API, with its version. Live: " +
      "https://PREFIX-checkout-live.adyenpayments.com/checkout/v71, where PREFIX is your own (Customer Area, " +
      "Developers, API URLs). Test: https://checkout-test.adyen.com/v71",
  ),
  api_key: secret("API key of the credential for payments (Customer Area, Developers, API credentials)", API_KEY),
  merchant_account: text("Name of the merchant account that takes the payments"),
  direct_card_charges: flag(
    "Send card numbers to Adyen instead of opening its payment page. Only where Adyen has approved the account " +
      "for raw card data, and this deployment may handle it (PCI DSS)",
  ),
  hmac_key: secret("HMAC key of the standard webhook, in hex (Customer Area, Developers, Webhooks)", HEX_KEY),
  disputes_base_url: optional(
    address(
      "Address of the Disputes API, with its version, to answer and accept disputes from here; the API key needs " +
        "the role for managing disputes. Live: https://ca-live.adyen.com/ca/services/DisputeService/v30. Test: " +
        "https://ca-test.adyen.com/ca/services/DisputeService/v30",
    ),
  ),
  reports_base_url: optional(
    address(
      "Address of the reports, to fetch settlement details from there. Live: " +
        "https://ca-live.adyen.com/reports/download. Test: https://ca-test.adyen.com/reports/download",
    ),
  ),
  reports_api_key: optional(
    secret(
      "API key of the report user, with the role Merchant Report Download. Settlement details must be generated " +
        "automatically (Customer Area, Reports)",
      API_KEY,
    ),
  ),
  first_settlement_batch: optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: "Number of the first payout batch that has a report of settlement details; 1 unless given",
    }),
  ),
  transfers_base_url: address(
    "Address of the Transfers API, with its version. Test: https://balanceplatform-api-test.adyen.com/btl/v4",
    "https://balanceplatform-api-live.adyen.com/btl/v4",
  ),
  transfers_api_key: optional(secret("API key of the balance platform's credential. Only for payouts", API_KEY)),
  balance_account_id: optional(text("Id of the balance account that payouts are paid from. Only for payouts")),
  transfers_hmac_key: optional(secret("HMAC key of the transfer webhook, in hex. Only for payouts", HEX_KEY)),
});

/** The longest that Adyen accepts. */
const MAX_REDIRECT_RESULT = 20_000;
const NO_STATUS = "adyen reports the outcome of a card payment only by webhook";

const PAYINS = everywhere(["inbound"], ["card"]);
const PAYOUTS = everywhere(["outbound"], ["bank_transfer"]);
const IDENTITY = {
  name: "adyen",
  displayName: "Adyen",
  kit: "^1.0.0",
  corridors: [...PAYINS, ...PAYOUTS],
  settings,
  hosts: ["*.adyen.com", "*.adyenpayments.com"],
  callbacks: ["signature"],
} as const;

export const ADYEN = providerKind(IDENTITY, (config, { outbound, clock }) => {
  const { api_key, merchant_account, transfers_api_key, balance_account_id, reports_api_key } = config;
  const secrets = [api_key, config.hmac_key, transfers_api_key, config.transfers_hmac_key, reports_api_key];
  const speakerFor = (baseUrl: string, apiKey = "") =>
    createSpeaker({ baseUrl, outbound, headers: { "x-api-key": apiKey }, secrets });
  const { get, post, send, clean } = speakerFor(config.base_url, api_key);
  const platform = speakerFor(config.transfers_base_url, transfers_api_key);
  const paysOut = transfers_api_key !== undefined && balance_account_id !== undefined;
  const keyed = (idempotencyKey: string) => ({ "idempotency-key": idempotencyKey });

  /** Payouts need a separate account at Adyen, which not every merchant has. */
  function payoutAccount(): string {
    if (paysOut) return balance_account_id;
    throw new Refusal("not_set_up", "payouts by adyen need transfers_api_key and balance_account_id in its settings");
  }

  async function pay(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    const withoutCard: Clean = (said) => clean(withoutSecurityCode(said, request.card?.cvv));
    const body = checkout.paymentBody(request, merchant_account);
    const answer = answerOf(await post("/payments", body, signal, keyed(request.reference)), withoutCard);
    const result = checkout.readPaymentResult(answer, clock.now(), withoutCard);
    requireSame("merchantReference", result.reference ?? request.reference, request.reference);
    requireSame("amount", result.amount ?? request.amount, request.amount);
    const { status, providerStatus, nextAction, data } = result;
    if (status === "failed") throw new Refusal(result.refusal.code, result.refusal.reason);
    // Adyen may give no id before the authorization. Every update that completes a payment contains it.
    return { ...accepted(result.pspReference ?? request.reference, providerStatus, status, nextAction), data };
  }

  async function openPage(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    const body = links.linkBody(request, merchant_account, clock.now());
    const json = answerOf(await post("/paymentLinks", body, signal, keyed(request.reference)), clean);
    const { id, status, word, nextAction } = links.readLink(json, request.reference);
    requireSame("amount", readAmount(json["amount"]), request.amount);
    if (status === "pending") return accepted(id, word, status, nextAction);
    // Only a repeated request finds a link that is no longer open; the webhook reports how it ended.
    return { outcome: "unknown", reason: `the payment link is ${word}`, providerPaymentId: id };
  }

  const linkPath = (id: string): string => `/paymentLinks/${encodeURIComponent(id)}`;

  async function payOut(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    const body = transfers.transferBody(request, payoutAccount());
    const json = answerOf(await platform.post("/transfers", body, signal, keyed(request.reference)), clean);
    const transfer = { update: transfers.readTransfer(json, clean), booked: readAmount(json["amount"]) };
    // A bank has seen a transfer that it returned: no refusal. fetchStatus and the webhook report its end.
    return acceptedAs(request, transfer, (update) =>
      transfers.wasTurnedDown(update)
        ? failedAtOnce(update)
        : { outcome: "unknown", reason: `the transfer is ${update.providerStatus}: ${update.reason}` },
    );
  }

  async function fetchTransfer(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer> {
    const { reference, providerPaymentId: id } = query;
    const account = payoutAccount();
    const path =
      id === null ? transfers.transferSearch(reference, account, clock.now()) : `/transfers/${encodeURIComponent(id)}`;
    const json = bodyOf(await platform.get(path, signal));
    const found = id === null ? transfers.readTransferList(json, reference) : json;
    // Adyen does not promise to list a transfer at once, and lists the current settings' account: it may still exist.
    if (found === null) return { outcome: "unknown", reason: "adyen lists no transfer with this reference" };
    return foundAs(reference, { update: transfers.readTransfer(found, clean) });
  }

  async function fetchStatus(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer> {
    const { direction, reference, providerPaymentId: id } = query;
    if (direction === "outbound") return fetchTransfer(query, signal);
    if (id !== null && links.isLinkId(id))
      return links.readLinkStatus(bodyOf(await get(linkPath(id), signal)), reference);
    // The link's address never reached us, so nobody can pay it. The core handles requests sent with other settings.
    if (id === null && config.direct_card_charges !== true) return { outcome: "not_found" };
    return { outcome: "unknown", reason: NO_STATUS };
  }

  async function submitReturn(reference: string, redirectResult: string, signal: AbortSignal): Promise<StatusAnswer> {
    const body = { details: { redirectResult } };
    const response = await post("/payments/details", body, signal, keyed(hash("sha256", redirectResult)));
    const result = checkout.readPaymentResult(bodyOf(response), clock.now(), clean);
    // The browser controls the address: parameters of another payment must not count, so the answer names the payment.
    requireSame("merchantReference", result.reference, reference);
    const { status, providerStatus, pspReference, amount, nextAction, data } = result;
    const update = {
      kind: "payment",
      reference,
      providerStatus,
      status,
      providerPaymentId: pspReference,
      ...(status === "failed" && result.refusal),
      receivedAmount: status === "completed" ? amount : undefined,
      data,
    } as const;
    return { outcome: "found", update, nextAction };
  }

  function accessQuestions(signal: AbortSignal): AccessQuestion[] {
    const payins: AccessQuestion = {
      about: "Payins",
      ask: () => post("/paymentMethods", { merchantAccount: merchant_account }, signal, keyed(newId())),
      isKnown: ({ statusCode, json }) => statusCode === 200 && json["status"] === undefined,
    };
    if (!paysOut) return [payins];
    const ask = () => platform.get(transfers.transferSearch(newId(), balance_account_id, clock.now()), signal);
    return [payins, { about: "Payouts", ask, isKnown: ({ json }) => Array.isArray(json["data"]) }];
  }

  /** A link that was paid meanwhile cannot be closed, and Adyen says so. */
  const submitAction: Adapter["submitAction"] = async ({ action, reference, providerPaymentId }, signal) => {
    if (action !== "cancel") return { outcome: "refused", reason: "adyen does not use one-time passwords" };
    if (!links.isLinkId(providerPaymentId))
      return { outcome: "refused", reason: "adyen cannot cancel a card payment that was sent directly" };
    const response = await send({
      method: "PATCH",
      path: linkPath(providerPaymentId),
      headers: { "content-type": "application/json", ...keyed(newId()) },
      body: '{"status":"expired"}',
      signal,
    });
    const { status, word } = links.readLink(answerOf(response, clean), reference);
    if (status === "processing") return { outcome: "refused", reason: "it has been paid" };
    requireSame("status", status, "failed");
    return { outcome: "done", status, providerStatus: word };
  };

  function disputesAt(baseUrl: string): ReturnType<typeof createAdyenDisputes> {
    const { post } = speakerFor(baseUrl, api_key);
    const ask: Parameters<typeof createAdyenDisputes>[0] = async (path, body, key, signal) =>
      answerOf(await post(path, { ...body, merchantAccountCode: merchant_account }, signal, keyed(key)), clean);
    return createAdyenDisputes(ask, clean);
  }

  const { disputes_base_url, reports_base_url, first_settlement_batch = 1 } = config;
  return {
    codes: ADYEN_FAILURES,
    corridors: paysOut ? IDENTITY.corridors : PAYINS,
    ...(disputes_base_url !== undefined && disputesAt(disputes_base_url)),
    ...(reports_base_url !== undefined &&
      reports_api_key !== undefined && {
        fetchStatement: createAdyenReports(
          speakerFor(reports_base_url, reports_api_key),
          merchant_account,
          first_settlement_batch,
        ),
      }),
    async dispatch(request, signal) {
      const { direction, method } = request;
      if (direction === "inbound" && method === "card")
        return config.direct_card_charges === true ? pay(request, signal) : openPage(request, signal);
      if (direction === "outbound" && method === "bank_transfer") return payOut(request, signal);
      const what = `${method} ${direction === "inbound" ? "payins" : "payouts"}`;
      throw new Refusal("method_not_supported", `adyen does not support ${what}`);
    },
    fetchStatus,
    // A card payment that was sent directly cannot be canceled: an unapproved one ends by itself.
    ...(config.direct_card_charges !== true && { submitAction }),
    async resumeAfterReturn({ returned, ...query }, signal) {
      const redirectResult = returned["redirectResult"] ?? "";
      if (query.direction !== "inbound" || redirectResult === "" || redirectResult.length > MAX_REDIRECT_RESULT)
        return fetchStatus(query, signal);
      return submitReturn(query.reference, redirectResult, signal);
    },
    async refund(request, signal) {
      const { providerPaymentId: id, paymentReference, reference } = request;
      if (id === "" || id === paymentReference || links.isLinkId(id))
        throw new Refusal("payment_not_known", "adyen has not reported its payment id yet, which a refund needs");
      const body = checkout.refundBody(request, merchant_account);
      const response = await post(`/payments/${encodeURIComponent(id)}/refunds`, body, signal, keyed(reference));
      const providerRefundId = checkout.readRefundReceipt(answerOf(response, clean), request);
      return { outcome: "accepted", status: "pending", providerRefundId };
    },
    checkAccess: (signal) => checkAccess(clean, accessQuestions(signal)),
    verifyCallback: createVerifier({ standard: config.hmac_key, transfers: config.transfers_hmac_key }),
    callbackReply: "[accepted]",
    parseCallback: ({ rawBody }) => readWebhook(readJson(rawBody), merchant_account, clean),
  };
});

const REFUSING_STATUSES: readonly number[] = [400, 401, 403, 422];
/** Adyen's codes for a temporary failure, or for a request that was processed before or is being processed. */
const DOUBTFUL_CODES: readonly string[] = ["703", "704"];
const DOUBTFUL_WORDS = /duplicat|already|in progress/i;

/**
 * An error in either of Adyen's two forms is a refusal if its status means that nothing was done, unless it concerns
 * another request under the same key or calls itself temporary. Everything else says neither yes nor no.
 */
function answerOf(response: OutboundResponse, clean: Clean): Json {
  const json = readJson(response.body);
  if (isSuccess(response)) return json;
  const { errorCode, errorType } = json;
  const text = json["message"] ?? json["detail"];
  const isRefusal =
    REFUSING_STATUSES.includes(response.statusCode) &&
    json["status"] === response.statusCode &&
    typeof errorCode === "string" &&
    typeof text === "string" &&
    errorType !== "internal" &&
    response.headers["transient-error"] !== "true" &&
    !DOUBTFUL_CODES.includes(errorCode) &&
    !DOUBTFUL_WORDS.test(JSON.stringify([json["title"], text]));
  if (isRefusal) throw new Refusal(clean(errorCode) || "refused", clean(text) || "adyen refused without a reason");
  throw new MalformedAnswer(`status ${response.statusCode} without a clear refusal`);
}

/** Three or four digits are too common to recognize the code: every standalone number of that length is removed. */
function withoutSecurityCode(text: string, code: string | undefined): string {
  const digits = code?.replace(/\D/g, "") ?? "";
  return digits === "" ? text : text.replaceAll(new RegExp(`(?<!\\d)${digits}(?!\\d)`, "g"), "[redacted]");
}
