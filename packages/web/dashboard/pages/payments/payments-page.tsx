import { Button, Checkbox, Group } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { ColumnMenu } from "../../components/column-menu.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { OrganizationName } from "../../components/organization-name.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { SavedViews } from "../../components/saved-views.tsx";
import { useLive } from "../../components/use-live.ts";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { Icon } from "../../frame/icons.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { ExportButton } from "./export-button.tsx";
import { PAYMENTS, type PaymentRow } from "./payment.ts";
import { PAYMENT_COLUMNS } from "./payment-columns.tsx";
import { PaymentFilters } from "./payment-filters.tsx";
import { NO_FILTERS, queryOf, readPaymentSearch } from "./payment-search.ts";
import { PaymentTotals } from "./payment-totals.tsx";

const REFRESH_MS = 20_000;

const ORGANIZATION: Column<PaymentRow> = {
  header: "Organization",
  cell: (payment) => <OrganizationName orgId={payment.org_id} />,
  long: true,
};

export function PaymentsPage() {
  const search = useSearch({ from: "/protected/payments" });
  const navigate = useNavigate();
  const may = useMay();
  const { organization } = useSession();
  const list = useCursorList(
    [...PAYMENTS, organization?.org_id, search],
    (page) => api.get("/transactions", { query: { ...queryOf(search), ...page } }),
    useLive(PAYMENTS, REFRESH_MS),
  );
  const filtered = Object.keys(search).some((name) => !NO_FILTERS.has(name));
  const hidden = search.hide?.split(",") ?? [];
  const isByAmount = organization !== null && search.currency !== undefined;
  const sortable = PAYMENT_COLUMNS.map((column) =>
    column.header === "Amount" && !isByAmount ? { ...column, sortBy: undefined } : column,
  );
  const columns = organization === null ? sortable.toSpliced(2, 0, ORGANIZATION) : sortable;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = list.rows.filter(({ payment_id }) => selected.has(payment_id));
  const select: Column<PaymentRow> = {
    header: "Select",
    hiddenHeader: true,
    cell: ({ payment_id, amount, currency }) => (
      <Checkbox
        size="xs"
        aria-label={`Select ${formatMoney(amount, currency)}`}
        checked={selected.has(payment_id)}
        onChange={() => setSelected(toggled(selected, payment_id))}
      />
    ),
  };
  const newPayment =
    may("POST /payments-init/initiate") && organization !== null ? (
      <>
        <Button component={Link} to="/payments/new" variant="default">
          Collect
        </Button>
        <Button component={Link} to="/payments/send" leftSection={<Icon name="payments" size={16} />}>
          Send money
        </Button>
      </>
    ) : null;
  return (
    <Page
      title="Payments"
      description="Payins, payouts and ramps."
      actions={
        <Group gap="xs">
          <ExportButton search={search} />
          {newPayment}
        </Group>
      }
    >
      <Panel flush>
        <PaymentFilters search={search} onChange={(next) => void navigate({ to: "/payments", search: next })}>
          <SavedViews
            list="payments"
            search={search}
            onChoose={(filters) => void navigate({ to: "/payments", search: readPaymentSearch(filters) })}
          />
          <ColumnMenu
            columns={columns.map(({ header }) => header)}
            hidden={hidden}
            onChange={(next) =>
              void navigate({
                to: "/payments",
                search: { ...search, hide: next.length === 0 ? undefined : next.join(",") },
                replace: true,
              })
            }
          />
        </PaymentFilters>
        <ListTable
          label="Payments"
          list={list}
          columns={[...columns.filter(({ header }) => !hidden.includes(header)), select]}
          foot={<PaymentTotals search={search} chosen={chosen} />}
          sort={{
            by: search.sort ?? "created_at",
            order: search.order ?? "desc",
            onChange: (by, order) =>
              void navigate({
                to: "/payments",
                search: readPaymentSearch({ ...search, sort: by, order }),
                replace: true,
              }),
          }}
          keyOf={(payment) => payment.payment_id}
          linkTo={(payment) => `/payments/${payment.payment_id}`}
          empty={
            filtered ? (
              <EmptyState
                icon="search"
                title="No payment matches"
                action={
                  <Button variant="default" mt="sm" onClick={() => void navigate({ to: "/payments", search: {} })}>
                    Clear the filters
                  </Button>
                }
              >
                Names and references are found by how they begin; ids must be given in full.
              </EmptyState>
            ) : (
              <EmptyState icon="payments" title="No payments yet" action={<Group gap="xs">{newPayment}</Group>}>
                They appear here as soon as the first one is made, by API, link or form.
              </EmptyState>
            )
          }
        />
      </Panel>
    </Page>
  );
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}
