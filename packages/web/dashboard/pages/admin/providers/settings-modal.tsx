import { PasswordInput, Select, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { api } from "../../../api/client.ts";
import { CodeBlock } from "../../../components/copyable.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { choiceProps } from "../../../components/form-values.ts";
import { useWrite } from "../../../components/use-write.ts";
import { fieldsOf, lackOf, type ListedProvider, type SettingField, settingsFrom } from "./settings-form.ts";

type Values = Record<string, string | boolean>;

const LABEL = /^[a-z][a-z0-9-]{0,11}$/;

/**
 * A form built from the provider's settings schema. Secrets can be entered and never read. `account`: one beside the
 * platform's first at the provider, or one of an organization; a new one, whose label is asked, if it has none.
 */
export function SettingsModal({
  provider,
  account,
  refresh,
  onClose,
}: {
  provider: ListedProvider;
  account?: { label: string | null; org_id: string | null };
  refresh: readonly (readonly unknown[])[];
  onClose: () => void;
}) {
  const fields = fieldsOf(provider);
  const isNew = account?.label === null;
  const owner = account?.org_id == null ? "" : `.${account.org_id.replaceAll("-", "")}`;
  const form = useForm<Values>({
    initialValues: {
      label: account?.label ?? (owner === "" ? "" : "main"),
      ...Object.fromEntries(fields.map((field) => [field.name, field.initial])),
    },
    validate: (values) => ({
      ...(isNew && !LABEL.test(String(values["label"])) && { label: "Up to 12 small letters, digits and hyphens" }),
      ...Object.fromEntries(fields.map((field) => [field.name, lackOf(field, values[field.name]!)])),
    }),
  });
  const save = useWrite({
    write: (values: Values): Promise<unknown> => {
      const [name, body] = [provider.provider, settingsFrom(fields, values)];
      if (account === undefined)
        return api.put("/payments/providers/{provider}/settings", { path: { provider: name }, body });
      const path = { provider: name, label: String(values["label"]) };
      return api.put("/payments/provider-accounts/{provider}/{label}", { path, body });
    },
    done: `${provider.display_name} is set up`,
    refresh,
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={
        account !== undefined
          ? `${account.label ?? (owner === "" ? "One more account" : "New account")} at ${provider.display_name}`
          : provider.state === "not_set_up"
            ? `Set up ${provider.display_name}`
            : `Settings of ${provider.display_name}`
      }
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
      size="lg"
    >
      <Stack gap={4}>
        <Text size="sm">Give {provider.display_name} this address for its callbacks, where it asks for one:</Text>
        <CodeBlock
          code={
            account === undefined
              ? provider.callback_url
              : `${provider.callback_url}.${String(form.values["label"])}${owner}`
          }
          what="callback address"
        />
      </Stack>
      {isNew && (
        <TextInput label="Label" description="Routes name the account by it" {...form.getInputProps("label")} />
      )}
      {fields.map((field) => (
        <Setting key={field.name} field={field} form={form} />
      ))}
    </FormModal>
  );
}

function Setting({ field, form }: { field: SettingField; form: Pick<UseFormReturnType<Values>, "getInputProps"> }) {
  const common = { label: field.label, description: field.description };
  const keeps = field.stored ? { placeholder: "A value is stored. Leave empty to keep it" } : {};
  switch (field.kind) {
    case "switch":
      return <Switch {...common} {...form.getInputProps(field.name, { type: "checkbox" })} />;
    case "choice":
      return (
        <Select {...common} data={[...field.choices]} clearable={!field.required} {...choiceProps(form, field.name)} />
      );
    case "lines":
      return (
        <Textarea
          {...common}
          {...keeps}
          autosize
          minRows={3}
          maxRows={8}
          spellCheck={false}
          {...form.getInputProps(field.name)}
        />
      );
    case "secret":
      return <PasswordInput {...common} {...keeps} autoComplete="off" {...form.getInputProps(field.name)} />;
    case "text":
      return <TextInput {...common} spellCheck={false} {...form.getInputProps(field.name)} />;
  }
}
