import { Button, Group, NativeSelect, NumberInput, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { api } from "../../api/client.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { sentence } from "../../components/plain-words.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { type Batch, batchKey, BATCHES } from "./payout-batch.ts";

type Step = "pause" | "resume" | "preview" | "cancel" | "stop-repeating";

function useStep({ batch_id }: Batch, step: Step, done: string) {
  return useWrite({
    write: (): Promise<unknown> => api.post(`/payout-batches/{batch_id}/${step}`, { path: { batch_id } }),
    done,
    refresh: [batchKey(batch_id), BATCHES],
  });
}

/** The actions that a batch allows now, for people with the right to use them. */
export function BatchActions({ batch }: { batch: Batch }) {
  const may = useMay();
  const navigate = useNavigate();
  const path = { batch_id: batch.batch_id };
  const refresh = [batchKey(batch.batch_id), BATCHES];
  const [submitting, { open, close }] = useDisclosure(false);
  const pause = useStep(batch, "pause", "Paused");
  const resume = useStep(batch, "resume", "It goes on");
  const preview = useStep(batch, "preview", "It is checked again");
  const cancel = useStep(batch, "cancel", "Canceled");
  const stop = useStep(batch, "stop-repeating", "No further run is made");
  const retry = useWrite({
    write: () => api.post("/payout-batches/{batch_id}/retry-failed", { path }),
    refresh,
    onDone: ({ data }) => void navigate({ to: `/payout-batches/${data.batch_id}` }),
  });
  const can = (action: Batch["actions"][number]): boolean =>
    batch.actions.includes(action) && may("POST /payout-batches/{batch_id}/pause");
  return (
    <Group gap="xs">
      {can("cancel") && (
        <ConfirmButton
          label={batch.started_at === null ? "Cancel" : "Cancel the rest"}
          title="Cancel the unsent rows?"
          confirmLabel="Cancel the rest"
          action={cancel}
          danger
          buttonProps={{ size: "sm" }}
        >
          {batch.rows.ready} payouts will not be sent. What was sent goes on. This cannot be taken back.
        </ConfirmButton>
      )}
      {can("preview") && (
        <Button variant="default" onClick={() => preview.mutate()} loading={preview.isPending}>
          Check again
        </Button>
      )}
      {can("pause") && (
        <Button variant="default" onClick={() => pause.mutate()} loading={pause.isPending}>
          Pause
        </Button>
      )}
      {can("resume") && (
        <Button onClick={() => resume.mutate()} loading={resume.isPending}>
          Resume
        </Button>
      )}
      {can("stop_repeating") && (
        <ConfirmButton
          label="Stop repeating"
          title="Make no further run?"
          confirmLabel="Stop repeating"
          action={stop}
          buttonProps={{ size: "sm" }}
        >
          Existing runs continue. To repeat the list again, upload it again.
        </ConfirmButton>
      )}
      {can("retry_failed") && (
        <Button variant="default" onClick={() => retry.mutate()} loading={retry.isPending}>
          Retry failed rows
        </Button>
      )}
      {can("submit") && batch.rows.ready > 0 && <Button onClick={open}>Submit</Button>}
      {submitting && <SubmitForm batch={batch} onClose={close} />}
    </Group>
  );
}

const MAX_RUNS = 366;
type Every = NonNullable<Batch["repeat"]>["every"];
type Values = { skipsInvalid: boolean; at: string; every: Every | ""; runs: number };

/** Shows again what will be sent, and sends exactly that: the preview's hash is part of the request. */
function SubmitForm({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: { skipsInvalid: false, at: "", every: "", runs: 12 },
    validate: {
      skipsInvalid: (value) =>
        batch.rows.invalid > 0 && !value
          ? "Confirm that these rows are left out, or correct them and upload the file again"
          : null,
    },
  });
  const submit = useWrite({
    write: ({ skipsInvalid, at, every, runs }: Values) =>
      api.post("/payout-batches/{batch_id}/submit", {
        path: { batch_id: batch.batch_id },
        body: {
          preview_hash: batch.preview_hash!,
          skip_invalid: skipsInvalid,
          ...(at === "" ? {} : { scheduled_at: new Date(at).toISOString() }),
          ...(every === "" ? {} : { repeat: { every, runs } }),
        },
      }),
    done: ({ data }) => (data.status === "awaiting_approval" ? "The batch waits for a second person" : "Submitted"),
    refresh: [batchKey(batch.batch_id), BATCHES, ["approvals"]],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Submit ${batch.rows.ready} payouts?`}
      submitLabel="Submit"
      onSubmit={form.onSubmit((values) => submit.mutate(values))}
      action={submit}
    >
      {batch.totals.map((total) => (
        <Text key={`${total.currency} ${total.target_currency}`} size="sm">
          {formatMoney(total.amount, total.currency)} leave the balance, and {formatMoney(total.fees, total.currency)}{" "}
          in fees.
        </Text>
      ))}
      {batch.approval_reasons.length > 0 && (
        <Text size="sm">A second person must approve it. {sentence(...batch.approval_reasons)}</Text>
      )}
      <TextInput
        type="datetime-local"
        label="Send at"
        description="Leave empty to send the batch now"
        {...form.getInputProps("at")}
      />
      <NativeSelect
        label="Repeat"
        description="Each run is checked again and sent only if its rows are unchanged"
        data={[
          { value: "", label: "Never" },
          { value: "daily", label: "Every day" },
          { value: "weekly", label: "Every week" },
          { value: "monthly", label: "Every month" },
        ]}
        {...form.getInputProps("every")}
      />
      {form.values.every !== "" && (
        <NumberInput
          label="How many times"
          min={2}
          max={MAX_RUNS}
          allowDecimal={false}
          {...form.getInputProps("runs")}
        />
      )}
      {batch.rows.invalid > 0 && (
        <Switch
          label={`Leave out ${batch.rows.invalid} rows with errors`}
          {...form.getInputProps("skipsInvalid", { type: "checkbox" })}
        />
      )}
    </FormModal>
  );
}
