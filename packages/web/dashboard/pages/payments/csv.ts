import type { CsvColumn } from "../../components/csv.ts";
import { plainAmount } from "@corridor/shared/money-text.ts";
import { type PaymentRow, personOf } from "./payment.ts";

export const PAYMENT_CSV: readonly CsvColumn<PaymentRow>[] = [
  ["payment_id", (payment) => payment.payment_id],
  ["transaction_id", (payment) => payment.transaction_id],
  ["created_at", (payment) => payment.created_at],
  ["updated_at", (payment) => payment.updated_at],
  ["status", (payment) => payment.status],
  ["direction", (payment) => payment.direction],
  ["payment_method", (payment) => payment.payment_method],
  ["country", (payment) => payment.country],
  ["amount", (payment) => amountIn(payment.amount, payment.currency)],
  ["currency", (payment) => payment.currency],
  ["target_amount", (payment) => amountIn(payment.target_amount, payment.target_currency)],
  ["target_currency", (payment) => payment.target_currency],
  ["total_fees", (payment) => amountIn(payment.total_fees, payment.currency)],
  ["refunded_amount", (payment) => amountIn(payment.refunded_amount, payment.currency)],
  ["provider", (payment) => payment.provider],
  ["provider_payment_id", (payment) => payment.provider_payment_id],
  ["customer", personOf],
  ["client_reference", (payment) => payment.client_reference],
  ["beneficiary_id", (payment) => payment.beneficiary_id],
  ["description", (payment) => payment.description],
  ["failure_reason", (payment) => payment.failure_reason],
];

function amountIn(amount: number | null, currency: string | null): string | null {
  return amount === null || currency === null ? null : plainAmount(amount, currency);
}
