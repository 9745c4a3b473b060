import { Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { HomeCurrencySelect } from "../../components/currency-select.tsx";
import type { Column } from "../../components/data-table.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { choiceProps, textOrUndefined } from "../../components/form-values.ts";
import { Money } from "../../components/money.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { ACCOUNTS, type VirtualAccount } from "./virtual-account.ts";

const COLUMNS: Column<VirtualAccount>[] = [
  { header: "Account", cell: (account) => account.virtual_account_name, primary: true },
  {
    header: "Balance",
    align: "end",
    cell: (account) => <Money amount={account.balance} currency={account.currency} strong />,
  },
  {
    header: "Available",
    align: "end",
    cell: (account) => <Money amount={account.available_balance} currency={account.currency} />,
  },
  {
    header: "Number for deposits",
    cell: (account) =>
      account.account_number === undefined ? (
        "–"
      ) : (
        <TwoLines below={account.bank_name}>{account.account_number}</TwoLines>
      ),
  },
  { header: "Status", cell: (account) => <StatusBadge status={account.status} /> },
];

export function VirtualAccountsPage() {
  const may = useMay();
  const { organization } = useSession();
  const [opening, { open, close }] = useDisclosure(false);
  const list = useCursorList([...ACCOUNTS, organization?.org_id], (page) =>
    api.get("/virtual-accounts", { query: page }),
  );
  const mayOpen = may("POST /virtual-accounts/internal/bank") && organization !== null;
  return (
    <ListPage
      title="Virtual accounts"
      description="Balances per currency and owner. Money that arrives at an account's number is credited by itself."
      label="Virtual accounts"
      list={list}
      columns={COLUMNS}
      keyOf={(account) => account.account_id}
      linkTo={(account) => `/virtual-accounts/${account.account_id}`}
      add={mayOpen ? { label: "Open an account", onClick: open } : null}
      empty={{ icon: "account", title: "No virtual accounts yet", text: "Open one to hold a balance in a currency." }}
    >
      {opening && organization !== null && <OpenAccount orgId={organization.org_id} onClose={close} />}
    </ListPage>
  );
}

const MAX_OFFERED = 100;

function OpenAccount({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const members = useQuery({
    queryKey: ["members", orgId, "choice"],
    queryFn: () =>
      api.get("/organizations/{org_id}/members", { path: { org_id: orgId }, query: { limit: MAX_OFFERED } }),
  });
  const form = useForm({
    initialValues: { user_id: user.user_id, currency: "", org_name: "", customer_id: "" },
    validate: {
      currency: (value) => (value === "" ? "Choose the currency" : null),
      user_id: (value) => (value === "" ? "Choose the owner" : null),
    },
  });
  const open = useWrite({
    write: (values: typeof form.values) =>
      api.post("/virtual-accounts/internal/bank", {
        body: {
          org_id: orgId,
          user_id: values.user_id,
          currency: values.currency,
          org_name: textOrUndefined(values.org_name),
          customer_id: textOrUndefined(values.customer_id),
        },
      }),
    done: "The account is open",
    refresh: [ACCOUNTS],
    onDone: (answer) =>
      void navigate({ to: "/virtual-accounts/$accountId", params: { accountId: answer.data.account_id } }),
  });
  return (
    <FormModal
      onClose={onClose}
      title="Open a virtual account"
      submitLabel="Open the account"
      onSubmit={form.onSubmit((values) => open.mutate(values))}
      action={open}
    >
      <Select
        label="Owner"
        description="One account per owner and currency"
        searchable
        allowDeselect={false}
        data={(members.data?.data ?? []).map((member) => ({
          value: member.user_id,
          label: `${member.name} (${member.email})`,
        }))}
        {...form.getInputProps("user_id")}
      />
      <HomeCurrencySelect {...choiceProps(form, "currency")} />
      <TextInput
        label="Name of the account"
        description="If empty: your organization's name"
        {...form.getInputProps("org_name")}
      />
      <TextInput label="Your own id of the customer" {...form.getInputProps("customer_id")} />
    </FormModal>
  );
}
