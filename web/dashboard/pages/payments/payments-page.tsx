import { Button, Group } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { pageFrom } from "../../api/pages.ts";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { OrganizationName } from "../../components/organization-name.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { PAGE_SIZE, useCursorList } from "../../components/use-cursor-list.ts";
import { Icon } from "../../frame/icons.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { ExportButton } from "./export-button.tsx";
import { PAYMENTS, type PaymentRow } from "./payment.ts";
import { PAYMENT_COLUMNS } from "./payment-columns.tsx";
import { PaymentFilters } from "./payment-filters.tsx";
import { queryOf } from "./payment-search.ts";

const REFRESH_MS = 20_000;

const ORGANIZATION: Column<PaymentRow> = { header: "Organization", cell: (payment) => <OrganizationName orgId={payment.org_id} />, long: true };

export function PaymentsPage() {
  const search = useSearch({ from: "/protected/payments" });
  const navigate = useNavigate();
  const may = useMay();
  const { organization } = useSession();
  const list = useCursorList(
    [...PAYMENTS, organization?.org_id, search],
    async (cursor) =>
      pageFrom(await answerOf(api.GET("/transactions", { params: { query: { ...queryOf(search), limit: PAGE_SIZE, last_evaluated_key: cursor } } }))),
    { refetchInterval: REFRESH_MS },
  );
  const filtered = Object.keys(search).length > 0;
  const newPayment =
    may("POST /payments-init/initiate") && organization !== null ? (
      <Button component={Link} to="/payments/new" leftSection={<Icon name="plus" size={16} />}>
        New payment
      </Button>
    ) : null;
  return (
    <Page
      title="Payments"
      description="Payins, payouts and ramps, newest first."
      actions={
        <Group gap="xs">
          <ExportButton search={search} />
          {newPayment}
        </Group>
      }
    >
      <Panel flush>
        <PaymentFilters search={search} onChange={(next) => void navigate({ to: "/payments", search: next })} />
        <ListTable
          label="Payments"
          list={list}
          columns={organization === null ? PAYMENT_COLUMNS.toSpliced(2, 0, ORGANIZATION) : PAYMENT_COLUMNS}
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
              <EmptyState icon="payments" title="No payments yet" action={newPayment}>
                They appear here as soon as the first one is made, by API, link or form.
              </EmptyState>
            )
          }
        />
      </Panel>
    </Page>
  );
}
