import type { Db, Reader } from "#src/kernel/db/client.ts";
import { datedTable, idsOfDates, withIds } from "#src/kernel/db/ids-of-dates.ts";
import { join, raw, type Sql, sql } from "#src/kernel/db/sql.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { walk } from "#src/kernel/db/walk.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { Money } from "@corridor/base/money.ts";
import type { Payment } from "#src/payments/core/index.ts";
import { paymentOf, type PaymentRow } from "./queries.ts";
import type { ReconciliationRow } from "./reconciliation-items.ts";
import { hintsOf, idsOf, namedBy, type PaymentHints, worth } from "./search-payments.ts";

/** Lists for people: filters vary. Sorted by the newest id first (UUIDv7 sorts by time). */
const FILTERED_COLUMNS = ["status", "direction", "payment_method", "provider", "kind"] as const;
/** By its provider, whichever account there carries the payment. */
const PROVIDER = raw("split_part(provider, '.', 1)");
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

/** `walkedTo`: where the next page continues, although this one is not full. */
export async function listPayments(
  db: Reader,
  scope: Scope,
  filters: PaymentFilters,
  page: Page,
  order = NEWEST_FIRST,
): Promise<{ payments: Payment[]; walkedTo: Page["after"] }> {
  const { query, end } = await matching(db, scope, filters, order, page.after);
  const payments = (await db.ask<PaymentRow>(sql`${query} LIMIT ${page.limit + 1}`)).map(paymentOf);
  return { payments, walkedTo: payments.length > page.limit ? null : await end() };
}

/** The newest few payments that match a search text or have an amount. */
export function findPaymentsBy(db: Reader, scope: Scope, by: { search: string } | { amount: string }, limit: number) {
  const filters = "search" in by ? by : { amount_from: by.amount, amount_to: by.amount };
  // One row more than a page, to know whether there is another page.
  const page = { limit: limit - 1, after: null, cursorName: "last_evaluated_key", encode: () => "" } as const;
  return listPayments(db, scope, filters, page).then(({ payments }) => payments);
}

function after(key: readonly string[], { sort, order }: PaymentOrder): Sql {
  const beyond = raw(order === "desc" ? "<" : ">");
  return sort === "amount"
    ? sql`(amount, payment_id) ${beyond} (${key[0]}::numeric, ${key[1]}::uuid)`
    : sql`payment_id ${beyond} ${key[0]}::uuid`;
}

const DATED_PAYMENTS = datedTable("payments", "payment_id");

async function matching(db: Reader, scope: Scope, filters: PaymentFilters, by = NEWEST_FIRST, from?: Page["after"]) {
  const { sort, order } = by;
  const { currency, amount_from, amount_to, ...others } = filters;
  const { date_from, date_to, metadata } = others;
  const narrow: Sql[] = [];
  if ("orgId" in scope) narrow.push(sql`org_id = ${scope.orgId}`);
  if (sort === "amount") narrow.push(worth(scope, currency, amount_from, amount_to).row);
  if (from) narrow.push(after(from, by));
  if ((date_from ?? date_to) !== undefined) {
    const ids = await idsOfDates(db, DATED_PAYMENTS, { from: date_from, to: date_to }, orgIdIn(scope));
    narrow.push(withIds("payment_id", ids, orgIdIn(scope), order));
  }
  const wide: Sql[] = [];
  const named = filters.search === undefined ? [] : [await namedBy(db, scope, filters.search)];
  for (const hint of [...named, ...hintsOf(scope, sort === "amount" ? others : filters)]) {
    const ids = await idsOf(db, hint);
    if (ids === null) wide.push(hint.row);
    else narrow.push(sql`payment_id = ANY (${ids}::uuid[])`);
  }
  for (const column of FILTERED_COLUMNS)
    if (filters[column] !== undefined)
      wide.push(sql`${column === "provider" ? PROVIDER : raw(column)} = ${filters[column]}`);
  if (date_from !== undefined) wide.push(sql`created_at >= ${date_from}`);
  if (date_to !== undefined) wide.push(sql`created_at < ${date_to}`);
  // Long values share a key.
  if (metadata !== undefined) wide.push(sql`details -> 'metadata' ->> ${metadata.name}::text = ${metadata.value}`);
  const key = sort === "amount" ? ["amount", "payment_id"] : ["payment_id"];
  return walk(db, { table: "payments", key, order, narrow, wide });
}

export type PaymentSums = {
  count: number;
  is_complete: boolean;
  sums: { currency: string; count: number; amount: Money }[];
};

/** Totals of the matching payments among the newest, by currency; a report or an export has them all. */
export async function sumPayments(db: Reader, scope: Scope, filters: PaymentFilters): Promise<PaymentSums> {
  const { query, end } = await matching(db, scope, filters);
  const rows = await db.ask<{ currency: string; count: number; amount: string }>(sql`
    SELECT currency, count(*)::int AS count, sum(amount)::text AS amount FROM (${query}) AS found
    GROUP BY currency ORDER BY currency`);
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    is_complete: (await end()) === null,
    sums: rows.map(({ amount, ...row }) => ({ ...row, amount: Money.fromDatabase(amount, row.currency) })),
  };
}

const FIND_PAYMENT_OF_ANYBODY = statement("store.FIND_PAYMENT_OF_ANYBODY")`
  SELECT * FROM payments WHERE payment_id = $1`;

/** Finds a payment of any organization, for platform people, who need not know which organization it belongs to. */
export async function findPaymentOfAnybody(db: Db, paymentId: string): Promise<Payment | undefined> {
  const [row] = await db.query(FIND_PAYMENT_OF_ANYBODY, [paymentId]);
  return row === undefined ? undefined : paymentOf(row);
}

type ItemFilters = { status?: string; payment_id?: string };

export function listReconciliationItems(
  db: Reader,
  scope: Scope,
  filters: ItemFilters,
  page: Page,
): Promise<ReconciliationRow[]> {
  const conditions = [
    sql`true`,
    ...("orgId" in scope ? [sql`org_id = ${scope.orgId}`] : []),
    ...(filters.status === undefined ? [] : [sql`status = ${filters.status}`]),
    ...(filters.payment_id === undefined ? [] : [sql`payment_id = ${filters.payment_id}`]),
    ...(page.after === null ? [] : [sql`item_id < ${page.after[0]}`]),
  ];
  return db.ask<ReconciliationRow>(sql`
    SELECT * FROM reconciliation_items
    WHERE ${join(conditions)} ORDER BY item_id DESC LIMIT ${page.limit + 1}`);
}

const FIND_RECONCILIATION_ITEM = statement("store.FIND_RECONCILIATION_ITEM")`
  SELECT * FROM reconciliation_items WHERE item_id = $1 AND ($2::uuid IS NULL OR org_id = $2)`;

export async function findReconciliationItem(
  db: Db,
  scope: Scope,
  itemId: string,
): Promise<ReconciliationRow | undefined> {
  return (await db.query(FIND_RECONCILIATION_ITEM, [itemId, "orgId" in scope ? scope.orgId : null]))[0];
}
