import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Data } from "@corridor/shared/operations.ts";
import type { Period } from "./period.ts";

export type Overview = Data<"get", "/transactions/analytics/overview">;

const DAY_MS = 86_400_000;
const REFRESH_MS = 60_000;

const lastDay = (period: Period, before: boolean): number => Date.now() - (before ? period * DAY_MS : 0);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** `before`: the previous period of the same length, for comparison. `base`: all volumes together, in this currency. */
export const overviewQuery = (
  orgId: string | undefined,
  period: Period,
  { before = false, base }: { before?: boolean; base?: string | undefined } = {},
) =>
  queryOptions({
    queryKey: ["overview", orgId, period, before, base],
    queryFn: async () =>
      (
        await api.get("/transactions/analytics/overview", {
          query: {
            dateFrom: dayOf(lastDay(period, before) - (period - 1) * DAY_MS),
            dateTo: dayOf(lastDay(period, before)),
            base,
          },
        })
      ).data,
    refetchInterval: REFRESH_MS,
    placeholderData: (earlier) => earlier,
  });

/**
 * The currencies of a period: that of the organization's country first, then by completed days, as amounts of different
 * currencies cannot be compared.
 */
export function currenciesOf(overview: Overview, home: string | null | undefined): string[] {
  const days = new Map<string, number>();
  for (const day of overview.days)
    for (const { currency } of day.volume) days.set(currency, (days.get(currency) ?? 0) + 1);
  return overview.totals.volume
    .map(({ currency }) => currency)
    .toSorted(
      (a, b) =>
        Number(b === home) - Number(a === home) || (days.get(b) ?? 0) - (days.get(a) ?? 0) || a.localeCompare(b),
    );
}

export const datesOf = (overview: Overview): string[] => overview.days.map(({ date }) => date);
