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
 * A form built from the provider's settings schema. Secrets can be entered and never read. `isFurther`: for one more
 * account at the provider, with a label.
 */
export function SettingsModal({
  provider,
  isFurther,
  refresh,
  onClose,
}: {
  provider: ListedProvider;
  isFurther: boolean;
  refresh: readonly (readonly unknown[])[];
  onClose: () => void;
}) {
  const fields = fieldsOf(provider);
  const form = useForm<Values>({
    initialValues: { label: "", ...Object.fromEntries(fields.map((field) => [field.name, field.initial])) },
    validate: (values) => ({
      ...(isFurther && !LABEL.test(String(values["label"])) && { label: "Up to 12 small letters, digits and hyphens" }),
      ...Object.fromEntries(fields.map((field) => [field.name, lackOf(field, values[field.name]!)])),
    }),
  });
  const save = useWrite({
    write: (values: Values): Promise<unknown> => {
      const [name, body] = [provider.provider, settingsFrom(fields, values)];
      if (!isFurther) return api.put("/payments/providers/{provider}/settings", { path: { provider: name }, body });
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
        isFurther
          ? `One more account at ${provider.display_name}`
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
          code={isFurther ? `${provider.callback_url}.${String(form.values["label"])}` : provider.callback_url}
          what="callback address"
        />
      </Stack>
      {isFurther && (
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
