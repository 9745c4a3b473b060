import { createHash, verify } from "node:crypto";
import Type, { type Static } from "typebox";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { InvalidCallback, InvalidSetting } from "@corridor/provider-kit/errors.ts";
import {
  type Accepted,
  type ActionRequest,
  type ActionResult,
  type DispatchRequest,
  type DispatchResult,
  type Provider,
  type ProviderKind,
  type ProviderTools,
  type StatusAnswer,
  type StatusQuery,
  type Unknown,
  UNPROMISED_SETTLING_MS,
} from "@corridor/provider-kit/provider.ts";
import { publicKeyOf } from "@corridor/provider-kit/public-key.ts";
import {
  asking,
  type Call,
  createSpeaker,
  isSuccess,
  moving,
  preparing,
  Refusal,
} from "@corridor/provider-kit/speak.ts";
import { type Json, MalformedAnswer, readJson, textOf } from "@corridor/provider-kit/wire.ts";
import { createWiseStatements } from "./wise-statements.ts";
import {
  BY_IBAN,
  numberIdOf,
  quoteBody,
  readCallback,
  readError,
  readList,
  type Quote,
  readQuote,
  readTransfer,
  recipientBody,
  recipientFor,
  requireAffordable,
  type Transfer,
  transferBody,
  updateOf,
} from "./wise-wire.ts";

/**
 * Wise: payouts to banks, paid from a balance there. Four steps, of which only the last moves money:
 *
 *   recipient -> quote -> transfer (customerTransactionId is our reference) -> funding
 *
 *   refused   a step before the funding failed, or Wise rejected the funding and has since confirmed that the transfer
 *   is canceled: a
 *             waiting one could still be funded by hand
 *   accepted  the funding is COMPLETED, or Wise says it is already funded, which it answers with 409 because it funds a
 *   transfer once
 *   unknown   every other answer to the funding. It is never sent again: the transfer is polled by its id, and after a
 *   crash it is found by
 *             our reference in the list of transfers
 */
const settings = Type.Object(
  {
    base_url: Type.String({
      format: "uri",
      default: "https://api.wise.com",
      description: "Address of the API. The sandbox is https://api.wise-sandbox.com",
    }),
    api_token: Type.String({
      minLength: 1,
      description: "API token with full access, from Settings > API tokens in Wise",
      "x-secret": true,
    }),
    profile_id: Type.String({
      pattern: "^[0-9]{1,15}$",
      description: "Number of the business profile whose balances pay",
    }),
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
    callback_public_key: Type.Optional(
      Type.String({
        minLength: 1,
        description: "Wise's public key for events (RSA, PEM), from its documentation. Without it no event is accepted",
        "x-secret": true,
      }),
    ),
  },
  { additionalProperties: false },
);
type Settings = Static<typeof settings>;

/** The UK, the countries of SEPA, and countries where Wise pays out to an IBAN in the local currency. */
const COUNTRIES =
  "AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GE GR HR HU IE IS IT LI LT LU LV MC MT NL NO PK PL PT RO SE SI SK SM VA".split(
    " ",
  );

const IDENTITY = {
  name: "wise",
  displayName: "Wise",
  corridors: [
    { direction: "outbound", method: "bank_transfer", countries: COUNTRIES, currencies: ["GBP", ...BY_IBAN] },
  ],
  settings,
  settlesWithinMs: UNPROMISED_SETTLING_MS,
} as const;

export const WISE: ProviderKind<typeof settings> = { ...IDENTITY, create: createWise };

/** With these statuses Wise reports a faulty request; other statuses may come from a proxy. */
const REFUSING = new Set([400, 401, 403, 404, 422]);
const PAGE = 100;
const MAX_PAGES = 50;
/**
 * How far Wise's clock may be behind ours, including a day's step of ours: a transfer made before the list begins would
 * be paid again.
 */
const CLOCK_SLACK_MS = 25 * 60 * 60_000;

function createWise(given: Settings, { outbound, clock }: ProviderTools): Provider {
  const { api_token, profile_id } = given;
  const { send, clean } = createSpeaker({ baseUrl: given.base_url, outbound, secrets: [api_token] });
  const headers = {
    authorization: `Bearer ${api_token}`,
    "content-type": "application/json",
    accept: "application/json",
  };
  const call = (method: Call["method"], path: string, signal: AbortSignal, body?: string): Promise<OutboundResponse> =>
    send({ method, path, headers, signal, ...(body === undefined ? {} : { body }) });

  /** The answer to one of the steps that move no money. */
  function answerOf(response: OutboundResponse): Json {
    if (isSuccess(response)) return readJson(response.body);
    if (!REFUSING.has(response.statusCode)) throw undecided(response);
    const { code, reason } = errorOf(response);
    throw new Refusal(code, reason);
  }

  function errorOf(response: OutboundResponse): { code: string; reason: string } {
    const { code, reason } = readError(readJson(response.body));
    return { code: clean(code), reason: clean(reason) };
  }

  /**
   * Null when Wise already has a transfer with this reference and does not show it. A repeated request shows it if Wise
   * considers both the same.
   */
  async function makeTransfer(
    request: DispatchRequest,
    recipientJson: string,
    signal: AbortSignal,
  ): Promise<{ transfer: Transfer; quoted: Quote } | null> {
    const made = await preparing(async () => {
      const recipientId = numberIdOf(answerOf(await call("POST", "/v1/accounts", signal, recipientJson)));
      const quote = answerOf(
        await call("POST", `/v3/profiles/${profile_id}/quotes`, signal, quoteBody(request, recipientId)),
      );
      const quoted = readQuote(quote, request);
      requireAffordable(quoted, request.amount, given.cost_tolerance_percent);
      const response = await call("POST", "/v1/transfers", signal, transferBody(request, recipientId, quoted.id));
      return response.statusCode === 409 ? null : { json: answerOf(response), quoted };
    });
    if (made === null) return null;
    // The existing transfer may already be funded, so from here on an unreadable answer is not a refusal.
    const transfer = readTransfer(made.json);
    if (transfer.reference !== request.reference) throw new MalformedAnswer("customerTransactionId");
    if (!transfer.amount.equals(request.targetAmount)) throw new MalformedAnswer("targetValue");
    return { transfer, quoted: made.quoted };
  }

  async function fund(transfer: Transfer, signal: AbortSignal): Promise<DispatchResult> {
    const response = await call(
      "POST",
      `/v3/profiles/${profile_id}/transfers/${transfer.id}/payments`,
      signal,
      '{"type":"BALANCE"}',
    );
    if (response.statusCode === 409) return lookAgain(transfer, signal);
    if (response.statusCode === 403 && response.headers["x-2fa-approval-result"] === "REJECTED")
      return giveUp(
        transfer,
        {
          code: "sca_required",
          reason: "Wise requires a person to approve the funding; this token may not fund transfers",
        },
        signal,
      );
    if (REFUSING.has(response.statusCode)) return giveUp(transfer, errorOf(response), signal);
    if (!isSuccess(response)) throw undecided(response);
    const json = readJson(response.body);
    if (json["status"] === "COMPLETED") return accepted(transfer.id, "processing", "processing");
    if (json["status"] !== "REJECTED") throw new MalformedAnswer("status");
    const code = clean(textOf(json, "errorCode"));
    return giveUp(transfer, { code, reason: `Wise rejected the funding: ${code}` }, signal);
  }

  /** From here on the funding was sent, so a failure is always unknown, whether or not the next request was sent. */
  function lookAgain({ id }: Transfer, signal: AbortSignal): Promise<DispatchResult> {
    return asking<DispatchResult>(async () => foundBefore(await fetchTransfer(id, signal)));
  }

  /**
   * Cancels only an unfunded transfer. Wise would cancel a funded one too, but a transfer whose funding succeeded
   * meanwhile must continue.
   */
  function giveUp(
    { id }: Transfer,
    why: { code: string; reason: string },
    signal: AbortSignal,
  ): Promise<DispatchResult> {
    return asking<DispatchResult>(async () => {
      const current = await fetchTransfer(id, signal);
      if (current.status !== "pending") return foundBefore(current);
      const response = await call("PUT", `/v1/transfers/${id}/cancel`, signal);
      const cancelled = isSuccess(response) ? readTransfer(readJson(response.body)) : null;
      if (cancelled?.id !== id || cancelled.word !== "cancelled")
        return { outcome: "unknown", reason: `${why.reason}, and the transfer is not canceled yet` };
      return { outcome: "refused", ...why };
    });
  }

  function dispatch(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    return moving<DispatchResult>(async () => {
      const recipient = recipientFor(request, given.recipient_legal_type);
      if ("outcome" in recipient) return recipient;
      const made = await makeTransfer(request, recipientBody(recipient, profile_id), signal);
      if (made === null) return { outcome: "unknown", reason: "Wise already has a transfer with this reference" };
      const { transfer, quoted } = made;
      const result = transfer.status === "pending" ? await moving(() => fund(transfer, signal)) : foundBefore(transfer);
      // A known transfer is looked up by its id. The list of transfers may not show it yet, and a transfer that is not
      // found would be paid again elsewhere.
      if (result.outcome === "unknown") return { ...result, providerPaymentId: transfer.id };
      return result.outcome === "accepted" ? { ...result, data: dataOf(quoted) } : result;
    });
  }

  async function fetchTransfer(id: string, signal: AbortSignal): Promise<Transfer> {
    const response = await call("GET", `/v1/transfers/${encodeURIComponent(id)}`, signal);
    if (!isSuccess(response)) throw undecided(response);
    const transfer = readTransfer(readJson(response.body));
    if (transfer.id !== id) throw new MalformedAnswer("id");
    return transfer;
  }

  /**
   * Wise cannot be queried by our reference, but lists transfers since a time. Null when the transfer is in none of the
   * pages.
   */
  async function findTransfer({ reference, sentAt }: StatusQuery, signal: AbortSignal): Promise<Transfer | null> {
    const since = new Date(Math.min(madeAtMs(reference), sentAt?.getTime() ?? Infinity) - CLOCK_SLACK_MS).toISOString();
    let offset = 0;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({
        profile: profile_id,
        createdDateStart: since,
        limit: String(PAGE),
        offset: String(offset),
      });
      const response = await call("GET", `/v1/transfers?${query.toString()}`, signal);
      if (!isSuccess(response)) throw undecided(response);
      const { count, found } = readList(response.body, reference);
      if (found !== undefined) return found;
      if (count === 0) return null;
      offset += count;
    }
    throw new MalformedAnswer("too many transfers to search");
  }

  function fetchStatus(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer> {
    return asking<StatusAnswer>(async () => {
      const { reference, providerPaymentId } = query;
      const transfer =
        providerPaymentId === null ? await findTransfer(query, signal) : await fetchTransfer(providerPaymentId, signal);
      if (transfer === null) return { outcome: "not_found" };
      if (transfer.reference !== reference) throw new MalformedAnswer("customerTransactionId");
      return { outcome: "found", update: updateOf(transfer, reference) };
    });
  }

  /** A transfer without a reference was made by hand. */
  function fetchByOwnId(
    { providerPaymentId }: { providerPaymentId: string },
    signal: AbortSignal,
  ): Promise<StatusAnswer> {
    return asking<StatusAnswer>(async () => {
      const transfer = await fetchTransfer(providerPaymentId, signal);
      return transfer.reference === undefined
        ? { outcome: "not_found" }
        : { outcome: "found", update: updateOf(transfer, transfer.reference) };
    });
  }

  /**
   * Cancels a transfer that waits because the answer to its funding was lost. Wise cancels only what is not paid out.
   */
  function submitAction(
    { action, reference, providerPaymentId }: ActionRequest,
    signal: AbortSignal,
  ): Promise<ActionResult> {
    return asking<ActionResult>(async () => {
      if (action !== "cancel") return { outcome: "unknown", reason: "Wise does not use one-time passwords" };
      const response = await call("PUT", `/v1/transfers/${encodeURIComponent(providerPaymentId)}/cancel`, signal);
      if (response.statusCode === 409) return { outcome: "refused", reason: errorOf(response).reason };
      if (!isSuccess(response)) throw undecided(response);
      const transfer = readTransfer(readJson(response.body));
      if (transfer.reference !== reference || transfer.word !== "cancelled") throw new MalformedAnswer("status");
      return { outcome: "done", status: transfer.status, providerStatus: transfer.word };
    });
  }

  return {
    ...IDENTITY,
    dispatch,
    fetchStatus,
    fetchByOwnId,
    submitAction,
    fetchStatement: createWiseStatements(profile_id, (path, signal, maxResponseBytes) =>
      send({
        method: "GET",
        path,
        headers: { authorization: headers.authorization, accept: "*/*" },
        signal,
        ...(maxResponseBytes === undefined ? {} : { maxResponseBytes }),
      }),
    ),
    checkAccess: (signal) =>
      checkAccess(clean, [
        {
          ask: () =>
            call(
              "GET",
              `/v1/transfers?profile=${profile_id}&createdDateStart=${clock.now().toISOString()}&limit=1&offset=0`,
              signal,
            ),
          isKnown: ({ json }) => Array.isArray(json["list"]),
        },
      ]),
    verifyCallback: createVerifier(given.callback_public_key),
    parseCallback({ rawBody }) {
      try {
        return readCallback(rawBody, profile_id);
      } catch (error) {
        throw error instanceof MalformedAnswer ? new InvalidCallback(`wise: ${error.message}`) : error;
      }
    },
  };
}

function accepted(providerPaymentId: string, providerStatus: string, status: Accepted["status"]): Accepted {
  return { outcome: "accepted", providerPaymentId, providerStatus, status, nextAction: { type: "wait" } };
}

/** The cost of a transfer, as Wise quoted it. Amounts are text, because the record stores them unchanged. */
function dataOf({ cost, fee, rate }: Quote): Record<string, string> {
  return { source_amount: cost.toDatabase(), source_currency: cost.currency, fee: fee.toDatabase(), rate };
}

/** The result of an earlier request with the same reference. If it has failed since, fetchStatus reports that. */
function foundBefore({ id, word, status }: Transfer): Accepted | Unknown {
  if (status === "pending")
    return { outcome: "unknown", reason: "Wise has the transfer, but it is unknown whether it is being funded" };
  return status === "failed"
    ? { outcome: "unknown", reason: "an earlier request with this reference was accepted and has failed since" }
    : accepted(id, word, status);
}

function undecided(response: OutboundResponse): MalformedAnswer {
  return new MalformedAnswer(`status ${response.statusCode} does not say whether the request was accepted`);
}

/** Our references are version 7 UUIDs, which begin with their creation time. */
function madeAtMs(reference: string): number {
  const ms = Number.parseInt(reference.replace("-", "").slice(0, 12), 16);
  if (Number.isNaN(ms)) throw new MalformedAnswer("a reference without a time");
  return ms;
}

function createVerifier(key: string | undefined): Provider["verifyCallback"] {
  if (key === undefined) return () => null;
  const publicKey = publicKeyOf(key);
  if (publicKey?.asymmetricKeyType !== "rsa")
    throw new InvalidSetting("callback_public_key", "must be a public key of RSA, as Wise's documentation shows it");
  return ({ headers, rawBody }) => {
    const signature = Buffer.from(headers["x-signature-sha256"] ?? "", "base64");
    if (!verify("sha256", rawBody, publicKey, signature)) return null;
    return { externalId: `sha256:${createHash("sha256").update(rawBody).digest("hex")}` };
  };
}
