import type { Money } from "@corridor/base/money.ts";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import type {
  BankAccount,
  DispatchRequest,
  Notice,
  PayerAddress,
  PaymentUpdate,
  ProviderStatus,
} from "@corridor/provider-kit/provider.ts";
import { isSuccess, Refusal, undecided } from "@corridor/provider-kit/speak.ts";
import {
  byMeaning,
  idOf,
  type Json,
  listOf,
  MalformedAnswer,
  moneyOfMajor,
  objectOf,
  optionalPartOf,
  optionalTextOf,
  partOf,
  readJson,
  readList,
  requireSame,
  textOf,
  wordIn,
} from "@corridor/provider-kit/wire.ts";

/** Currencies that Wise pays out only to an IBAN, as far as we support. */
export const BY_IBAN: ReadonlySet<string> = new Set(["CHF", "DKK", "EUR", "GEL", "NOK", "PKR", "PLN", "RON", "SEK"]);
const WANTS_ADDRESS_OF_PAYEE = "Wise requires the payee's address for this payout";
const ROUTING_NUMBER = /^\d{9}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const SORT_CODE = /^\d{6}$/;

export function recipientFor(request: DispatchRequest, legalType: "PRIVATE" | "BUSINESS") {
  const { method, direction, bankAccount, amount } = request;
  const { currency } = request.targetAmount;
  if (direction !== "outbound") throw new Refusal("direction_not_supported", "wise makes payouts only");
  if (method !== "bank_transfer" || bankAccount === undefined)
    throw new Refusal("method_not_supported", `wise does not support ${method}`);
  const accountHolderName = bankAccount.account_name ?? request.recipient?.name ?? "";
  if (accountHolderName === "") throw new Refusal("name_missing", "wise requires the name of the account's holder");
  const { type, ...details } = accountOf(bankAccount, currency);
  const wantsAddress = currency === "USD" || ["USD", "AUD"].includes(amount.currency);
  const address = wantsAddress ? { address: addressOf(request.payee?.address) } : {};
  return { currency, type, accountHolderName, details: { legalType, ...details, ...address } };
}

function addressOf({ line1, city, state, postalCode, country }: PayerAddress = {}): object {
  if (line1 === undefined || city === undefined || postalCode === undefined || country === undefined)
    throw new Refusal("address_required", `${WANTS_ADDRESS_OF_PAYEE}: enter line1, city, postal_code and country`);
  if (state === undefined && ["US", "CA", "BR"].includes(country))
    throw new Refusal("address_required", `Wise requires the payee's state in ${country}`);
  return { country, city, firstLine: line1, postCode: postalCode, state };
}

function accountOf(account: BankAccount, currency: string) {
  const compact = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();
  const number = compact(account.account_number);
  const sortCode = [account.bank_code, account.branch_code]
    .map((code) => compact(code ?? ""))
    .find((code) => SORT_CODE.test(code));
  if (currency === "USD") {
    const abartn = [account.bank_code, account.branch_code].find((code) => ROUTING_NUMBER.test(compact(code ?? "")));
    if (abartn == null || !/^\d{4,17}$/.test(number))
      throw new Refusal(
        "invalid_account",
        "a payout in USD goes to a routing number of 9 digits and an account number",
      );
    // Wise wants the type, which our accounts do not have; nearly all that are paid are of this one.
    return { type: "aba", abartn: compact(abartn), accountNumber: number, accountType: "CHECKING" };
  }
  if (currency !== "GBP" && !BY_IBAN.has(currency))
    throw new Refusal("currency_not_supported", `wise is not set up here to pay out in ${currency}`);
  if (IBAN.test(number)) return { type: "iban", IBAN: number };
  if (currency !== "GBP") throw new Refusal("invalid_account", `a payout in ${currency} goes to an IBAN`);
  if (sortCode === undefined || !/^\d{8}$/.test(number))
    throw new Refusal("invalid_account", "a payout in GBP goes to a sort code and 8 digits, or to an IBAN");
  return { type: "sort_code", sortCode, accountNumber: number };
}

/** The transfer is funded in the payment's own currency. The payee's amount is exact, and Wise converts. */
export function quoteBody({ amount, targetAmount }: DispatchRequest, recipientId: string): object {
  return {
    sourceCurrency: amount.currency,
    targetCurrency: targetAmount.currency,
    targetAmount: JSON.rawJSON(targetAmount.toDatabase()),
    targetAccount: JSON.rawJSON(recipientId),
    payOut: "BANK_TRANSFER",
    preferredPayIn: "BALANCE",
  };
}

/** The shortest of the routes' limits for the statement text. */
const MAX_REFERENCE = 18;

export function transferBody(request: DispatchRequest, recipientId: string, quoteId: string): object {
  const reference = (request.description ?? "")
    .replace(/[^A-Za-z0-9.-]+/g, " ")
    .trim()
    .slice(0, MAX_REFERENCE)
    .trim();
  return {
    targetAccount: JSON.rawJSON(recipientId),
    quoteUuid: quoteId,
    customerTransactionId: request.reference,
    details: reference === "" ? {} : { reference },
  };
}

/** Checks that an id has digits only, because it goes into an address and, unquoted, into JSON. */
export function numberIdOf(json: Json): string {
  const id = idOf(json, "id");
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new MalformedAnswer("id");
  return id;
}

/** What a payout from the balance costs: `cost` is what leaves it, including the fee. */
export type Quote = { id: string; cost: Money; fee: Money; rate: string };

export function readQuote(json: Json, { amount, targetAmount }: DispatchRequest): Quote {
  requireSame("sourceCurrency", textOf(json, "sourceCurrency"), amount.currency);
  const { rate } = json;
  if (typeof rate !== "number" || !(rate > 0)) throw new MalformedAnswer("rate");
  const option = balanceOptionOf(json);
  for (const quoted of [json, option])
    requireSame("targetAmount", moneyOfMajor(quoted["targetAmount"], textOf(quoted, "targetCurrency")), targetAmount);
  return {
    id: textOf(json, "id"),
    cost: moneyOfMajor(option["sourceAmount"], amount.currency),
    fee: moneyOfMajor(partOf(option, "fee")["total"], amount.currency),
    rate: String(rate),
  };
}

function balanceOptionOf(json: Json): Json {
  const option = listOf(json, "paymentOptions").find(({ payIn }) => payIn === "BALANCE");
  if (option !== undefined && option["disabled"] !== true) return option;
  const reason = option && optionalTextOf(optionalPartOf(option, "disabledReason"), "message");
  const why = reason === undefined ? "" : `: ${reason}`;
  throw new Refusal("balance_not_offered", `Wise does not let this payout be paid from the balance${why}`);
}

/** The payment says what may be spent. A price above that plus the tolerance is a mistake or an unagreed rate. */
export function requireAffordable({ cost }: Quote, amount: Money, tolerancePercent: number): void {
  const limit = (amount.minor * BigInt(100 + tolerancePercent)) / 100n;
  if (cost.minor > limit)
    throw new Refusal(
      "costs_too_much",
      `Wise would take ${cost.toString()} for this payout, which is more than ${tolerancePercent} percent above the ` +
        `payment's amount of ${amount.toString()}`,
    );
}

const UNFUNDED = "incoming_payment_waiting";

/** A person at Wise decides about transfers in these states, so they are not final. */
const UNDECIDED = ["charged_back", "unknown"];

/** `bounced_back` is not an end: Wise delivers it late or returns the money, and then reports it. */
const STATUSES = byMeaning<ProviderStatus>({
  pending: UNFUNDED,
  processing: "incoming_payment_initiated waiting_recipient_input_to_proceed processing funds_converted bounced_back",
  completed: "outgoing_payment_sent",
  failed: "cancelled funds_refunded",
});

export type Transfer = {
  id: string;
  reference: string | undefined;
  word: string;
  status: ProviderStatus;
  amount: Money;
};

export function readTransfer(json: Json): Transfer {
  return {
    id: numberIdOf(json),
    reference: optionalTextOf(json, "customerTransactionId"),
    word: textOf(json, "status"),
    status: wordIn(STATUSES, json, "status"),
    amount: moneyOfMajor(json["targetValue"], textOf(json, "targetCurrency")),
  };
}

export function updateOf({ id, word, status }: Transfer, reference: string): PaymentUpdate {
  return {
    kind: "payment",
    reference,
    providerPaymentId: id,
    providerStatus: word,
    status,
    ...(status === "failed" ? { reason: `Wise reports the transfer as ${word}`, code: word } : {}),
  };
}

/** Our own entry is parsed strictly; the others are ignored. */
export function findInList(response: OutboundResponse, reference: string) {
  if (!isSuccess(response)) throw undecided(response);
  const list = readList(response.body, "transfers");
  const ours = list.find((item) => item["customerTransactionId"] === reference);
  return { count: list.length, found: ours && readTransfer(ours) };
}

/** Wise describes an error in one of two forms. */
export function readError(json: Json): { code: string; reason: string } {
  const { errors } = json;
  if (Array.isArray(errors) && errors.length > 0) {
    const first = objectOf(errors[0], "errors");
    const path = optionalTextOf(first, "path");
    const message = textOf(first, "message");
    return {
      code: optionalTextOf(first, "code") ?? "ERROR",
      reason: path === undefined ? message : `${path}: ${message}`,
    };
  }
  const code = textOf(json, "error");
  return { code, reason: optionalTextOf(json, "error_description") ?? optionalTextOf(json, "message") ?? code };
}

/** States that cause no update. */
const NO_NEWS: ReadonlySet<string> = new Set([UNFUNDED, ...UNDECIDED]);

/**
 * Wise signs all customers' events with one key and names no reference of ours, so an event only makes us poll. Other
 * profiles' events are not ours, tests of an address included. The creation of a transfer is ignored too, as it
 * precedes the funding: taken for an acceptance, it would keep the next provider from being tried if Wise rejects the
 * funding.
 */
export function readCallback(rawBody: Buffer, profileId: string): Notice[] {
  const json = readJson(rawBody);
  if (textOf(json, "event_type") !== "transfers#state-change") return [];
  const data = partOf(json, "data");
  const resource = partOf(data, "resource");
  if (idOf(resource, "profile_id") !== profileId || NO_NEWS.has(textOf(data, "current_state"))) return [];
  return [{ kind: "notice", direction: "outbound", reference: null, providerPaymentId: numberIdOf(resource) }];
}
