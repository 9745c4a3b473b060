import type { PaymentRow } from "./payment.ts";

const COLUMNS: [header: string, value: (payment: PaymentRow) => string | number | null | undefined][] = [
  ["payment_id", (payment) => payment.payment_id],
  ["transaction_id", (payment) => payment.transaction_id],
  ["created_at", (payment) => payment.created_at],
  ["updated_at", (payment) => payment.updated_at],
  ["status", (payment) => payment.status],
  ["direction", (payment) => payment.direction],
  ["payment_method", (payment) => payment.payment_method],
  ["country", (payment) => payment.country],
  ["amount", (payment) => payment.amount],
  ["currency", (payment) => payment.currency],
  ["target_amount", (payment) => payment.target_amount],
  ["target_currency", (payment) => payment.target_currency],
  ["total_fees", (payment) => payment.total_fees],
  ["refunded_amount", (payment) => payment.refunded_amount],
  ["provider", (payment) => payment.provider],
  ["provider_payment_id", (payment) => payment.provider_payment_id],
  ["client_reference", (payment) => payment.client_reference],
  ["beneficiary_id", (payment) => payment.beneficiary_id],
  ["description", (payment) => payment.description],
  ["failure_reason", (payment) => payment.failure_reason],
];

/** A cell that begins like a formula would run in a spreadsheet: whoever writes references is not trusted with that. */
export function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvOf(payments: readonly PaymentRow[]): string {
  const lines = [COLUMNS.map(([header]) => header).join(","), ...payments.map((payment) => COLUMNS.map(([, value]) => cell(value(payment))).join(","))];
  return `${lines.join("\r\n")}\r\n`;
}
