import type { Query } from "../../api/types.ts";

type Filters = Query<"/transactions">;

/** What the address of the payments page can say; everything in it is optional and anything else is dropped. */
export type PaymentSearch = {
  search?: string;
  status?: Filters["status"];
  direction?: Filters["direction"];
  method?: Filters["payment_method"];
  provider?: Filters["provider"];
  currency?: string;
  from?: string;
  to?: string;
};

export const STATUSES = ["initiated", "reviewed", "confirmed", "processing", "pending", "completed", "failed", "refunded", "rejected", "canceled"] as const;
export const DIRECTIONS = ["inbound", "outbound", "external"] as const;
export const METHODS = ["mobile_money", "bank_transfer", "card", "crypto", "wallet"] as const;
export const PROVIDERS = [
  "manual",
  "crypto",
  "fiat",
  "hybrid",
  "paystack",
  "flutterwave",
  "stripe",
  "adyen",
  "wise",
  "pawapay",
  "mtn_momo",
  "mpesa",
  "yellowcard",
] as const;

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : typeof value === "number" ? String(value) : undefined;

export function readPaymentSearch(raw: Record<string, unknown>): PaymentSearch {
  const read: PaymentSearch = {
    search: text(raw["search"]),
    status: oneOf(raw["status"], STATUSES),
    direction: oneOf(raw["direction"], DIRECTIONS),
    method: oneOf(raw["method"], METHODS),
    provider: oneOf(raw["provider"], PROVIDERS),
    currency: text(raw["currency"])?.toUpperCase(),
    from: text(raw["from"]),
    to: text(raw["to"]),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as PaymentSearch;
}

export function queryOf(search: PaymentSearch): Filters {
  return {
    search: search.search,
    status: search.status,
    direction: search.direction,
    payment_method: search.method,
    provider: search.provider,
    currency: search.currency,
    date_from: search.from,
    date_to: search.to,
  };
}
