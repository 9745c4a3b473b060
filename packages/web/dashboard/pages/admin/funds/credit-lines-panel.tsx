import { Button, SimpleGrid, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { CurrencySelect } from "../../../components/currency-select.tsx";
import { type Column, ListTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { choiceProps } from "../../../components/form-values.ts";
import { Money } from "../../../components/money.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { OrganizationName } from "../../../components/organization-name.tsx";
import { OrganizationSelect } from "../../../components/organization-select.tsx";
import { Panel } from "../../../components/panel.tsx";
import { useCursorList } from "../../../components/use-cursor-list.ts";
import { useWrite } from "../../../components/use-write.ts";
import { useMay } from "../../../session/may.ts";

type CreditLine = Row<"/balances/credit-lines">;

const CREDIT_LINES = ["credit-lines"] as const;

const COLUMNS: Column<CreditLine>[] = [
  { header: "Organization", cell: (line) => <OrganizationName orgId={line.org_id} />, primary: true },
  {
    header: "Credit line",
    align: "end",
    cell: (line) => <Money amount={line.credit_line} currency={line.currency} strong />,
  },
  { header: "Available", align: "end", cell: (line) => <Money amount={line.available} currency={line.currency} /> },
];

/** Which organizations may go below zero, and how far. */
export function CreditLinesPanel() {
  const may = useMay();
  const [editing, setEditing] = useState<CreditLine | "new" | null>(null);
  const list = useCursorList(CREDIT_LINES, (page) => api.get("/balances/credit-lines", { query: page }));
  const mayWrite = may("PUT /balances/credit-lines");
  const columns = mayWrite
    ? [
        ...COLUMNS,
        {
          header: "Actions",
          hiddenHeader: true,
          align: "end",
          cell: (line) => (
            <Button
              size="xs"
              variant="default"
              onClick={() => setEditing(line)}
              aria-label={`Change the credit line in ${line.currency}`}
            >
              Change
            </Button>
          ),
        } satisfies Column<CreditLine>,
      ]
    : COLUMNS;
  return (
    <Panel
      title="Credit lines"
      flush
      actions={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => setEditing("new")}>
            New credit line
          </Button>
        )
      }
    >
      <ListTable
        label="Credit lines"
        list={list}
        columns={columns}
        keyOf={(line) => line.account_id}
        empty={
          <EmptyState icon="shield" title="No credit lines">
            No organization has a credit line, so none can spend more than its balance.
          </EmptyState>
        }
      />
      {editing !== null && (
        <CreditLineForm line={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Panel>
  );
}

function CreditLineForm({ line, onClose }: { line: CreditLine | null; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      org_id: line?.org_id ?? "",
      currency: line?.currency ?? "",
      amount: (line?.credit_line ?? "") as number | string,
      reason: "",
    },
    validate: {
      org_id: (value) => (value === "" ? "Choose the organization" : null),
      currency: (value) => (value === "" ? "Choose the currency" : null),
      amount: (value) => (value === "" || Number(value) < 0 ? "Enter zero or more" : null),
      reason: (value) => (value.trim() === "" ? "Say why" : null),
    },
  });
  const save = useWrite({
    write: ({ org_id, currency, amount, reason }: typeof form.values) =>
      api.put("/balances/credit-lines", { body: { org_id, currency, amount: Number(amount), reason: reason.trim() } }),
    done: "The credit line is set",
    refresh: [CREDIT_LINES, ["balances"]],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={line === null ? "New credit line" : "Change the credit line"}
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      <Text size="sm">
        How far below zero the balance may go for payouts, refunds and fees. Zero removes the line, even if it is in
        use. Raising a line needs another platform admin: save it, have it approved under Approvals, and save the same
        again.
      </Text>
      {line === null && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <OrganizationSelect data-autofocus {...choiceProps(form, "org_id")} />
          <CurrencySelect withAssets {...choiceProps(form, "currency")} />
        </SimpleGrid>
      )}
      <NumberField
        label="Credit line"
        {...(line === null ? {} : { "data-autofocus": true })}
        {...form.getInputProps("amount")}
      />
      <Textarea label="Reason" autosize minRows={2} required withAsterisk={false} {...form.getInputProps("reason")} />
    </FormModal>
  );
}
