import { Group, Select, SimpleGrid, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import type { Body } from "@corridor/shared/operations.ts";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { choiceProps, numberOrNull, textOrNull } from "../../../components/form-values.ts";
import { NumberField } from "../../../components/number-field.tsx";
import { OrganizationSelect } from "../../../components/organization-select.tsx";
import { useWrite } from "../../../components/use-write.ts";
import { signInOptionsQuery } from "../../../session/session.ts";
import { useAccounts, useProviders } from "../providers/use-providers.ts";
import { configsKey, type Corridor, type ProviderConfig, servesCorridor } from "./corridor.ts";

type NewConfig = Body<"post", "/payments/provider-configs">;

export function ConfigForm({
  corridor,
  config,
  onClose,
}: {
  corridor: Corridor;
  config: ProviderConfig | null;
  onClose: () => void;
}) {
  const form = useForm({
    initialValues: {
      provider: (config?.provider ?? null) as NewConfig["provider"] | null,
      org_id: config?.org_id ?? "",
      label: "",
      priority: (config?.priority ?? 1) as number | string,
      min_amount: (config?.min_amount ?? "") as number | string,
      max_amount: (config?.max_amount ?? "") as number | string,
      settlement_delay_hours: (config?.settlement_delay_hours ?? "") as number | string,
      description: config?.description ?? "",
      webhook_url: config?.webhook_url ?? "",
      is_active: config?.is_active ?? true,
      webhook_required: config?.webhook_required ?? false,
      confirm_uncertified: false,
    },
    validate: {
      provider: (value) => (value === null ? "Choose a provider" : null),
      max_amount: (value, values) =>
        value !== "" && values.min_amount !== "" && Number(value) < Number(values.min_amount)
          ? "Below the smallest amount"
          : null,
    },
  });
  const providers = useProviders();
  const served = (providers.data?.data ?? [])
    .filter((provider) => servesCorridor(provider, corridor))
    .map(({ provider, display_name, state }) => ({
      value: provider,
      label: state === "ready" ? display_name : `${display_name} (not set up)`,
    }));
  const labels = useLabels(form.values.provider, form.values.org_id);
  const isLive = useQuery(signInOptionsQuery).data?.environment === "live";
  const chosen = providers.data?.data.find(({ provider }) => provider === form.values.provider);
  const mustConfirm = isLive && config === null && chosen?.is_built_in === false && chosen.certified === null;
  const refresh = [configsKey(corridor), ["route-preview"]];
  const save = useWrite({
    write: async (values: typeof form.values): Promise<unknown> => {
      const body = {
        priority: Number(values.priority),
        min_amount: numberOrNull(values.min_amount),
        max_amount: numberOrNull(values.max_amount),
        settlement_delay_hours: numberOrNull(values.settlement_delay_hours),
        description: textOrNull(values.description),
        webhook_url: textOrNull(values.webhook_url),
        is_active: values.is_active,
        webhook_required: values.webhook_required,
      };
      if (config !== null)
        return api.patch("/payments/provider-configs/{provider}/{config_id}", {
          path: { provider: config.provider, config_id: config.config_id },
          body,
        });
      return api.post("/payments/provider-configs", {
        body: {
          ...body,
          provider: values.provider!,
          org_id: textOrNull(values.org_id),
          ...(labels.includes(values.label) ? { label: values.label } : {}),
          confirm_uncertified: values.confirm_uncertified,
          country: corridor.country,
          payment_method: corridor.method,
          direction: corridor.direction,
        },
      });
    },
    done: config === null ? "The provider is added" : "The provider is changed",
    refresh,
    onDone: onClose,
  });
  const remove = useWrite({
    write: () =>
      api.delete("/payments/provider-configs/{provider}/{config_id}", {
        path: { provider: config!.provider, config_id: config!.config_id },
      }),
    done: "The provider is removed from this corridor",
    refresh,
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={config === null ? "Add a provider" : `Edit ${config.provider}`}
      submitLabel={config === null ? "Add" : "Save"}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
      size="lg"
    >
      {config === null && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label="Provider"
            description="Providers that serve this corridor"
            data={served}
            placeholder={served.length === 0 ? "No provider serves it" : "Choose one"}
            data-autofocus
            {...form.getInputProps("provider")}
          />
          <OrganizationSelect
            label="Only for"
            description="If empty: every organization"
            clearable
            {...choiceProps(form, "org_id")}
          />
          {labels.length > 0 && (
            <Select
              label="Account"
              description="Which account at the provider; if empty: the first"
              clearable
              data={labels}
              {...choiceProps(form, "label")}
            />
          )}
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberField label="Priority" description="Lower goes first" {...form.getInputProps("priority")} />
        <NumberField label="Smallest amount" description="If empty: no limit" {...form.getInputProps("min_amount")} />
        <NumberField label="Largest amount" description="If empty: no limit" {...form.getInputProps("max_amount")} />
        <NumberField
          label="Hands payins over after"
          description="Hours; empty: at once"
          {...form.getInputProps("settlement_delay_hours")}
        />
      </SimpleGrid>
      {mustConfirm && (
        <Switch
          label={`Route to ${chosen.display_name} although its adapter was never certified there`}
          {...form.getInputProps("confirm_uncertified", { type: "checkbox" })}
        />
      )}
      <TextInput label="Description" {...form.getInputProps("description")} />
      <TextInput
        label="Callback address at the provider"
        type="url"
        placeholder="https://"
        {...form.getInputProps("webhook_url")}
      />
      <Group justify="space-between">
        <Switch label="Takes payments" {...form.getInputProps("is_active", { type: "checkbox" })} />
        <Switch label="Needs callbacks" {...form.getInputProps("webhook_required", { type: "checkbox" })} />
        {config !== null && (
          <ConfirmButton
            label="Remove"
            title={`Remove ${config.provider}?`}
            confirmLabel="Remove the provider"
            danger
            action={remove}
          >
            Payments of this corridor no longer go to {config.provider}. Payments it already has are not touched.
          </ConfirmButton>
        )}
      </Group>
    </FormModal>
  );
}

/** The further accounts that a route may name: the platform's, and those of the organization that it is for. */
function useLabels(provider: string | null, orgId: string): string[] {
  const accounts = (useAccounts().data?.data ?? []).filter(
    (one) => one.provider === provider && one.label !== "main" && (one.org_id === null || one.org_id === orgId),
  );
  return [...new Set(accounts.map(({ label }) => label))];
}
