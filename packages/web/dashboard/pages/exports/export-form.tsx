import { SegmentedControl, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api/client.ts";
import type { Body } from "@corridor/shared/operations.ts";
import { CurrencySelect } from "../../components/currency-select.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { choiceProps } from "../../components/form-values.ts";
import { useWrite } from "../../components/use-write.ts";
import { EXPORTS, FORMAT_NAMES, KIND_NAMES } from "./export.ts";

type NewExport = Body<"post", "/exports">;
type Values = {
  kind: NewExport["kind"];
  format: NonNullable<NewExport["format"]>;
  from: string;
  to: string;
  currency: string;
};

const choicesOf = <T extends string>(names: Readonly<Record<T, string>>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }));

/** Whole days in local time, including the last one. */
function momentOf(day: string, plusDays: number): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + plusDays);
  return date.toISOString();
}

/** `log`: which audit log is shown, and by what it is filtered; the file holds the same. */
type Log = { orgId: string; from?: string; to?: string; action?: string; resource?: string };
const filterOf = ({ orgId, action, resource }: Log) => ({
  org_id: orgId,
  ...(action === undefined ? {} : { action }),
  ...(resource === undefined ? {} : { resource_id: resource }),
});
type Props = { kind?: Values["kind"]; log?: Log; onClose: () => void };

export function ExportForm({ kind: first = "transactions", log, onClose }: Props) {
  const form = useForm<Values>({
    initialValues: { kind: first, format: "csv", from: log?.from ?? "", to: log?.to ?? "", currency: "" },
    validate: {
      to: (to, { from }) => (from !== "" && to !== "" && to < from ? "Choose a day on or after the first" : null),
    },
  });
  const ask = useWrite({
    write: ({ kind, format, from, to, currency }: Values) => {
      const body: NewExport = {
        kind,
        format,
        ...(from === "" ? {} : { date_from: momentOf(from, 0) }),
        ...(to === "" ? {} : { date_to: momentOf(to, 1) }),
        ...(currency === "" || kind === "audit" ? {} : { currency }),
        ...(log === undefined || kind !== "audit" ? {} : filterOf(log)),
      };
      return api.post("/exports", { body });
    },
    done: "The file is being made",
    refresh: [EXPORTS],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="New export"
      submitLabel="Make the file"
      onSubmit={form.onSubmit((values) => ask.mutate(values))}
      action={ask}
    >
      <Select
        label="What"
        data-autofocus
        allowDeselect={false}
        data={log === undefined ? choicesOf(KIND_NAMES) : [{ value: "audit", label: KIND_NAMES.audit }]}
        {...form.getInputProps("kind")}
      />
      <SegmentedControl
        fullWidth
        aria-label="Format"
        data={choicesOf(FORMAT_NAMES)}
        {...form.getInputProps("format")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="First day"
          description="If empty: from the beginning"
          type="date"
          {...form.getInputProps("from")}
        />
        <TextInput label="Last day" description="If empty: until now" type="date" {...form.getInputProps("to")} />
      </SimpleGrid>
      {form.values.kind !== "audit" && (
        <CurrencySelect
          label="Currency"
          description="If empty: all currencies"
          withAssets
          clearable
          {...choiceProps(form, "currency")}
        />
      )}
    </FormModal>
  );
}
