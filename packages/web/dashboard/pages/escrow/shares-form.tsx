import { Alert, Select, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api/client.ts";
import { FormModal } from "../../components/form-modal.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { useWrite } from "../../components/use-write.ts";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { coverageOf, type Escrow, escrowKey, type Milestone, type Share } from "./escrow.ts";
import classes from "./shares-form.module.css";

type Line = { party_id: string; split_type: Share["split_type"]; split_value: number | string };

/** Who gets how much of a milestone. All shares are sent together: they change as a whole or not at all. */
export function SharesForm({
  escrow,
  milestone,
  onClose,
}: {
  escrow: Escrow;
  milestone: Milestone;
  onClose: () => void;
}) {
  const form = useForm({
    initialValues: {
      lines: escrow.parties.map((party): Line => {
        const share = milestone.parties.find((one) => one.party_id === party.party_id);
        return {
          party_id: party.party_id,
          split_type: share?.split_type ?? "percentage",
          split_value: share?.split_value ?? "",
        };
      }),
    },
  });
  const had = new Set(milestone.parties.map((share) => share.party_id));
  const shares = form.values.lines
    .filter((line) => line.split_value !== "")
    .map((line): Share => ({ ...line, split_value: Number(line.split_value) }));
  const coverage = coverageOf(milestone.expected_disbursement, shares);
  const save = useWrite({
    // A party that no longer has a share is set to zero: omitting it would leave it unchanged.
    write: (lines: Line[]) =>
      api.put("/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/parties", {
        path: { escrow_id: escrow.escrow_id, milestone_id: milestone.milestone_id },
        body: {
          parties: lines
            .filter((line) => line.split_value !== "" || had.has(line.party_id))
            .map((line) => ({ ...line, split_value: Number(line.split_value) })),
        },
      }),
    done: "The shares are changed",
    refresh: [escrowKey(escrow.escrow_id)],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Shares of ${milestone.label}`}
      submitLabel="Save the shares"
      onSubmit={form.onSubmit(({ lines }) => save.mutate(lines))}
      action={save}
      size="lg"
    >
      <Text size="sm">
        {formatMoney(milestone.expected_disbursement, milestone.currency)} to divide. Cents that do not divide go to the
        largest share.
      </Text>
      {escrow.parties.length === 0 && <Alert color="yellow">Add the parties of the project first.</Alert>}
      <Stack gap="sm">
        {escrow.parties.map((party, index) => (
          <fieldset key={party.party_id} className={classes.line}>
            <legend>
              {party.name} <span className={classes.role}>{party.role}</span>
            </legend>
            <Select
              aria-label={`Kind of share of ${party.name}`}
              allowDeselect={false}
              data={[
                { value: "percentage", label: "Percent" },
                { value: "fixed", label: milestone.currency },
              ]}
              {...form.getInputProps(`lines.${index}.split_type`)}
            />
            <NumberField
              aria-label={`Share of ${party.name}`}
              placeholder="None"
              {...form.getInputProps(`lines.${index}.split_value`)}
            />
          </fieldset>
        ))}
      </Stack>
      <Alert
        color={coverage.problem !== null ? "red" : coverage.isWhole ? "pine" : "yellow"}
        role="status"
        title={
          coverage.problem ??
          (coverage.isWhole ? "The whole milestone is divided" : "A part of the milestone is not divided yet")
        }
      >
        {[
          coverage.percent > 0 ? `${coverage.percent} %` : null,
          coverage.fixed > 0 ? formatMoney(coverage.fixed, milestone.currency) : null,
        ]
          .filter((part) => part !== null)
          .join(" and ")}
      </Alert>
    </FormModal>
  );
}
