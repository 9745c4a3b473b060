import { FileInput, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api/client.ts";
import { FormModal } from "../../components/form-modal.tsx";
import { textOrUndefined } from "../../components/form-values.ts";
import { useWrite } from "../../components/use-write.ts";
import { type Dispute, disputeKey } from "./dispute.ts";

const CONTENT_TYPES = ["application/pdf", "image/jpeg", "image/png"] as const;
const MAX_FILE_BYTES = 700_000;

type Values = { name: string; text: string; file: File | null };

/** A form that adds one piece of evidence to a dispute: a text, or a file. */
export function EvidenceForm({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: { name: "", text: "", file: null },
    validate: {
      name: (value) => (value.trim() === "" ? "Say what it is" : null),
      text: (value, { file }) =>
        (value.trim() === "") === (file === null) ? "Write something, or choose a file" : null,
      file: (file) => (file !== null && file.size > MAX_FILE_BYTES ? `At most ${MAX_FILE_BYTES / 1_000} kB` : null),
    },
  });
  const add = useWrite({
    write: async (values: Values) =>
      api.post("/disputes/{dispute_id}/evidence", {
        path: { dispute_id: dispute.dispute_id },
        body: {
          name: values.name,
          text: textOrUndefined(values.text),
          ...(values.file === null ? {} : await contentOf(values.file)),
        },
      }),
    done: "The evidence is added",
    refresh: [disputeKey(dispute.dispute_id)],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="Add evidence"
      submitLabel="Add"
      onSubmit={form.onSubmit((values) => add.mutate(values))}
      action={add}
    >
      <TextInput label="What it is" placeholder="Delivery note" {...form.getInputProps("name")} />
      <Textarea label="Text" autosize minRows={4} {...form.getInputProps("text")} />
      <FileInput
        label="Or a file"
        description="PDF, JPEG or PNG"
        accept={CONTENT_TYPES.join(",")}
        clearable
        {...form.getInputProps("file")}
      />
    </FormModal>
  );
}

async function contentOf(file: File): Promise<{ content_type: (typeof CONTENT_TYPES)[number]; content: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { content_type: CONTENT_TYPES.find((type) => type === file.type) ?? "application/pdf", content: btoa(binary) };
}
