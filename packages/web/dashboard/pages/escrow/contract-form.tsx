import { Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api/client.ts";
import { FormModal } from "../../components/form-modal.tsx";
import { textOrNull } from "../../components/form-values.ts";
import { useWrite } from "../../components/use-write.ts";
import { type Escrow, escrowKey, type Milestone } from "./escrow.ts";

export function ContractForm({
  escrow,
  milestone,
  onClose,
}: {
  escrow: Escrow;
  milestone: Milestone;
  onClose: () => void;
}) {
  const form = useForm({
    initialValues: { title: `Contract for ${milestone.label}`, terms: "", document_url: "" },
    validate: {
      terms: (value, values) =>
        value.trim() === "" && values.document_url.trim() === "" ? "Terms, or the address of a document" : null,
      title: (value) => (value.trim() === "" ? "Give it a name" : null),
      document_url: (value) => (value.trim() === "" || value.trim().startsWith("https://") ? null : "An https address"),
    },
  });
  const submit = useWrite({
    write: (values: typeof form.values) =>
      api.post("/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/contract", {
        path: { escrow_id: escrow.escrow_id, milestone_id: milestone.milestone_id },
        body: {
          title: values.title.trim(),
          terms: textOrNull(values.terms),
          document_url: textOrNull(values.document_url),
        },
      }),
    done: "The contract is submitted",
    refresh: [escrowKey(escrow.escrow_id)],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Contract of ${milestone.label}`}
      submitLabel="Submit"
      onSubmit={form.onSubmit((values) => submit.mutate(values))}
      action={submit}
      size="lg"
    >
      <TextInput label="Title" required withAsterisk={false} data-autofocus {...form.getInputProps("title")} />
      <Textarea label="Terms" autosize minRows={4} maxRows={12} {...form.getInputProps("terms")} />
      <TextInput
        label="Address of the document"
        type="url"
        placeholder="https://"
        {...form.getInputProps("document_url")}
      />
    </FormModal>
  );
}
