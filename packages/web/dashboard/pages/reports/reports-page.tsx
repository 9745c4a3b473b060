import { Anchor, Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { LineChart } from "../../components/line-chart.tsx";
import { csvFile } from "../../components/csv.ts";
import { CurrencySelect } from "../../components/currency-select.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { download } from "../../components/download.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { FailureAlert, LoadFailure } from "../../components/failure-alert.tsx";
import { Money } from "../../components/money.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { SavedViews } from "../../components/saved-views.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { Tiles } from "../../components/tiles.tsx";
import { TextLink } from "../../components/text-link.tsx";
import type { CursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { Icon } from "../../frame/icons.tsx";
import { PagePending } from "../../frame/page-pending.tsx";
import { formatAmount, formatCompact, plainAmount } from "@corridor/shared/money-text.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { EXPORTS } from "../exports/export.ts";
import { DIRECTION_NAMES } from "../payments/payment.ts";
import {
  inBase,
  paymentsOf,
  pointsOf,
  type Report,
  REPORT_TEXTS,
  reportQuery,
  type ReportRow,
  sumsByCurrency,
} from "./report.ts";
import {
  DIMENSIONS,
  INTERVALS,
  type ReportName,
  readReportSearch,
  REPORTS,
  type ReportSearch,
} from "./report-search.ts";

const DAY_MS = 86_400_000;
const choices = (values: readonly string[]) => values.map((value) => ({ value, label: wordsOf(value) }));

/** Financial reports, with a link from every figure to its details. */
export function ReportsPage() {
  const search = useSearch({ from: "/protected/reports" });
  const navigate = useNavigate();
  const { organization, user } = useSession();
  const reports = reportsFor(organization !== null, user.platform_role !== null);
  const asked: ReportSearch = reports.includes(search.report) ? search : { ...search, report: "volume" };
  const report = useQuery(reportQuery(organization?.org_id, asked));
  const change = (changed: Partial<Record<keyof ReportSearch, string | null>>) =>
    void navigate({ to: "/reports", search: { ...asked, ...changed } as ReportSearch, replace: true });
  return (
    <Page
      title="Reports"
      description={REPORT_TEXTS[asked.report].text}
      actions={
        <Group gap="xs">
          <SavedViews
            list="reports"
            search={asked}
            onChoose={(filters) => void navigate({ to: "/reports", search: readReportSearch(filters) })}
          />
          {report.data !== undefined && <DownloadButton report={report.data} search={asked} />}
          {report.data !== undefined && <ExportButton report={report.data} search={asked} />}
        </Group>
      }
    >
      <Stack gap="lg">
        <Panel>
          <Stack gap="sm">
            <SegmentedControl
              aria-label="Report"
              value={asked.report}
              onChange={(next) => change({ report: next })}
              data={reports.map((name) => ({ value: name, label: REPORT_TEXTS[name].label }))}
            />
            <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 6 }} spacing="sm">
              <TextInput
                label="From"
                type="date"
                value={asked.from ?? report.data?.date_from ?? ""}
                onChange={(event) => change({ from: event.currentTarget.value })}
              />
              <TextInput
                label="To"
                type="date"
                value={asked.to ?? report.data?.date_to ?? ""}
                onChange={(event) => change({ to: event.currentTarget.value })}
              />
              <Select
                label="Interval"
                allowDeselect={false}
                data={choices(INTERVALS)}
                value={asked.interval}
                onChange={(interval) => change({ interval })}
              />
              {asked.report === "volume" && (
                <Select
                  label="By"
                  allowDeselect={false}
                  data={choices(DIMENSIONS)}
                  value={asked.by}
                  onChange={(by) => change({ by })}
                />
              )}
              <CurrencySelect
                withAssets
                placeholder="All"
                clearable
                value={asked.currency ?? null}
                onChange={(currency) => change({ currency })}
              />
              <CurrencySelect
                label="Base currency"
                allowDeselect={false}
                value={asked.base}
                onChange={(base) => change({ base })}
              />
            </SimpleGrid>
          </Stack>
        </Panel>
        <LoadFailure query={report} title="Could not load the report" />
        {report.isPending && <PagePending />}
        {report.data !== undefined && report.data.rows.length === 0 && (
          <Panel>
            <EmptyState icon="chart" title="Nothing in this period">
              {asked.report === "costs"
                ? "Costs appear once a statement of a provider is imported under Settlements."
                : "Choose other days, or another report."}
            </EmptyState>
          </Panel>
        )}
        {report.data !== undefined && report.data.rows.length > 0 && <Figures report={report.data} search={asked} />}
      </Stack>
    </Page>
  );
}

/**
 * Combined books of all organizations are meaningless, but their volume is not. Provider charges are in the platform's
 * own books.
 */
function reportsFor(isInOrganization: boolean, isOfPlatform: boolean): readonly ReportName[] {
  return REPORTS.filter((name) => name === "volume" || (name === "costs" ? isOfPlatform : isInOrganization));
}

function Figures({ report, search }: { report: Report; search: ReportSearch }) {
  const navigate = useNavigate();
  const points = pointsOf(report);
  const words = REPORT_TEXTS[search.report];
  const list = useRowsInSteps(report.rows);
  const { total, withoutRate } = inBase(report);
  const tiles = [
    ...(total === null
      ? []
      : [{ label: `All in ${report.base}, at today's rates`, value: <Money amount={total} currency={report.base} /> }]),
    ...sumsByCurrency(report).map(([currency, amount]) => ({
      label: `${words.amount} in ${currency}`,
      value: <Money amount={amount} currency={currency} />,
    })),
  ];
  return (
    <>
      <Tiles tiles={tiles} />
      {withoutRate.length > 0 && (
        <Text size="sm" c="dimmed">
          {`Amounts in ${report.base} are without ${withoutRate.join(", ")}, for which there is no rate.`}
        </Text>
      )}
      {points.length > 1 && (
        <Panel title={`${words.amount} in ${report.base}`}>
          <LineChart
            label={`${words.amount} in ${report.base} by ${search.interval}`}
            days={points.map(({ from }) => from)}
            series={[{ name: words.amount, values: points.map(({ amount }) => amount) }]}
            format={formatCompact}
            exact={(amount) => formatAmount(amount, report.base)}
            {...(search.report === "volume"
              ? {
                  onPick: (index: number) =>
                    void navigate({ to: "/payments", search: { from: points[index]!.from, to: points[index]!.to } }),
                }
              : {})}
          />
        </Panel>
      )}
      <Panel title="By period" flush>
        <ListTable
          label={words.label}
          columns={columnsOf(search)}
          list={list}
          empty={null}
          keyOf={(row) => `${row.from} ${row.currency} ${row.key ?? ""} ${row.account_id ?? ""}`}
        />
      </Panel>
    </>
  );
}

const ROWS_PER_STEP = 50;

/** The newest rows first. A quarter by day has thousands, which would bury the page. */
function useRowsInSteps(rows: readonly ReportRow[]): CursorList<ReportRow> {
  const [shown, setShown] = useState(ROWS_PER_STEP);
  return {
    rows: rows.toReversed().slice(0, shown),
    total: rows.length,
    hasMore: shown < rows.length,
    showMore: () => setShown(shown + ROWS_PER_STEP),
    isLoading: false,
    isLoadingMore: false,
    error: null,
    reload: () => undefined,
  };
}

const PERIOD = (search: ReportSearch): Column<ReportRow> => ({
  header: "Period",
  primary: true,
  cell: (row) => {
    const text = row.from === row.to ? row.from : `${row.from} to ${row.to}`;
    const isCost = search.report === "costs";
    return row.account_id === null ? (
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link {...props} to="/payments" search={paymentsOf(row, isCost ? "provider" : search.by)} />
        )}
      >
        {text}
      </Anchor>
    ) : (
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link
            {...props}
            to="/ledger"
            search={{ account: row.account_id!, from: row.from, to: row.to, ...(isCost ? { books: "platform" } : {}) }}
          />
        )}
      >
        {text}
      </Anchor>
    );
  },
});

const moneyColumn = (header: string, pick: (row: ReportRow) => number | null, strong = false): Column<ReportRow> => ({
  header,
  align: "end",
  cell: (row) => {
    const amount = pick(row);
    return amount === null ? "–" : <Money amount={amount} currency={row.currency} strong={strong} />;
  },
});

function columnsOf(search: ReportSearch): Column<ReportRow>[] {
  const { amount } = REPORT_TEXTS[search.report];
  if (search.report === "volume")
    return [
      PERIOD(search),
      { header: wordsOf(search.by), cell: (row) => keyText(row, search) },
      moneyColumn(amount, (row) => row.amount, true),
      moneyColumn("Fees", (row) => row.fees),
      { header: "Payments", align: "end", cell: (row) => row.count },
      { header: "Failed", align: "end", cell: (row) => row.failed },
    ];
  if (search.report === "costs")
    return [
      PERIOD(search),
      { header: "Provider", cell: (row) => row.key ?? "–" },
      moneyColumn(amount, (row) => row.amount, true),
      moneyColumn("We charged", (row) => row.fees),
      moneyColumn("Left over", (row) => (row.fees ?? 0) - row.amount),
      { header: "Completed", align: "end", cell: (row) => row.completed },
    ];
  return [
    PERIOD(search),
    ...(search.report === "settlement" ? [{ header: "Provider", cell: (row: ReportRow) => row.key ?? "–" }] : []),
    moneyColumn("Opening", (row) => row.opening),
    moneyColumn(amount, (row) => row.amount, true),
    moneyColumn("Closing", (row) => row.closing),
  ];
}

function keyText({ key }: ReportRow, { by }: ReportSearch): string {
  if (key === null) return by === "provider" ? "None yet" : "–";
  return by === "direction"
    ? (DIRECTION_NAMES[key as keyof typeof DIRECTION_NAMES] ?? key)
    : by === "method"
      ? wordsOf(key)
      : key;
}

/** The table of the report itself. */
function DownloadButton({ report, search }: { report: Report; search: ReportSearch }) {
  const amount = (value: number | null, currency: string): string | null =>
    value === null ? null : plainAmount(value, currency);
  const save = () =>
    download(
      csvFile<ReportRow>(
        [
          ["from", (row) => row.from],
          ["to", (row) => row.to],
          ["currency", (row) => row.currency],
          [search.report === "volume" ? search.by : "provider", (row) => row.key],
          ["opening", (row) => amount(row.opening, row.currency)],
          ["amount", (row) => amount(row.amount, row.currency)],
          ["closing", (row) => amount(row.closing, row.currency)],
          ["fees", (row) => amount(row.fees, row.currency)],
          ["payments", (row) => (row.count === null ? null : String(row.count))],
        ],
        report.rows,
      ),
      `${search.report}-${report.date_from}-${report.date_to}.csv`,
    );
  return (
    <Button variant="default" leftSection={<Icon name="download" size={16} />} onClick={save}>
      Save the table
    </Button>
  );
}

/** Every payment or posting behind the report, as a file that the worker makes. */
function ExportButton({ report, search }: { report: Report; search: ReportSearch }) {
  const may = useMay();
  const { organization } = useSession();
  const ask = useWrite({
    write: () =>
      api.post("/exports", {
        body: {
          kind: REPORT_TEXTS[search.report].export,
          date_from: `${report.date_from}T00:00:00.000Z`,
          date_to: new Date(Date.parse(report.date_to) + DAY_MS).toISOString(),
          ...(search.currency === undefined ? {} : { currency: search.currency }),
        },
      }),
    done: "The file is being made: see Exports",
    refresh: [EXPORTS],
  });
  // No organization can export the platform's books.
  if (organization === null || search.report === "costs" || !may("POST /exports")) return null;
  return (
    <Stack gap={2}>
      <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
        Export the details
      </Button>
      {ask.isSuccess && (
        <Text size="xs">
          <TextLink to="/exports">Go to Exports</TextLink>
        </Text>
      )}
      <FailureAlert error={ask.error} />
    </Stack>
  );
}
