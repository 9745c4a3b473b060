import { List, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Data } from "@corridor/shared/operations.ts";
import { api } from "../../../api/client.ts";
import { BackLink } from "../../../components/back-link.tsx";
import { type Column, DataTable } from "../../../components/data-table.tsx";
import { FailureAlert } from "../../../components/failure-alert.tsx";
import { Page } from "../../../components/page.tsx";
import { Panel } from "../../../components/panel.tsx";
import { TwoLines } from "../../../components/two-lines.tsx";
import { BACKTESTS, dayOf, lastDayOf } from "./backtests-page.tsx";

const REFRESH_MS = 1_000;
type Backtest = Data<"get", "/payments/routing/backtests/{backtest_id}">;
type Corridor = NonNullable<Backtest["result"]>["corridors"][number];

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const COLUMNS: Column<Corridor>[] = [
  {
    header: "Corridor",
    cell: (one) => (
      <TwoLines below={`${one.direction}, ${one.currency}`}>
        {[one.country, one.payment_method.replaceAll("_", " "), one.network].filter(Boolean).join(", ")}
      </TwoLines>
    ),
    primary: true,
  },
  { header: "Payments", align: "end", cell: ({ payments }) => payments.toLocaleString("en") },
  { header: "Another provider", align: "end", cell: ({ changed, payments }) => percent(changed / payments) },
  { header: "Judged", align: "end", cell: ({ covered, payments }) => percent(covered / payments) },
  {
    header: "Success",
    align: "end",
    cell: ({ success }) => success && <Range now={percent(success.actual)} {...shownOf(success, percent)} />,
  },
  {
    header: "Cost",
    align: "end",
    cell: ({ cost }) => cost && <Range now={cost.actual} {...shownOf(cost, (text) => text)} />,
  },
  {
    header: "Nothing known of",
    cell: ({ unknown }) => unknown.map(({ provider, payments }) => `${provider} (${payments})`).join(", "),
  },
];

function shownOf<T>({ expected, low, high }: Record<"expected" | "low" | "high", T>, text: (value: T) => string) {
  return { expected: text(expected), low: text(low), high: text(high) };
}

function Range({ now, expected, low, high }: Record<"now" | "expected" | "low" | "high", string>) {
  return <TwoLines below={`${low} to ${high}`}>{`${now} → ${expected}`}</TwoLines>;
}

export function BacktestPage() {
  const { backtestId: backtest_id } = useParams({ from: "/protected/admin/backtests/$backtestId" });
  const { data, error } = useQuery({
    queryKey: [...BACKTESTS, backtest_id],
    queryFn: async () => (await api.get("/payments/routing/backtests/{backtest_id}", { path: { backtest_id } })).data,
    refetchInterval: ({ state }) =>
      state.data?.status === "pending" || state.data?.status === "running" ? REFRESH_MS : false,
  });
  return (
    <Page
      title="Backtest"
      description={data && `Payments of ${dayOf(data.date_from)} to ${lastDayOf(data.date_to)}`}
      back={<BackLink to="/admin/backtests">Backtests</BackLink>}
    >
      <FailureAlert error={error} />
      {data?.status === "failed" && <Text>It was interrupted too often. Ask for it again, or for fewer days.</Text>}
      {data && !data.finished_at && <Progress value={data.progress} aria-label="Payments replayed, in percent" />}
      {data?.result && <Outcome result={data.result} />}
    </Page>
  );
}

function Outcome({ result: { words, corridors } }: { result: NonNullable<Backtest["result"]> }) {
  return (
    <Stack gap="lg">
      <Panel title="In words">
        <List spacing="xs">
          {words.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </Panel>
      <Panel title="By corridor" flush>
        <DataTable
          label="Corridors"
          columns={COLUMNS}
          rows={corridors}
          keyOf={(one) => [one.country, one.payment_method, one.direction, one.network, one.currency].join(" ")}
        />
      </Panel>
    </Stack>
  );
}
