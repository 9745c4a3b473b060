import type { CardDetails } from "@corridor/provider-kit/provider.ts";
import type { StoredCard } from "#src/payments/core/index.ts";

/** The part of a card that may be stored: enough to recognize it, not enough to pay with it. */
export function storedCardOf(card: CardDetails): StoredCard {
  const digits = card.card_number.replace(/\D/g, "");
  return {
    brand: brandOf(digits),
    first6: digits.slice(0, 6),
    last4: digits.slice(-4),
    expiry_month: card.expiry_month,
    expiry_year: card.expiry_year,
    card_holder_name: card.card_holder_name ?? null,
  };
}

/** The brand of a card, by the issuer ranges of ISO/IEC 7812; `unknown` for all others. */
function brandOf(digits: string): string {
  if (digits.startsWith("4")) return "visa";
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  if (/^(506[01]|507[89]|6500)/.test(digits)) return "verve";
  if (/^(6011|64[4-9]|65)/.test(digits)) return "discover";
  if (/^35(2[89]|[3-8])/.test(digits)) return "jcb";
  if (/^(30[0-5]|3[68])/.test(digits)) return "diners";
  if (/^(62|81)/.test(digits)) return "unionpay";
  return "unknown";
}
