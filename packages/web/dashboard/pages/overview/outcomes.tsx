import { SegmentedControl, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import type { Data } from "@corridor/shared/operations.ts";
import { BarList } from "../../components/bar-list.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { LoadFailure } from "../../components/failure-alert.tsx";
import { LineChart } from "../../components/line-chart.tsx";
import { Panel } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { CAUSE_TEXTS } from "../payments/payment.ts";
import { datesOf, type Overview } from "./overview.ts";

type Outcomes = Data<"get", "/transactions/analytics/outcomes">;
type Decline = Outcomes["declines"][number];

/** Why payments failed, and how well and how fast each provider was, day by day. */
export function OutcomePanels({ overview }: { overview: Overview }) {
  const may = useMay();
  const { organization } = useSession();
  const { date_from: from, date_to: to } = overview;
  const outcomes = useQuery({
    queryKey: ["outcomes", organization?.org_id, from, to],
    queryFn: async () =>
      (await api.get("/transactions/analytics/outcomes", { query: { dateFrom: from, dateTo: to } })).data,
    enabled: may("GET /transactions/analytics/outcomes"),
    placeholderData: (before) => before,
  });
  if (outcomes.isError) return <LoadFailure query={outcomes} title="Could not load why payments failed" />;
  if (outcomes.data === undefined) return null;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Declines outcomes={outcomes.data} />
      <ProviderTrend overview={overview} outcomes={outcomes.data} />
    </SimpleGrid>
  );
}

const searchOf = (
  { cause, provider }: Pick<Decline, "cause" | "provider">,
  { date_from, date_to }: Outcomes,
): Record<string, string> => ({
  cause,
  ...(provider === null ? {} : { provider }),
  from: date_from,
  to: date_to,
});

/** A share that would be rounded to nothing says so. */
const shareText = (share: number): string => (share < 0.01 ? "< 1 %" : `${Math.round(share * 100)} %`);

function Declines({ outcomes }: { outcomes: Outcomes }) {
  const [shown, setShown] = useState<"chart" | "table">("chart");
  const counts = new Map<Decline["cause"], number>();
  for (const { cause, count } of outcomes.declines) counts.set(cause, (counts.get(cause) ?? 0) + count);
  const failed = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const columns: Column<Decline>[] = [
    {
      header: "Cause",
      primary: true,
      cell: (one) => (
        <TextLink to="/payments" search={searchOf(one, outcomes)}>
          {CAUSE_TEXTS[one.cause]}
        </TextLink>
      ),
    },
    { header: "Provider", cell: ({ provider }) => provider ?? "None accepted it" },
    { header: "Payments", align: "end", cell: ({ count }) => count },
    { header: "Share", align: "end", cell: ({ count }) => shareText(count / failed) },
  ];
  return (
    <Panel
      title="Why payments failed"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Show causes as"
          value={shown}
          onChange={(next) => setShown(next as typeof shown)}
          data={[
            { value: "chart", label: "Chart" },
            { value: "table", label: "Table" },
          ]}
        />
      }
    >
      {shown === "table" ? (
        <DataTable
          label="Failed payments by cause"
          columns={columns}
          rows={outcomes.declines}
          keyOf={({ cause, provider }) => `${cause} ${provider ?? ""}`}
        />
      ) : (
        <BarList
          label="Failed payments by cause"
          bars={[...counts]
            .toSorted(([, a], [, b]) => b - a)
            .map(([cause, count]) => ({
              label: CAUSE_TEXTS[cause],
              value: count,
              text: String(count),
              note: shareText(count / failed),
              link: { to: "/payments", search: searchOf({ cause, provider: null }, outcomes) },
            }))}
        />
      )}
    </Panel>
  );
}

/** The chart shows the busiest providers only, as many lines as people can distinguish. */
const MAX_LINES = 4;

function ProviderTrend({ overview, outcomes }: { overview: Overview; outcomes: Outcomes }) {
  const [shown, setShown] = useState<"success" | "time">("success");
  const busiest = outcomes.providers
    .map(({ provider, days }) => ({
      provider,
      byDay: new Map(days.map((day) => [day.date, day])),
      finished: days.reduce((n, day) => n + day.completed + day.failed, 0),
    }))
    .toSorted((a, b) => b.finished - a.finished)
    .slice(0, MAX_LINES);
  return (
    <Panel
      title="Providers by day"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Show of each provider"
          value={shown}
          onChange={(next) => setShown(next as typeof shown)}
          data={[
            { value: "success", label: "Success rate" },
            { value: "time", label: "Median time" },
          ]}
        />
      }
    >
      <LineChart
        label={
          shown === "success"
            ? "Success rate of each provider, per day"
            : "Median time to completion of each provider, per day"
        }
        days={datesOf(overview)}
        series={busiest.map(({ provider, byDay }) => ({
          name: provider,
          values: overview.days.map(({ date }) => {
            const day = byDay.get(date);
            if (shown === "time") return day?.median_seconds ?? null;
            return day?.success_rate == null ? null : day.success_rate * 100;
          }),
        }))}
        format={shown === "success" ? (value) => `${Math.round(value)} %` : durationText}
        {...(shown === "success" ? { ceiling: 100 } : {})}
      />
    </Panel>
  );
}

const MINUTE = 60;
const HOUR = 3_600;

function durationText(seconds: number): string {
  if (seconds < MINUTE) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  return `${Number((seconds / HOUR).toFixed(1))} h`;
}
