import { powerOfTen } from "@corridor/base/decimal.ts";
import type { Money } from "@corridor/base/money.ts";
import { movedAmount, type Sighting } from "@corridor/provider-kit/outcomes.ts";
import type { DispatchRequest, NextAction, ProviderStatus, ProviderUpdate } from "@corridor/provider-kit/provider.ts";
import { type Clean, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  byMeaning,
  entryOf,
  type Json,
  MalformedAnswer,
  moneyOfMajor,
  optionalTextOf,
  optionalTimeOf,
  partOf,
  readJson,
  statusIn,
  textOf,
  timeOf,
} from "@corridor/provider-kit/wire.ts";
import { isManualInput, type Place } from "./yellowcard-directory.ts";

/** Yellow Card calls a payin a receive and a payout a send. */

/** The form for a person would require an address, a birthday and a document, which our payments do not have. */
export type Business = { name: string; id: string; email: string };

/** The countries where Yellow Card works, with their currencies. Its channels tell what is open at the moment. */
export const CURRENCIES = byMeaning({
  XOF: "BF BJ CI ML SN TG",
  BWP: "BW",
  CDF: "CD",
  XAF: "CG CM GA",
  KES: "KE",
  MWK: "MW",
  NGN: "NG",
  RWF: "RW",
  TZS: "TZ",
  UGX: "UG",
  ZAR: "ZA",
  ZMW: "ZM",
});

/** The maximum of the documented amount type, a 32-bit integer. */
const MAX_AMOUNT = 2_147_483_647;

export type Order = { request: DispatchRequest; amount: Money; localAmount: number };

/** Refuses what Yellow Card cannot do, or what needs data that we do not have, before anything is sent. */
export function orderOf(request: DispatchRequest): Order {
  const { direction, method, country } = request;
  if (method !== "bank_transfer" && method !== "mobile_money")
    throw new Refusal("method_not_supported", `Yellow Card does not support ${method}`);
  const amount = movedAmount(request);
  const currency = entryOf(CURRENCIES, country);
  if (currency === undefined) throw new Refusal("country_not_supported", `Yellow Card does not serve ${country}`);
  if (amount.currency !== currency)
    throw new Refusal("currency_not_supported", `Yellow Card moves ${currency} in ${country}, not ${amount.currency}`);
  if (direction === "inbound" && country === "ZA")
    throw new Refusal(
      "method_not_supported",
      "payins in South Africa go through a page of Yellow Card's, which is not supported",
    );
  if (method === "mobile_money" && request.mobileMoney === undefined)
    throw new Refusal("details_missing", "mobile money details are required");
  if (direction === "outbound" && method === "bank_transfer" && request.bankAccount === undefined)
    throw new Refusal("details_missing", "a bank account is required");
  if (direction === "outbound" && payeeOf(request) === undefined)
    throw new Refusal("payee_missing", "Yellow Card requires the name of the account's holder");
  return { request, amount, localAmount: localAmountOf(amount) };
}

/** Documented as a whole number. An order is accepted as sent: a fraction that is rounded would be noticed too late. */
function localAmountOf(amount: Money): number {
  const unit = powerOfTen(amount.scale);
  if (amount.minor % unit !== 0n)
    throw new Refusal("amount_not_whole", `Yellow Card accepts whole amounts only, not ${amount.toString()}`);
  const whole = amount.minor / unit;
  if (whole > MAX_AMOUNT)
    throw new Refusal("amount_out_of_range", `${amount.toString()} is more than Yellow Card's API can express`);
  return Number(whole);
}

function payeeOf({ method, bankAccount, recipient }: DispatchRequest): string | undefined {
  return (method === "bank_transfer" ? bankAccount?.account_name : undefined) ?? recipient?.name;
}

/** The purpose of a payment, as one of Yellow Card's documented values. We do not know the purpose in these terms. */
const REASON = "other";

export function receiveBody(order: Order, channelId: string, place: Place | null, business: Business): object {
  const { payer, mobileMoney, bankDetails, country, method } = order.request;
  const phone = internationalOf(payer?.phone);
  return {
    ...commonFields(order, channelId, business),
    // Nigeria compares the sender's name with this one.
    recipient: { ...businessFields(business), name: payer?.name, phone, country },
    source:
      method === "mobile_money"
        ? { accountType: "momo", accountNumber: mobileMoney!.phone_number, networkId: place!.network.id }
        : { accountType: "bank", accountNumber: bankDetails?.account_number },
  };
}

/** A payer's phone is free text. It is optional, and any other form makes Yellow Card refuse the whole order. */
function internationalOf(phone = ""): string | undefined {
  const plain = phone.replace(/[\s().-]/g, "");
  return /^\+\d{7,15}$/.test(plain) ? plain : undefined;
}

export function sendBody(order: Order, { channelId, network }: Place, business: Business): object {
  const { mobileMoney, bankAccount, country, method } = order.request;
  const byPhone = method === "mobile_money";
  return {
    ...commonFields(order, channelId, business),
    sender: businessFields(business),
    destination: {
      accountType: byPhone ? "momo" : "bank",
      accountNumber: byPhone ? mobileMoney!.phone_number : bankAccount!.account_number,
      accountName: payeeOf(order.request),
      networkId: network.id,
      accountBank: isManualInput(network) ? bankAccount?.bank_name : undefined,
      country,
    },
  };
}

function commonFields({ request, amount, localAmount }: Order, channelId: string, business: Business): object {
  return {
    sequenceId: request.reference,
    channelId,
    localAmount,
    currency: amount.currency,
    country: request.country,
    reason: REASON,
    forceAccept: true,
    customerType: "institution",
    customerUID: business.id,
  };
}

function businessFields({ name, id, email }: Business): object {
  return { businessName: name, businessId: id, email };
}

/* ---- reading answers ---- */

type Meaning = { inbound: ProviderStatus; outbound: ProviderStatus; refund?: "pending" | "completed" | "failed" };
const FAILED: Meaning = { inbound: "failed", outbound: "failed" };

/**
 * Until a receive is complete the customer has to act, and the instructions must stay. Money on its way back is not
 * settled yet: a person may still decide otherwise.
 */
export const MEANINGS: Readonly<Record<string, Meaning>> = {
  created: { inbound: "pending", outbound: "pending" },
  pending_approval: { inbound: "pending", outbound: "pending" },
  process: { inbound: "pending", outbound: "processing" },
  processing: { inbound: "pending", outbound: "processing" },
  pending_liquidity: { inbound: "pending", outbound: "processing" },
  pending: { inbound: "pending", outbound: "processing" },
  complete: { inbound: "completed", outbound: "completed" },
  failed: FAILED,
  denied: FAILED,
  expired: FAILED,
  cancelled: FAILED,
  pending_refund: { inbound: "processing", outbound: "processing", refund: "pending" },
  refund_processing: { inbound: "processing", outbound: "processing", refund: "pending" },
  refund_failed: { inbound: "processing", outbound: "processing", refund: "failed" },
  refunded: { ...FAILED, refund: "completed" },
};

/** Messages that a payer or payee may see. Any other code is shown unchanged. */
const FAILURES: Readonly<Record<string, string>> = {
  EXPIRED: "nothing was paid in time",
  INVALID_RECIPIENT: "the account or number is not valid",
  VALIDATION_FAILED: "the request did not pass validation",
  INVALID_NETWORK: "the bank or mobile money network is not valid",
  INVALID_CURRENCY: "the currency is not supported in that country",
  INSUFFICIENT_BALANCE: "the balance is too low",
  REFUSED: "the customer did not approve the payment",
  GATEWAY_TIMEOUT: "the bank or operator did not answer in time",
  PROVIDER_ERROR: "the bank or operator reported an error",
  POSSIBLE_DUPLICATE: "the bank or operator treated the payment as a duplicate",
  NAME_MISMATCH: "the payer's name differs from the given one",
  FRAUD_CHECK: "the payment did not pass a fraud check",
};

type Direction = "inbound" | "outbound";

/** `booked`: in local currency, fixed when the order was created. */
export type OrderState = Sighting & Pick<Meaning, "refund">;

export function readOrder(json: Json, direction: Direction, clean: Clean): OrderState {
  const { providerStatus, status: meaning } = statusIn(MEANINGS, json);
  const [providerPaymentId, reference] = [textOf(json, "id"), textOf(json, "sequenceId")];
  const booked = moneyOfMajor(json["convertedAmount"], textOf(json, "currency"));
  const status = meaning[direction];
  return {
    booked,
    refund: meaning.refund,
    nextAction: direction === "inbound" && status === "pending" ? instructionsIn(json, reference) : undefined,
    update: {
      kind: "payment",
      reference,
      providerPaymentId,
      providerStatus,
      status,
      reason: reasonOf(json, clean),
      code: codeIn(json, status, clean),
      receivedAmount: direction === "inbound" && status === "completed" ? booked : undefined,
      occurredAt: optionalTimeOf(json, "updatedAt"),
      data: sessionIn(json),
    },
  };
}

function codeIn(json: Json, status: ProviderStatus, clean: Clean): string | undefined {
  const code = status === "failed" ? optionalTextOf(json, "errorCode") : undefined;
  return code && clean(code);
}

function reasonOf(json: Json, clean: Clean): string | undefined {
  const code = optionalTextOf(json, "errorCode");
  if (code === undefined) return undefined;
  const known = entryOf(FAILURES, code);
  return known === undefined ? clean(code) : `${known} (${code})`;
}

/** The session by which banks in Nigeria find a transfer. Kept only if it looks like one. */
function sessionIn(json: Json): { session_id: string } | undefined {
  const session = optionalTextOf(json, "sessionId");
  return session !== undefined && /^[\w-]{1,64}$/.test(session) ? { session_id: session } : undefined;
}

/** Null until complete: an order may be answered before its account is known, and is queried again. */
function instructionsIn(json: Json, reference: string): NextAction | undefined {
  if (json["bankInfo"] === undefined || json["bankInfo"] === null || json["expiresAt"] === undefined) return undefined;
  const [bank_name, account_number, account_name] = ["name", "accountNumber", "accountName"].map((name) =>
    optionalTextOf(partOf(json, "bankInfo"), name),
  );
  if (bank_name === undefined || account_number === undefined || account_name === undefined) return undefined;
  return {
    type: "bank_transfer",
    account_name,
    account_number,
    bank_name,
    bank_code: null,
    reference: optionalTextOf(json, "reference") ?? reference,
    expires_at: timeOf(json, "expiresAt").toISOString(),
  };
}

/** `PAYMENT` and `COLLECTION` are the older names, which an account may still be set to. */
const DIRECTIONS: Readonly<Record<string, Direction>> = {
  RECEIVE: "inbound",
  COLLECTION: "inbound",
  SEND: "outbound",
  PAYMENT: "outbound",
};

/**
 * A send's event is believed: signed and complete. A receive's does not say what arrived, so the receive is looked up.
 * Events about refunds in progress are ignored: our own refunds are polled until they end.
 */
export function readCallback(rawBody: Buffer, clean: Clean): ProviderUpdate[] {
  const json = readJson(rawBody);
  const event = /^([a-z_]+)\.[a-z_.]+$/i.exec(textOf(json, "event"));
  if (event === null) throw new MalformedAnswer("event");
  const direction = entryOf(DIRECTIONS, event[1]!.toUpperCase());
  if (direction === undefined) return [];
  const [providerPaymentId, reference] = [textOf(json, "id"), textOf(json, "sequenceId")];
  const { providerStatus, status: meaning } = statusIn(MEANINGS, json);
  const occurredAt = executedAtIn(json);
  if (direction === "inbound")
    return meaning.refund === undefined ? [{ kind: "notice", direction, reference, providerPaymentId }] : [];
  const [reason, data] = [reasonOf(json, clean), sessionIn(json)];
  const status = meaning[direction];
  const code = codeIn(json, status, clean);
  return [{ kind: "payment", reference, providerPaymentId, providerStatus, status, reason, code, occurredAt, data }];
}

/** Yellow Card documents this time as text, but some events count milliseconds. */
function executedAtIn(json: Json): Date {
  const value = json["executedAt"];
  if (typeof value !== "number") return timeOf(json, "executedAt");
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw new MalformedAnswer("executedAt");
  return time;
}
