import { isId } from "@corridor/base/ids.ts";
import type { Money } from "@corridor/base/money.ts";
import { movedAmount } from "@corridor/provider-kit/outcomes.ts";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import type {
  DispatchRequest,
  HandPaidNotice,
  Notice,
  PaymentUpdate,
  ProviderStatus,
  RefundRequest,
  RefundUpdate,
} from "@corridor/provider-kit/provider.ts";
import { bodyOf, type Clean, isSuccess, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  entryOf,
  idOf,
  type Json,
  MalformedAnswer,
  moneyOfMajor,
  optionalTextOf,
  partOf,
  plainTextOf,
  positive,
  readJson,
  requireSame,
  textOf,
  wordIn,
} from "@corridor/provider-kit/wire.ts";
import { accountOf, referencesOf } from "./mpesa-account.ts";
import { PROMPT_REFUSALS } from "./mpesa-failures.ts";

export const CURRENCY = "KES";
const NETWORK = "MPESA_KE";
const SAFARICOM_NUMBER = /^\+254[17]\d{8}$/;

/** Refuses what M-PESA cannot do, before anything is sent. */
export function refuseUnsupported(request: DispatchRequest): void {
  const { method, country, mobileMoney } = request;
  const amount = movedAmount(request);
  if (method !== "mobile_money" || mobileMoney === undefined)
    throw new Refusal("method_not_supported", `mpesa does not support ${method}`);
  if (country !== "KE") throw new Refusal("country_not_supported", `mpesa serves KE, not ${country}`);
  if (amount.currency !== CURRENCY)
    throw new Refusal("currency_not_supported", `mpesa moves ${CURRENCY}, not ${amount.currency}`);
  if (amount.minor % 100n !== 0n) throw new Refusal("amount_not_supported", "mpesa moves whole shillings only");
  if (mobileMoney.network_code !== NETWORK)
    throw new Refusal("network_not_supported", "mpesa reaches wallets of M-PESA only");
  if (!SAFARICOM_NUMBER.test(mobileMoney.phone_number))
    throw new Refusal("invalid_phone_number", "the phone number is not a Kenyan mobile number");
}

/** Where customers pay: a pay bill number, or a till under the short code of its head office. */
export type Merchant = { shortCode: string; passkey: string; tillNumber: string | undefined };
/** The API user that makes payouts, with the encrypted password. */
export type Initiator = { shortCode: string; name: string; credential: string };
/** What authenticates a prompt, and a query about one. */
export type Stamp = { BusinessShortCode: string; Password: string; Timestamp: string };

export function promptBody(
  request: DispatchRequest,
  { shortCode, tillNumber }: Merchant,
  stamp: Stamp,
  callbackUrl: string,
): object {
  const phone = phoneOf(request);
  return {
    ...stamp,
    TransactionType: tillNumber === undefined ? "CustomerPayBillOnline" : "CustomerBuyGoodsOnline",
    Amount: wholeShillingsOf(request.amount),
    PartyA: phone,
    PartyB: tillNumber ?? shortCode,
    PhoneNumber: phone,
    CallBackURL: callbackUrl,
    AccountReference: accountOf(request.reference),
    TransactionDesc: noteOf(request.description, MAX_PROMPT_NOTE),
  };
}

export function payoutBody(request: DispatchRequest, initiator: Initiator): object {
  return {
    OriginatorConversationID: request.reference,
    InitiatorName: initiator.name,
    SecurityCredential: initiator.credential,
    CommandID: "BusinessPayment",
    Amount: wholeShillingsOf(request.targetAmount),
    PartyA: initiator.shortCode,
    PartyB: phoneOf(request),
    Remarks: noteOf(request.description, MAX_REMARKS),
  };
}

export function statusQueryBody(initiator: Initiator, about: object): object {
  return {
    Initiator: initiator.name,
    SecurityCredential: initiator.credential,
    CommandID: "TransactionStatusQuery",
    IdentifierType: "4",
    Remarks: "Status",
    ...about,
  };
}

export function reversalBody(refund: RefundRequest & { receipt: string }, merchant: Merchant, by: Initiator): object {
  return {
    Initiator: by.name,
    SecurityCredential: by.credential,
    CommandID: "TransactionReversal",
    TransactionID: refund.receipt,
    Amount: wholeShillingsOf(refund.amount),
    ReceiverParty: merchant.tillNumber ?? merchant.shortCode,
    RecieverIdentifierType: "11",
    Remarks: noteOf(refund.reason, MAX_REMARKS),
  };
}

/** M-PESA takes the customer's money whether or not we accept: a person returns an unexpected payment. */
export function registrationBody(merchant: Merchant, ConfirmationURL: string, ValidationURL: string): object {
  return { ShortCode: merchant.shortCode, ResponseType: "Completed", ConfirmationURL, ValidationURL };
}

function phoneOf(request: DispatchRequest): string {
  return request.mobileMoney!.phone_number.slice(1);
}

function wholeShillingsOf({ minor }: Money): RawJSON {
  return JSON.rawJSON((minor / 100n).toString());
}

const MAX_PROMPT_NOTE = 13;
const MAX_REMARKS = 100;

function noteOf(text: string | undefined, maxLength: number): string {
  const plain = plainTextOf(text, /[^A-Za-z0-9.,-]+/g, maxLength);
  return plain.length < 2 ? "Payment" : plain;
}

/** An error in Daraja's form; null for any other answer. */
export function errorOf(response: OutboundResponse): { code: string; message: string } | null {
  try {
    const json = readJson(response.body);
    const code = textOf(json, "errorCode");
    return { code, message: optionalTextOf(json, "errorMessage") ?? code };
  } catch {
    return null;
  }
}

const INVALID_TOKEN_CODES: readonly string[] = ["400.003.01", "401.002.01", "401.003.01", "404.001.03"];

/** Each of Daraja's interfaces refuses a token in its own way, with a 400, a 401 or a 404. */
export function isTokenRefused(response: OutboundResponse): boolean {
  return (
    response.statusCode === 401 ||
    (response.statusCode < 500 && INVALID_TOKEN_CODES.includes(errorOf(response)?.code ?? ""))
  );
}

/** Daraja's 500 for a prompt that it has not sent: without a CheckoutRequestID there is nothing to approve. */
const REFUSED_PROMPT = { statusCode: 500, code: "500.001.1001" };

/** Null when the answer does not refuse the prompt. */
export function codeOfRefusedPrompt(response: OutboundResponse): string | null {
  const error = errorOf(response);
  if (response.statusCode !== REFUSED_PROMPT.statusCode || error?.code !== REFUSED_PROMPT.code) return null;
  return Object.keys(PROMPT_REFUSALS).find((code) => PROMPT_REFUSALS[code]!.test(error.message)) ?? null;
}

/**
 * Refused is a 4xx with an error code of the same kind, or what `refusalOf` finds a code for. Daraja also uses a 500 for a
 * reference used before, under which something may be accepted: no other 500 and no duplicate is a refusal.
 */
export function acknowledgementOf(
  response: OutboundResponse,
  clean: Clean,
  refusalOf: (response: OutboundResponse) => string | null = () => null,
): Json {
  if (isSuccess(response)) return readJson(response.body);
  const error = errorOf(response);
  const { statusCode } = response;
  const isRefusing =
    statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 409 && statusCode !== 429;
  if (error !== null) {
    const said = isRefusing && error.code.startsWith("4") && !/duplicate/i.test(error.message) ? error.code : null;
    const code = refusalOf(response) ?? said;
    if (code !== null) throw new Refusal(clean(code), clean(error.message));
  }
  throw unclear(statusCode, error, clean);
}

const SPEAKS_OF_US = /credential|password|merchant|short ?code|access token/i;

/** Whether an error is about our credentials, and not about our request. */
export function isStranger(json: Json): boolean {
  return typeof json["errorCode"] === "string" && SPEAKS_OF_US.test(String(json["errorMessage"]));
}

/** Asked about a prompt that never existed, Daraja objects to it alone once short code and passkey are accepted. */
export function isMerchantKnown(json: Json): boolean {
  return (typeof json["errorCode"] === "string" && !isStranger(json)) || json["ResponseCode"] !== undefined;
}

/** An answer that says neither yes nor no, with Daraja's text: a person may have to find out. */
function unclear(statusCode: number, error: { code: string; message: string } | null, clean: Clean): MalformedAnswer {
  return new MalformedAnswer(
    error === null ? `status ${statusCode}` : clean(`status ${statusCode}, ${error.code}: ${error.message}`),
  );
}

/**
 * How a prompt can end. The documentation calls every other code a failure, but undocumented ones were none (4999), so
 * only these count. All of them but the first two mean that the customer was not charged.
 */
export const PROMPT_RESULTS: Readonly<Record<string, Exclude<ProviderStatus, "processing">>> = {
  "0": "completed",
  "4999": "pending", // still under processing
  "1": "failed", // insufficient balance
  "2": "failed", // below the minimum
  "3": "failed", // above the maximum
  "4": "failed", // daily limit of the customer
  "8": "failed", // maximum balance of the business
  "17": "failed", // the same amount from the same customer within two minutes
  "26": "failed", // M-PESA is too busy
  "1001": "failed", // another session of the subscriber
  "1019": "failed", // expired
  "1025": "failed", // the prompt could not be sent
  "1032": "failed", // cancelled by the customer
  "1037": "failed", // the phone could not be reached, or the customer did not answer
  "2001": "failed", // wrong PIN
  "2028": "failed", // short code without that product
  "8006": "failed", // the customer's PIN is locked
  "9999": "failed", // the prompt could not be sent
  SFC_IC0003: "failed", // no such operator
};

/** A paid payout taken for failed would be sent again: fewer codes than above, and not that of a duplicate (15). */
export const PAYOUT_RESULTS: Readonly<Record<string, "completed" | "failed">> = {
  "0": "completed",
  "1": "failed", // insufficient balance of the utility account
  "2": "failed", // below the minimum
  "3": "failed", // above the maximum
  "4": "failed", // daily limit of the customer
  "8": "failed", // maximum balance of the customer
  "11": "failed", // the business account is not active
  "17": "failed", // failed inside M-PESA
  "20": "failed", // the receiver could not be resolved
  "21": "failed", // the initiator lacks the role
  "26": "failed", // M-PESA is too busy
  "2001": "failed", // initiator's name, password or certificate
  "2006": "failed", // account rule
  "2028": "failed", // short code without that product
  "2040": "failed", // no registered customer
  "8006": "failed", // the initiator is locked
  SFC_IC0003: "failed", // no such operator
};

const BEING_PROCESSED = { statusCode: 500, code: "500.001.1001", message: /is being processed/i };

/** The answer to a query about a prompt. It names no reference, amount or phone number: only the queried id. */
export function readPromptStatus(
  response: OutboundResponse,
  query: { reference: string; checkoutRequestId: string; receipt?: string | undefined },
  clean: Clean,
): PaymentUpdate {
  const update = { kind: "payment", reference: query.reference, providerPaymentId: query.checkoutRequestId } as const;
  if (!isSuccess(response)) {
    const error = errorOf(response);
    const isWaiting =
      response.statusCode === BEING_PROCESSED.statusCode &&
      error?.code === BEING_PROCESSED.code &&
      BEING_PROCESSED.message.test(error.message);
    if (!isWaiting) throw unclear(response.statusCode, error, clean);
    return { ...update, providerStatus: error.code, status: "pending" };
  }
  const json = bodyOf(response);
  requireSame("ResponseCode", idOf(json, "ResponseCode"), "0");
  requireSame("CheckoutRequestID", textOf(json, "CheckoutRequestID"), query.checkoutRequestId);
  const result = resultIn(PROMPT_RESULTS, json, clean);
  const { receipt } = query;
  return { ...update, ...result, ...(result.status === "completed" && receipt !== undefined && { data: { receipt } }) };
}

function resultIn<T extends ProviderStatus>(
  table: Readonly<Record<string, T>>,
  json: Json,
  clean: Clean,
): Pick<PaymentUpdate, "providerStatus" | "reason" | "code"> & { status: T } {
  const code = idOf(json, "ResultCode");
  const status = wordIn(table, { code }, "code");
  // The description is for people only, so an invalid one is ignored.
  const said = json["ResultDesc"];
  const reason = typeof said === "string" && said !== "" ? said : code;
  return { providerStatus: code, status, ...(status === "failed" && { reason: clean(reason), code }) };
}

/** The query reports how the prompt ended, but only the callback names the receipt, which statements show. */
export function readPromptCallback(json: Json, reference: string): Notice {
  const callback = partOf(partOf(json, "Body"), "stkCallback");
  const receipt = namedValues(callback["CallbackMetadata"], "Item", "Name")["MpesaReceiptNumber"];
  const providerPaymentId = textOf(callback, "CheckoutRequestID");
  return { kind: "notice", direction: "inbound", reference, providerPaymentId, ...(isReceipt(receipt) && { receipt }) };
}

function isReceipt(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z0-9]{8,20}$/.test(value);
}

/** Daraja writes an object as a list of names and values. Anything else is ignored, and nothing depends on it. */
function namedValues(holder: unknown, list: string, name: "Name" | "Key"): Json {
  const items = typeof holder === "object" && holder !== null ? (holder as Json)[list] : undefined;
  if (!Array.isArray(items)) return {};
  const pairs = items.map((item: unknown) => (typeof item === "object" && item !== null ? (item as Json) : {}));
  return Object.fromEntries(pairs.map((pair) => [String(pair[name]), pair["Value"]]));
}

/** Safaricom's samples have its own id here. One in our form must be this payment's; any other says nothing. */
function requireOurs(named: unknown, reference: string): void {
  const id = typeof named === "string" ? named.toLowerCase() : null;
  if (isId(id)) requireSame("OriginatorConversationID", id, reference);
}

/** Null when the result is not final. */
export function readPayoutResult(json: Json, reference: string, clean: Clean): PaymentUpdate | null {
  const result = partOf(json, "Result");
  requireOurs(textOf(result, "OriginatorConversationID"), reference);
  const providerPaymentId = textOf(result, "ConversationID");
  if (idOf(result, "ResultType") !== "0") return null;
  const update = { kind: "payment", reference, providerPaymentId, ...resultIn(PAYOUT_RESULTS, result, clean) } as const;
  return update.status === "failed" ? update : { ...update, data: { receipt: textOf(result, "TransactionID") } };
}

/** Statuses of an ended transaction. Others mean that it has not ended, or that a person is handling it. */
const TRANSACTION_STATUSES: Readonly<Record<string, "completed" | "failed">> = {
  Completed: "completed",
  Cancelled: "failed",
  Declined: "failed",
  Expired: "failed",
  Failed: "failed",
};

/** The answer to a transaction status query; null when the query itself failed. */
function transactionIn(json: Json): Json | null {
  const result = partOf(json, "Result");
  if (idOf(result, "ResultType") !== "0" || idOf(result, "ResultCode") !== "0") return null;
  return namedValues(result["ResultParameters"], "ResultParameter", "Key");
}

/** Null when the answer does not say how the payout ended: the query failed, or the payout continues. */
export function readPayoutStatus(json: Json, reference: string): PaymentUpdate | null {
  const { TransactionStatus: word, OriginatorConversationID, ReceiptNo: receipt } = transactionIn(json) ?? {};
  const status = typeof word === "string" ? entryOf(TRANSACTION_STATUSES, word) : undefined;
  if (status === undefined) return null;
  requireOurs(OriginatorConversationID, reference);
  const update = { kind: "payment", reference, providerStatus: String(word), status } as const;
  if (status === "failed") return { ...update, reason: `M-PESA reports the transaction as ${String(word)}` };
  return { ...update, ...(isReceipt(receipt) && { data: { receipt } }) };
}

/* ---- payments that a customer makes by hand, to the pay bill number ---- */

/** Registering an address again is an error at M-PESA, which means that it is already registered. */
export function isRegistered(json: Json): boolean {
  return String(json["ResponseCode"]) === "0" || /already registered/i.test(String(json["errorMessage"]));
}

/** Null when the confirmation is not about a payment of ours: the business may take money under other accounts too. */
export function readConfirmation(json: Json, { shortCode, tillNumber }: Merchant): HandPaidNotice | null {
  const paidTo = idOf(json, "BusinessShortCode");
  const references = referencesOf(optionalTextOf({ account: json["BillRefNumber"] || null }, "account") ?? "");
  if (references === null || (paidTo !== shortCode && paidTo !== tillNumber)) return null;
  const receipt = textOf(json, "TransID");
  if (!isReceipt(receipt)) throw new MalformedAnswer("TransID");
  const amount = positive(moneyOfMajor(json["TransAmount"], CURRENCY), "TransAmount");
  return { kind: "hand_paid_notice", references, receipt, amount };
}

/** The answer to a query about a receipt. Null when it does not confirm the money. */
export function readReceiptStatus(json: Json, reference: string, receipt: string): PaymentUpdate | null {
  const values = transactionIn(json);
  if (values?.["TransactionStatus"] !== "Completed") return null;
  requireSame("ReceiptNo", values["ReceiptNo"], receipt);
  const receivedAmount = positive(moneyOfMajor(values["Amount"], CURRENCY), "Amount");
  const ended = { providerStatus: "Completed", status: "completed" } as const;
  return { kind: "payment", reference, ...ended, receivedAmount, data: { receipt } };
}

/* ---- refunds ---- */

/** A payout's codes, and "no such transaction". "Reversed before" (R000001) is left out: it does not say by whom. */
const REVERSAL_RESULTS: Readonly<Record<string, "completed" | "failed">> = { ...PAYOUT_RESULTS, R000002: "failed" };

/** Null when the result is not final. */
export function readReversalResult(json: Json, reference: string, clean: Clean): RefundUpdate | null {
  const result = partOf(json, "Result");
  if (idOf(result, "ResultType") !== "0") return null;
  const { code: _, ...update } = resultIn(REVERSAL_RESULTS, result, clean);
  return { kind: "refund", reference, ...update };
}
