import { useNavigate } from "@tanstack/react-router";
import { LineChart, type Series } from "../../components/line-chart.tsx";
import { formatAmount, formatCompact } from "@corridor/shared/money-text.ts";
import { datesOf, type Overview } from "./overview.ts";

type Props = { overview: Overview; earlier: Overview | undefined };

export function VolumeChart({ overview, earlier, currency }: Props & { currency: string }) {
  const navigate = useNavigate();
  const amounts = (of: Overview, direction: "inbound" | "outbound" | "external"): number[] =>
    of.days.map((day) => day.volume.find((entry) => entry.currency === currency)?.[direction] ?? 0);
  const series: Series[] = [
    { name: "Collected", values: amounts(overview, "inbound") },
    { name: "Paid out", values: amounts(overview, "outbound") },
  ];
  const ramps = amounts(overview, "external");
  if (ramps.some((amount) => amount > 0)) series.push({ name: "Ramps", values: ramps });
  if (earlier?.totals.volume.some((entry) => entry.currency === currency) === true)
    series.push({ name: "Collected before", values: amounts(earlier, "inbound"), isReference: true });
  return (
    <LineChart
      label={`Completed volume in ${currency} per day`}
      days={datesOf(overview)}
      series={series}
      format={formatCompact}
      exact={(amount) => formatAmount(amount, currency)}
      onPick={(index) =>
        void navigate({
          to: "/payments",
          search: {
            ...(overview.base === null ? { currency } : {}),
            from: overview.days[index]!.date,
            to: overview.days[index]!.date,
          },
        })
      }
    />
  );
}

export function SuccessChart({ overview, earlier }: Props) {
  const navigate = useNavigate();
  const rates = (of: Overview): (number | null)[] =>
    of.days.map((day) => (day.success_rate === null ? null : day.success_rate * 100));
  const series: Series[] = [{ name: "Success rate", values: rates(overview) }];
  if (earlier !== undefined && earlier.totals.success_rate !== null)
    series.push({ name: "The period before", values: rates(earlier), isReference: true });
  return (
    <LineChart
      label="Share of finished payments that completed, per day"
      days={datesOf(overview)}
      series={series}
      format={(value) => `${Math.round(value)} %`}
      ceiling={100}
      onPick={(index) =>
        void navigate({ to: "/payments", search: { from: overview.days[index]!.date, to: overview.days[index]!.date } })
      }
    />
  );
}
