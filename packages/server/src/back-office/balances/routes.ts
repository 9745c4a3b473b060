import Type from "typebox";
import { type Balance, balanceRecordOf, openingsOf, readBalances, unusedBalance } from "#src/record/ledger/index.ts";
import { CRYPTO_CURRENCIES, FIAT_CURRENCIES } from "@corridor/base/currencies.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Reader } from "#src/kernel/db/client.ts";
import { organizationOf } from "#src/kernel/http/caller.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  CreatedAt,
  CurrencyCode,
  DateFrom,
  DateTo,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OrgId,
  Timestamp,
  Day,
} from "#src/kernel/http/schemas.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { list, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import type { Money } from "@corridor/base/money.ts";
import { readDailyBalances } from "./read-daily-balances.ts";
import { type HistoryEntry, listHistory } from "./queries.ts";

export const TAG = "Balances";
const ALL_CURRENCIES = [...FIAT_CURRENCIES, ...CRYPTO_CURRENCIES];
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 92;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

export const BalanceSchema = Named(["Balance", "The money of an organization in one currency"], {
  org_id: OrgId,
  currency: CurrencyCode,
  available: [MoneyNumber, "The money that can be spent, without the credit line"],
  pending: [MoneyNumber, "Completed payins that the provider has not paid out to us yet"],
  reserved: [MoneyNumber, "Money that is set aside for payments and refunds in progress"],
  credit_line: [MoneyNumber, "How far below zero the balance may go"],
  spendable: [MoneyNumber, "`available` and `credit_line` together, never below zero"],
  updated_at: [Nullable(Timestamp), "When it last changed; null: never"],
});

const DailyBalanceSchema = Named("DailyBalance", {
  date: [Day, "The day, in UTC"],
  available: [MoneyNumber, "What could be spent at the end of the day; a past day includes what was held for payouts"],
  pending: [MoneyNumber, "Completed payins that the provider has not paid out to us yet"],
  reserved: [MoneyNumber, "Money that is set aside for payments and refunds in progress"],
  credit_line: [MoneyNumber, "How far below zero the balance may go"],
});

const Entry = Named("BalanceEntry", {
  entry: Type.String({ description: "Position in the organization's books: transaction and line" }),
  currency: CurrencyCode,
  amount: [MoneyNumber, "The change of the balance; negative when money left it"],
  available_after: [MoneyNumber, "`available` after this entry"],
  credit_line: [Nullable(MoneyNumber), "The credit line after this entry; null: the entry did not change it"],
  description: [Type.String(), "What happened, for people"],
  resource_id: [Id, "Id of the payment, transfer or other resource behind the entry"],
  cause: [Type.String(), "What happened to the resource"],
  created_at: CreatedAt,
});

const OrgQuery = { org_id: Type.Optional(Type.String({ description: "For the platform" })) };

/** An organization's balances, and the entries that led to them. */
export function balanceRoutes({ db, clock }: { db: Reader; clock: Clock }): (app: App) => void {
  return (app) => {
    const on = operations(app, TAG);
    on("GET /balances", {
      id: "listBalances",
      summary: "Read the balances of an organization, one for each currency",
      description:
        "`available` is what the organization has; `pending` are completed payins that their provider has not " +
        "paid out to us yet; `reserved` is set aside for payouts and refunds in progress; `credit_line` is how " +
        "far below zero `available` may go for new payouts and refunds; `spendable` is what can be spent now. " +
        "In development every currency starts with a sandbox balance.",
      query: Type.Object({ ...OrgQuery, currency: Type.Optional(CurrencyCode) }),
      answer: list("Balances", BalanceSchema),
      handle: async (request) => {
        const { org_id, currency = null } = request.query;
        const orgId = organizationOf(request.caller, org_id);
        const [known, openings] = await Promise.all([
          readBalances(db, orgId, currency),
          openingsOf(db, currency === null ? ALL_CURRENCIES : [currency]),
        ]);
        return [...known, ...unopened(orgId, known, openings)].map(balanceRecordOf);
      },
    });

    on("GET /balances/daily", {
      id: "listDailyBalances",
      summary: "Read the balance at the end of each day, oldest first",
      query: Type.Object({
        ...OrgQuery,
        currency: CurrencyCode,
        days: Type.Optional(Type.Integer({ minimum: 2, maximum: MAX_DAYS, default: DEFAULT_DAYS })),
      }),
      answer: list("Daily balances", DailyBalanceSchema),
      handle: async (request) => {
        const { org_id, currency, days = DEFAULT_DAYS } = request.query;
        return await readDailyBalances(db, organizationOf(request.caller, org_id), currency, days, clock.now());
      },
    });

    on("GET /balances/history", {
      id: "listBalanceHistory",
      summary: "List the changes of an organization's balance in one currency, newest first",
      description:
        "One entry for each posting to the balance. `credit_line` is set if the entry changed the credit line, " +
        "and null otherwise.",
      query: Type.Object({
        ...OrgQuery,
        currency: CurrencyCode,
        date_from: DateFrom,
        date_to: DateTo,
      }),
      answer: pages("Balance history", Entry),
      handle: async (request) => {
        const { org_id, currency, date_from, date_to } = request.query;
        const orgId = organizationOf(request.caller, org_id);
        const page = readPage(request, "balance-history", { orgId });
        const from = date_from === undefined ? null : new Date(date_from);
        const to =
          date_to === undefined ? null : new Date(new Date(date_to).getTime() + (DATE_ONLY.test(date_to) ? DAY_MS : 0));
        const rows = await listHistory(db, orgId, { currency, from, to, before: page.after, limit: page.limit + 1 });
        const sortKeyOf = ({ position, index }: HistoryEntry) => [String(position), String(index)];
        return shownPage(rows, page, sortKeyOf, (entry) => entryOf(entry, currency));
      },
    });
  };
}

/** Unused currencies, with the balance that their first use will find. Only a development deployment has any. */
function unopened(orgId: string, known: readonly Balance[], openings: ReadonlyMap<string, Money>): Balance[] {
  const used = new Set(known.map(({ currency }) => currency));
  return [...openings]
    .filter(([currency]) => !used.has(currency))
    .map(([currency, available]) => unusedBalance(orgId, currency, available));
}

function entryOf(entry: HistoryEntry, currency: string) {
  return {
    ...inSnakeCase(entry, "amount", "availableAfter", "creditLine", "description", "cause"),
    entry: `${entry.position}-${entry.index}`,
    currency,
    resource_id: entry.cause.slice(0, entry.cause.indexOf(":")),
    created_at: entry.at,
  };
}
