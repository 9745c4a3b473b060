import { Button, Grid, Group, SegmentedControl, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { api } from "../../api/client.ts";
import { useBaseCurrency } from "../../components/base-currency.ts";
import { BarList } from "../../components/bar-list.tsx";
import { CurrencySelect } from "../../components/currency-select.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FailureAlert, LoadFailure } from "../../components/failure-alert.tsx";
import { Money } from "../../components/money.tsx";
import { countryName } from "../../components/plain-words.ts";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Tiles } from "../../components/tiles.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { PagePending } from "../../frame/page-pending.tsx";
import { formatCompact, formatMoney } from "@corridor/shared/money-text.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { WaitsForMe, WentWrong } from "./attention.tsx";
import { Balances, Operations, RecentPayments } from "./desk.tsx";
import { statusWords } from "../payments/payment-badge.tsx";
import { organizationQuery, useHomeCurrency } from "../settings/organization.ts";
import { FirstSteps } from "./first-steps.tsx";
import { currenciesOf, type Overview, overviewQuery } from "./overview.ts";
import { DEFAULT_PERIOD, PERIODS, type Period } from "./period.ts";
import { SuccessChart, VolumeChart } from "./trend-charts.tsx";

/** These panels are at the bottom of the page, so they are loaded separately, after the rest. */
const OutcomePanels = lazy(async () => ({ default: (await import("./outcomes.tsx")).OutcomePanels }));

const percent = (rate: number | null): string => (rate === null ? "–" : `${(rate * 100).toFixed(1)}\u00a0%`);
/** The change against the previous period as text; null when there is nothing to compare with. */
function changeText(now: number | undefined, before: number | undefined): string | null {
  if (now === undefined || before === undefined || before === 0) return null;
  const change = Math.round((now / before - 1) * 100);
  return `${change > 0 ? "+" : ""}${change} % on the period before`;
}

const MAX_COUNTRIES = 8;
/** The choice that shows all currencies together, converted to the base currency. */
const TOGETHER = "all";

/** The results of payments, and items that need a person. */
export function OverviewPage() {
  const { days = DEFAULT_PERIOD, currency } = useSearch({ from: "/protected/" });
  const navigate = useNavigate();
  const { organization } = useSession();
  const may = useMay();
  const [base, setBase] = useBaseCurrency();
  const inBase = currency === TOGETHER ? { base } : {};
  const plain = useQuery(overviewQuery(organization?.org_id, days));
  const overview = useQuery(overviewQuery(organization?.org_id, days, inBase));
  const earlier = useQuery(overviewQuery(organization?.org_id, days, { before: true, ...inBase }));
  const own = useQuery({ ...organizationQuery(organization?.org_id ?? ""), enabled: organization !== null });
  const home = useHomeCurrency(own.data);
  const currencies = plain.data === undefined ? [] : currenciesOf(plain.data, home);
  const single = currency !== undefined && currencies.includes(currency) ? currency : (currencies[0] ?? null);
  const chosen = currency === TOGETHER ? base : single;
  return (
    <Page
      title="Overview"
      actions={
        <Group gap="xs">
          {organization !== null && may("POST /payments-init/initiate") && (
            <Button component={Link} to="/payments/send">
              Send money
            </Button>
          )}
          {currencies.length > 1 && (
            <Select
              aria-label="Currency of the amounts"
              w={150}
              allowDeselect={false}
              data={[...currencies, { value: TOGETHER, label: "All together" }]}
              value={currency === TOGETHER ? TOGETHER : single}
              onChange={(next) => void navigate({ to: "/", search: { days, currency: next ?? undefined } })}
            />
          )}
          {currency === TOGETHER && (
            <CurrencySelect
              label={null}
              aria-label="Base currency"
              w={200}
              allowDeselect={false}
              value={base}
              onChange={(next) => next !== null && setBase(next)}
            />
          )}
          <SegmentedControl
            aria-label="Period"
            value={String(days)}
            onChange={(next) => void navigate({ to: "/", search: { days: Number(next) as Period, currency } })}
            data={PERIODS.map((period) => ({ value: String(period), label: `${period} days` }))}
          />
        </Group>
      }
    >
      <LoadFailure query={overview} title="Could not load the figures" />
      {overview.isPending && <PagePending />}
      {overview.data !== undefined && (
        <Figures overview={overview.data} earlier={earlier.data} currency={chosen} home={home} />
      )}
    </Page>
  );
}

type FiguresProps = {
  overview: Overview;
  /** The previous period; absent while it is loading. */ earlier: Overview | undefined;
  currency: string | null;
};

function Figures({ overview, earlier, currency, home }: FiguresProps & { home: string | null | undefined }) {
  const { organization, user } = useSession();
  const volume = overview.totals.volume.find((entry) => entry.currency === currency);
  const volumeBefore = earlier?.totals.volume.find((entry) => entry.currency === currency);
  const { date_from: from, date_to: to, totals } = overview;
  const rows = (search: Record<string, string>) => ({ to: "/payments", search: { ...search, from, to } });
  const done: Record<string, string> = {
    status: "completed",
    ...(overview.base === null && currency !== null ? { currency } : {}),
  };
  const finished = totals.completed + totals.failed;
  const tiles = [
    {
      label: "Payments",
      value: formatCompact(totals.count),
      note: changeText(totals.count, earlier?.totals.count),
      link: rows({}),
    },
    {
      label: "Success rate",
      value: percent(totals.success_rate),
      // Refunded payments went through: without this, the number seems to contradict that of the statuses.
      note: finished === 0 ? null : `${totals.failed} of ${finished} failed`,
      link: rows({ status: "failed" }),
    },
    {
      label: "Collected",
      value: volume === undefined ? "–" : <Money amount={volume.inbound} currency={volume.currency} />,
      note: changeText(volume?.inbound, volumeBefore?.inbound),
      link: rows({ direction: "inbound", ...done }),
    },
    {
      label: "Paid out",
      value: volume === undefined ? "–" : <Money amount={volume.outbound} currency={volume.currency} />,
      note: changeText(volume?.outbound, volumeBefore?.outbound),
      link: rows({ direction: "outbound", ...done }),
    },
  ];
  return (
    <Stack gap="lg">
      {totals.count === 0 && <FirstSteps hasPaid={false} />}
      <SimpleGrid cols={{ base: 1, lg: organization === null ? 2 : 3 }} spacing="lg">
        <WaitsForMe />
        <WentWrong overview={overview} />
        {organization !== null && <Balances home={home} />}
      </SimpleGrid>
      {user.platform_role !== null && <Operations overview={overview} />}
      <Tiles tiles={tiles} />
      <RecentPayments />
      {totals.count > 0 && <FirstSteps hasPaid />}
      {overview.base !== null && (
        <Text size="sm" c="dimmed">
          {`Amounts of all currencies, converted to ${overview.base} at today's rates, including earlier days.`}
          {overview.without_rate.length > 0 &&
            ` Without ${overview.without_rate.join(", ")}, for which there is no rate.`}
        </Text>
      )}
      {overview.totals.count === 0 ? (
        <NoPayments />
      ) : (
        <Charts overview={overview} earlier={earlier} currency={currency} />
      )}
    </Stack>
  );
}

function NoPayments() {
  const may = useMay();
  return (
    <Panel>
      <EmptyState
        icon="payments"
        title="No payment was sent in this period"
        action={
          may("POST /payments-init/initiate") ? (
            <Button component={Link} to="/payments/new" mt="sm">
              Collect a payment
            </Button>
          ) : undefined
        }
      >
        Volume, success and where the money comes from show here as soon as there are some.
      </EmptyState>
    </Panel>
  );
}

function Charts({ overview, earlier, currency }: FiguresProps) {
  const amountIn = (volume: readonly { currency: string; amount: number }[]): string | undefined => {
    const entry = volume.find((one) => one.currency === currency);
    return entry === undefined ? undefined : formatMoney(entry.amount, entry.currency);
  };
  const paymentsWith = (filter: Record<string, string>) => ({
    to: "/payments",
    search: { ...filter, from: overview.date_from, to: overview.date_to },
  });
  return (
    <>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Panel title={currency === null ? "Volume" : `Volume in ${currency}`}>
            {currency === null ? (
              <Text size="sm">Nothing was completed yet.</Text>
            ) : (
              <VolumeChart overview={overview} earlier={earlier} currency={currency} />
            )}
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Panel title="Success rate">
            <SuccessChart overview={overview} earlier={earlier} />
          </Panel>
        </Grid.Col>
      </Grid>
      <SimpleGrid cols={{ base: 1, md: 2, xl: 4 }} spacing="lg">
        <Panel title="Providers">
          <BarList
            label="Completed payments by provider"
            bars={overview.providers.map((entry) => ({
              label: entry.provider,
              value: entry.completed,
              text: entry.acceptance_rate === null ? "" : `${percent(entry.acceptance_rate)}\u00a0accepted`,
              note: amountIn(entry.volume),
              link: paymentsWith({ provider: entry.provider }),
            }))}
          />
        </Panel>
        <Panel title="Methods">
          <BarList
            label="Payments by method"
            bars={overview.methods.map((entry) => ({
              label: wordsOf(entry.payment_method),
              value: entry.count,
              text: String(entry.count),
              note: percent(entry.success_rate),
              link: paymentsWith({ method: entry.payment_method }),
            }))}
          />
        </Panel>
        <Panel title="Statuses">
          <BarList
            label="Payments by status"
            bars={overview.statuses
              .filter((entry) => entry.count > 0)
              .map((entry) => ({
                label: statusWords(entry.status),
                value: entry.count,
                text: String(entry.count),
                link: paymentsWith({ status: entry.status }),
              }))}
          />
        </Panel>
        <Geography overview={overview} />
      </SimpleGrid>
      <Suspense fallback={null}>
        <OutcomePanels overview={overview} />
      </Suspense>
    </>
  );
}

function Geography({ overview: { date_from: dateFrom, date_to: dateTo } }: { overview: Overview }) {
  const may = useMay();
  const { organization } = useSession();
  const geography = useQuery({
    queryKey: ["geography", organization?.org_id, dateFrom, dateTo],
    queryFn: async () =>
      (await api.get("/users/analytics/geographic-distribution", { query: { dateFrom, dateTo } })).data,
    enabled: may("GET /users/analytics/geographic-distribution"),
    placeholderData: (before) => before,
  });
  const countries = (geography.data?.countries ?? [])
    .filter((entry) => entry.payments > 0)
    .toSorted((a, b) => b.payments - a.payments)
    .slice(0, MAX_COUNTRIES);
  return (
    <Panel title="Countries">
      <FailureAlert error={geography.error} />
      {geography.data !== undefined && (
        <BarList
          label="Payments by country"
          bars={countries.map((entry) => ({
            label: entry.country === null ? "Unknown" : countryName(entry.country),
            value: entry.payments,
            text: String(entry.payments),
            note: percent(entry.success_rate),
          }))}
        />
      )}
    </Panel>
  );
}
