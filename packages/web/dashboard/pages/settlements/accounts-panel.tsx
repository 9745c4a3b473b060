import { Button, Group, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Money } from "../../components/money.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { ACCOUNTS, type SettlementAccount } from "./settlement.ts";

const COLUMNS: Column<SettlementAccount>[] = [
  { header: "Account", cell: (one) => <TwoLines below={one.currency}>{one.account}</TwoLines>, primary: true },
  { header: "By the ledger", align: "end", cell: (one) => <Money amount={one.expected} currency={one.currency} /> },
  {
    header: "By statements",
    align: "end",
    cell: (one) => (
      <TwoLines below={one.fetch_failure ?? (one.last_day === null ? "No statement yet" : `Up to ${one.last_day}`)}>
        <Money amount={one.stated} currency={one.currency} />
      </TwoLines>
    ),
  },
  {
    header: "Unexplained",
    align: "end",
    cell: (one) => <Money amount={one.unexplained} currency={one.currency} strong />,
  },
  {
    header: "Exceptions",
    cell: (one) =>
      one.open_exceptions === 0 ? (
        one.last_day === null ? (
          "–"
        ) : (
          <StatusBadge status="active" label="None" />
        )
      ) : (
        <TwoLines
          below={<Money amount={one.at_stake} currency={one.currency} />}
        >{`${one.open_exceptions} open`}</TwoLines>
      ),
  },
  { header: "Closed", cell: (one) => (one.closed_through === null ? "–" : `Through ${one.closed_through}`) },
];

type Act = { account: string; closedThrough: string | null; what: "close" | "reopen" };

/** The unexplained balance of every account, always shown, and the closing of its days. */
export function AccountsPanel() {
  const may = useMay();
  const [act, setAct] = useState<Act | null>(null);
  const list = useCursorList(ACCOUNTS, () => api.get("/settlements/accounts"));
  const columns = may("POST /settlements/accounts/{account}/close")
    ? [
        ...COLUMNS,
        {
          header: "Days",
          hiddenHeader: true,
          align: "end",
          cell: ({ account, last_day, closed_through: closedThrough }) =>
            last_day !== null && (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Close a day of ${account}`}
                  onClick={() => setAct({ account, closedThrough, what: "close" })}
                >
                  Close a day
                </Button>
                {closedThrough !== null && (
                  <Button
                    size="xs"
                    variant="subtle"
                    aria-label={`Reopen a day of ${account}`}
                    onClick={() => setAct({ account, closedThrough, what: "reopen" })}
                  >
                    Reopen
                  </Button>
                )}
              </Group>
            ),
        } satisfies Column<SettlementAccount>,
      ]
    : COLUMNS;
  return (
    <Panel title="Unexplained balances" flush>
      <ListTable
        label="Settlement accounts"
        list={list}
        columns={columns}
        keyOf={(one) => `${one.account} ${one.currency}`}
        empty={
          <EmptyState icon="scale" title="No money at any provider yet">
            The expected balances at providers and banks appear here, beside those of their statements.
          </EmptyState>
        }
      />
      {act?.what === "close" && <CloseForm account={act.account} onClose={() => setAct(null)} />}
      {act?.what === "reopen" && (
        <ReopenForm account={act.account} day={act.closedThrough!} onClose={() => setAct(null)} />
      )}
    </Panel>
  );
}

function CloseForm({ account, onClose }: { account: string; onClose: () => void }) {
  const form = useForm({
    initialValues: { day: "" },
    validate: { day: (value) => (value === "" ? "Choose the day" : null) },
  });
  const close = useWrite({
    write: ({ day }: typeof form.values) =>
      api.post("/settlements/accounts/{account}/close", { path: { account }, body: { day } }),
    done: "The day is closed",
    refresh: [ACCOUNTS],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Close a day of ${account}`}
      submitLabel="Close the day"
      onSubmit={form.onSubmit((values) => close.mutate(values))}
      action={close}
    >
      <Text size="sm">
        The day's statements are signed. No line of that day or an earlier one can be imported afterwards.
      </Text>
      <TextInput type="date" label="Day" data-autofocus {...form.getInputProps("day")} />
    </FormModal>
  );
}

function ReopenForm({ account, day, onClose }: { account: string; day: string; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: "" },
    validate: { reason: (value) => (value.trim() === "" ? "Say why" : null) },
  });
  const reopen = useWrite({
    write: ({ reason }: typeof form.values) =>
      api.post("/settlements/accounts/{account}/reopen", { path: { account }, body: { reason: reason.trim() } }),
    done: "The day is open again",
    refresh: [ACCOUNTS],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Reopen ${day} of ${account}`}
      submitLabel="Reopen"
      onSubmit={form.onSubmit((values) => reopen.mutate(values))}
      action={reopen}
    >
      <Text size="sm">Another platform admin approves it.</Text>
      <Textarea label="Why" autosize minRows={2} maxLength={500} data-autofocus {...form.getInputProps("reason")} />
    </FormModal>
  );
}
