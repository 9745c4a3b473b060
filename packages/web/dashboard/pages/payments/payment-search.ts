import { FAILURE_CAUSES, PAYMENT_DIRECTIONS, PAYMENT_METHODS, PAYMENT_STATUSES } from "@corridor/shared/choices.ts";
import type { Query } from "@corridor/shared/operations.ts";
import { startOfDay } from "../../components/form-values.ts";

type Filters = Query<"/transactions">;

/** The search parameters of the payments page; all are optional, and unknown ones are dropped. */
export type PaymentSearch = {
  search?: string;
  status?: Filters["status"];
  direction?: Filters["direction"];
  method?: Filters["payment_method"];
  provider?: Filters["provider"];
  currency?: string;
  customer?: string;
  beneficiary?: string;
  cause?: Filters["failure_cause"];
  from?: string;
  to?: string;
  /** Newest first by default. Sorting by amount needs a currency. */
  sort?: "amount";
  order?: "asc";
  /** Columns that are left out, joined by commas. */
  hide?: string;
};

/** Parameters that change the display of the list, not its content. */
export const NO_FILTERS: ReadonlySet<string> = new Set(["hide", "sort", "order"]);

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== ""
    ? value.trim()
    : typeof value === "number"
      ? String(value)
      : undefined;

/** Packages bring further providers than the contract's. */
const nameIn = (value: unknown): PaymentSearch["provider"] =>
  typeof value === "string" && /^[a-z][a-z0-9_]+$/.test(value) ? (value as PaymentSearch["provider"]) : undefined;

export function readPaymentSearch(raw: Record<string, unknown>): PaymentSearch {
  const currency = text(raw["currency"])?.toUpperCase();
  const read: PaymentSearch = {
    search: text(raw["search"]),
    status: oneOf(raw["status"], PAYMENT_STATUSES),
    direction: oneOf(raw["direction"], PAYMENT_DIRECTIONS),
    method: oneOf(raw["method"], PAYMENT_METHODS),
    provider: nameIn(raw["provider"]),
    currency,
    customer: text(raw["customer"]),
    beneficiary: text(raw["beneficiary"]),
    cause: oneOf(raw["cause"], FAILURE_CAUSES),
    from: text(raw["from"]),
    to: text(raw["to"]),
    sort: currency === undefined ? undefined : oneOf(raw["sort"], ["amount"]),
    order: oneOf(raw["order"], ["asc"]),
    hide: text(raw["hide"]),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as PaymentSearch;
}

/**
 * A day means the person's own day, like the times in the list; the service itself counts days in UTC. It refuses text
 * that is not a day.
 */
function momentOf(day: string | undefined, daysLater: number): string | undefined {
  if (day === undefined) return undefined;
  const at = startOfDay(day);
  if (Number.isNaN(at.getTime())) return day;
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}

/** The filters and the order. */
export function queryOf(search: PaymentSearch): Filters {
  return { ...filtersOf(search), sort: search.sort, order: search.order };
}

export function filtersOf(search: PaymentSearch): Omit<Filters, "sort" | "order"> {
  return {
    search: search.search,
    status: search.status,
    direction: search.direction,
    payment_method: search.method,
    provider: search.provider,
    currency: search.currency,
    customer_id: search.customer,
    beneficiary_id: search.beneficiary,
    failure_cause: search.cause,
    date_from: momentOf(search.from, 0),
    date_to: momentOf(search.to, 1),
  };
}
