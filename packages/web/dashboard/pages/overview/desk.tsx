import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { DataTable } from "../../components/data-table.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { Money } from "../../components/money.tsx";
import { Panel } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Tiles } from "../../components/tiles.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { PAYMENT_COLUMNS } from "../payments/payment-columns.tsx";
import { PAYMENTS } from "../payments/payment.ts";
import classes from "./attention.module.css";
import type { Overview } from "./overview.ts";

const REFRESH_MS = 30_000;
const BALANCES_SHOWN = 4;
const PAYMENTS_SHOWN = 5;
/** More are shown as "100+". */
const MOST_COUNTED = 100;

/** The balances that were ever used: a new organization has one in each currency of the platform. */
export function Balances({ home }: { home: string | null | undefined }) {
  const orgId = useSession().organization!.org_id;
  const balances = useQuery({
    queryKey: ["balances", orgId],
    queryFn: async () => (await api.get("/balances", { query: { org_id: orgId } })).data,
    enabled: useMay()("GET /balances"),
    refetchInterval: REFRESH_MS,
  });
  const own = (balances.data ?? [])
    .filter(({ currency, updated_at }) => updated_at !== null || currency === home)
    .toSorted((a, b) => Number(b.currency === home) - Number(a.currency === home));
  return (
    <Panel title="Balances" actions={<TextLink to="/balances">All</TextLink>} flush>
      <FailureAlert error={balances.error} />
      <ul className={classes.items}>
        {own.slice(0, BALANCES_SHOWN).map(({ currency, available, reserved, pending }) => (
          <li key={currency}>
            <Link to="/balances" search={{ currency }} className={classes.item}>
              <Group justify="space-between" gap="xs" flex={1}>
                <Money amount={available} currency={currency} strong />
                <Text component="span" size="xs" c="dimmed">
                  {reserved > 0 && (
                    <>
                      <Money amount={reserved} currency={currency} /> set aside
                    </>
                  )}
                  {reserved > 0 && pending > 0 && ", "}
                  {pending > 0 && (
                    <>
                      <Money amount={pending} currency={currency} /> on its way
                    </>
                  )}
                </Text>
              </Group>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Without sorting, and on a phone without what the payment's page shows. */
const COLUMNS = PAYMENT_COLUMNS.map(({ sortBy: _, ...column }) => ({
  ...column,
  ...(["Kind", "Reference"].includes(column.header) && { wide: true as const }),
}));

export function RecentPayments() {
  const { organization } = useSession();
  const recent = useQuery({
    queryKey: [...PAYMENTS, "recent", organization?.org_id],
    queryFn: async () => (await api.get("/transactions", { query: { limit: PAYMENTS_SHOWN } })).data,
    refetchInterval: REFRESH_MS,
  });
  if (recent.data?.length === 0) return null;
  return (
    <Panel title="Recent payments" actions={<TextLink to="/payments">All</TextLink>} flush>
      <FailureAlert error={recent.error} />
      <DataTable
        label="Recent payments"
        columns={COLUMNS}
        rows={recent.data ?? []}
        keyOf={({ payment_id }) => payment_id}
        linkTo={({ payment_id }) => `/payments/${payment_id}`}
      />
    </Panel>
  );
}

const counted = (rows: readonly unknown[] | undefined): string =>
  rows === undefined ? "–" : rows.length >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(rows.length);

/** The state of the platform for the people who run it. */
export function Operations({
  overview: { attention, statuses, date_from: from, date_to: to },
}: {
  overview: Overview;
}) {
  const may = useMay();
  const refresh = { refetchInterval: REFRESH_MS };
  const health = useQuery({
    queryKey: ["provider-health"],
    queryFn: async () => (await api.get("/payments/provider-health", { query: { limit: MOST_COUNTED } })).data,
    enabled: may("GET /payments/provider-health"),
    ...refresh,
  }).data;
  const floats = useQuery({
    queryKey: ["float", "overview"],
    queryFn: async () => (await api.get("/balances/float", { query: { limit: MOST_COUNTED } })).data,
    enabled: may("GET /balances/float"),
    ...refresh,
  }).data;
  const exceptions = useQuery({
    queryKey: ["settlement-exceptions", "open"],
    queryFn: async () =>
      (await api.get("/settlements/exceptions", { query: { status: "open", limit: MOST_COUNTED } })).data,
    enabled: may("GET /settlements/exceptions"),
    ...refresh,
  }).data;
  const down = health?.filter(
    ({ state, corridors }) => state !== "closed" || corridors.some((one) => one.state !== "healthy"),
  );
  const low = floats?.filter(({ is_low }) => is_low);
  const named = (rows: readonly { provider: string }[] | undefined): string | null =>
    rows === undefined || rows.length === 0 ? null : rows.map(({ provider }) => provider).join(", ");
  return (
    <Tiles
      tiles={[
        { label: "Providers that fail", value: counted(down), note: named(down), link: { to: "/admin/health" } },
        { label: "Floats below threshold", value: counted(low), note: named(low), link: { to: "/admin/funds" } },
        { label: "Settlement exceptions", value: counted(exceptions), link: { to: "/admin/settlements" } },
        {
          label: "Mismatches with providers",
          value: String(attention.reconciliation_items),
          link: { to: "/admin/reconciliation" },
        },
        {
          label: "Payments under way",
          value: String(statuses.find(({ status }) => status === "pending")?.count ?? 0),
          link: { to: "/payments", search: { status: "pending", from, to } },
        },
        { label: "Payouts to review", value: String(attention.payouts_to_review), link: { to: "/approvals" } },
      ]}
    />
  );
}
