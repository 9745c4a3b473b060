import { Anchor, Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { LineChart } from "../../components/line-chart.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { LoadFailure } from "../../components/failure-alert.tsx";
import { Money } from "../../components/money.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useLive } from "../../components/use-live.ts";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { formatAmount, formatCompact } from "@corridor/shared/money-text.ts";

type Balance = Row<"/balances">;
type Entry = Row<"/balances/history">;

const REFRESH_MS = 10_000;

const money = (header: string, amountOf: (balance: Balance) => number, strong = false): Column<Balance> => ({
  header,
  align: "end",
  cell: (balance) => {
    const amount = amountOf(balance);
    return amount === 0 && !strong ? "–" : <Money amount={amount} currency={balance.currency} strong={strong} />;
  },
});

const COLUMNS: Column<Balance>[] = [
  {
    header: "Currency",
    cell: (balance) => (
      <Anchor
        inherit
        renderRoot={(props) => <Link {...props} to="/balances" search={{ currency: balance.currency }} />}
      >
        {balance.currency}
      </Anchor>
    ),
    primary: true,
  },
  money("Available", (balance) => balance.available, true),
  money("Pending", (balance) => balance.pending),
  money("Reserved", (balance) => balance.reserved),
  money("Credit line", (balance) => balance.credit_line),
  money("Can be spent", (balance) => balance.spendable),
];

const HISTORY: Column<Entry>[] = [
  { header: "What", cell: (entry) => entry.description, primary: true, long: true },
  {
    header: "Amount",
    align: "end",
    cell: (entry) =>
      entry.credit_line === null ? <Money amount={entry.amount} currency={entry.currency} strong /> : "–",
  },
  {
    header: "Available after",
    align: "end",
    cell: (entry) => <Money amount={entry.available_after} currency={entry.currency} />,
  },
  { header: "When", cell: (entry) => <Timestamp at={entry.created_at} /> },
];

/** The organization's balances in each currency, and their history. */
export function BalancesPage() {
  const { currency } = useSearch({ from: "/protected/balances" });
  const [showsAll, setShowsAll] = useState(false);
  const list = useCursorList(["balances"], () => api.get("/balances"), useLive(["balances"], REFRESH_MS));
  const used = list.rows.filter((balance) => balance.updated_at !== null);
  const isCut = !showsAll && used.length > 0 && used.length < list.rows.length;
  const shown = currency ?? used[0]?.currency;
  return (
    <Page
      title="Balances"
      description={
        "Payouts, refunds and fees are taken from what is available. Pending money becomes available when its " +
        "provider settles it; reserved money is set aside for payouts and refunds in progress."
      }
    >
      <Stack gap="lg">
        <Panel flush>
          <ListTable
            label="Balances"
            list={isCut ? { ...list, rows: used } : list}
            columns={COLUMNS}
            keyOf={(balance) => balance.currency}
            empty={
              <EmptyState icon="scale" title="No money yet">
                Completed payins and the platform's adjustments appear here.
              </EmptyState>
            }
          />
        </Panel>
        {isCut && (
          <Button variant="default" style={{ alignSelf: "start" }} onClick={() => setShowsAll(true)}>
            Show unused currencies
          </Button>
        )}
        {shown !== undefined && <OverTime key={`${shown} over time`} currency={shown} />}
        {shown !== undefined && <History key={shown} currency={shown} />}
      </Stack>
    </Page>
  );
}

const DAYS = 30;
const SHOWN = [
  ["available", "Available"],
  ["pending", "Pending"],
  ["reserved", "Reserved"],
  ["credit_line", "Credit line"],
] as const;

function OverTime({ currency }: { currency: string }) {
  const daily = useQuery({
    queryKey: ["balances", "daily", currency],
    queryFn: async () => (await api.get("/balances/daily", { query: { currency, days: DAYS } })).data,
  });
  return (
    <Panel title={`Balance in ${currency} over ${DAYS} days`}>
      <LoadFailure query={daily} />
      {daily.data !== undefined && (
        <LineChart
          label={`Balance in ${currency} at the end of each day`}
          days={daily.data.map(({ date }) => date)}
          series={SHOWN.filter(([part]) => part === "available" || daily.data.some((day) => day[part] !== 0)).map(
            ([part, name]) => ({
              name,
              values: daily.data.map((day) => day[part]),
            }),
          )}
          format={formatCompact}
          exact={(amount) => formatAmount(amount, currency)}
        />
      )}
    </Panel>
  );
}

function History({ currency }: { currency: string }) {
  const list = useCursorList(["balances", "history", currency], (page) =>
    api.get("/balances/history", { query: { currency, ...page } }),
  );
  return (
    <Panel title={`History in ${currency}`} flush>
      <ListTable
        label={`History in ${currency}`}
        list={list}
        columns={HISTORY}
        keyOf={(entry) => entry.entry}
        empty={
          <EmptyState icon="log" title={`Nothing has moved in ${currency}`}>
            Every posting to the balance appears here.
          </EmptyState>
        }
      />
    </Panel>
  );
}
