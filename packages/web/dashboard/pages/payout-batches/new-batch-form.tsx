import { Code, FileInput, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { FormModal } from "../../components/form-modal.tsx";
import { useAttemptKey } from "../../components/use-attempt-key.ts";
import { useWrite } from "../../components/use-write.ts";
import { BATCHES } from "./payout-batch.ts";

/** The largest file that fits into a request as base64. */
const MAX_FILE_BYTES = 24_000_000;

type Values = { name: string; file: File | null; allowsDuplicates: boolean; checksNames: boolean };

/** A workbook is sent unchanged, as base64. */
async function contentOf(file: File): Promise<{ csv: string } | { xlsx: string }> {
  if (!file.name.toLowerCase().endsWith(".xlsx")) return { csv: await file.text() };
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error("The file could not be read")));
    reader.readAsDataURL(file);
  });
  return { xlsx: url.slice(url.indexOf(",") + 1) };
}

/** Uploads a list of payouts to be checked. The upload sends no payout. */
export function NewBatchForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const attempt = useAttemptKey();
  const form = useForm<Values>({
    initialValues: { name: "", file: null, allowsDuplicates: false, checksNames: false },
    validate: {
      name: (value) => (value.trim() === "" ? "Give the batch a name that others recognize" : null),
      file: (file) =>
        file === null
          ? "Choose a CSV or XLSX file"
          : file.size > MAX_FILE_BYTES
            ? `The file may have at most ${MAX_FILE_BYTES / 1_000_000} MB; split it`
            : null,
    },
  });
  const upload = useWrite({
    write: async ({ name, file, allowsDuplicates, checksNames }: Values) => {
      const duplicates = allowsDuplicates ? ("allow" as const) : ("refuse" as const);
      const key = attempt.keyFor({
        name,
        duplicates,
        checksNames,
        file: file!.name,
        bytes: file!.size,
        changed: file!.lastModified,
      });
      const body = { name, duplicates, check_account_names: checksNames, ...(await contentOf(file!)) };
      return api.post("/payout-batches", { idempotencyKey: key, body });
    },
    refresh: [BATCHES],
    onFailed: (error) => void attempt.noteFailure(error),
    onDone: ({ data }) => void navigate({ to: `/payout-batches/${data.batch_id}` }),
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title="Upload payouts"
      submitLabel="Upload and check"
      onSubmit={form.onSubmit((values) => upload.mutate(values))}
      error={upload.error}
      pending={upload.isPending}
    >
      <TextInput label="Name" placeholder="Wages of May" maxLength={200} {...form.getInputProps("name")} />
      <FileInput
        label="CSV or XLSX file"
        placeholder="Choose a file"
        accept=".csv,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        clearable
        clearButtonProps={{ "aria-label": "Take the file away" }}
        {...form.getInputProps("file")}
      />
      <Text size="sm" c="dimmed">
        The first line names the columns: <Code>beneficiary_id</Code>, <Code>amount</Code> and <Code>currency</Code>,
        and where you have them <Code>reference</Code>, <Code>description</Code>, <Code>name</Code>,{" "}
        <Code>account_number</Code>, <Code>bank_code</Code>, <Code>network</Code>, <Code>phone_number</Code>. Of a
        workbook, the first sheet is read.
      </Text>
      <Switch
        label="Allow duplicate payouts"
        description="If off, a row that repeats another row or a payout of the last 90 days is an error"
        {...form.getInputProps("allowsDuplicates", { type: "checkbox" })}
      />
      <Switch
        label="Ask banks who holds each account"
        description="Up to 1,000 rows; a row whose account has another holder than the beneficiary is an error"
        {...form.getInputProps("checksNames", { type: "checkbox" })}
      />
    </FormModal>
  );
}
