import Type, { type Static } from "typebox";
import { idsMeaning } from "#src/parties/customers/index.ts";
import { type LiveRates, sumOfWorths, worthIn } from "#src/pricing/rates/index.ts";
import type { Reader } from "#src/kernel/db/client.ts";
import { WALKED } from "#src/kernel/db/walk.ts";
import { type Scope, scopeOf } from "#src/kernel/http/caller.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { mapPage, pageOf, pageQuery, readPage } from "#src/kernel/http/pagination.ts";
import {
  Amount,
  Closed,
  Currency,
  CurrencyCode,
  DateFrom,
  DateTo,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
} from "#src/kernel/http/schemas.ts";
import { ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import {
  listPayments,
  ORDERS,
  type PaymentFilters,
  type PaymentOrder,
  sortKeyOf,
  SORTS,
  sumPayments,
} from "#src/payments/store/index.ts";
import { dateRange } from "#src/kernel/http/date-range.ts";
import {
  FailureCauseSchema,
  PaymentRecordSchema,
  PaymentStatusSchema,
  type RecordDeps,
  recordFor,
} from "#src/payments/wire/index.ts";
import {
  PaymentDirectionSchema,
  PaymentMethodSchema,
  ProviderCauseSchema,
  ProviderNameSchema,
} from "#src/pricing/provider-accounts/index.ts";

const TAG = "Transactions";
const DEFAULT_BASE = "USD";

const AmountQuery = Type.String({
  maxLength: 40,
  pattern: "^[0-9]{1,15}([.][0-9]{1,18})?$",
  "x-pattern-message": "must be an amount, such as 1500.00",
  description: "Range of `amount`, inclusive; without `currency`, amounts of every currency",
});

const Filters = {
  org_id: Type.Optional(Id),
  status: Type.Optional(PaymentStatusSchema),
  direction: Type.Optional(PaymentDirectionSchema),
  payment_method: Type.Optional(PaymentMethodSchema),
  currency: Type.Optional(CurrencyCode),
  provider: Type.Optional(ProviderNameSchema),
  failure_cause: Type.Optional(FailureCauseSchema),
  provider_cause: Type.Optional(ProviderCauseSchema),
  client_reference: Type.Optional(Type.String({ maxLength: 500 })),
  kind: Type.Optional(OneOf(["payment", "ramp"] as const)),
  beneficiary_id: Type.Optional(Id),
  customer_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "Only payments of this customer, including customers that were merged into it",
    }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        "Any id of a payment, the caller's own reference, an e-mail address or phone number of the payer; otherwise " +
        "the beginning of a reference or of the payer's name",
    }),
  ),
  payer: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "The beginning of the payer's name, in upper or lower case",
    }),
  ),
  email: Type.Optional(Type.String({ minLength: 3, maxLength: 254, description: "The payer's e-mail address" })),
  phone: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 40,
      description: "The payer's phone number or mobile money number, in international form",
    }),
  ),
  reference_prefix: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: "The beginning of `client_reference`" }),
  ),
  amount_from: Type.Optional(AmountQuery),
  amount_to: Type.Optional(AmountQuery),
  metadata: Type.Optional(
    Type.String({
      maxLength: 1_000,
      pattern: "^[^:]+:",
      "x-pattern-message": "must be name:value",
      description:
        "`name:value` of one field at the top of `metadata`, whose value is a text, a number or a truth value",
    }),
  ),
  date_from: DateFrom,
  date_to: DateTo,
};
const FiltersQuery = Closed(Filters);

const TotalsSchema = Named(["TransactionTotals", "Sums over all matching payments"], {
  count: [Type.Integer(), "How many payments match"],
  is_complete: Type.Boolean({
    description:
      `False when the organization and the dates leave more than ${WALKED} payments to look at: then only those ` +
      "that match among the newest of these are summed up",
  }),
  sums: [
    Type.Array(
      Named("CurrencySum", {
        currency: Currency,
        count: [Type.Integer(), "The number of payments in this currency"],
        amount: Amount,
        in_base: [Nullable(MoneyNumber), "The amount in `base`, at today's rate; null without a rate"],
      }),
    ),
    "Sums by currency",
  ],
  base: [Type.String(), "The currency of the totals"],
  total_in_base: [Nullable(MoneyNumber), "The total in `base`; null when a rate is missing"],
});

export type PaymentListDeps = RecordDeps & { reads: Reader; liveRates: Pick<LiveRates, "between"> };

/** Lists of payments, and totals over all payments that the filters match. */
export function paymentListRoutes(deps: PaymentListDeps): (app: App) => void {
  async function filtersOf(query: Omit<Static<typeof FiltersQuery>, "org_id">): Promise<PaymentFilters> {
    const { date_from, date_to, metadata, customer_id, ...filters } = query;
    if (filters.beneficiary_id !== undefined && !isId(filters.beneficiary_id))
      throw invalidField("beneficiary_id", "must be an id");
    return {
      ...filters,
      ...dateRange(date_from, date_to),
      ...(metadata === undefined ? {} : { metadata: readMetadata(metadata) }),
      ...(customer_id === undefined ? {} : { customerIds: await idsMeaning(deps.reads, customer_id) }),
    };
  }

  return (app) => {
    const on = operations(app, TAG);
    on("GET /transactions", {
      id: "listTransactions",
      summary: "List payments, newest first",
      query: Closed({
        ...Filters,
        sort: Type.Optional(
          OneOf(SORTS, { description: "`amount`: within one organization and `currency`", default: "created_at" }),
        ),
        order: Type.Optional(OneOf(ORDERS, { default: "desc" })),
        ...pageQuery(),
      }),
      answer: pages("Transactions", PaymentRecordSchema),
      handle: async (request) => {
        const {
          org_id,
          sort = "created_at",
          order = "desc",
          limit: _,
          last_evaluated_key: __,
          ...query
        } = request.query;
        const scope = scopeOf(request.caller, org_id);
        const page = readPage(request, "transactions", scope);
        const ordered: PaymentOrder = { sort, order };
        refuseUncarried(ordered, scope, query.currency);
        const { payments, walkedTo } = await listPayments(deps.reads, scope, await filtersOf(query), page, ordered);
        const shown = pageOf(payments, page, (payment) => sortKeyOf(payment, ordered), walkedTo);
        return mapPage(shown, recordFor(deps, request.caller));
      },
    });

    on("GET /transactions/totals", {
      id: "getTransactionTotals",
      summary: "Count and sum up the payments that filters match",
      description:
        "Accepts the filters of the list. Totals in `base` are at today's rates; null for a currency without a " +
        "rate.",
      query: Closed({ ...Filters, base: Type.Optional(CurrencyCode) }),
      answer: ok("Totals", TotalsSchema),
      handle: async (request) => {
        const { org_id, base = DEFAULT_BASE, ...query } = request.query;
        const found = await sumPayments(deps.reads, scopeOf(request.caller, org_id), await filtersOf(query));
        const sums = await Promise.all(
          found.sums.map(async (sum) => ({ ...sum, in_base: await worthIn(deps.liveRates, sum.amount, base) })),
        );
        const worths = sums.map(({ in_base }) => in_base);
        return { ...found, sums, base, total_in_base: sumOfWorths(worths, base) };
      },
    });
  };
}

/** Amounts have an index within an organization and a currency; columns that change with the status have none. */
function refuseUncarried({ sort }: PaymentOrder, scope: Scope, currency: string | undefined): void {
  if (sort !== "amount") return;
  if (currency === undefined)
    throw invalidField("sort", "by amount needs `currency`: amounts of different currencies cannot be compared");
  if ("every" in scope) throw invalidField("sort", "by amount needs `org_id`: name the organization");
}

function readMetadata(text: string): { name: string; value: string } {
  const colon = text.indexOf(":");
  return { name: text.slice(0, colon), value: text.slice(colon + 1) };
}
