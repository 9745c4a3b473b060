import type { Money } from "@corridor/base/money.ts";
import { type AccountReach, REACH } from "@corridor/base/networks/account-format.ts";
import type { Sighting } from "@corridor/provider-kit/outcomes.ts";
import {
  type DepositUpdate,
  DISPUTE_STATUSES,
  type DispatchRequest,
  type DisputeStatus,
  type DisputeUpdate,
  type NextAction,
  type ProviderStatus,
  type ProviderUpdate,
  type RefundElsewhereUpdate,
  type RefundUpdate,
} from "@corridor/provider-kit/provider.ts";
import {
  type Json,
  listOf,
  MalformedAnswer,
  moneyOf,
  objectOf,
  optionalPartOf,
  optionalTextOf,
  partOf,
  positive,
  readJson,
  requireSame,
  textOf,
  timeOf,
  webAddressOf,
} from "@corridor/provider-kit/wire.ts";

const REDIRECTED = "0007";

/** Sends only what the sandbox needs: of a card only its number, whose ending decides the outcome. */
export function paymentBody(request: DispatchRequest): object {
  return {
    reference: request.reference,
    payment_id: request.paymentId,
    direction: request.direction === "inbound" ? "payin" : "payout",
    method: request.method,
    country: request.country,
    amount: request.amount.toDatabase(),
    currency: request.amount.currency,
    target_amount: request.targetAmount.toDatabase(),
    target_currency: request.targetAmount.currency,
    mobile_money: request.mobileMoney,
    card: request.card && { card_number: request.card.card_number },
    bank_details: request.bankDetails,
    bank_account: request.bankAccount,
    crypto: request.crypto,
    callback_url: request.callbackUrl,
    ...(leadsToPage(request) && { return_url: request.returnUrl }),
  };
}

/** Like the provider of a wallet, the sandbox takes this address only where the customer is sent to its page. */
function leadsToPage(request: DispatchRequest): boolean {
  return request.method !== "mobile_money" || customerNumberOf(request)?.endsWith(REDIRECTED) === true;
}

/** The number whose ending decides the outcome, as the sandbox reads it. */
export function customerNumberOf(request: DispatchRequest): string | undefined {
  switch (request.method) {
    case "card":
      return request.card?.card_number;
    case "mobile_money":
      return request.mobileMoney?.phone_number;
    case "bank_transfer":
      return (request.bankAccount ?? request.bankDetails)?.account_number;
    default:
      return undefined;
  }
}

const STATUSES: readonly ProviderStatus[] = ["pending", "processing", "completed", "failed"];

/** A payment as the status and dispatch answers and its events show it: the fields are the same. */
function readPayment(json: Json): Sighting["update"] {
  const status = textOf(json, "status");
  if (!STATUSES.some((known) => known === status)) throw new MalformedAnswer("status");
  const received = optionalTextOf(json, "received_amount");
  return {
    kind: "payment",
    reference: textOf(json, "reference"),
    providerPaymentId: textOf(json, "id"),
    providerStatus: textOf(json, "provider_status"),
    status: status as ProviderStatus,
    reason: optionalTextOf(json, "reason"),
    code: optionalTextOf(json, "code"),
    receivedAmount: received === undefined ? undefined : moneyOf(received, textOf(json, "currency")),
    occurredAt: timeOf(json, json["occurred_at"] === undefined ? "updated_at" : "occurred_at"),
    data: json["data"] == null ? undefined : partOf(json, "data"),
  };
}

export function readSighting(json: Json): Omit<Sighting, "booked"> {
  return { update: readPayment(json), nextAction: readNextAction(json["next_action"]) };
}

export function readRefundStatus(json: Json): RefundUpdate["status"] {
  const status = textOf(json, "status");
  if (status !== "pending" && status !== "completed" && status !== "failed") throw new MalformedAnswer("status");
  return status;
}

function amountOf(json: Json): Money {
  return positive(moneyOf(textOf(json, "amount"), textOf(json, "currency")), "amount");
}

function readDeposit(json: Json): DepositUpdate {
  const data = partOf(json, "data");
  return {
    kind: "deposit",
    depositId: textOf(json, "id"),
    accountNumber: textOf(data, "account_number"),
    amount: amountOf(json),
    rail: textOf(data, "rail"),
    senderName: optionalTextOf(data, "sender_name"),
    narration: optionalTextOf(data, "narration"),
    occurredAt: timeOf(json, "occurred_at"),
  };
}

function readDispute(json: Json): DisputeUpdate {
  const data = partOf(json, "data");
  const status = disputeStatusOf(textOf(json, "provider_status"));
  const fee = moneyOf(textOf(data, "fee"), textOf(json, "currency"));
  if (fee.isNegative()) throw new MalformedAnswer("fee");
  return {
    kind: "dispute",
    disputeId: textOf(json, "id"),
    reference: textOf(json, "reference"),
    providerPaymentId: null,
    providerStatus: status,
    status,
    amount: amountOf(json),
    fee,
    reason: optionalTextOf(json, "reason"),
    respondBy: timeOf(data, "respond_by"),
    occurredAt: timeOf(json, "occurred_at"),
  };
}

export function disputeStatusOf(word: string): DisputeStatus {
  const status = DISPUTE_STATUSES.find((one) => one === word);
  if (status === undefined) throw new MalformedAnswer("status");
  return status;
}

function readRefundElsewhere(json: Json): RefundElsewhereUpdate {
  const reference = textOf(partOf(json, "data"), "payment_reference");
  const providerRefundId = textOf(json, "id");
  return { kind: "refund_elsewhere", providerRefundId, reference, providerPaymentId: null, amount: amountOf(json) };
}

export function readCallback(rawBody: Buffer, provider: string): ProviderUpdate[] {
  const events = listOf(readJson(rawBody), "events");
  if (events.length === 0) throw new MalformedAnswer("events");
  return events.map((event) => readEvent(event, provider));
}

function readEvent(json: Json, provider: string): ProviderUpdate {
  requireSame("provider", json["provider"], provider);
  switch (json["event"]) {
    case "payment.updated":
      return readPayment(json);
    case "dispute.updated":
      return readDispute(json);
    case "refund.updated":
      if (optionalPartOf(json, "data")["made_by_hand"] === true) return readRefundElsewhere(json);
      return {
        kind: "refund",
        reference: textOf(json, "reference"),
        providerStatus: textOf(json, "provider_status"),
        status: readRefundStatus(json),
        reason: optionalTextOf(json, "reason"),
      };
    case "deposit.received":
      return readDeposit(json);
    default:
      throw new MalformedAnswer("event");
  }
}

/** A processing payment may have `wait` or no action; anything else must be complete. */
export function readNextAction(value: unknown): NextAction | undefined {
  if (value === undefined || value === null) return undefined;
  const json = objectOf(value, "next_action");
  switch (json["type"]) {
    case "wait":
    case "collect_otp":
    case "check_status":
      return { type: json["type"] };
    case "redirect":
      return { type: "redirect", redirect_url: webAddressOf(json, "redirect_url") };
    case "pay_by_link":
      return { type: "pay_by_link", payment_link: webAddressOf(json, "payment_link") };
    case "bank_transfer":
      return {
        type: "bank_transfer",
        account_name: textOf(json, "account_name"),
        account_number: textOf(json, "account_number"),
        bank_name: textOf(json, "bank_name"),
        bank_code: optionalTextOf(json, "bank_code") ?? null,
        ...readReach(json),
        reference: textOf(json, "reference"),
        expires_at: timeOf(json, "expires_at").toISOString(),
      };
    case "crypto_transfer":
      return {
        type: "crypto_transfer",
        address: textOf(json, "address"),
        network: textOf(json, "network"),
        asset: textOf(json, "asset"),
        reference: textOf(json, "reference"),
        memo: optionalTextOf(json, "memo") ?? null,
        expires_at: timeOf(json, "expires_at").toISOString(),
      };
    default:
      throw new MalformedAnswer("next_action");
  }
}

export function readReach(json: Json): AccountReach {
  const said = REACH.map((name) => [name, optionalTextOf(json, name)] as const);
  return Object.fromEntries(said.filter(([, text]) => text !== undefined));
}
