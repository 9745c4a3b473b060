import { createHash } from "node:crypto";
import Type, { type Static } from "typebox";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { createAccessToken } from "@corridor/provider-kit/access-token.ts";
import { inCurrencyOf } from "@corridor/provider-kit/corridors.ts";
import { type AccessQuestion, checkAccess } from "@corridor/provider-kit/check-access.ts";
import { InvalidCallback, InvalidSetting } from "@corridor/provider-kit/errors.ts";
import {
  type DispatchRequest,
  type DispatchResult,
  type Provider,
  type ProviderKind,
  type ProviderTools,
  type ProviderUpdate,
  type RawCallback,
  type RefundRequest,
  type RefundResult,
  type StatusAnswer,
  type StatusQuery,
  UNPROMISED_SETTLING_MS,
} from "@corridor/provider-kit/provider.ts";
import { referenceAt, secretAddress } from "@corridor/provider-kit/secret-address.ts";
import { settingsGroup } from "@corridor/provider-kit/settings.ts";
import { asking, createSpeaker, moving, Refusal } from "@corridor/provider-kit/speak.ts";
import { idOf, MalformedAnswer, readJson, textOf } from "@corridor/provider-kit/wire.ts";
import { promptPasswordOf, securityCredentialOf, timestampOf } from "./mpesa-credential.ts";
import {
  acknowledgementOf,
  CURRENCY,
  type Initiator,
  isMerchantKnown,
  isPromptRefused,
  isRegistered,
  isStranger,
  isTokenRefused,
  type Merchant,
  objectionTo,
  payoutBody,
  payoutQueryBody,
  promptBody,
  promptQueryBody,
  readConfirmation,
  readPayoutResult,
  readPayoutStatus,
  readPromptCallback,
  readPromptStatus,
  readReceiptStatus,
  readReversalResult,
  receiptQueryBody,
  registrationBody,
  reversalBody,
} from "./mpesa-wire.ts";

/**
 * M-PESA Kenya by Safaricom's Daraja interface: a prompt on the customer's phone (STK push) for payins, B2C for
 * payouts. Nothing is signed, so every callback goes to a secret address, and what may be believed differs:
 *
 *   payin   Daraja does not store our reference, only the CheckoutRequestID of its acknowledgement. The core sends an
 *   attempt once, so the prompt
 *           is sent once. A callback only names the id, and the answer to a query about it counts. When the
 *           acknowledgement was lost, only the callback contains the id.
 *   payout  Our reference is the OriginatorConversationID, which M-PESA accepts once. Its result callback reports how
 *   it ended. Until that arrives,
 *           the transaction status query is sent, which M-PESA also answers by a callback. Neither is signed. Both are
 *           believed, for three reasons together: they came to an address that only Safaricom knows, for this payment
 *           and this purpose alone; they name no other payment of ours; and their code or status is documented.
 *           Treating them as unverified webhooks would leave every payout open forever.
 *
 *   by hand A customer may pay to the pay bill number without a prompt, with the account that the prompt shows. The
 *   confirmation comes to one secret
 *           address for all, so it only makes us query its receipt, by the transaction status query. Its answer is
 *           believed like that of a payout.
 *   refund  A reversal of the receipt, for the whole amount. Its result is believed like that of a payout.
 *
 * A queue timeout does not say whether either was done. It has a separate address, so that it can never be read as a
 * result.
 */
const secret = (description: string) => Type.String({ minLength: 1, description, "x-secret": true });
const shortCode = (description: string) => Type.String({ pattern: "^[0-9]{5,7}$", description });
const settings = Type.Object(
  {
    base_url: Type.String({
      format: "uri",
      default: "https://api.safaricom.co.ke",
      description: "Address of the Daraja API; the sandbox is at https://sandbox.safaricom.co.ke",
    }),
    consumer_key: secret("Consumer key of the Daraja app"),
    consumer_secret: secret("Consumer secret of the Daraja app"),
    short_code: Type.Optional(
      shortCode("Pay bill number, or the head office number of a till; without it there are no payins"),
    ),
    passkey: Type.Optional(secret("Passkey of M-Pesa Express for that short code")),
    till_number: Type.Optional(shortCode("Till number, when customers pay to a till and not to a pay bill number")),
    pay_bill_confirmations: Type.Optional(
      Type.Boolean({
        description:
          "When the settings are tried, register with Safaricom the address at which it confirms payments that " +
          "customers make to the pay bill number by hand. Needs the initiator's settings",
      }),
    ),
    b2c_short_code: Type.Optional(shortCode("Short code that payouts are sent from; without it there are no payouts")),
    initiator_name: Type.Optional(
      Type.String({ minLength: 1, description: "User name of the API operator with the B2C initiator role" }),
    ),
    initiator_password: Type.Optional(secret("Password of that operator")),
    certificate: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: "Safaricom's certificate in PEM form, which that password is encrypted with",
      }),
    ),
    callback_secret: Type.String({
      minLength: 32,
      description:
        "The random text from which the secret callback addresses of each payment are derived; generated by Corridor",
      "x-secret": true,
      "x-generate": true,
    }),
  },
  { additionalProperties: false },
);
type Settings = Static<typeof settings>;

export const MPESA: ProviderKind<typeof settings> = {
  name: "mpesa",
  displayName: "M-PESA",
  corridors: inCurrencyOf({ KE: CURRENCY }, ["inbound", "outbound"], "mobile_money", 0),
  settings,
  create: createMpesa,
};

/** The id of a prompt that never existed, for requests that need a valid id but no prompt. */
const NO_PROMPT = "ws_CO_01012020000000000000000000";
const NOTHING_MORE: OutboundResponse = { statusCode: 200, headers: {}, body: Buffer.from("{}") };

const MAX_REMEMBERED = 1_000;

/**
 * `receipt`: the answer to a query about a receipt. `validation`: the address at which M-PESA would ask whether we
 * accept a payment; it never asks.
 */
const PURPOSES = [
  "prompt",
  "result",
  "timeout",
  "status",
  "confirmation",
  "validation",
  "receipt",
  "reversal",
] as const;
type Purpose = (typeof PURPOSES)[number];

function createMpesa(given: Settings, { outbound, clock, callbackUrl }: ProviderTools): Provider {
  const merchant = merchantOf(given);
  const initiator = initiatorOf(given);
  if (merchant === null && initiator === null)
    throw new InvalidSetting(
      "short_code",
      "a short code and passkey for payins, the initiator's settings for payouts, or both are needed",
    );
  const confirms = given.pay_bill_confirmations === true;
  if (confirms && (merchant === null || initiator === null))
    throw new InvalidSetting(
      "pay_bill_confirmations",
      "needs a short code and passkey, and the initiator's settings, by which Safaricom is asked about receipts",
    );
  const basic = Buffer.from(`${given.consumer_key}:${given.consumer_secret}`).toString("base64");
  const speaker = createSpeaker({
    baseUrl: given.base_url,
    outbound,
    get secrets() {
      const fixed = [
        given.consumer_key,
        given.consumer_secret,
        basic,
        given.callback_secret,
        given.passkey,
        given.initiator_password,
        initiator?.credential,
      ];
      return [...fixed.filter((value) => value !== undefined), ...token.secrets()];
    },
  });
  const token = createAccessToken(
    clock,
    ({ signal }) =>
      speaker.send({
        method: "GET",
        path: "/oauth/v1/generate?grant_type=client_credentials",
        headers: { authorization: `Basic ${basic}` },
        signal,
      }),
    isTokenRefused,
  );
  const post = (path: string, body: string, signal: AbortSignal): Promise<OutboundResponse> =>
    token.authorised(signal, (bearer) =>
      speaker.send({
        method: "POST",
        path,
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body,
        signal,
      }),
    );
  /** Values of one request that must not appear in its stored answer, besides the general ones. */
  const cleaning =
    (...values: string[]) =>
    (text: string) =>
      speaker.clean(values.reduce((rest, value) => rest.replaceAll(value, "[redacted]"), text));

  const addressKeyOf = (purpose: Purpose): string => `${purpose}:${given.callback_secret}`;
  const addressOf = (to: Pick<DispatchRequest, "callbackUrl" | "reference">, purpose: Purpose): string =>
    secretAddress(to.callbackUrl, addressKeyOf(purpose), to.reference);
  function addressed(path: string): { reference: string; purpose: Purpose } | null {
    for (const purpose of PURPOSES) {
      const reference = referenceAt(path, addressKeyOf(purpose));
      if (reference !== null) return { reference, purpose };
    }
    return null;
  }

  function stamp({ shortCode, passkey }: Merchant): { password: string; timestamp: string } {
    const timestamp = timestampOf(clock.now());
    return { password: promptPasswordOf(shortCode, passkey, timestamp), timestamp };
  }

  /**
   * How often each of the latest prompts was requested. The core requests once; on a second request our own prompt may
   * lock the subscriber.
   */
  const timesAsked = new Map<string, number>();
  function countAsked(reference: string): void {
    timesAsked.set(reference, (timesAsked.get(reference) ?? 0) + 1);
    if (timesAsked.size > MAX_REMEMBERED) timesAsked.delete(timesAsked.keys().next().value!);
  }

  async function collect(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    if (merchant === null)
      return { outcome: "refused", code: "not_set_up", reason: "mpesa has no short code and passkey for payins" };
    const stamped = stamp(merchant);
    const address = addressOf(request, "prompt");
    countAsked(request.reference);
    return moving<DispatchResult>(async () => {
      const response = await post(
        "/mpesa/stkpush/v1/processrequest",
        promptBody(request, merchant, stamped, address),
        signal,
      );
      const clean = cleaning(stamped.password, lastPartOf(address));
      const json = acknowledgementOf(
        response,
        clean,
        (answer) => timesAsked.get(request.reference) === 1 && isPromptRefused(answer),
      );
      const code = idOf(json, "ResponseCode");
      if (/^[1-9]\d*$/.test(code)) throw new Refusal(clean(code), clean(textOf(json, "ResponseDescription")));
      if (code !== "0") throw new MalformedAnswer("ResponseCode");
      return {
        outcome: "accepted",
        providerPaymentId: textOf(json, "CheckoutRequestID"),
        providerStatus: "accepted",
        status: "pending",
        nextAction: { type: "wait" },
        data: { merchant_request_id: textOf(json, "MerchantRequestID") },
      };
    });
  }

  async function pay(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    if (initiator === null)
      return {
        outcome: "refused",
        code: "not_set_up",
        reason: "mpesa has no short code, initiator and certificate for payouts",
      };
    const addresses = { result: addressOf(request, "result"), timeout: addressOf(request, "timeout") };
    return moving<DispatchResult>(async () => {
      const response = await post("/mpesa/b2c/v3/paymentrequest", payoutBody(request, initiator, addresses), signal);
      const json = acknowledgementOf(response, cleaning(lastPartOf(addresses.result), lastPartOf(addresses.timeout)));
      // Another code is documented as an error, but it also means a reference that M-PESA already has.
      if (idOf(json, "ResponseCode") !== "0") throw new MalformedAnswer("ResponseCode");
      if (textOf(json, "OriginatorConversationID") !== request.reference)
        throw new MalformedAnswer("OriginatorConversationID");
      const providerPaymentId = textOf(json, "ConversationID");
      return {
        outcome: "accepted",
        providerPaymentId,
        providerStatus: "accepted",
        status: "processing",
        nextAction: { type: "wait" },
      };
    });
  }

  /** M-PESA accepts the query, and answers it by a callback. */
  async function askForPayout(reference: string, signal: AbortSignal): Promise<StatusAnswer> {
    if (initiator === null || callbackUrl === undefined)
      return { outcome: "unknown", reason: "M-PESA reports the outcome of a payout only by its result callback" };
    const to = { callbackUrl, reference };
    const addresses = { result: addressOf(to, "status"), timeout: addressOf(to, "timeout") };
    return asking<StatusAnswer>(async () => {
      const response = await post(
        "/mpesa/transactionstatus/v1/query",
        payoutQueryBody(reference, initiator, addresses),
        signal,
      );
      acknowledgementOf(response, cleaning(lastPartOf(addresses.result), lastPartOf(addresses.timeout)));
      return { outcome: "unknown", reason: "M-PESA accepted the query and answers it by a callback" };
    });
  }

  async function fetchStatus(
    { reference, providerPaymentId, direction, receipt }: StatusQuery,
    signal: AbortSignal,
  ): Promise<StatusAnswer> {
    if (direction === "outbound") return askForPayout(reference, signal);
    if (providerPaymentId === null)
      return { outcome: "unknown", reason: "M-PESA finds a payin by its own id only, which is not known yet" };
    if (merchant === null) return { outcome: "unknown", reason: "mpesa has no short code and passkey for payins" };
    const stamped = stamp(merchant);
    return asking<StatusAnswer>(async () => {
      const response = await post(
        "/mpesa/stkpushquery/v1/query",
        promptQueryBody(merchant.shortCode, stamped, providerPaymentId),
        signal,
      );
      const update = readPromptStatus(
        response,
        { reference, checkoutRequestId: providerPaymentId, receipt },
        cleaning(stamped.password),
      );
      return { outcome: "found", update, ...(update.status === "pending" ? { nextAction: { type: "wait" } } : {}) };
    });
  }

  /**
   * Queries a receipt that a confirmation named. The answer comes to an address that names both, and no other payment.
   */
  async function fetchHandPaid(
    { reference, receipt }: { reference: string; receipt: string },
    signal: AbortSignal,
  ): Promise<StatusAnswer> {
    if (merchant === null || initiator === null || callbackUrl === undefined)
      return { outcome: "unknown", reason: "mpesa needs the initiator's settings to query receipts" };
    const to = { callbackUrl, reference: `${reference}_${receipt}` };
    const addresses = { result: addressOf(to, "receipt"), timeout: addressOf(to, "timeout") };
    return asking<StatusAnswer>(async () => {
      const response = await post(
        "/mpesa/transactionstatus/v1/query",
        receiptQueryBody(receipt, merchant, initiator, addresses),
        signal,
      );
      acknowledgementOf(response, cleaning(lastPartOf(addresses.result), lastPartOf(addresses.timeout)));
      return { outcome: "unknown", reason: "M-PESA accepted the query about the receipt and answers it by a callback" };
    });
  }

  async function refund(request: RefundRequest, signal: AbortSignal): Promise<RefundResult> {
    return moving<RefundResult>(async () => {
      const { receipt, isPartial } = request;
      if (merchant === null || initiator === null)
        throw new Refusal("not_set_up", "mpesa has no initiator for reversals");
      if (receipt === undefined)
        throw new Refusal(
          "receipt_required",
          "M-PESA reverses a payment by its receipt, and this payment's receipt is unknown; use M-PESA's portal",
        );
      if (isPartial === true) throw new Refusal("partial_refund", "M-PESA reverses the whole amount only");
      const addresses = { result: addressOf(request, "reversal"), timeout: addressOf(request, "timeout") };
      const response = await post(
        "/mpesa/reversal/v1/request",
        reversalBody({ ...request, receipt }, merchant, initiator, addresses),
        signal,
      );
      const json = acknowledgementOf(response, cleaning(lastPartOf(addresses.result), lastPartOf(addresses.timeout)));
      if (idOf(json, "ResponseCode") !== "0") throw new MalformedAnswer("ResponseCode");
      return { outcome: "accepted", status: "pending", providerRefundId: textOf(json, "ConversationID") };
    });
  }

  /**
   * The token identifies us; a query about a prompt that never existed shows whether the short code and its passkey
   * belong together.
   */
  function accessQuestions(signal: AbortSignal): AccessQuestion[] {
    if (merchant === null)
      return [{ ask: () => token.authorised(signal, async () => NOTHING_MORE), isKnown: () => true }];
    const body = promptQueryBody(merchant.shortCode, stamp(merchant), NO_PROMPT);
    const questions: AccessQuestion[] = [
      {
        ask: () => post("/mpesa/stkpushquery/v1/query", body, signal),
        isKnown: ({ json }) => isMerchantKnown(json),
        isStranger,
      },
    ];
    if (!confirms || callbackUrl === undefined) return questions;
    const to = { callbackUrl, reference: merchant.shortCode };
    const addresses = { confirmation: addressOf(to, "confirmation"), validation: addressOf(to, "validation") };
    const ask = () => post("/mpesa/c2b/v1/registerurl", registrationBody(merchant, addresses), signal);
    return [...questions, { ask, isKnown: ({ json }) => isRegistered(json) }];
  }

  function readCallback({ path, rawBody }: Pick<RawCallback, "path" | "rawBody">): ProviderUpdate[] {
    const about = addressed(path);
    if (about === null) throw new MalformedAnswer("this is not one of our callback addresses");
    const update = readAs(about, rawBody);
    return update === null ? [] : [update];
  }

  function readAs(
    { purpose, reference }: { purpose: Purpose; reference: string },
    rawBody: Buffer,
  ): ProviderUpdate | null {
    // Only the confirmation of a customer's own payment has this field; results and prompts do not.
    const isConfirmation = readJson(rawBody)["TransactionType"] !== undefined;
    if (purpose === "confirmation")
      return isConfirmation && merchant !== null && initiator !== null ? readConfirmation(rawBody, merchant) : null;
    if (isConfirmation) return null;
    switch (purpose) {
      case "prompt":
        return readPromptCallback(rawBody, reference);
      case "result":
        return readPayoutResult(rawBody, reference, speaker.clean);
      case "status":
        return readPayoutStatus(rawBody, reference);
      case "receipt": {
        const [payment, receipt] = reference.split("_");
        return readReceiptStatus(rawBody, payment!, receipt!);
      }
      case "reversal":
        return readReversalResult(rawBody, reference, speaker.clean);
      case "timeout":
      case "validation":
        return null;
    }
  }

  return {
    name: MPESA.name,
    displayName: MPESA.displayName,
    corridors: MPESA.corridors.filter(({ direction }) => (direction === "inbound" ? merchant : initiator) !== null),
    settings,
    settlesWithinMs: UNPROMISED_SETTLING_MS,
    async dispatch(request, signal) {
      const objection = objectionTo(request);
      if (objection !== null) return { outcome: "refused", ...objection };
      return request.direction === "inbound" ? collect(request, signal) : pay(request, signal);
    },
    fetchStatus,
    ...(confirms ? { fetchHandPaid } : {}),
    ...(merchant === null || initiator === null ? {} : { refund }),
    callbackReply: JSON.stringify({ ResultCode: 0, ResultDesc: "Accepted" }),
    checkAccess: (signal) => checkAccess(speaker.clean, accessQuestions(signal)),
    verifyCallback: ({ path, rawBody }) =>
      addressed(path) === null
        ? null
        : { externalId: `sha256:${createHash("sha256").update(path).update("\n").update(rawBody).digest("hex")}` },
    parseCallback(callback) {
      try {
        return readCallback(callback);
      } catch (error) {
        throw error instanceof MalformedAnswer ? new InvalidCallback(`mpesa: ${error.message}`) : error;
      }
    },
  };
}

function merchantOf(given: Settings): Merchant | null {
  const keys = settingsGroup(given, ["short_code", "passkey"]);
  if (keys !== null) return { shortCode: keys.short_code, passkey: keys.passkey, tillNumber: given.till_number };
  if (given.till_number !== undefined) throw new InvalidSetting("short_code", "is required together with till_number");
  return null;
}

function initiatorOf(given: Settings): Initiator | null {
  const keys = settingsGroup(given, ["b2c_short_code", "initiator_name", "initiator_password", "certificate"]);
  if (keys === null) return null;
  const credential = securityCredentialOf(keys.initiator_password, keys.certificate);
  if (credential === null)
    throw new InvalidSetting(
      "certificate",
      "is not a PEM certificate with which the initiator's password can be encrypted",
    );
  return { shortCode: keys.b2c_short_code, name: keys.initiator_name, credential };
}

/** The secret part of a callback address. */
function lastPartOf(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
