import { isId } from "@corridor/base/ids.ts";
import type { Money } from "@corridor/base/money.ts";
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
import { isSuccess, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  idOf,
  type Json,
  MalformedAnswer,
  moneyOfMajor,
  objectOf,
  optionalTextOf,
  readJson,
  textOf,
  wordIn,
} from "@corridor/provider-kit/wire.ts";
import { accountOf, referencesOf } from "./mpesa-account.ts";

/** Converts between our types and Daraja's JSON, without I/O. */

export const CURRENCY = "KES";
const NETWORK = "MPESA_KE";
const SAFARICOM_NUMBER = /^\+254[17]\d{8}$/;

/** The amount that M-PESA moves: for a payin the collected amount, for a payout what the payee gets. */
function amountOf(request: DispatchRequest): Money {
  return request.direction === "inbound" ? request.amount : request.targetAmount;
}

/** Why M-PESA cannot accept the request, or null. */
export function objectionTo(request: DispatchRequest): { code: string; reason: string } | null {
  if (request.method !== "mobile_money" || request.mobileMoney === undefined)
    return { code: "method_not_supported", reason: `mpesa does not support ${request.method}` };
  if (request.country !== "KE")
    return { code: "country_not_supported", reason: `mpesa serves KE, not ${request.country}` };
  const amount = amountOf(request);
  if (amount.currency !== CURRENCY)
    return { code: "currency_not_supported", reason: `mpesa moves ${CURRENCY}, not ${amount.currency}` };
  if (amount.minor % 100n !== 0n) return { code: "amount_not_supported", reason: "mpesa moves whole shillings only" };
  if (request.mobileMoney.network_code !== NETWORK)
    return { code: "network_not_supported", reason: "mpesa reaches wallets of M-PESA only" };
  if (!SAFARICOM_NUMBER.test(request.mobileMoney.phone_number))
    return { code: "invalid_phone_number", reason: "the phone number is not a Kenyan mobile number" };
  return null;
}

/** Where customers pay: a pay bill number, or a till under the short code of its head office. */
export type Merchant = { shortCode: string; passkey: string; tillNumber: string | undefined };
/** The API user that makes payouts, with the encrypted password. */
export type Initiator = { shortCode: string; name: string; credential: string };

export function promptBody(
  request: DispatchRequest,
  merchant: Merchant,
  stamp: { password: string; timestamp: string },
  callbackUrl: string,
): string {
  const phone = phoneOf(request);
  return JSON.stringify({
    BusinessShortCode: merchant.shortCode,
    Password: stamp.password,
    Timestamp: stamp.timestamp,
    TransactionType: merchant.tillNumber === undefined ? "CustomerPayBillOnline" : "CustomerBuyGoodsOnline",
    Amount: wholeShillingsOf(request),
    PartyA: phone,
    PartyB: merchant.tillNumber ?? merchant.shortCode,
    PhoneNumber: phone,
    CallBackURL: callbackUrl,
    AccountReference: accountOf(request.reference),
    TransactionDesc: noteOf(request.description, MAX_PROMPT_NOTE),
  });
}

export function promptQueryBody(
  shortCode: string,
  stamp: { password: string; timestamp: string },
  checkoutRequestId: string,
): string {
  return JSON.stringify({
    BusinessShortCode: shortCode,
    Password: stamp.password,
    Timestamp: stamp.timestamp,
    CheckoutRequestID: checkoutRequestId,
  });
}

export function payoutBody(
  request: DispatchRequest,
  initiator: Initiator,
  addresses: { result: string; timeout: string },
): string {
  return JSON.stringify({
    OriginatorConversationID: request.reference,
    InitiatorName: initiator.name,
    SecurityCredential: initiator.credential,
    CommandID: "BusinessPayment",
    Amount: wholeShillingsOf(request),
    PartyA: initiator.shortCode,
    PartyB: phoneOf(request),
    Remarks: noteOf(request.description, MAX_REMARKS),
    QueueTimeOutURL: addresses.timeout,
    ResultURL: addresses.result,
  });
}

function phoneOf(request: DispatchRequest): string {
  return request.mobileMoney!.phone_number.slice(1);
}

function wholeShillingsOf(request: DispatchRequest): RawJSON {
  return JSON.rawJSON((amountOf(request).minor / 100n).toString());
}

const MAX_PROMPT_NOTE = 13;
const MAX_REMARKS = 100;

function noteOf(text: string | undefined, maxLength: number): string {
  const plain = (text ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9.,-]+/g, " ")
    .slice(0, maxLength)
    .trim();
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

/**
 * Whether the token was refused. Each of Daraja's interfaces reports this in its own way, with a 400, a 401 or a 404.
 */
export function isTokenRefused(response: OutboundResponse): boolean {
  return (
    response.statusCode === 401 ||
    (response.statusCode < 500 && INVALID_TOKEN_CODES.includes(errorOf(response)?.code ?? ""))
  );
}

/**
 * Daraja's 500 for a prompt that it has not sent: no CheckoutRequestID was given, so the customer has nothing to
 * approve.
 */
const PROMPT_REFUSALS = {
  statusCode: 500,
  code: "500.001.1001",
  message: /unable to lock subscriber|wrong credentials|merchant does not exist/i,
};

export function isPromptRefused(response: OutboundResponse): boolean {
  const error = errorOf(response);
  return (
    response.statusCode === PROMPT_REFUSALS.statusCode &&
    error?.code === PROMPT_REFUSALS.code &&
    PROMPT_REFUSALS.message.test(error.message)
  );
}

/**
 * The complete acknowledgement of a request. It is refused by a 4xx with an error code of the same kind, or if
 * `isRefused` recognizes the answer as a refusal. Daraja also uses a 500 for a reference that was used before, under
 * which something may have been accepted: so no other 500 and no duplicate is a refusal.
 */
export function acknowledgementOf(
  response: OutboundResponse,
  clean: (text: string) => string,
  isRefused: (response: OutboundResponse) => boolean = () => false,
): Json {
  if (isSuccess(response)) return readJson(response.body);
  const error = errorOf(response);
  const { statusCode } = response;
  const isRefusing =
    statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 409 && statusCode !== 429;
  if (
    error !== null &&
    (isRefused(response) || (isRefusing && error.code.startsWith("4") && !/duplicate/i.test(error.message)))
  )
    throw new Refusal(clean(error.code), clean(error.message));
  throw unclear(statusCode, error, clean);
}

const SPEAKS_OF_US = /credential|password|merchant|short ?code|access token/i;

/** Whether an error is about our credentials, and not about our request. */
export function isStranger(json: Json): boolean {
  return typeof json["errorCode"] === "string" && SPEAKS_OF_US.test(String(json["errorMessage"]));
}

/**
 * Whether the answer about a prompt that never existed shows that the short code and its passkey are accepted: then
 * Daraja objects to the prompt alone.
 */
export function isMerchantKnown(json: Json): boolean {
  return (typeof json["errorCode"] === "string" && !isStranger(json)) || json["ResponseCode"] !== undefined;
}

/** An answer that says neither yes nor no, with Daraja's text: a person may have to find out. */
function unclear(
  statusCode: number,
  error: { code: string; message: string } | null,
  clean: (text: string) => string,
): MalformedAnswer {
  return new MalformedAnswer(
    error === null ? `status ${statusCode}` : clean(`status ${statusCode}, ${error.code}: ${error.message}`),
  );
}

/**
 * How a prompt on a phone can end. Daraja's documentation calls every other code a failure, but it has answered with
 * undocumented codes that were none (4999), so only these count. All of them but the first two mean that the customer
 * was not charged.
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

/**
 * How a payout can end. Fewer codes than above, because a payout that was paid and is taken for failed would be sent
 * again: the code for a second request with the same reference is left out (15, duplicate detected).
 */
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
  clean: (text: string) => string,
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
  const json = readJson(response.body);
  if (idOf(json, "ResponseCode") !== "0") throw new MalformedAnswer("ResponseCode");
  if (textOf(json, "CheckoutRequestID") !== query.checkoutRequestId) throw new MalformedAnswer("CheckoutRequestID");
  const { code, description } = resultOf(json);
  const status = wordIn(PROMPT_RESULTS, { code }, "code");
  const receipt = status === "completed" && query.receipt !== undefined ? { data: { receipt: query.receipt } } : {};
  return {
    ...update,
    providerStatus: code,
    status,
    ...(status === "failed" ? { reason: clean(description) } : {}),
    ...receipt,
  };
}

function resultOf(json: Json): { code: string; description: string } {
  const code = idOf(json, "ResultCode");
  // The description is for people only, so an invalid one is ignored.
  const description = json["ResultDesc"];
  return { code, description: typeof description === "string" && description !== "" ? description : code };
}

/**
 * Reads a prompt's callback. The query reports how the prompt ended, but only the callback names the receipt that
 * customers and statements show.
 */
export function readPromptCallback(rawBody: Buffer, reference: string): Notice {
  const callback = objectOf(objectOf(readJson(rawBody)["Body"], "Body")["stkCallback"], "stkCallback");
  const receipt = namedValues(callback["CallbackMetadata"], "Item", "Name")["MpesaReceiptNumber"];
  return {
    kind: "notice",
    direction: "inbound",
    reference,
    providerPaymentId: textOf(callback, "CheckoutRequestID"),
    ...(typeof receipt === "string" && RECEIPT.test(receipt) ? { receipt } : {}),
  };
}

const RECEIPT = /^[A-Z0-9]{8,20}$/;

/** Daraja writes an object as a list of names and values. Anything else is ignored, and nothing depends on it. */
function namedValues(holder: unknown, list: string, name: "Name" | "Key"): Json {
  const items = typeof holder === "object" && holder !== null ? (holder as Json)[list] : undefined;
  if (!Array.isArray(items)) return {};
  const pairs = items.map((item: unknown) => (typeof item === "object" && item !== null ? (item as Json) : {}));
  return Object.fromEntries(pairs.map((pair) => [String(pair[name]), pair["Value"]]));
}

/** Null when the result is not final. */
export function readPayoutResult(
  rawBody: Buffer,
  reference: string,
  clean: (text: string) => string,
): PaymentUpdate | null {
  const result = objectOf(readJson(rawBody)["Result"], "Result");
  // In Safaricom's samples, results have Safaricom's own id here where requests have ours. An id in our form must be
  // this payment's; any other says nothing, because the address alone identifies the payment.
  const named = textOf(result, "OriginatorConversationID").toLowerCase();
  if (isId(named) && named !== reference) throw new MalformedAnswer("OriginatorConversationID");
  const providerPaymentId = textOf(result, "ConversationID");
  const isLast = idOf(result, "ResultType") === "0";
  if (!isLast) return null;
  const { code, description } = resultOf(result);
  const status = wordIn(PAYOUT_RESULTS, { code }, "code");
  const update = { kind: "payment", reference, providerPaymentId, providerStatus: code, status } as const;
  if (status === "failed") return { ...update, reason: clean(description) };
  return { ...update, data: { receipt: textOf(result, "TransactionID") } };
}

export function payoutQueryBody(
  reference: string,
  initiator: Initiator,
  addresses: { result: string; timeout: string },
): string {
  return JSON.stringify({
    Initiator: initiator.name,
    SecurityCredential: initiator.credential,
    CommandID: "TransactionStatusQuery",
    // Safaricom names the OriginatorConversationID of the payout so in this request alone.
    OriginalConversationID: reference,
    PartyA: initiator.shortCode,
    IdentifierType: "4",
    Remarks: "Status",
    ResultURL: addresses.result,
    QueueTimeOutURL: addresses.timeout,
  });
}

/** Statuses of an ended transaction. Others mean that it has not ended, or that a person is handling it. */
const TRANSACTION_STATUSES: Readonly<Record<string, "completed" | "failed">> = {
  Completed: "completed",
  Cancelled: "failed",
  Declined: "failed",
  Expired: "failed",
  Failed: "failed",
};

/**
 * The answer to a transaction status query. Null when it does not say how the payout ended: the query failed, or the
 * payout continues.
 */
export function readPayoutStatus(rawBody: Buffer, reference: string): PaymentUpdate | null {
  const result = objectOf(readJson(rawBody)["Result"], "Result");
  if (idOf(result, "ResultType") !== "0" || idOf(result, "ResultCode") !== "0") return null;
  const values = namedValues(result["ResultParameters"], "ResultParameter", "Key");
  const word = values["TransactionStatus"];
  if (typeof word !== "string" || !Object.hasOwn(TRANSACTION_STATUSES, word)) return null;
  const named = values["OriginatorConversationID"];
  if (typeof named === "string" && isId(named.toLowerCase()) && named.toLowerCase() !== reference)
    throw new MalformedAnswer("OriginatorConversationID");
  const status = TRANSACTION_STATUSES[word]!;
  const receipt = values["ReceiptNo"];
  return {
    kind: "payment",
    reference,
    providerStatus: word,
    status,
    ...(status === "failed" ? { reason: `M-PESA reports the transaction as ${word}` } : {}),
    ...(status === "completed" && typeof receipt === "string" && RECEIPT.test(receipt) ? { data: { receipt } } : {}),
  };
}

/* ---- payments that a customer makes by hand, to the pay bill number ---- */

export function registrationBody(merchant: Merchant, addresses: { confirmation: string; validation: string }): string {
  const { confirmation, validation } = addresses;
  // M-PESA takes the customer's money whether or not we accept: a person returns an unexpected payment.
  return JSON.stringify({
    ShortCode: merchant.shortCode,
    ResponseType: "Completed",
    ConfirmationURL: confirmation,
    ValidationURL: validation,
  });
}

/** Registering an address again is an error at M-PESA, which means that it is already registered. */
export function isRegistered(json: Json): boolean {
  return String(json["ResponseCode"]) === "0" || /already registered/i.test(String(json["errorMessage"]));
}

/** Null when the confirmation is not about a payment of ours: the business may take money under other accounts too. */
export function readConfirmation(rawBody: Buffer, { shortCode, tillNumber }: Merchant): HandPaidNotice | null {
  const json = readJson(rawBody);
  const paidTo = idOf(json, "BusinessShortCode");
  const references = referencesOf(optionalTextOf({ account: json["BillRefNumber"] || null }, "account") ?? "");
  if (references === null || (paidTo !== shortCode && paidTo !== tillNumber)) return null;
  const receipt = textOf(json, "TransID");
  if (!RECEIPT.test(receipt)) throw new MalformedAnswer("TransID");
  const amount = moneyOfMajor(json["TransAmount"], CURRENCY);
  if (!amount.isPositive()) throw new MalformedAnswer("TransAmount");
  return { kind: "hand_paid_notice", references, receipt, amount };
}

type Addresses = { result: string; timeout: string };

export function receiptQueryBody(
  receipt: string,
  merchant: Merchant,
  initiator: Initiator,
  addresses: Addresses,
): string {
  return JSON.stringify({
    Initiator: initiator.name,
    SecurityCredential: initiator.credential,
    CommandID: "TransactionStatusQuery",
    TransactionID: receipt,
    PartyA: merchant.shortCode,
    IdentifierType: "4",
    Remarks: "Status",
    ResultURL: addresses.result,
    QueueTimeOutURL: addresses.timeout,
  });
}

/** The answer to a query about a receipt. Null when it does not confirm the money. */
export function readReceiptStatus(rawBody: Buffer, reference: string, receipt: string): PaymentUpdate | null {
  const result = objectOf(readJson(rawBody)["Result"], "Result");
  if (idOf(result, "ResultType") !== "0" || idOf(result, "ResultCode") !== "0") return null;
  const values = namedValues(result["ResultParameters"], "ResultParameter", "Key");
  if (values["TransactionStatus"] !== "Completed") return null;
  if (values["ReceiptNo"] !== receipt) throw new MalformedAnswer("ReceiptNo");
  const receivedAmount = moneyOfMajor(values["Amount"], CURRENCY);
  if (!receivedAmount.isPositive()) throw new MalformedAnswer("Amount");
  return {
    kind: "payment",
    reference,
    providerStatus: "Completed",
    status: "completed",
    receivedAmount,
    data: { receipt },
  };
}

/* ---- refunds ---- */

export function reversalBody(
  request: RefundRequest & { receipt: string },
  merchant: Merchant,
  initiator: Initiator,
  addresses: Addresses,
): string {
  return JSON.stringify({
    Initiator: initiator.name,
    SecurityCredential: initiator.credential,
    CommandID: "TransactionReversal",
    TransactionID: request.receipt,
    Amount: JSON.rawJSON((request.amount.minor / 100n).toString()),
    ReceiverParty: merchant.tillNumber ?? merchant.shortCode,
    RecieverIdentifierType: "11",
    Remarks: noteOf(request.reason, MAX_REMARKS),
    ResultURL: addresses.result,
    QueueTimeOutURL: addresses.timeout,
  });
}

/**
 * How a reversal can end: the codes of a payout, and a code that says that there is no such transaction. The code
 * "reversed before" (R000001) is left out: it does not say by whom, so a person decides.
 */
const REVERSAL_RESULTS: Readonly<Record<string, "completed" | "failed">> = { ...PAYOUT_RESULTS, R000002: "failed" };

/** Null when the result is not final. */
export function readReversalResult(
  rawBody: Buffer,
  reference: string,
  clean: (text: string) => string,
): RefundUpdate | null {
  const result = objectOf(readJson(rawBody)["Result"], "Result");
  if (idOf(result, "ResultType") !== "0") return null;
  const { code, description } = resultOf(result);
  const status = wordIn(REVERSAL_RESULTS, { code }, "code");
  return {
    kind: "refund",
    reference,
    providerStatus: code,
    status,
    ...(status === "failed" ? { reason: clean(description) } : {}),
  };
}
