import { Button, Select, SimpleGrid, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import type { Body, Row } from "@corridor/shared/operations.ts";
import { CurrencySelect } from "../../../components/currency-select.tsx";
import { type Column, ListTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { choiceProps, textOrNull } from "../../../components/form-values.ts";
import { Money } from "../../../components/money.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { OrganizationName } from "../../../components/organization-name.tsx";
import { OrganizationSelect } from "../../../components/organization-select.tsx";
import { Panel } from "../../../components/panel.tsx";
import { Timestamp } from "../../../components/timestamp.tsx";
import { TwoLines } from "../../../components/two-lines.tsx";
import { useAttemptKey } from "../../../components/use-attempt-key.ts";
import { useCursorList } from "../../../components/use-cursor-list.ts";
import { useWrite } from "../../../components/use-write.ts";
import { useMay } from "../../../session/may.ts";
import { nameOf } from "../../approvals/approval.ts";
import { useProviderNames } from "../providers/use-providers.ts";

const ADJUSTMENTS = ["adjustments"] as const;

type Adjustment = Row<"/balances/adjustments">;
type NewAdjustment = Body<"post", "/balances/adjustments">;

const COLUMNS: Column<Adjustment>[] = [
  { header: "Organization", cell: (adjustment) => <OrganizationName orgId={adjustment.org_id} />, primary: true },
  {
    header: "Amount",
    align: "end",
    cell: (adjustment) => <Money amount={adjustment.amount} currency={adjustment.currency} strong />,
  },
  {
    header: "Reason",
    long: true,
    cell: (adjustment) => (
      <TwoLines below={adjustment.provider === null ? null : `At ${adjustment.provider}`}>{adjustment.reason}</TwoLines>
    ),
  },
  {
    header: "Asked by",
    cell: (adjustment) => (
      <TwoLines below={<Timestamp at={adjustment.created_at} />}>
        {nameOf(adjustment, adjustment.requested_by)}
      </TwoLines>
    ),
  },
];

/** Prefunding and corrections, which another platform admin approves before they are posted. */
export function AdjustmentsPanel() {
  const may = useMay();
  const [opened, setOpened] = useState(false);
  const list = useCursorList(ADJUSTMENTS, (page) => api.get("/balances/adjustments", { query: page }));
  return (
    <Panel
      title="Prefunding and corrections"
      flush
      actions={
        may("POST /balances/adjustments") && (
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            New adjustment
          </Button>
        )
      }
    >
      <ListTable
        label="Adjustments"
        list={list}
        columns={COLUMNS}
        keyOf={(adjustment) => adjustment.adjustment_id}
        empty={
          <EmptyState icon="scale" title="No adjustments">
            Adjustments that were posted appear here.
          </EmptyState>
        }
      />
      {opened && <AdjustmentForm onClose={() => setOpened(false)} />}
    </Panel>
  );
}

function AdjustmentForm({ onClose }: { onClose: () => void }) {
  const attempt = useAttemptKey();
  const providers = useProviderNames();
  const form = useForm({
    initialValues: { org_id: "", currency: "", amount: "" as number | string, provider: "", reason: "" },
    validate: {
      org_id: (value) => (value === "" ? "Choose the organization" : null),
      currency: (value) => (value === "" ? "Choose the currency" : null),
      amount: (value) => (value === "" || Number(value) === 0 ? "Enter an amount that is not zero" : null),
      reason: (value) => (value.trim() === "" ? "Say why" : null),
    },
  });
  const save = useWrite({
    write: (values: typeof form.values) => {
      const body: NewAdjustment = {
        org_id: values.org_id,
        currency: values.currency,
        amount: Number(values.amount),
        provider: textOrNull(values.provider) as NewAdjustment["provider"],
        reason: values.reason.trim(),
      };
      return api.post("/balances/adjustments", { idempotencyKey: attempt.keyFor(body), body });
    },
    done: "The adjustment is posted",
    refresh: [ADJUSTMENTS, ["balances"], ["float"]],
    onDone: onClose,
    onFailed: (error) => void attempt.noteFailure(error),
  });
  return (
    <FormModal
      onClose={onClose}
      title="New adjustment"
      submitLabel="Post it"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <OrganizationSelect data-autofocus {...choiceProps(form, "org_id")} />
        <CurrencySelect withAssets {...choiceProps(form, "currency")} />
        <NumberField
          label="Amount"
          description="A negative amount is taken from the organization"
          {...form.getInputProps("amount")}
        />
        <Select
          label="At the provider"
          description="Leave empty if no provider holds the money"
          clearable
          data={providers}
          {...choiceProps(form, "provider")}
        />
      </SimpleGrid>
      <Textarea label="Reason" autosize minRows={2} required withAsterisk={false} {...form.getInputProps("reason")} />
    </FormModal>
  );
}
