import type { Money } from "@corridor/base/money.ts";
import type { DispatchRequest, ProviderStatus, RefundUpdate } from "@corridor/provider-kit/provider.ts";
import {
  idOf,
  type Json,
  moneyOfMajor,
  objectOf,
  optionalTextOf,
  readJson,
  textOf,
  wordIn,
} from "@corridor/provider-kit/wire.ts";

/** Converts between our types and MTN's JSON, without I/O. */

/** `country` is null where all countries are simulated. */
export type Market = { country: string | null; currency: string };

/**
 * An account at MTN belongs to one country, which every request names as its target environment. MTN has more
 * countries; these are the ones whose network is in our reference data. The sandbox simulates all of them, in euros.
 */
export const MARKETS = {
  mtnbenin: { country: "BJ", currency: "XOF" },
  mtncameroon: { country: "CM", currency: "XAF" },
  mtncongo: { country: "CG", currency: "XAF" },
  mtnghana: { country: "GH", currency: "GHS" },
  mtnguineaconakry: { country: "GN", currency: "GNF" },
  mtnivorycoast: { country: "CI", currency: "XOF" },
  mtnliberia: { country: "LR", currency: "LRD" },
  mtnnigeria: { country: "NG", currency: "NGN" },
  mtnrwanda: { country: "RW", currency: "RWF" },
  mtnuganda: { country: "UG", currency: "UGX" },
  mtnzambia: { country: "ZM", currency: "ZMW" },
  sandbox: { country: null, currency: "EUR" },
} as const satisfies Readonly<Record<string, Market>>;
export const TARGET_ENVIRONMENTS = Object.keys(MARKETS) as (keyof typeof MARKETS)[];

/** Why this market cannot accept the request, or null. */
export function objectionTo(
  request: DispatchRequest,
  { country, currency }: Market,
): { code: string; reason: string } | null {
  if (request.method !== "mobile_money" || request.mobileMoney === undefined)
    return { code: "method_not_supported", reason: `mtn_momo does not support ${request.method}` };
  if (country !== null && request.country !== country)
    return { code: "country_not_supported", reason: `mtn_momo is set up for ${country}, not for ${request.country}` };
  const moved = amountOf(request);
  if (moved.currency !== currency)
    return { code: "currency_not_supported", reason: `mtn_momo moves ${currency} here, not ${moved.currency}` };
  if (request.mobileMoney.network_code !== `MTN_${request.country}`)
    return { code: "network_not_supported", reason: "mtn_momo reaches wallets of MTN only" };
  if (!E164.test(request.mobileMoney.phone_number))
    return { code: "invalid_phone_number", reason: "the phone number is not an international one" };
  return null;
}

const E164 = /^\+\d{6,15}$/;

/** The amount that MTN moves: for a payin the collected amount, for a payout what the payee gets. */
export function amountOf(request: Pick<DispatchRequest, "direction" | "amount" | "targetAmount">): Money {
  return request.direction === "inbound" ? request.amount : request.targetAmount;
}

export function paymentBody(request: DispatchRequest): string {
  const party = { partyIdType: "MSISDN", partyId: request.mobileMoney!.phone_number.slice(1) };
  const note = noteOf(request.description);
  return JSON.stringify({
    ...moneyFields(amountOf(request)),
    externalId: request.reference,
    ...(request.direction === "inbound" ? { payer: party } : { payee: party }),
    payerMessage: note,
    payeeNote: note,
  });
}

export function refundBody(
  refund: { reference: string; amount: Money; reason: string },
  referenceIdToRefund: string,
): string {
  const note = noteOf(refund.reason);
  return JSON.stringify({
    ...moneyFields(refund.amount),
    externalId: refund.reference,
    payerMessage: note,
    payeeNote: note,
    referenceIdToRefund,
  });
}

/** Some countries refuse a decimal point even where the currency has decimals, so it is written only when needed. */
function moneyFields(amount: Money): { amount: string; currency: string } {
  return { amount: amount.toDatabase().replace(/\.0+$/, ""), currency: amount.currency };
}

const MAX_NOTE = 128;

/** MTN refuses an empty note, and some countries refuse letters beyond these. */
function noteOf(text: string | undefined): string {
  const plain = (text ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9.,-]+/g, " ")
    .trim()
    .slice(0, MAX_NOTE);
  return plain === "" ? "Payment" : plain;
}

/** All existing statuses. A pending payin waits for the customer's approval, a pending payout only for MTN. */
type Word = "PENDING" | "SUCCESSFUL" | "FAILED";
export const STATUSES = {
  inbound: { PENDING: "pending", SUCCESSFUL: "completed", FAILED: "failed" },
  outbound: { PENDING: "processing", SUCCESSFUL: "completed", FAILED: "failed" },
} as const satisfies Record<string, Record<Word, ProviderStatus>>;
export const REFUND_STATUSES = {
  PENDING: "pending",
  SUCCESSFUL: "completed",
  FAILED: "failed",
} as const satisfies Record<Word, RefundUpdate["status"]>;
const WORDS: Readonly<Record<string, Word>> = { PENDING: "PENDING", SUCCESSFUL: "SUCCESSFUL", FAILED: "FAILED" };

export type Shown = {
  externalId: string;
  amount: Money;
  status: Word;
  reason: string | undefined;
  receipt: string | undefined;
};

/** A request to pay, a transfer or a refund, as its status shows it: the fields are the same. */
export function readShown(json: Json): Shown {
  return {
    externalId: textOf(json, "externalId"),
    amount: moneyOfMajor(json["amount"], textOf(json, "currency")),
    status: wordIn(WORDS, json, "status"),
    reason: readReason(json["reason"]),
    receipt: (json["financialTransactionId"] ?? "") === "" ? undefined : idOf(json, "financialTransactionId"),
  };
}

/**
 * Why a request failed: older answers have a bare code, newer ones a code and a message. The text is for people only,
 * so an unreadable one is ignored.
 */
function readReason(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  try {
    const { code, message } = errorOf(objectOf(value, "reason"));
    return message === code ? code : `${code}: ${message}`;
  } catch {
    return undefined;
  }
}

export function readError(body: Buffer): { code: string; message: string } {
  return errorOf(readJson(body));
}

function errorOf(json: Json): { code: string; message: string } {
  const code = textOf(json, "code");
  return { code, message: optionalTextOf(json, "message") ?? code };
}
