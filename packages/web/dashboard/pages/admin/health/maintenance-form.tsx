import { Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { PAYMENT_METHODS } from "@corridor/shared/choices.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { api } from "../../../api/client.ts";
import { CountrySelect } from "../../../components/country-select.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { wordsOf } from "../../../components/status-badge.tsx";
import { useWrite } from "../../../components/use-write.ts";
import { useProviders } from "../providers/use-providers.ts";

export const healthKey = ["provider-health"] as const;

type Window = Row<"/payments/maintenance-windows">;
type Values = {
  provider: Window["provider"] | "";
  country: string | null;
  payment_method: (typeof PAYMENT_METHODS)[number] | null;
  starts_at: string;
  ends_at: string;
  reason: string;
};

export function MaintenanceForm({ onClose }: { onClose: () => void }) {
  const providers = (useProviders().data?.data ?? []).filter(({ state }) => state === "ready");
  const form = useForm<Values>({
    initialValues: { provider: "", country: null, payment_method: null, starts_at: "", ends_at: "", reason: "" },
    validate: {
      provider: (value) => (value === "" ? "Choose a provider" : null),
      starts_at: (value) => (value === "" ? "Say from when" : null),
      ends_at: (value, { starts_at }) => (value <= starts_at ? "Must be after the start" : null),
      reason: (value) => (value.trim() === "" ? "Say why; it is on the routes of payments" : null),
    },
  });
  const save = useWrite({
    write: ({ provider, starts_at, ends_at, ...values }: Values) =>
      api.post("/payments/maintenance-windows", {
        body: {
          ...values,
          provider: provider as Window["provider"],
          starts_at: new Date(starts_at).toISOString(),
          ends_at: new Date(ends_at).toISOString(),
        },
      }),
    done: "Maintenance planned",
    refresh: [healthKey],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="Plan maintenance"
      submitLabel="Plan"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      <Select
        label="Provider"
        searchable
        allowDeselect={false}
        data={providers.map(({ provider, display_name }) => ({ value: provider, label: display_name }))}
        {...form.getInputProps("provider")}
      />
      <CountrySelect placeholder="All" clearable {...form.getInputProps("country")} />
      <Select
        label="Method"
        placeholder="All"
        clearable
        data={PAYMENT_METHODS.map((method) => ({ value: method, label: wordsOf(method) }))}
        {...form.getInputProps("payment_method")}
      />
      <TextInput label="From" type="datetime-local" {...form.getInputProps("starts_at")} />
      <TextInput label="Until" type="datetime-local" {...form.getInputProps("ends_at")} />
      <TextInput label="Reason" {...form.getInputProps("reason")} />
    </FormModal>
  );
}
