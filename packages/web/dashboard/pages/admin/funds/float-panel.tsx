import { Button, Select, SimpleGrid, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import type { Body, Row } from "@corridor/shared/operations.ts";
import { CurrencySelect } from "../../../components/currency-select.tsx";
import { type Column, ListTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { choiceProps } from "../../../components/form-values.ts";
import { Money } from "../../../components/money.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { Panel } from "../../../components/panel.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { Timestamp } from "../../../components/timestamp.tsx";
import { TwoLines } from "../../../components/two-lines.tsx";
import { useCursorList } from "../../../components/use-cursor-list.ts";
import { useWrite } from "../../../components/use-write.ts";
import { useMay } from "../../../session/may.ts";
import { useProviderNames } from "../providers/use-providers.ts";

type Float = Row<"/balances/float">;
type Threshold = Body<"put", "/balances/float/thresholds">;

const FLOAT = ["float"] as const;

const COLUMNS: Column<Float>[] = [
  { header: "Provider", cell: (float) => <TwoLines below={float.currency}>{float.provider}</TwoLines>, primary: true },
  {
    header: "By our books",
    align: "end",
    cell: (float) => <Money amount={float.expected} currency={float.currency} />,
  },
  {
    header: "By the provider",
    align: "end",
    cell: (float) =>
      float.reported === null ? (
        "Not told"
      ) : (
        <TwoLines below={<Timestamp at={float.reported_at!} />}>
          <Money amount={float.reported} currency={float.currency} />
        </TwoLines>
      ),
  },
  {
    header: "Difference",
    align: "end",
    cell: (float) => (float.difference === null ? "–" : <Money amount={float.difference} currency={float.currency} />),
  },
  {
    header: "Alert below",
    align: "end",
    cell: (float) => (float.threshold === null ? "–" : <Money amount={float.threshold} currency={float.currency} />),
  },
  {
    header: "State",
    cell: (float) =>
      float.is_low ? (
        <StatusBadge status="failed" label="Low" />
      ) : float.threshold === null ? (
        "–"
      ) : (
        <StatusBadge status="active" label="Enough" />
      ),
  },
];

export function FloatPanel() {
  const may = useMay();
  const [opened, setOpened] = useState(false);
  const list = useCursorList(FLOAT, () => api.get("/balances/float"));
  return (
    <Panel
      title="Float at providers"
      flush
      actions={
        may("PUT /balances/float/thresholds") && (
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            Set an alert
          </Button>
        )
      }
    >
      <ListTable
        label="Float at providers"
        list={list}
        columns={COLUMNS}
        keyOf={(float) => `${float.provider} ${float.currency}`}
        empty={
          <EmptyState icon="plug" title="No money at any provider yet">
            Money from payins and payouts appears here.
          </EmptyState>
        }
      />
      {opened && <ThresholdForm onClose={() => setOpened(false)} />}
    </Panel>
  );
}

function ThresholdForm({ onClose }: { onClose: () => void }) {
  const providers = useProviderNames();
  const form = useForm({
    initialValues: { provider: "fiat" as Threshold["provider"], currency: "", amount: "" as number | string },
    validate: { currency: (value) => (value === "" ? "Choose the currency" : null) },
  });
  const save = useWrite({
    write: ({ provider, currency, amount }: typeof form.values) =>
      api.put("/balances/float/thresholds", { body: { provider, currency, amount: Number(amount) } }),
    done: "The alert is set",
    refresh: [FLOAT],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="Alert about a low float"
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      <Text size="sm">Platform admins are alerted, here and by e-mail, when the float falls below this amount.</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Provider"
          data={providers}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps("provider")}
        />
        <CurrencySelect withAssets {...choiceProps(form, "currency")} />
      </SimpleGrid>
      <NumberField label="Alert below" description="If empty: no alert" {...form.getInputProps("amount")} />
    </FormModal>
  );
}
