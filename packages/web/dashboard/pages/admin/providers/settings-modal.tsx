import { PasswordInput, Select, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { api } from "../../../api/client.ts";
import { CodeBlock } from "../../../components/copyable.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { choiceProps } from "../../../components/form-values.ts";
import { useWrite } from "../../../components/use-write.ts";
import { fieldsOf, lackOf, type ListedProvider, type SettingField, settingsFrom } from "./settings-form.ts";

type Values = Record<string, string | boolean>;

/** A form built from the provider's settings schema. Secrets can be entered and never read. */
export function SettingsModal({
  provider,
  refresh,
  onClose,
}: {
  provider: ListedProvider;
  refresh: readonly (readonly unknown[])[];
  onClose: () => void;
}) {
  const fields = fieldsOf(provider);
  const form = useForm<Values>({
    initialValues: Object.fromEntries(fields.map((field) => [field.name, field.initial])),
    validate: (values) => Object.fromEntries(fields.map((field) => [field.name, lackOf(field, values[field.name]!)])),
  });
  const save = useWrite({
    write: (values: Values): Promise<unknown> =>
      api.put("/payments/providers/{provider}/settings", {
        path: { provider: provider.provider },
        body: settingsFrom(fields, values),
      }),
    done: `${provider.display_name} is set up`,
    refresh,
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={
        provider.state === "not_set_up" ? `Set up ${provider.display_name}` : `Settings of ${provider.display_name}`
      }
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
      size="lg"
    >
      <Stack gap={4}>
        <Text size="sm">Give {provider.display_name} this address for its callbacks, where it asks for one:</Text>
        <CodeBlock code={provider.callback_url} what="callback address" />
      </Stack>
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
