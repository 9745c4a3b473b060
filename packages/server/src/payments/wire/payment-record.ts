import { accountOf, placed, placeOf } from "@corridor/provider-kit/accounts.ts";
import type { TextPieces } from "#src/record/events/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { AccessTable } from "#src/kernel/http/access-control.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { isoOf } from "@corridor/base/instant.ts";
import { present } from "#src/kernel/fields.ts";
import { Money } from "@corridor/base/money.ts";
import { reachOf } from "@corridor/base/networks/account-format.ts";
import type { NextAction } from "@corridor/provider-kit/provider.ts";
import { transferCodeOf } from "@corridor/shared/checkout/transfer-code.ts";
import type { InitiationAnswer } from "./initiation-schema.ts";
import { failureOf } from "#src/payments/rules/index.ts";
import { flowOf, isOnHold, type Payment, type PaymentStatus, phaseOf } from "#src/payments/core/index.ts";
import { actionsOf, actorFor } from "./payment-actions.ts";
import { phoneApprovalOf, SHOWN_DIGITS } from "./phone-approval.ts";
import type { NextActionName, PaymentRecord } from "./record-schema.ts";

export type RecordDeps = { access: AccessTable; providers: Parameters<typeof actionsOf>[2]; clock: Clock };

/** The record of a payment as one caller sees it. */
export function recordFor({ access, providers, clock }: RecordDeps, caller: Caller) {
  const actor = actorFor(caller, access);
  return (payment: Payment) => recordOf(payment, actionsOf(payment, actor, providers, clock.now()));
}

type MoneyField = "amount" | "target_amount" | "total_fees" | "refunded_amount" | "received_amount";

/** The payment record (contract.md 2.5). Events carry it without `actions`, which depend on the reader. */
export function recordOf(payment: Payment, actions: PaymentRecord["actions"]): PaymentRecord {
  return { ...moneyOf(payment), ...moneylessRecordOf(payment), actions };
}

/**
 * A single `Money` makes `JSON.stringify` take three times as long for the whole; so amounts are written here, and the
 * rest without them.
 */
export function eventDataOf(payment: Payment, previousStatus: PaymentStatus | null): TextPieces {
  const money = Object.entries(moneyOf(payment)).map(
    ([name, amount]) => `"${name}":${amount === null ? "null" : amount.toWire()}`,
  );
  return [
    "{",
    money.join(","),
    `,"previous_status":${JSON.stringify(previousStatus)},`,
    JSON.stringify(moneylessRecordOf(payment)).slice(1),
  ];
}

function moneyOf(payment: Payment): Pick<PaymentRecord, MoneyField> {
  const received = payment.progress.received_amount;
  return {
    amount: payment.amount,
    target_amount: payment.targetAmount,
    total_fees: payment.totalFees,
    refunded_amount: payment.refundedAmount,
    received_amount: received === undefined ? null : Money.fromDatabase(received, payment.amount.currency),
  };
}

function moneylessRecordOf(payment: Payment): Omit<PaymentRecord, MoneyField | "actions"> {
  const { details, progress } = payment;
  const payout = progress.attempts.findLast((attempt) => flowOf(payment, attempt) === "outbound");
  return {
    payment_id: payment.paymentId,
    transaction_id: payment.transactionId,
    org_id: payment.orgId,
    user_id: payment.userId,
    status: payment.status,
    direction: payment.direction,
    payment_method: payment.paymentMethod,
    currency: payment.amount.currency,
    target_currency: payment.targetAmount.currency,
    from_currency: payment.amount.currency,
    country: payment.country,
    region_id: payment.country,
    beneficiary_id: payment.beneficiaryId ?? undefined,
    ...(details.customer_id === undefined ? {} : { customer_id: details.customer_id }),
    ...(details.quote_id === undefined ? {} : { quote_id: details.quote_id }),
    client_reference: payment.clientReference,
    description: details.description ?? null,
    payment_path_method: pathMethodOf(payment),
    bank_account: details.bank_account ?? {},
    bank_details: details.bank_details ?? {},
    card_details: details.card_details ?? {},
    mobile_money_details: details.mobile_money_details ?? {},
    payer_details: details.payer_details ?? {},
    recipient_info: details.recipient_info ?? {},
    destination: details.destination ?? null,
    metadata: details.metadata ?? {},
    user_metadata: originOf(details),
    webhook_metadata: progress.last_word_at === undefined ? {} : { last_word_at: progress.last_word_at },
    fee_ids: payment.feeIds,
    ...(payment.provider === null ? { provider: null } : placeOf(payment.provider)),
    provider_payment_id: payment.providerPaymentId,
    provider_status: payment.providerStatus,
    provider_data: progress.provider_data ?? {},
    payout_initiated: payout !== undefined,
    payout_id: payout?.provider_payment_id ?? null,
    next_action: nextActionOf(payment) ?? null,
    instructions: instructionsOf(payment),
    failure_reason: progress.failure_reason ?? null,
    failure: failureOf(payment),
    hold: isOnHold(payment) ? { reason: progress.hold!.reason, since: progress.hold!.since } : null,
    comments: progress.comments ?? null,
    dispute: progress.dispute ?? null,
    ramp:
      details.ramp === undefined ? null : { ...details.ramp, ...progress.ramp, rate: Decimal.parse(details.ramp.rate) },
    route: placed(progress.route),
    routing_program: progress.program ?? null,
    attempts: placed(progress.attempts),
    timeline: progress.timeline,
    expires_at: payment.expiresAt === null ? null : isoOf(payment.expiresAt),
    created_at: isoOf(payment.createdAt),
    updated_at: isoOf(payment.updatedAt),
  };
}

/** To the client a transfer on a chain, and every transfer of a ramp, is `make_transfer`. */
export function nextActionOf({ nextAction, kind }: Payment): NextActionName | undefined {
  const type = nextAction?.type;
  return type === "crypto_transfer" || (type === "bank_transfer" && kind === "ramp") ? "make_transfer" : type;
}

/** `direct`: one currency, one side; `intermediary`: through our fx account; `third_party`: to a beneficiary. */
function pathMethodOf(payment: Payment): PaymentRecord["payment_path_method"] {
  if (payment.amount.currency !== payment.targetAmount.currency) return "intermediary";
  return payment.direction === "outbound" ? "third_party" : "direct";
}

/** The instructions as one sentence for a person; the initiation response has the single fields. */
function instructionsOf(payment: Payment): string | null {
  const action = payment.nextAction;
  switch (action?.type) {
    case "bank_transfer":
      return (
        `Transfer ${payment.amount.toString()} to ${action.account_name}, account ${action.account_number} at ` +
        `${action.bank_name}, reference ${action.reference}, before ${action.expires_at}`
      );
    case "crypto_transfer":
      return (
        `Send ${payment.amount.toString()} on ${action.network} to ` +
        `${action.address}${action.memo === null ? "" : `, memo ${action.memo}`}, before ${action.expires_at}`
      );
    case "pay_by_link":
      return `Pay at ${action.payment_link}`;
    case "redirect":
      return `Continue at ${action.redirect_url}`;
    case "collect_otp":
      return action.text ?? "Enter the one-time password that was sent to the payer";
    case "wait":
      return action.text ?? phoneInstructionsOf(payment);
    case "check_status":
    case undefined:
      return null;
  }
}

/**
 * One flat string of Latin-1 characters: pieces slow down `JSON.stringify` of the whole record, and any other character
 * doubles the memory of every text that contains it. Every event of the payment contains this.
 */
function phoneInstructionsOf(payment: Payment): string | null {
  const approval = phoneApprovalOf(payment);
  if (approval === null) return null;
  const { network, phone_hint, prompt_code } = approval;
  const again =
    prompt_code === null
      ? ["A missed prompt is not repeated: start another payment once this one has failed"]
      : ["If no prompt appears, dial ", prompt_code, " on that phone"];
  return [
    "Approve the request of ",
    network,
    " on the phone whose number ends in ",
    phone_hint.slice(-SHOWN_DIGITS),
    ". ",
    ...again,
  ].join("");
}

/** The initiation response (contract.md 2.2), with a provider's instructions merged at the top level. */
export function initiationResponseOf(payment: Payment, message: string): InitiationAnswer {
  const action = payment.nextAction;
  return {
    success: phaseOf(payment.status) !== "unsuccessful",
    payment_id: payment.paymentId,
    transaction_id: payment.transactionId,
    status: payment.status,
    ...(action === null ? {} : { next_action: nextActionOf(payment)! }),
    ...(action?.type === "redirect" ? { redirect_url: action.redirect_url } : {}),
    ...present({ provider_text: providerTextOf(action) ?? undefined }),
    provider: payment.provider && accountOf(payment.provider).provider,
    message,
    payment_data: {
      amount: payment.amount,
      currency: payment.amount.currency,
      target_amount: payment.targetAmount,
      target_currency: payment.targetAmount.currency,
      metadata: payment.details.metadata ?? null,
    },
    ...mergedInstructions(payment),
  };
}

/** What the provider tells the payer in its own words. */
export function providerTextOf(action: NextAction | null): string | null {
  return (action !== null && "text" in action && action.text) || null;
}

function mergedInstructions(payment: Payment): Partial<InitiationAnswer> {
  const action = payment.nextAction;
  const approval = phoneApprovalOf(payment);
  if (approval !== null) return { mobile_money: approval };
  if (action?.type === "pay_by_link") return { payment_link: action.payment_link };
  if (action?.type !== "bank_transfer") return {};
  const { account_name, account_number, bank_name, bank_code, reference, expires_at } = action;
  const account = { account_name, account_number, bank_name, bank_code, ...europeanFieldsOf(action, payment.amount) };
  return { ...account, reference, expires_at, amount: payment.amount, currency: payment.amount.currency };
}

export function europeanFieldsOf(action: NextAction & { type: "bank_transfer" }, amount: Money) {
  const { country: account_country, ...reach } = reachOf(action);
  const account_number = reach.iban ?? action.account_number;
  const due = { amount: amount.toDatabase(), currency: amount.currency, qr_code: action.qr_code ?? null };
  const qr_code = transferCodeOf({ ...action, account_number, bank_code: reach.bic ?? action.bank_code, ...due });
  return present({ ...reach, account_country, qr_code });
}

/** What the client does next, for its developer. */
export function messageOf(payment: Payment): string {
  switch (payment.nextAction?.type) {
    case "redirect":
      return "Send the customer to redirect_url";
    case "bank_transfer":
      return "Show the bank details so that the customer can send the funds";
    case "pay_by_link":
      return "Send the customer to payment_link";
    case "collect_otp":
      return "Collect the one-time password and submit it";
    case "check_status":
      return "The provider's answer is not known yet; check the status";
    case "crypto_transfer":
      return "Show the deposit address so that the customer can send the crypto";
    case "wait":
    case undefined:
      if (isOnHold(payment)) return `The payment is held and goes on later: ${payment.progress.hold!.reason}`;
      if (payment.status === "initiated" && payment.progress.attempts.length === 0)
        return payment.details.destination?.matches_beneficiary === false
          ? "The payment waits for a review: its destination is not the beneficiary's own"
          : "The payment waits for a review";
      if (phoneApprovalOf(payment) !== null)
        return "The customer approves the payment on the phone; mobile_money says what to tell them";
      return payment.status === "completed" ? "Payment completed" : "Payment is being processed";
  }
}

function originOf({ origin, batch }: Payment["details"]): Record<string, unknown> {
  if (batch !== undefined) return { origin: { type: "payout_batch", id: batch.batch_id, row: batch.row } };
  return origin === undefined ? {} : { origin };
}
