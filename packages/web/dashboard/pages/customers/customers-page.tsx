import { useState } from "react";
import { api } from "../../api/client.ts";
import { Breakable } from "../../components/breakable.tsx";
import { countryName } from "../../components/plain-words.ts";
import type { Column } from "../../components/data-table.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { type Customer, CUSTOMERS, nameOf } from "./customer.ts";
import { CustomerForm } from "./customer-form.tsx";

const COLUMNS: Column<Customer>[] = [
  { header: "Name", cell: nameOf, primary: true },
  { header: "E-mail", cell: (customer) => <Breakable text={customer.email ?? "–"} /> },
  { header: "Phone", cell: (customer) => customer.phone ?? "–" },
  { header: "Country", cell: (customer) => (customer.country === undefined ? "–" : countryName(customer.country)) },
  { header: "Your id", cell: (customer) => customer.reference ?? "–", long: true },
  { header: "Status", cell: (customer) => <StatusBadge status={customer.status} /> },
  { header: "Added", cell: (customer) => <Timestamp at={customer.created_at} withTime={false} /> },
];

export function CustomersPage() {
  const may = useMay();
  const { organization } = useSession();
  const [isAdding, setAdding] = useState(false);
  const list = useCursorList([...CUSTOMERS, organization?.org_id], (page) => api.get("/customers", { query: page }));
  return (
    <ListPage
      title="Customers"
      description="The people and businesses that pay you: one record for their payments, accounts and details."
      label="Customers"
      list={list}
      columns={COLUMNS}
      keyOf={(customer) => customer.customer_id}
      linkTo={(customer) => `/customers/${customer.customer_id}`}
      add={
        may("POST /customers") && organization !== null
          ? { label: "New customer", onClick: () => setAdding(true) }
          : null
      }
      empty={{
        icon: "people",
        title: "No customers yet",
        text: "Add a customer here, or name one in a payment by customer_id.",
      }}
    >
      {isAdding && <CustomerForm customer={null} onClose={() => setAdding(false)} />}
    </ListPage>
  );
}
