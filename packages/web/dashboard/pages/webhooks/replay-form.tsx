import { Checkbox, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api/client.ts";
import { FormModal } from "../../components/form-modal.tsx";
import { localTime } from "../../components/form-values.ts";
import { useWrite } from "../../components/use-write.ts";
import { type Endpoint, endpointKey } from "./webhook.ts";

const DAY_MS = 86_400_000;

export function ReplayForm({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      from: localTime(new Date(Date.now() - DAY_MS)),
      to: localTime(new Date(Date.now() + 60_000)),
      only_missing: true,
    },
    validate: { to: (value, values) => (new Date(value) > new Date(values.from) ? null : "After the start") },
  });
  const replay = useWrite({
    write: (values: typeof form.values) =>
      api.post("/public/webhooks/{webhook_id}/replay", {
        path: { webhook_id: endpoint.webhook_id },
        body: {
          from: new Date(values.from).toISOString(),
          to: new Date(values.to).toISOString(),
          only_missing: values.only_missing,
        },
      }),
    done: (answer) =>
      answer.data.replayed === 0 ? "There was nothing to send" : `${answer.data.replayed} events are sent again`,
    refresh: [endpointKey(endpoint.webhook_id)],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="Send events again"
      submitLabel="Send again"
      onSubmit={form.onSubmit((values) => replay.mutate(values))}
      action={replay}
    >
      <TextInput type="datetime-local" label="From" data-autofocus {...form.getInputProps("from")} />
      <TextInput type="datetime-local" label="Until" {...form.getInputProps("to")} />
      <Checkbox
        label="Only events that the endpoint never acknowledged"
        {...form.getInputProps("only_missing", { type: "checkbox" })}
      />
    </FormModal>
  );
}
