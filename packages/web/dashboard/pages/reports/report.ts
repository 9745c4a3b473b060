import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Data, Query } from "@corridor/shared/operations.ts";
import type { PaymentSearch } from "../payments/payment-search.ts";
import type { Dimension, ReportName, ReportSearch } from "./report-search.ts";

export type Report = Data<"get", "/reports/{report}">;
export type ReportRow = Report["rows"][number];
type Question = Query<"/reports/{report}">;

export const REPORT_TEXTS: Readonly<
  Record<ReportName, { label: string; amount: string; text: string; export: "transactions" | "fees" | "ledger" }>
> = {
  volume: {
    label: "Volume",
    amount: "Completed",
    text: "Completed payments and their fees, by the day they were created.",
    export: "transactions",
  },
  fees: {
    label: "Fees",
    amount: "Fees booked",
    text: "Fees that the ledger posted, less returned fees.",
    export: "fees",
  },
  fx: {
    label: "FX",
    amount: "Bought less sold",
    text: "The result of conversions in each currency. Their total in the base currency is the margin.",
    export: "ledger",
  },
  settlement: {
    label: "Settlement",
    amount: "Change",
    text: "Money that providers collected, less payouts and settlements.",
    export: "ledger",
  },
  costs: {
    label: "Provider costs",
    amount: "Providers charged",
    text:
      "Charges of providers and banks on the day a statement was matched, beside our own fees on the day a payment " +
      "was created.",
    export: "ledger",
  },
};

export const reportQuery = (
  orgId: string | undefined,
  { report, interval, by, currency, base, from, to }: ReportSearch,
) =>
  queryOptions({
    queryKey: ["reports", orgId, report, interval, by, currency, base, from, to],
    queryFn: async () => {
      const query: Question = { interval, by, currency, base, dateFrom: from, dateTo: to };
      return (await api.get("/reports/{report}", { path: { report }, query })).data;
    },
    // Figures of another organization or report must not appear under this one's name, not even for a moment.
    placeholderData: (before, asked) =>
      asked?.queryKey[1] === orgId && asked?.queryKey[2] === report ? before : undefined,
  });

/** The payments behind a row of the volume report. */
export function paymentsOf(row: ReportRow, by: Dimension): PaymentSearch {
  const search: Record<string, string> = { from: row.from, to: row.to, currency: row.currency };
  if (row.key !== null && by !== "country") search[by] = row.key;
  return search as PaymentSearch;
}

type Point = { from: string; to: string; amount: number };

/** From the totals. A currency whose amounts cancel out over all periods has none there. */
function ratesOf({ totals }: Report): ReadonlyMap<string, number> {
  return new Map(
    totals.flatMap(({ currency, amount, in_base }) =>
      amount === 0 || in_base === null ? [] : [[currency, in_base / amount] as const],
    ),
  );
}

/** The sum of all currencies that have a rate, and the currencies that have none. */
export function inBase(report: Report): { total: number | null; withoutRate: string[] } {
  const rates = ratesOf(report);
  const known = report.totals.flatMap(({ in_base }) => in_base ?? []);
  const missing = report.rows
    .filter(({ amount, currency }) => amount !== 0 && !rates.has(currency))
    .map(({ currency }) => currency);
  return {
    total: report.total_in_base ?? (known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)),
    withoutRate: [...new Set(missing)].toSorted(),
  };
}

/** The sum of each period in the base currency. Currencies without a rate are left out. */
export function pointsOf(report: Report): Point[] {
  const rates = ratesOf(report);
  const points = new Map<string, Point>();
  for (const { from, to, currency, amount } of report.rows)
    points.set(from, { from, to, amount: (points.get(from)?.amount ?? 0) + amount * (rates.get(currency) ?? 0) });
  return [...points.values()];
}

export function sumsByCurrency({ totals }: Report): [currency: string, amount: number][] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of totals) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums];
}
