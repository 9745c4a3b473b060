import { hash } from "node:crypto";
import Type from "typebox";
import { newId } from "@corridor/base/ids.ts";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { everywhere } from "@corridor/provider-kit/corridors.ts";
import { type AccessQuestion, checkAccess } from "@corridor/provider-kit/check-access.ts";
import { InvalidCallback } from "@corridor/provider-kit/errors.ts";
import {
  type ActionRequest,
  type ActionResult,
  type DispatchRequest,
  type DispatchResult,
  type Provider,
  type ProviderKind,
  type RefundRequest,
  type RefundResult,
  type StatusAnswer,
  type StatusQuery,
  UNPROMISED_SETTLING_MS,
} from "@corridor/provider-kit/provider.ts";
import { asking, createSpeaker, isSuccess, moving, Refusal } from "@corridor/provider-kit/speak.ts";
import { type Json, MalformedAnswer, readJson } from "@corridor/provider-kit/wire.ts";
import { readAmount } from "./adyen-amount.ts";
import { paymentBody, readPaymentResult, readRefundReceipt, refundBody } from "./adyen-checkout.ts";
import { createAdyenDisputes } from "./adyen-disputes.ts";
import { isLinkId, linkAmountOf, linkBody, readLink, readLinkStatus } from "./adyen-link.ts";
import { createAdyenReports } from "./adyen-reports.ts";
import { createVerifier } from "./adyen-signature.ts";
import { readTransfer, readTransferList, transferBody, transferSearch, wasTurnedDown } from "./adyen-transfers.ts";
import { readWebhook } from "./adyen-webhooks.ts";

/**
 * Adyen: card payments by its Checkout API, payouts to bank accounts by its Transfers API. The two have separate hosts,
 * keys and webhooks.
 *
 *   card payment  POST /paymentLinks -> the page on which the customer pays; its webhook completes the payment.
 *   Accounts that may receive card
 *                 numbers (a setting): POST /payments -> the outcome, or a 3D Secure page; after the customer's return
 *                 -> POST /payments/details. Adyen cannot find a payment by our reference: when an answer is lost, only
 *                 the webhook reports the payment.
 *   payout        POST /transfers; found by our reference and by its id
 *   refund        POST /payments/{pspReference}/refunds; only its webhook reports how it ended
 *
 * Every request has an idempotency key, so that Adyen answers a repeated one like the first.
 */
const HEX_KEY = "^(?:[0-9A-Fa-f]{2}){16,64}$";

const settings = Type.Object(
  {
    base_url: Type.String({
      format: "uri",
      description:
        "Address of the Checkout API, with its version. Live: " +
        "https://PREFIX-checkout-live.adyenpayments.com/checkout/v71, where PREFIX is your own (Customer Area, " +
        "Developers, API URLs). Test: https://checkout-test.adyen.com/v71",
    }),
    api_key: Type.String({
      minLength: 16,
      description: "API key of the credential for payments (Customer Area, Developers, API credentials)",
      "x-secret": true,
    }),
    merchant_account: Type.String({
      minLength: 1,
      description: "Name of the merchant account that takes the payments",
    }),
    direct_card_charges: Type.Optional(
      Type.Boolean({
        description:
          "Send card numbers to Adyen instead of opening its payment page. Only where Adyen has approved the account " +
          "for raw card data, and this deployment may handle it (PCI DSS)",
      }),
    ),
    hmac_key: Type.String({
      pattern: HEX_KEY,
      description: "HMAC key of the standard webhook, in hex (Customer Area, Developers, Webhooks)",
      "x-secret": true,
    }),
    disputes_base_url: Type.Optional(
      Type.String({
        format: "uri",
        description:
          "Address of the Disputes API, with its version, to answer and accept disputes from here; the API key needs " +
          "the role for managing disputes. Live: https://ca-live.adyen.com/ca/services/DisputeService/v30. Test: " +
          "https://ca-test.adyen.com/ca/services/DisputeService/v30",
      }),
    ),
    reports_base_url: Type.Optional(
      Type.String({
        format: "uri",
        description:
          "Address of the reports, to fetch settlement details from there. Live: " +
          "https://ca-live.adyen.com/reports/download. Test: https://ca-test.adyen.com/reports/download",
      }),
    ),
    reports_api_key: Type.Optional(
      Type.String({
        minLength: 16,
        description:
          "API key of the report user, with the role Merchant Report Download. Settlement details must be generated " +
          "automatically (Customer Area, Reports)",
        "x-secret": true,
      }),
    ),
    first_settlement_batch: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: "Number of the first payout batch that has a report of settlement details; 1 unless given",
      }),
    ),
    transfers_base_url: Type.String({
      format: "uri",
      default: "https://balanceplatform-api-live.adyen.com/btl/v4",
      description:
        "Address of the Transfers API, with its version. Test: https://balanceplatform-api-test.adyen.com/btl/v4",
    }),
    transfers_api_key: Type.Optional(
      Type.String({
        minLength: 16,
        description: "API key of the balance platform's credential. Only for payouts",
        "x-secret": true,
      }),
    ),
    balance_account_id: Type.Optional(
      Type.String({
        minLength: 1,
        description: "Id of the balance account that payouts are paid from. Only for payouts",
      }),
    ),
    transfers_hmac_key: Type.Optional(
      Type.String({
        pattern: HEX_KEY,
        description: "HMAC key of the transfer webhook, in hex. Only for payouts",
        "x-secret": true,
      }),
    ),
  },
  { additionalProperties: false },
);

/** The longest that Adyen accepts. */
const MAX_REDIRECT_RESULT = 20_000;
const NO_STATUS = "adyen reports the outcome of a card payment only by webhook";

const CARD_PAYINS = everywhere(["inbound"], ["card"]);
const BANK_PAYOUTS = everywhere(["outbound"], ["bank_transfer"]);

export const ADYEN: ProviderKind<typeof settings> = {
  name: "adyen",
  displayName: "Adyen",
  corridors: [...CARD_PAYINS, ...BANK_PAYOUTS],
  settings,

  create(config, { outbound, clock }) {
    const secrets = [
      config.api_key,
      config.hmac_key,
      config.transfers_api_key,
      config.transfers_hmac_key,
      config.reports_api_key,
    ].filter((secret) => secret !== undefined);
    const checkout = createSpeaker({ baseUrl: config.base_url, outbound, secrets });
    const transfers = createSpeaker({ baseUrl: config.transfers_base_url, outbound, secrets });
    const { clean } = checkout;
    const verify = createVerifier({ standard: config.hmac_key, transfers: config.transfers_hmac_key });

    const headersOf = (apiKey: string, idempotencyKey: string): Record<string, string> => ({
      "x-api-key": apiKey,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    });
    const postCheckout = (path: string, body: string, key: string, signal: AbortSignal): Promise<OutboundResponse> =>
      checkout.send({ method: "POST", path, headers: headersOf(config.api_key, key), body, signal });

    /** Payouts need a separate account at Adyen, which not every merchant has. */
    function payoutAccount(): { apiKey: string; balanceAccountId: string } {
      const { transfers_api_key: apiKey, balance_account_id: balanceAccountId } = config;
      if (apiKey === undefined || balanceAccountId === undefined)
        throw new Refusal(
          "not_set_up",
          "payouts by adyen need transfers_api_key and balance_account_id in its settings",
        );
      return { apiKey, balanceAccountId };
    }

    async function pay(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
      const withoutCard = (text: string): string => clean(withoutSecurityCode(text, request.card?.cvv));
      const response = await postCheckout(
        "/payments",
        paymentBody(request, config.merchant_account),
        request.reference,
        signal,
      );
      const result = readPaymentResult(accepted(response, withoutCard), clock.now(), withoutCard);
      if ((result.reference ?? request.reference) !== request.reference) throw new MalformedAnswer("merchantReference");
      if (result.amount !== undefined && !result.amount.equals(request.amount)) throw new MalformedAnswer("amount");
      const { status } = result;
      if (status === "failed") return { outcome: "refused", ...result.refusal };
      return {
        outcome: "accepted",
        // Adyen may not have given an id before the authorization. Every update that completes a payment contains it.
        providerPaymentId: result.pspReference ?? request.reference,
        providerStatus: result.resultCode,
        status,
        ...(result.nextAction === undefined ? {} : { nextAction: result.nextAction }),
        ...(result.data === undefined ? {} : { data: result.data }),
      };
    }

    async function openPage(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
      const response = await postCheckout(
        "/paymentLinks",
        linkBody(request, config.merchant_account, clock.now()),
        request.reference,
        signal,
      );
      const json = accepted(response, clean);
      const { id, status, word, nextAction } = readLink(json, request);
      if (!linkAmountOf(json).equals(request.amount)) throw new MalformedAnswer("amount");
      // Only a repeated request finds a link that is no longer open; the webhook reports how it ended.
      if (status !== "pending")
        return { outcome: "unknown", reason: `the payment link is ${word}`, providerPaymentId: id };
      return { outcome: "accepted", providerPaymentId: id, providerStatus: word, status, nextAction };
    }

    const linkPath = (id: string): string => `/paymentLinks/${encodeURIComponent(id)}`;

    async function fetchLink(reference: string, id: string, signal: AbortSignal): Promise<StatusAnswer> {
      const response = await checkout.send({
        method: "GET",
        path: linkPath(id),
        headers: { "x-api-key": config.api_key },
        signal,
      });
      return isSuccess(response)
        ? readLinkStatus(readJson(response.body), reference)
        : { outcome: "unknown", reason: `answered ${response.statusCode}` };
    }

    /** A link that was paid meanwhile cannot be closed, and Adyen says so. */
    async function closePage(
      { reference, providerPaymentId }: ActionRequest,
      signal: AbortSignal,
    ): Promise<ActionResult> {
      if (!isLinkId(providerPaymentId))
        return { outcome: "refused", reason: "adyen cannot cancel a card payment that was sent directly" };
      const headers = headersOf(config.api_key, newId());
      const response = await checkout.send({
        method: "PATCH",
        path: linkPath(providerPaymentId),
        headers,
        body: '{"status":"expired"}',
        signal,
      });
      const { status, word } = readLink(accepted(response, clean), { reference });
      if (status === "processing") return { outcome: "refused", reason: "it has been paid" };
      if (status !== "failed") throw new MalformedAnswer("status");
      return { outcome: "done", status, providerStatus: word };
    }

    async function payOut(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
      const { apiKey, balanceAccountId } = payoutAccount();
      const body = transferBody(request, balanceAccountId);
      const response = await transfers.send({
        method: "POST",
        path: "/transfers",
        headers: headersOf(apiKey, request.reference),
        body,
        signal,
      });
      const json = accepted(response, clean);
      const transfer = readTransfer(json, clean);
      if (transfer.reference !== request.reference) throw new MalformedAnswer("reference");
      if (!readAmount(json["amount"]).equals(request.targetAmount)) throw new MalformedAnswer("amount");
      const { status, providerStatus, reason } = transfer;
      if (wasTurnedDown(transfer)) return { outcome: "refused", code: providerStatus, reason: reason! };
      // A bank has seen a transfer that it returned, so this is no refusal: fetchStatus and the webhook report how it
      // ended.
      if (status === "failed") return { outcome: "unknown", reason: `the transfer is ${providerStatus}: ${reason}` };
      return { outcome: "accepted", providerPaymentId: transfer.providerPaymentId!, providerStatus, status };
    }

    async function fetchTransfer(
      { reference, providerPaymentId }: StatusQuery,
      signal: AbortSignal,
    ): Promise<StatusAnswer> {
      const { apiKey, balanceAccountId } = payoutAccount();
      const path =
        providerPaymentId === null
          ? transferSearch(reference, balanceAccountId, clock.now())
          : `/transfers/${encodeURIComponent(providerPaymentId)}`;
      const response = await transfers.send({ method: "GET", path, headers: { "x-api-key": apiKey }, signal });
      if (!isSuccess(response)) return { outcome: "unknown", reason: `answered ${response.statusCode}` };
      const json = readJson(response.body);
      const found = providerPaymentId === null ? readTransferList(json, reference) : json;
      // Adyen promises nowhere that a transfer is listed at once, and the list belongs to the account in the current
      // settings. So a transfer that is not listed may still exist.
      if (found === null) return { outcome: "unknown", reason: "adyen lists no transfer with this reference" };
      const update = readTransfer(found, clean);
      if (update.reference !== reference) throw new MalformedAnswer("reference");
      return { outcome: "found", update };
    }

    async function fetchStatus(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer> {
      const { direction, reference, providerPaymentId } = query;
      if (direction === "inbound" && providerPaymentId !== null && isLinkId(providerPaymentId))
        return asking(() => fetchLink(reference, providerPaymentId, signal));
      // The link's address never reached us, so nobody saw it and nobody can pay it. The core handles requests that
      // were sent with other settings.
      if (direction === "inbound" && providerPaymentId === null && config.direct_card_charges !== true)
        return { outcome: "not_found" };
      if (direction === "inbound") return { outcome: "unknown", reason: NO_STATUS };
      return asking(() => fetchTransfer(query, signal));
    }

    async function submitReturn(reference: string, redirectResult: string, signal: AbortSignal): Promise<StatusAnswer> {
      const body = JSON.stringify({ details: { redirectResult } });
      const response = await postCheckout("/payments/details", body, hash("sha256", redirectResult), signal);
      if (!isSuccess(response)) return { outcome: "unknown", reason: `answered ${response.statusCode}` };
      const result = readPaymentResult(readJson(response.body), clock.now(), clean);
      // The browser controls the parameters in the address. Those of another payment must not count for this one, so
      // the answer has to name the payment.
      if (result.reference !== reference) throw new MalformedAnswer("merchantReference");
      const { status, resultCode, pspReference, amount, nextAction, data } = result;
      return {
        outcome: "found",
        update: {
          kind: "payment",
          reference,
          providerStatus: resultCode,
          status,
          ...(pspReference === undefined ? {} : { providerPaymentId: pspReference }),
          ...(status === "failed" ? { reason: result.refusal.reason } : {}),
          ...(status === "completed" && amount !== undefined ? { receivedAmount: amount } : {}),
          ...(data === undefined ? {} : { data }),
        },
        ...(nextAction === undefined ? {} : { nextAction }),
      };
    }

    function accessQuestions(signal: AbortSignal): AccessQuestion[] {
      const body = JSON.stringify({ merchantAccount: config.merchant_account });
      const payins: AccessQuestion = {
        about: "Payins",
        ask: () => postCheckout("/paymentMethods", body, newId(), signal),
        isKnown: ({ statusCode, json }) => statusCode === 200 && json["status"] === undefined,
      };
      const { transfers_api_key: apiKey, balance_account_id: balanceAccountId } = config;
      if (apiKey === undefined || balanceAccountId === undefined) return [payins];
      const path = transferSearch(newId(), balanceAccountId, clock.now());
      const ask = (): Promise<OutboundResponse> =>
        transfers.send({ method: "GET", path, headers: { "x-api-key": apiKey }, signal });
      return [payins, { about: "Payouts", ask, isKnown: ({ json }) => Array.isArray(json["data"]) }];
    }

    async function refund(request: RefundRequest, signal: AbortSignal): Promise<RefundResult> {
      const { providerPaymentId, paymentReference } = request;
      if (providerPaymentId === "" || providerPaymentId === paymentReference || isLinkId(providerPaymentId))
        throw new Refusal("payment_not_known", "adyen has not reported its payment id yet, which a refund needs");
      const body = refundBody(request, config.merchant_account);
      const response = await postCheckout(
        `/payments/${encodeURIComponent(providerPaymentId)}/refunds`,
        body,
        request.reference,
        signal,
      );
      return {
        outcome: "accepted",
        status: "pending",
        providerRefundId: readRefundReceipt(accepted(response, clean), request),
      };
    }

    function reports(baseUrl: string, apiKey: string): ReturnType<typeof createAdyenReports> {
      const speaker = createSpeaker({ baseUrl, outbound, secrets });
      return createAdyenReports(
        { merchantAccount: config.merchant_account, firstBatch: config.first_settlement_batch ?? 1 },
        (path, signal, maxResponseBytes) =>
          speaker.send({ method: "GET", path, headers: { "x-api-key": apiKey }, signal, maxResponseBytes }),
      );
    }

    function disputes(baseUrl: string): ReturnType<typeof createAdyenDisputes> {
      const speaker = createSpeaker({ baseUrl, outbound, secrets });
      return createAdyenDisputes({
        post: (path, body, key, signal) =>
          speaker.send({
            method: "POST",
            path,
            headers: headersOf(config.api_key, key),
            body: JSON.stringify(body),
            signal,
          }),
        read: (response) => accepted(response, clean),
        clean,
        merchantAccount: config.merchant_account,
      });
    }

    return {
      name: "adyen",
      displayName: "Adyen",
      corridors:
        config.transfers_api_key === undefined || config.balance_account_id === undefined
          ? CARD_PAYINS
          : [...CARD_PAYINS, ...BANK_PAYOUTS],
      settings,
      ...(config.disputes_base_url === undefined ? {} : disputes(config.disputes_base_url)),
      ...(config.reports_base_url === undefined || config.reports_api_key === undefined
        ? {}
        : { fetchStatement: reports(config.reports_base_url, config.reports_api_key) }),
      settlesWithinMs: UNPROMISED_SETTLING_MS,
      dispatch: (request, signal) =>
        moving<DispatchResult>(async () => {
          if (request.direction === "inbound" && request.method === "card")
            return config.direct_card_charges === true ? pay(request, signal) : openPage(request, signal);
          if (request.direction === "outbound" && request.method === "bank_transfer") return payOut(request, signal);
          throw new Refusal(
            "method_not_supported",
            `adyen does not support ${request.method} ${request.direction === "inbound" ? "payins" : "payouts"}`,
          );
        }),
      fetchStatus,
      // A card payment that was sent directly cannot be canceled: an unapproved one ends by itself.
      ...(config.direct_card_charges !== true &&
        ({
          submitAction: async (request, signal) =>
            request.action === "cancel"
              ? moving<ActionResult>(() => closePage(request, signal))
              : { outcome: "refused", reason: "adyen does not use one-time passwords" },
        } satisfies Partial<Provider>)),
      async resumeAfterReturn({ returned, ...query }, signal) {
        const redirectResult = returned["redirectResult"] ?? "";
        if (query.direction !== "inbound" || redirectResult === "" || redirectResult.length > MAX_REDIRECT_RESULT)
          return fetchStatus(query, signal);
        return asking(() => submitReturn(query.reference, redirectResult, signal));
      },
      refund: (request, signal) => moving(() => refund(request, signal)),
      checkAccess: (signal) => checkAccess(clean, accessQuestions(signal)),
      verifyCallback: verify,
      callbackReply: "[accepted]",
      parseCallback({ rawBody }) {
        try {
          return readWebhook(readJson(rawBody), config.merchant_account, clean);
        } catch (error) {
          throw error instanceof MalformedAnswer ? new InvalidCallback(`adyen: ${error.message}`) : error;
        }
      },
    };
  },
};

const REFUSING_STATUSES: readonly number[] = [400, 401, 403, 422];
/** Adyen's codes for a temporary failure, or for a request that was processed before or is being processed. */
const DOUBTFUL_CODES: readonly string[] = ["703", "704"];
const DOUBTFUL_WORDS = /duplicat|already|in progress/i;

/**
 * The body of an acceptance. An error in either of Adyen's two forms is a refusal if its status means that nothing was
 * done, unless it concerns another request under the same key or calls itself temporary; everything else says neither
 * yes nor no.
 */
function accepted(response: OutboundResponse, clean: (text: string) => string): Json {
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

/**
 * Three or four digits are too common to recognize the code among them: every standalone number of that length is
 * removed.
 */
function withoutSecurityCode(text: string, code: string | undefined): string {
  const digits = code?.replace(/\D/g, "") ?? "";
  return digits === "" ? text : text.replaceAll(new RegExp(`(?<!\\d)${digits}(?!\\d)`, "g"), "[redacted]");
}
