import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { Data, Query } from "../../api/types.ts";
import type { PaymentSearch } from "../payments/payment-search.ts";
import type { Dimension, ReportName, ReportSearch } from "./report-search.ts";

export type Report = Data<"/reports/{report}", "get">;
export type ReportRow = Report["rows"][number];
type Question = Query<"/reports/{report}">;

export const REPORT_TEXTS: Readonly<Record<ReportName, { label: string; amount: string; text: string; export: "transactions" | "fees" | "ledger" }>> = {
  volume: { label: "Volume", amount: "Completed", text: "Completed payments and their fees, by the day they were created.", export: "transactions" },
  fees: { label: "Fees", amount: "Fees booked", text: "Fees that the ledger posted, less returned fees.", export: "fees" },
  fx: {
    label: "FX",
    amount: "Bought less sold",
    text: "The result of conversions in each currency. Their total in the base currency is the margin.",
    export: "ledger",
  },
  settlement: { label: "Settlement", amount: "Change", text: "Money that providers collected, less payouts and settlements.", export: "ledger" },
  costs: {
    label: "Provider costs",
    amount: "Providers charged",
    text: "Charges of providers and banks on the day a statement was matched, beside our own fees on the day a payment was created.",
    export: "ledger",
  },
};

export const reportQuery = (orgId: string | undefined, { report, interval, by, currency, base, from, to }: ReportSearch) =>
  queryOptions({
    queryKey: ["reports", orgId, report, interval, by, currency, base, from, to],
    queryFn: async () => {
      const query: Question = { interval, by, currency, base, dateFrom: from, dateTo: to };
      return (await answerOf(api.GET("/reports/{report}", { params: { path: { report }, query } }))).data;
    },
    // Figures of another organization or report must not appear under this one's name, not even for a moment.
    placeholderData: (before, asked) => (asked?.queryKey[1] === orgId && asked?.queryKey[2] === report ? before : undefined),
  });

/** The payments behind a row of the volume report. */
export function paymentsOf(row: ReportRow, by: Dimension): PaymentSearch {
  const search: Record<string, string> = { from: row.from, to: row.to, currency: row.currency };
  if (row.key !== null && by !== "country") search[by] = row.key;
  return search as PaymentSearch;
}

type Point = { from: string; to: string; amount: number | null };

/** The sum of each period in the base currency, at the rates of the totals; null when a currency has no rate. */
export function pointsOf({ rows, totals }: Report): Point[] {
  const rates = new Map<string, number | null>();
  for (const { currency, amount, in_base } of totals) {
    if (amount !== 0) rates.set(currency, in_base === null ? null : in_base / amount);
  }
  const points = new Map<string, Point>();
  for (const { from, to, currency, amount } of rows) {
    const worth = amount === 0 ? 0 : timesRate(amount, rates.get(currency));
    const known = points.get(from)?.amount ?? (points.has(from) ? null : 0);
    points.set(from, { from, to, amount: known === null || worth === null ? null : known + worth });
  }
  return [...points.values()];
}

/** If the amounts of a currency cancel out over all periods, its rate cannot be derived from its total. */
function timesRate(amount: number, rate: number | null | undefined): number | null {
  return rate === null || rate === undefined ? null : amount * rate;
}

export function sumsByCurrency({ totals }: Report): [currency: string, amount: number][] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of totals) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums];
}
