import { verify } from "node:crypto";
import Type, { type Static } from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import { idTimeMs } from "@corridor/base/ids.ts";
import { createAccessToken, speakerWith } from "@corridor/provider-kit/access-token.ts";
import { providerKind } from "@corridor/provider-kit/adapter.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { InvalidSetting } from "@corridor/provider-kit/errors.ts";
import { digestId, publicKeyOf } from "@corridor/provider-kit/genuine.ts";
import type { OutboundResponse, Sender } from "@corridor/provider-kit/outbound.ts";
import { accepted, FAILED_SINCE, WAIT } from "@corridor/provider-kit/outcomes.ts";
import type {
  DispatchRequest,
  DispatchResult,
  Provider,
  ProviderCorridor,
  StatusQuery,
} from "@corridor/provider-kit/provider.ts";
import { address, optional, secret, settingsGroup, settingsOf, text } from "@corridor/provider-kit/settings.ts";
import {
  asking,
  bodyOf,
  createSpeaker,
  isSuccess,
  moving,
  preparing,
  Refusal,
  type Speaker,
} from "@corridor/provider-kit/speak.ts";
import { formOf, type Json, MalformedAnswer, readJson, requireSame, textOf } from "@corridor/provider-kit/wire.ts";
import { WISE_FAILURES } from "./wise-failures.ts";
import { createWiseStatements } from "./wise-statements.ts";
import * as wire from "./wise-wire.ts";

/**
 * Wise: payouts to banks, paid from a balance there. Four steps, of which only the last moves money:
 *
 *   recipient -> quote -> transfer (customerTransactionId is our reference) -> funding
 *
 *   refused   a step before the funding failed, or Wise rejected the funding and has since confirmed that the transfer
 *             is canceled: a waiting one could still be funded by hand
 *   accepted  the funding is COMPLETED, or answered 409: already funded, because Wise funds a transfer once
 *   unknown   every other answer to the funding. It is never sent again: the transfer is polled by its id, and after a
 *             crash it is found by our reference in the list of transfers
 */
const settings = settingsOf({
  base_url: address("Address of the API. The sandbox is https://api.wise-sandbox.com", "https://api.wise.com"),
  api_token: optional(
    secret(
      "API token with full access, from Settings > API tokens in Wise. Businesses in the UK and the EEA need a client " +
        "instead: such a token may not fund transfers there (PSD2)",
    ),
  ),
  client_id: optional(text("Instead of a token: id of the client that Wise gave you (Developer Hub)")),
  client_secret: optional(secret("Secret of that client")),
  refresh_token: optional(
    secret(
      "With a client: the refresh token of the user for whom it acts, from Wise's authorization page. Without it the " +
        "client acts for itself",
    ),
  ),
  profile_id: text("Number of the business profile whose balances pay", { pattern: "^[0-9]{1,15}$" }),
  recipient_legal_type: Type.Union([Type.Literal("PRIVATE"), Type.Literal("BUSINESS")], {
    default: "PRIVATE",
    description: "Your payees' type for Wise: PRIVATE for people, BUSINESS for companies",
  }),
  cost_tolerance_percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 5,
    description:
      "How far Wise's price for a payout, including its fee, may be above the payment's amount before the payout " +
      "is refused",
  }),
  callback_public_key: optional(
    secret("Wise's public key for events (RSA, PEM), from its documentation. Without it no event is accepted"),
  ),
});

/** The UK, the countries of SEPA, and countries where Wise pays out to an IBAN in the local currency. */
const COUNTRIES =
  "AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GE GR HR HU IE IS IT LI LT LU LV MC MT NL NO PK PL PT RO SE SI SK SM VA";

const SERVED = { countries: COUNTRIES.split(" "), currencies: ["GBP", ...wire.BY_IBAN] };
const corridors: readonly ProviderCorridor[] = [
  { direction: "outbound", method: "bank_transfer", ...SERVED },
  { direction: "outbound", method: "bank_transfer", countries: ["US"], currencies: ["USD"], needs: ["address"] },
];
const IDENTITY = {
  name: "wise",
  displayName: "Wise",
  kit: "^1.0.0",
  corridors,
  settings,
  hosts: ["api.wise.com", "api.wise-sandbox.com"],
  callbacks: ["signature"],
} as const;

/** With these statuses Wise reports a faulty request; other statuses may come from a proxy. */
const REFUSING = new Set([400, 401, 403, 404, 422]);
const PAGE = 100;
const MAX_PAGES = 50;
/** How far Wise's clock may be behind ours, with a day's step: a transfer before the list's begin is paid again. */
const CLOCK_SLACK_MS = 25 * 60 * 60_000;

export const WISE = providerKind(IDENTITY, (given, { outbound, clock }) => {
  const { profile_id } = given;
  const speaker = speakerOf(given, outbound, clock);
  const { send, get, post, clean } = speaker;

  /** The answer to one of the steps that move no money. */
  function answerOf(response: OutboundResponse): Json {
    if (REFUSING.has(response.statusCode)) throw refusalIn(response);
    return bodyOf(response);
  }

  function refusalIn(response: OutboundResponse): Refusal {
    const { code, reason } = wire.readError(readJson(response.body));
    return new Refusal(clean(code), clean(reason));
  }

  /** Null when Wise has a transfer with this reference and does not show it, as it considers them different. */
  async function makeTransfer(request: DispatchRequest, signal: AbortSignal) {
    const made = await preparing(async () => {
      const recipient = { profile: Number(profile_id), ...wire.recipientFor(request, given.recipient_legal_type) };
      const recipientId = wire.numberIdOf(answerOf(await post("/v1/accounts", recipient, signal)));
      const quote = await post(`/v3/profiles/${profile_id}/quotes`, wire.quoteBody(request, recipientId), signal);
      const quoted = wire.readQuote(answerOf(quote), request);
      wire.requireAffordable(quoted, request.amount, given.cost_tolerance_percent);
      const response = await post("/v1/transfers", wire.transferBody(request, recipientId, quoted.id), signal);
      return response.statusCode === 409 ? null : { json: answerOf(response), quoted };
    });
    if (made === null) return null;
    // The existing transfer may already be funded, so from here on an unreadable answer is not a refusal.
    const transfer = wire.readTransfer(made.json);
    requireSame("customerTransactionId", transfer.reference, request.reference);
    requireSame("targetValue", transfer.amount, request.targetAmount);
    return { transfer, quoted: made.quoted };
  }

  async function fund(transfer: wire.Transfer, signal: AbortSignal): Promise<DispatchResult> {
    const path = `/v3/profiles/${profile_id}/transfers/${transfer.id}/payments`;
    const response = await post(path, { type: "BALANCE" }, signal);
    // From here on the funding was sent, so a failure is always unknown, whether or not the next request was sent.
    if (response.statusCode === 409)
      return asking<DispatchResult>(async () => foundBefore(await fetchTransfer(transfer.id, signal)));
    const why = reasonToGiveUp(response);
    if (why !== null) return asking(() => giveUp(transfer, why, signal));
    requireSame("status", bodyOf(response)["status"], "COMPLETED");
    return accepted(transfer.id, "processing", "processing", WAIT);
  }

  /** Why Wise did not fund the transfer; null when it did, or does not say. */
  function reasonToGiveUp(response: OutboundResponse): Refusal | null {
    if (response.statusCode === 403 && response.headers["x-2fa-approval-result"] === "REJECTED")
      return new Refusal(
        "sca_required",
        "Wise requires a person to approve the funding; this token may not fund transfers",
      );
    if (REFUSING.has(response.statusCode)) return refusalIn(response);
    const json = bodyOf(response);
    if (json["status"] !== "REJECTED") return null;
    const code = clean(textOf(json, "errorCode"));
    return new Refusal(code, `Wise rejected the funding: ${code}`);
  }

  /** Wise would cancel a funded transfer too, but one whose funding succeeded meanwhile must continue. */
  async function giveUp({ id }: wire.Transfer, why: Refusal, signal: AbortSignal): Promise<DispatchResult> {
    const current = await fetchTransfer(id, signal);
    if (current.status !== "pending") return foundBefore(current);
    const response = await cancel(id, signal);
    const cancelled = isSuccess(response) ? wire.readTransfer(readJson(response.body)) : null;
    if (cancelled?.id !== id || cancelled.word !== "cancelled")
      return { outcome: "unknown", reason: `${why.message}, and the transfer is not canceled yet` };
    return { outcome: "refused", code: why.code, reason: why.message };
  }

  const cancel = (id: string, signal: AbortSignal): Promise<OutboundResponse> =>
    send({ method: "PUT", path: `/v1/transfers/${encodeURIComponent(id)}/cancel`, signal });

  async function fetchTransfer(id: string, signal: AbortSignal): Promise<wire.Transfer> {
    const transfer = wire.readTransfer(bodyOf(await get(`/v1/transfers/${encodeURIComponent(id)}`, signal)));
    requireSame("id", transfer.id, id);
    return transfer;
  }

  /** Wise lists transfers since a time, not by our reference. Null when it is in none of the pages. */
  async function findTransfer({ reference, sentAt }: StatusQuery, signal: AbortSignal): Promise<wire.Transfer | null> {
    const madeAtMs = idTimeMs(reference);
    if (Number.isNaN(madeAtMs)) throw new MalformedAnswer("a reference without a time");
    const since = new Date(Math.min(madeAtMs, sentAt?.getTime() ?? Infinity) - CLOCK_SLACK_MS).toISOString();
    let offset = 0;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { count, found } = wire.findInList(await get(listPath(since, PAGE, offset), signal), reference);
      if (found !== undefined) return found;
      if (count === 0) return null;
      offset += count;
    }
    throw new MalformedAnswer("too many transfers to search");
  }

  function listPath(createdDateStart: string, limit: number, offset: number): string {
    return `/v1/transfers?${formOf({ profile: profile_id, createdDateStart, limit, offset })}`;
  }

  return {
    codes: WISE_FAILURES,
    async dispatch(request, signal) {
      const made = await makeTransfer(request, signal);
      if (made === null) return { outcome: "unknown", reason: "Wise already has a transfer with this reference" };
      const { transfer, quoted } = made;
      const result = transfer.status === "pending" ? await moving(() => fund(transfer, signal)) : foundBefore(transfer);
      // Looked up by its id: the list may not show it yet, and a transfer not found would be paid again elsewhere.
      if (result.outcome === "unknown") return { ...result, providerPaymentId: transfer.id };
      if (result.outcome === "refused") return result;
      // The cost of the transfer, as Wise quoted it. Amounts are text, because the record stores them unchanged.
      const { cost, fee, rate } = quoted;
      const data = { source_amount: cost.toDatabase(), source_currency: cost.currency, fee: fee.toDatabase(), rate };
      return { ...result, data };
    },
    async fetchStatus(query, signal) {
      const { reference, providerPaymentId: id } = query;
      const transfer = id === null ? await findTransfer(query, signal) : await fetchTransfer(id, signal);
      if (transfer === null) return { outcome: "not_found" };
      requireSame("customerTransactionId", transfer.reference, reference);
      return { outcome: "found", update: wire.updateOf(transfer, reference) };
    },
    /** A transfer without a reference was made by hand. */
    async fetchByOwnId({ providerPaymentId }, signal) {
      const transfer = await fetchTransfer(providerPaymentId, signal);
      if (transfer.reference === undefined) return { outcome: "not_found" };
      return { outcome: "found", update: wire.updateOf(transfer, transfer.reference) };
    },
    /** Cancels a transfer whose funding's answer was lost. Wise cancels only what is not paid out. */
    submitAction: ({ action, reference, providerPaymentId }, signal) =>
      asking(async () => {
        if (action !== "cancel") return { outcome: "unknown", reason: "Wise does not use one-time passwords" };
        const response = await cancel(providerPaymentId, signal);
        if (response.statusCode === 409) return { outcome: "refused", reason: refusalIn(response).message };
        const transfer = wire.readTransfer(bodyOf(response));
        requireSame("customerTransactionId", transfer.reference, reference);
        requireSame("status", transfer.word, "cancelled");
        return { outcome: "done", status: transfer.status, providerStatus: transfer.word };
      }),
    fetchStatement: createWiseStatements(profile_id, speaker),
    checkAccess: (signal) =>
      checkAccess(clean, [
        {
          ask: () => get(listPath(clock.now().toISOString(), 1, 0), signal),
          isKnown: ({ json }) => Array.isArray(json["list"]),
        },
      ]),
    verifyCallback: createVerifier(given.callback_public_key),
    parseCallback: ({ rawBody }) => wire.readCallback(rawBody, profile_id),
  };
});

/** Wise ends a user's token when it gives the next one: a process that holds the earlier one fetches its own anew. */
function speakerOf(given: Static<typeof settings>, outbound: Sender, clock: Clock): Speaker {
  const { base_url: baseUrl, api_token, refresh_token } = given;
  const client = settingsGroup(given, ["client_id", "client_secret"]);
  if ((api_token === undefined) === (client === null))
    throw new InvalidSetting("api_token", "an API token or a client is needed, and not both");
  if (refresh_token !== undefined && client === null)
    throw new InvalidSetting("refresh_token", "is of use only with a client");
  const json = { "content-type": "application/json", accept: "application/json" };
  if (client === null) {
    const headers = { ...json, authorization: `Bearer ${api_token}` };
    return createSpeaker({ baseUrl, outbound, headers, secrets: [api_token] });
  }
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString("base64");
  const speaker = createSpeaker({
    baseUrl,
    outbound,
    headers: json,
    get secrets() {
      return [client.client_secret, refresh_token, basic, ...token.secrets()];
    },
  });
  const grant = refresh_token === undefined ? "client_credentials" : "refresh_token";
  const token = createAccessToken(clock, speaker, {
    method: "POST",
    path: "/oauth/token",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
    body: formOf({ grant_type: grant, refresh_token }),
  });
  return speakerWith(speaker, token);
}

function foundBefore({ id, word, status }: wire.Transfer): DispatchResult {
  if (status === "pending")
    return { outcome: "unknown", reason: "Wise has the transfer, but it is unknown whether it is being funded" };
  return status === "failed" ? FAILED_SINCE : accepted(id, word, status, WAIT);
}

function createVerifier(key: string | undefined): Provider["verifyCallback"] {
  if (key === undefined) return () => null;
  const publicKey = publicKeyOf(key);
  if (publicKey?.asymmetricKeyType !== "rsa")
    throw new InvalidSetting("callback_public_key", "must be a public key of RSA, as Wise's documentation shows it");
  return ({ headers, rawBody }) => {
    const signature = Buffer.from(headers["x-signature-sha256"] ?? "", "base64");
    return verify("sha256", rawBody, publicKey, signature) ? { externalId: digestId(rawBody) } : null;
  };
}
