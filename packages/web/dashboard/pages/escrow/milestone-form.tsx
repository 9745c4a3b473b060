import { SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api/client.ts";
import { FormModal } from "../../components/form-modal.tsx";
import { textOrNull } from "../../components/form-values.ts";
import { NumberField } from "../../components/number-field.tsx";
import { useWrite } from "../../components/use-write.ts";
import { type Escrow, escrowKey, type Milestone } from "./escrow.ts";

export function MilestoneForm({
  escrow,
  milestone,
  onClose,
}: {
  escrow: Escrow;
  milestone: Milestone | null;
  onClose: () => void;
}) {
  const draft = escrow.status === "draft";
  const planned = escrow.milestones.reduce((sum, one) => sum + one.expected_disbursement, 0);
  const left = Math.max(0, Number((escrow.total_amount - planned).toFixed(8)));
  const form = useForm({
    initialValues: {
      label: milestone?.label ?? "",
      description: milestone?.description ?? "",
      amount: (milestone?.expected_disbursement ?? (left === 0 ? "" : left)) as number | string,
      due_date: milestone?.due_date ?? "",
      sequence: (milestone?.sequence ?? escrow.milestones.length + 1) as number | string,
    },
    validate: {
      label: (value) => (value.trim() === "" ? "Say what is reached" : null),
      amount: (value) => (Number(value) > 0 ? null : "Above zero"),
    },
  });
  const save = useWrite({
    write: async (values: typeof form.values): Promise<unknown> => {
      const words = {
        label: values.label.trim(),
        description: textOrNull(values.description),
        due_date: textOrNull(values.due_date),
      };
      const plan = { expected_disbursement: Number(values.amount), sequence: Number(values.sequence) };
      if (milestone === null)
        return api.post("/virtual-accounts/escrow/{escrow_id}/milestones", {
          path: { escrow_id: escrow.escrow_id },
          body: { ...words, ...plan },
        });
      return api.patch("/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}", {
        path: { escrow_id: escrow.escrow_id, milestone_id: milestone.milestone_id },
        body: draft ? { ...words, ...plan } : words,
      });
    },
    done: milestone === null ? "The milestone is added" : "The milestone is changed",
    refresh: [escrowKey(escrow.escrow_id)],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={milestone === null ? "Add a milestone" : "Edit the milestone"}
      submitLabel={milestone === null ? "Add" : "Save"}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      <TextInput
        label="What is reached"
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps("label")}
      />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps("description")} />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NumberField label={`Amount (${escrow.currency})`} readOnly={!draft} {...form.getInputProps("amount")} />
        <NumberField label="Order" readOnly={!draft} {...form.getInputProps("sequence")} />
        <TextInput label="Due" type="date" {...form.getInputProps("due_date")} />
      </SimpleGrid>
    </FormModal>
  );
}
