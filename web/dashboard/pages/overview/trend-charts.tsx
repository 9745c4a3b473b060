import { LineChart, type Series } from "../../components/charts.tsx";
import { formatCompact } from "../../../lib/money.ts";
import type { Overview } from "./overview.ts";

const dayLabel = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const labelsOf = (overview: Overview): string[] => overview.days.map((day) => dayLabel.format(new Date(day.date)));

export function VolumeChart({ overview, currency }: { overview: Overview; currency: string }) {
  const amounts = (direction: "inbound" | "outbound" | "external"): number[] =>
    overview.days.map((day) => day.volume.find((entry) => entry.currency === currency)?.[direction] ?? 0);
  const series: Series[] = [
    { name: "Collected", values: amounts("inbound") },
    { name: "Paid out", values: amounts("outbound") },
  ];
  const ramps = amounts("external");
  if (ramps.some((amount) => amount > 0)) series.push({ name: "Ramps", values: ramps });
  return <LineChart label={`Completed volume in ${currency} per day`} labels={labelsOf(overview)} series={series} format={formatCompact} />;
}

export function SuccessChart({ overview }: { overview: Overview }) {
  const rates = overview.days.map((day) => (day.success_rate === null ? null : day.success_rate * 100));
  return (
    <LineChart
      label="Share of finished payments that completed, per day"
      labels={labelsOf(overview)}
      series={[{ name: "Success rate", values: rates }]}
      format={(value) => `${Math.round(value)} %`}
      ceiling={100}
    />
  );
}
