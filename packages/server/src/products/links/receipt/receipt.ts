import { randomInt } from "node:crypto";
import type { Payment } from "#src/payments/core/index.ts";
import { referenceOf } from "#src/payments/at-providers/index.ts";
import { refundsOfPayment } from "#src/payments/refunds/index.ts";
import { phoneHintOf } from "#src/payments/wire/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { Money } from "@corridor/base/money.ts";

/** Letters and digits that cannot be confused: people type a code from paper. 60 bits: nobody finds one by trying. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 12;
const CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

export function newReceiptCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join("");
}

/** Normalizes a typed code; null for text that cannot be one. */
export function readReceiptCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return CODE.test(code) ? code : null;
}

export function receiptUrlOf(publicBaseUrl: string, code: string): string {
  return `${publicBaseUrl}/r/${code}`;
}

/** The payer is not named: anybody who holds the paper may check it, and learns nothing beyond it. */
export type Receipt = {
  readonly code: string;
  readonly status: "completed" | "refunded";
  readonly amount: Money;
  /** What the organization received, if that is another currency. */
  readonly receivedAmount: Money | null;
  /** Units received by the organization per unit paid. */
  readonly rate: Decimal | null;
  readonly description: string | null;
  readonly reference: string;
  readonly paymentMethod: string;
  /** "Visa •••• 4242", "MTN •••• 4567". */
  readonly methodDetail: string | null;
  readonly paidAt: Date;
  /** Those that reached the payer, oldest first. */
  readonly refunds: readonly { readonly amount: Money; readonly updatedAt: Date }[];
};

const RATE_SCALE = 8;

const MAX_REFUNDS = 100;

/** Null for a payment that has not completed. */
export async function receiptOf(db: Queryable, payment: Payment, code: string): Promise<Receipt | null> {
  if (payment.status !== "completed" && payment.status !== "refunded") return null;
  const refunds = await refundsOfPayment(db, payment, null, MAX_REFUNDS);
  const { amount, targetAmount, details } = payment;
  const isConverted = amount.currency !== targetAmount.currency;
  const paid = payment.progress.timeline.find(({ to }) => to === "completed");
  return {
    code,
    status: payment.status,
    amount,
    receivedAmount: isConverted ? targetAmount : null,
    rate: isConverted ? quotientOf(targetAmount, amount) : null,
    description: details.description ?? null,
    reference: referenceOf(payment),
    paymentMethod: payment.paymentMethod,
    methodDetail: methodDetailOf(payment),
    paidAt: paid === undefined ? payment.updatedAt : new Date(paid.at),
    refunds: refunds.filter((refund) => refund.status === "completed").toReversed(),
  };
}

function quotientOf(one: Money, other: Money): Decimal {
  const numerator = one.minor * 10n ** BigInt(RATE_SCALE + other.scale);
  return Decimal.of(numerator / (other.minor * 10n ** BigInt(one.scale)), RATE_SCALE);
}

function methodDetailOf({ details: { card_details: card, mobile_money_details: phone } }: Payment): string | null {
  if (card !== undefined) {
    const brand = card.brand === "unknown" ? "" : `${card.brand[0]!.toUpperCase()}${card.brand.slice(1)} `;
    return `${brand}•••• ${card.last4}`;
  }
  return phone === undefined ? null : `${phone.provider} ${phoneHintOf(phone.phone_number)}`;
}
