import { sql, type SqlBool } from "kysely";
import { CRYPTO_CURRENCIES, FIAT_CURRENCIES } from "@corridor/base/currencies.ts";
import type { Db, Reader } from "#src/kernel/db/client.ts";
import { datedTable, idsOfDates } from "#src/kernel/db/ids-of-dates.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { Money } from "@corridor/base/money.ts";
import type { Payment } from "#src/payments/core/index.ts";
import { paymentOf, type PaymentRow } from "./queries.ts";
import type { ReconciliationRow } from "./reconciliation-items.ts";
import { conditionsOf, namedBy, type PaymentHints } from "./search-payments.ts";

/** Lists for people: filters vary, so kysely builds these, sorted by the newest id first (UUIDv7 sorts by time). */
const FILTERED_COLUMNS = [
  "status",
  "direction",
  "payment_method",
  "currency",
  "provider",
  "client_reference",
  "kind",
  "beneficiary_id",
] as const;
export type PaymentFilters = PaymentHints & { [C in (typeof FILTERED_COLUMNS)[number]]?: string } & {
  date_from?: Date;
  date_to?: Date;
  /** A text that identifies a payment. */
  search?: string;
};

/** The orders that an index supports: no column that changes with a payment is indexed. */
export const SORTS = ["created_at", "amount"] as const;
export const ORDERS = ["desc", "asc"] as const;
export type PaymentOrder = { sort: (typeof SORTS)[number]; order: (typeof ORDERS)[number] };
const NEWEST_FIRST: PaymentOrder = { sort: "created_at", order: "desc" };

/** The position of a payment in an order, from which the next page continues. */
export function sortKeyOf({ paymentId, amount }: Payment, { sort }: PaymentOrder): string[] {
  return sort === "amount" ? [amount.toDatabase(), paymentId] : [paymentId];
}

export async function listPayments(
  db: Reader,
  scope: Scope,
  filters: PaymentFilters,
  page: Page,
  { sort, order } = NEWEST_FIRST,
): Promise<Payment[]> {
  let query = (await matching(db, scope, filters)).selectAll().limit(page.limit + 1);
  if (sort === "amount") query = query.orderBy("amount", order);
  query = query.orderBy("payment_id", order);
  if (page.after !== null) query = query.where(after(page.after, sort, order));
  return ((await query.execute()) as PaymentRow[]).map(paymentOf);
}

/** The newest few payments that match a search text or have an amount. */
export function findPaymentsBy(db: Reader, scope: Scope, by: { search: string } | { amount: string }, limit: number) {
  const filters = "search" in by ? by : { amount_from: by.amount, amount_to: by.amount };
  // One row more than a page, to know whether there is another page.
  return listPayments(db, scope, filters, {
    limit: limit - 1,
    after: null,
    cursorName: "last_evaluated_key",
    encode: () => "",
  });
}

function after(key: readonly string[], sort: PaymentOrder["sort"], order: PaymentOrder["order"]) {
  const beyond = sql.raw(order === "desc" ? "<" : ">");
  return sort === "amount"
    ? sql<SqlBool>`(amount, payment_id) ${beyond} (${key[0]!}::numeric, ${key[1]!}::uuid)`
    : sql<SqlBool>`payment_id ${beyond} ${key[0]!}::uuid`;
}

const DATED_PAYMENTS = datedTable("payments", "payment_id");

async function matching(db: Reader, scope: Scope, filters: PaymentFilters) {
  let query = db.kysely.selectFrom("payments");
  if ("orgId" in scope) query = query.where("org_id", "=", scope.orgId);
  for (const column of FILTERED_COLUMNS) {
    const value = filters[column];
    if (value !== undefined) query = query.where(column, "=", value);
  }
  const { date_from: from, date_to: to } = filters;
  if (from !== undefined) query = query.where("created_at", ">=", from);
  if (to !== undefined) query = query.where("created_at", "<", to);
  if (from !== undefined || to !== undefined) {
    const { first, last } = await idsOfDates(db, DATED_PAYMENTS, { from, to }, "orgId" in scope ? scope.orgId : null);
    query = query.where("payment_id", ">=", first).where("payment_id", "<=", last);
  }
  // The index of amounts begins with the currency, so an amount without a currency is looked up in each currency.
  if (filters.currency === undefined && (filters.amount_from ?? filters.amount_to) !== undefined)
    query = query.where(sql<SqlBool>`currency = ANY(${ALL_CURRENCIES}::text[])`);
  for (const condition of conditionsOf(scope, filters)) query = query.where(condition);
  return filters.search === undefined ? query : query.where(await namedBy(db, scope, filters.search));
}

const ALL_CURRENCIES = [...FIAT_CURRENCIES, ...CRYPTO_CURRENCIES];

/** More than this many payments are not summed up while somebody waits; a report or an export has them all. */
export const MAX_SUMMED = 10_000;

export type PaymentSums = {
  count: number;
  is_complete: boolean;
  sums: { currency: string; count: number; amount: Money }[];
};

/** Totals of the newest matching payments, by currency. */
export async function sumPayments(db: Reader, scope: Scope, filters: PaymentFilters): Promise<PaymentSums> {
  const newest = (await matching(db, scope, filters))
    .select(["currency", "amount"])
    .orderBy("payment_id", "desc")
    .limit(MAX_SUMMED + 1);
  const { rows } = await sql<{ currency: string; count: number; amount: string; all: number }>`
    SELECT currency, count(*) FILTER (WHERE place <= ${MAX_SUMMED}::int)::int AS count, coalesce(sum(amount) FILTER (WHERE place <= ${MAX_SUMMED}::int), 0)::text AS amount, count(*)::int AS all
    FROM (SELECT currency, amount, row_number() OVER () AS place FROM (${newest}) AS newest) AS placed GROUP BY currency ORDER BY currency`.execute(
    db.kysely,
  );
  const found = rows.reduce((sum, row) => sum + row.all, 0);
  return {
    count: Math.min(found, MAX_SUMMED),
    is_complete: found <= MAX_SUMMED,
    sums: rows.flatMap(({ currency, count, amount }) =>
      count === 0 ? [] : [{ currency, count, amount: Money.fromDatabase(amount, currency) }],
    ),
  };
}

/** Finds a payment of any organization, for platform people, who need not know which organization it belongs to. */
export async function findPaymentOfAnybody(db: Db, paymentId: string): Promise<Payment | undefined> {
  const row = await db.kysely.selectFrom("payments").selectAll().where("payment_id", "=", paymentId).executeTakeFirst();
  return row === undefined ? undefined : paymentOf(row as PaymentRow);
}

type ItemFilters = { status?: string; payment_id?: string };

export async function listReconciliationItems(db: Reader, scope: Scope, filters: ItemFilters, page: Page) {
  let query = db.kysely
    .selectFrom("reconciliation_items")
    .selectAll()
    .orderBy("item_id", "desc")
    .limit(page.limit + 1);
  if ("orgId" in scope) query = query.where("org_id", "=", scope.orgId);
  if (filters.status !== undefined) query = query.where("status", "=", filters.status);
  if (filters.payment_id !== undefined) query = query.where("payment_id", "=", filters.payment_id);
  if (page.after !== null) query = query.where("item_id", "<", page.after[0]!);
  return (await query.execute()) as ReconciliationRow[];
}

export async function findReconciliationItem(db: Db, scope: Scope, itemId: string) {
  let query = db.kysely.selectFrom("reconciliation_items").selectAll().where("item_id", "=", itemId);
  if ("orgId" in scope) query = query.where("org_id", "=", scope.orgId);
  return (await query.executeTakeFirst()) as ReconciliationRow | undefined;
}
