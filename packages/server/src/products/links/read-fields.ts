import { isReturnAddress, RETURN_ADDRESS_RULE } from "#src/payments/at-providers/index.ts";
import { isFiat } from "@corridor/base/currencies.ts";
import { ApiError, invalidField } from "#src/kernel/http/errors.ts";
import type { LiveRates } from "#src/pricing/rates/index.ts";
import { type PaymentLink, totalOf } from "./payment-link.ts";

/** Rules for the fields of a link, shared by creating and changing one. The schema checks types and lengths. */
export function readCurrency(code: string, path: string): string {
  if (!isFiat(code)) throw invalidField(path, "must be an ISO 4217 currency code");
  return code;
}

/** A link that could never be priced is refused when it is created, not when a customer opens it. */
export async function readPayerCurrency(liveRates: LiveRates, code: string, currency: string): Promise<string> {
  readCurrency(code, "payer_currency");
  if (code !== currency && (await liveRates.between(code, currency)) === null)
    throw invalidField("payer_currency", `there is no rate from ${code} to ${currency}`);
  return code;
}

export function readExpiry(text: string, now: Date): Date {
  const expiresAt = new Date(text);
  if (!(expiresAt > now)) throw invalidField("expires_at", "must be in the future");
  return expiresAt;
}

export function readReturnUrl(text: string): string {
  if (!isReturnAddress(text)) throw invalidField("return_url", RETURN_ADDRESS_RULE);
  return text;
}

/** Significant digits that an amount in JSON can carry. */
const MAX_DIGITS = 15;

/** The price of the largest quantity must also fit into an amount. */
export function readMaxQuantity(link: Pick<PaymentLink, "amountType" | "amount">, max: number | null): number | null {
  if (max === null || max === 1) return null;
  if (link.amountType === "open")
    throw invalidField("max_quantity", "is for fixed links only: the payer of an open link chooses the amount");
  if (totalOf(link, max)!.minor.toString().length > MAX_DIGITS)
    throw invalidField("max_quantity", `times the amount has more than ${MAX_DIGITS} digits`);
  return max;
}

export function linkNotPayable(message: string): ApiError {
  return new ApiError(409, "LINK_NOT_PAYABLE", message);
}
