import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { BackLink } from "../../components/back-link.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Identifier } from "../../components/copyable.tsx";
import { countryName } from "../../components/plain-words.ts";
import { ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Facts } from "../../components/facts.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useLive } from "../../components/use-live.ts";
import { useWrite } from "../../components/use-write.ts";
import { NotLoadedPage } from "../../frame/not-loaded-page.tsx";
import { useMay } from "../../session/may.ts";
import { PAYMENTS } from "../payments/payment.ts";
import { PAYMENT_COLUMNS } from "../payments/payment-columns.tsx";
import { type Customer, CUSTOMERS, customerQuery, nameOf } from "./customer.ts";
import { CustomerForm } from "./customer-form.tsx";

const REFRESH_MS = 20_000;

export function CustomerPage() {
  const { customerId } = useParams({ from: "/protected/customers/$customerId" });
  const customer = useQuery(customerQuery(customerId));
  const back = <BackLink to="/customers">Customers</BackLink>;
  if (customer.isError || customer.data === undefined)
    return <NotLoadedPage query={customer} title="Customer" back={back} failure="Could not load the customer" />;
  return (
    <Page
      title={nameOf(customer.data)}
      back={back}
      description={<StatusBadge status={customer.data.status} />}
      actions={<CustomerActions customer={customer.data} />}
    >
      <Stack gap="lg">
        <Panel title="Details">
          <CustomerFacts customer={customer.data} />
        </Panel>
        <Payments customerId={customerId} />
      </Stack>
    </Page>
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  return (
    <Facts
      facts={[
        { label: "E-mail", value: customer.email },
        { label: "Phone", value: customer.phone },
        { label: "Country", value: customer.country === undefined ? null : countryName(customer.country) },
        { label: "Your id", value: customer.reference },
        { label: "Customer", value: <Identifier value={customer.customer_id} what="customer id" /> },
        customer.merged_into !== undefined && {
          label: "Stands for",
          value: <TextLink to={`/customers/${customer.merged_into}`}>Another customer</TextLink>,
        },
        { label: "Added", value: <Timestamp at={customer.created_at} /> },
      ]}
    />
  );
}

function CustomerActions({ customer }: { customer: Customer }) {
  const may = useMay();
  const [isEditing, setEditing] = useState(false);
  const erase = useWrite({
    write: () => api.delete("/customers/{customer_id}", { path: { customer_id: customer.customer_id } }),
    done: "The customer is being erased",
    refresh: [CUSTOMERS, ["customer"]],
  });
  if (customer.status !== "active") return null;
  return (
    <Group gap="xs">
      {may("PATCH /customers/{customer_id}") && (
        <Button variant="default" onClick={() => setEditing(true)}>
          Edit
        </Button>
      )}
      {may("DELETE /customers/{customer_id}") && (
        <ConfirmButton label="Erase" title={`Erase ${nameOf(customer)}?`} confirmLabel="Erase" danger action={erase}>
          Name, address and phone are taken out of the customer, its finished payments and their events. This cannot be
          undone. Amounts, ids, the ledger and the audit log stay.
        </ConfirmButton>
      )}
      {isEditing && <CustomerForm customer={customer} onClose={() => setEditing(false)} />}
    </Group>
  );
}

function Payments({ customerId }: { customerId: string }) {
  const list = useCursorList(
    [...PAYMENTS, "of", customerId],
    (page) => api.get("/transactions", { query: { customer_id: customerId, ...page } }),
    useLive(PAYMENTS, REFRESH_MS),
  );
  return (
    <Panel title="Payments" flush>
      <ListTable
        label="Payments of the customer"
        list={list}
        columns={PAYMENT_COLUMNS}
        keyOf={(payment) => payment.payment_id}
        linkTo={(payment) => `/payments/${payment.payment_id}`}
        empty={
          <EmptyState icon="payments" title="No payments yet">
            Payments that name this customer appear here.
          </EmptyState>
        }
      />
    </Panel>
  );
}
