export const REPORTS = ["volume", "fees", "fx", "settlement", "costs"] as const;
export type ReportName = (typeof REPORTS)[number];
export const INTERVALS = ["day", "week", "month"] as const;
export const DIMENSIONS = ["direction", "provider", "method", "country"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The search parameters of the page. */
export type ReportSearch = {
  report: ReportName;
  interval: (typeof INTERVALS)[number];
  by: Dimension;
  currency?: string;
  base: string;
  from?: string;
  to?: string;
};

export const DEFAULTS: ReportSearch = { report: "volume", interval: "day", by: "direction", base: "USD" };

export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  const text = (name: string): string | undefined =>
    typeof raw[name] === "string" && raw[name] !== "" ? raw[name] : undefined;
  const read = {
    report: REPORTS.find((one) => one === raw["report"]) ?? DEFAULTS.report,
    interval: INTERVALS.find((one) => one === raw["interval"]) ?? DEFAULTS.interval,
    by: DIMENSIONS.find((one) => one === raw["by"]) ?? DEFAULTS.by,
    base: text("base") ?? DEFAULTS.base,
  };
  const optional = { currency: text("currency"), from: text("from"), to: text("to") };
  return { ...read, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) };
}
