import type { Money } from "@corridor/base/money.ts";
import { movedAmount } from "@corridor/provider-kit/outcomes.ts";
import type { DispatchRequest, ProviderStatus, RefundUpdate } from "@corridor/provider-kit/provider.ts";
import { Refusal } from "@corridor/provider-kit/speak.ts";
import {
  idOf,
  type Json,
  moneyOfMajor,
  objectOf,
  optionalTextOf,
  plainTextOf,
  readJson,
  textOf,
  wordIn,
} from "@corridor/provider-kit/wire.ts";

/** `country` is null where all countries are simulated. */
export type Market = { country: string | null; currency: string };

/**
 * An account belongs to one country, which every request names as its target environment. These are the ones whose
 * network is in our reference data. The sandbox simulates all of them, in euros.
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

const E164 = /^\+\d{6,15}$/;

/** Refuses what this market cannot do, before anything is sent. */
export function refuseUnsupported(request: DispatchRequest, { country, currency }: Market): void {
  const { mobileMoney } = request;
  const moved = movedAmount(request);
  if (request.method !== "mobile_money" || mobileMoney === undefined)
    throw new Refusal("method_not_supported", `mtn_momo does not support ${request.method}`);
  if (country !== null && request.country !== country)
    throw new Refusal("country_not_supported", `mtn_momo is set up for ${country}, not for ${request.country}`);
  if (moved.currency !== currency)
    throw new Refusal("currency_not_supported", `mtn_momo moves ${currency} here, not ${moved.currency}`);
  if (mobileMoney.network_code !== `MTN_${request.country}`)
    throw new Refusal("network_not_supported", "mtn_momo reaches wallets of MTN only");
  if (!E164.test(mobileMoney.phone_number))
    throw new Refusal("invalid_phone_number", "the phone number is not an international one");
}

export function paymentBody(request: DispatchRequest): object {
  const party = { partyIdType: "MSISDN", partyId: request.mobileMoney!.phone_number.slice(1) };
  return {
    ...commonFields(request.reference, movedAmount(request), request.description),
    ...(request.direction === "inbound" ? { payer: party } : { payee: party }),
  };
}

export function refundBody(
  refund: { reference: string; amount: Money; reason: string },
  referenceIdToRefund: string,
): object {
  return { ...commonFields(refund.reference, refund.amount, refund.reason), referenceIdToRefund };
}

const MAX_NOTE = 128;

/** Some countries refuse a needless decimal point, and letters beyond these. MTN refuses an empty note. */
function commonFields(externalId: string, amount: Money, text: string | undefined): object {
  const note = plainTextOf(text, /[^A-Za-z0-9.,-]+/g, MAX_NOTE) || "Payment";
  return {
    amount: amount.toDatabase().replace(/\.0+$/, ""),
    currency: amount.currency,
    externalId,
    payerMessage: note,
    payeeNote: note,
  };
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
  reason: { code: string; text: string } | undefined;
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

/** Older answers have a bare code, newer ones a code and a message. For people only: an unreadable one is ignored. */
function readReason(value: unknown): Shown["reason"] {
  if (typeof value === "string") return value === "" ? undefined : { code: value, text: value };
  try {
    const { code, message } = errorOf(objectOf(value, "reason"));
    return { code, text: message === code ? code : `${code}: ${message}` };
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
