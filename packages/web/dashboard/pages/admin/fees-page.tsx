import { Button, Select, SimpleGrid, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { PAYMENT_DIRECTIONS, PAYMENT_METHODS } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import type { Body, Row } from "@corridor/shared/operations.ts";
import { countryName } from "../../components/plain-words.ts";
import { CountrySelect } from "../../components/country-select.tsx";
import { CurrencySelect } from "../../components/currency-select.tsx";
import type { Column } from "../../components/data-table.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { choiceProps, numberOrNull, textOrNull } from "../../components/form-values.ts";
import { Money } from "../../components/money.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { OrganizationSelect } from "../../components/organization-select.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { DIRECTION_NAMES } from "../payments/payment.ts";

type Fee = Row<"/fees">;
type NewFee = Body<"post", "/fees">;

const FEES = ["fees"] as const;

export function FeesPage() {
  const may = useMay();
  const [editing, setEditing] = useState<Fee | "new" | null>(null);
  const list = useCursorList(FEES, (page) => api.get("/fees", { query: page }));
  const mayWrite = may("POST /fees");
  const columns: Column<Fee>[] = [
    { header: "Name", cell: (fee) => fee.name, primary: true },
    { header: "Corridor", cell: corridorOf },
    { header: "For", cell: (fee) => (fee.org_id === null ? "Everyone" : "One organization") },
    { header: "Fee", cell: (fee) => <FeeFormula fee={fee} /> },
    { header: "Status", cell: (fee) => <StatusBadge status={fee.is_active ? "active" : "disabled"} /> },
  ];
  if (mayWrite)
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (fee) => (
        <Button size="xs" variant="default" onClick={() => setEditing(fee)} aria-label={`Edit ${fee.name}`}>
          Edit
        </Button>
      ),
    });
  return (
    <ListPage
      title="Fees"
      description={
        "The fee that an organization pays per payment: a fixed part and a percentage, within limits, for the chosen " +
        "corridors."
      }
      label="Fees"
      list={list}
      columns={columns}
      keyOf={(fee) => fee.fee_id}
      add={mayWrite ? { label: "New fee", onClick: () => setEditing("new") } : null}
      empty={{ icon: "percent", title: "No fees", text: "Payments are free of charge until one is set." }}
    >
      {editing !== null && <FeeForm fee={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
    </ListPage>
  );
}

function corridorOf(fee: Fee): string {
  const direction = PAYMENT_DIRECTIONS.find((one) => one === fee.direction);
  const parts = [
    fee.country === null ? "Every country" : countryName(fee.country),
    fee.payment_method === null ? "every method" : wordsOf(fee.payment_method).toLowerCase(),
    direction === undefined ? "every direction" : DIRECTION_NAMES[direction].toLowerCase(),
  ];
  return parts.join(", ");
}

function FeeFormula({ fee }: { fee: Fee }) {
  return (
    <span>
      {fee.percent > 0 && `${fee.percent} %`}
      {fee.percent > 0 && fee.fixed_amount > 0 && " + "}
      {(fee.fixed_amount > 0 || fee.percent === 0) && <Money amount={fee.fixed_amount} currency={fee.currency} />}
      {fee.min_fee !== null && (
        <>
          , at least <Money amount={fee.min_fee} currency={fee.currency} />
        </>
      )}
      {fee.max_fee !== null && (
        <>
          , at most <Money amount={fee.max_fee} currency={fee.currency} />
        </>
      )}
    </span>
  );
}

function FeeForm({ fee, onClose }: { fee: Fee | null; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      name: fee?.name ?? "",
      org_id: fee?.org_id ?? "",
      country: fee?.country ?? "",
      payment_method: (fee?.payment_method ?? "") as string,
      direction: (fee?.direction ?? "") as string,
      currency: fee?.currency ?? "",
      fixed_amount: (fee?.fixed_amount ?? "") as number | string,
      percent: (fee?.percent ?? "") as number | string,
      min_fee: (fee?.min_fee ?? "") as number | string,
      max_fee: (fee?.max_fee ?? "") as number | string,
      is_active: fee?.is_active ?? true,
    },
    validate: {
      name: (value) => (value.trim() === "" ? "Give it a name" : null),
      currency: (value) => (value === "" ? "Choose the currency" : null),
      max_fee: (value, values) =>
        value !== "" && values.min_fee !== "" && Number(value) < Number(values.min_fee)
          ? "Below the smallest fee"
          : null,
    },
  });
  const save = useWrite({
    write: async (values: typeof form.values): Promise<unknown> => {
      const body: NewFee = {
        name: values.name.trim(),
        org_id: textOrNull(values.org_id),
        country: textOrNull(values.country),
        payment_method: textOrNull(values.payment_method) as NewFee["payment_method"],
        direction: textOrNull(values.direction) as NewFee["direction"],
        currency: values.currency,
        fixed_amount: Number(values.fixed_amount),
        percent: Number(values.percent),
        min_fee: numberOrNull(values.min_fee),
        max_fee: numberOrNull(values.max_fee),
        is_active: values.is_active,
      };
      return fee === null
        ? api.post("/fees", { body })
        : api.patch("/fees/{fee_id}", { path: { fee_id: fee.fee_id }, body });
    },
    done: fee === null ? "The fee is set" : "The fee is changed",
    refresh: [FEES],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={fee === null ? "New fee" : `Edit ${fee.name}`}
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
      size="lg"
    >
      <TextInput label="Name" data-autofocus required withAsterisk={false} {...form.getInputProps("name")} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <OrganizationSelect
          label="Only for"
          description="If empty: every organization"
          clearable
          {...choiceProps(form, "org_id")}
        />
        <CountrySelect
          label="Country"
          description="If empty: every country"
          clearable
          {...choiceProps(form, "country")}
        />
        <Select
          label="Method"
          description="If empty: every method"
          clearable
          data={PAYMENT_METHODS.map((method) => ({ value: method, label: wordsOf(method) }))}
          {...choiceProps(form, "payment_method")}
        />
        <Select
          label="Direction"
          description="If empty: every direction"
          clearable
          data={PAYMENT_DIRECTIONS.map((direction) => ({ value: direction, label: DIRECTION_NAMES[direction] }))}
          {...choiceProps(form, "direction")}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <CurrencySelect
          withAssets
          value={form.values.currency}
          onChange={(currency) => form.setFieldValue("currency", currency ?? "")}
          error={form.errors["currency"]}
        />
        <NumberField label="Percent" {...form.getInputProps("percent")} />
        <NumberField label="Fixed part" {...form.getInputProps("fixed_amount")} />
        <NumberField label="At least" {...form.getInputProps("min_fee")} />
        <NumberField label="At most" {...form.getInputProps("max_fee")} />
      </SimpleGrid>
      <Switch label="In force" {...form.getInputProps("is_active", { type: "checkbox" })} />
    </FormModal>
  );
}
