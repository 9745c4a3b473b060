import { Button, Group, Select, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { textOrNull } from "../../components/form-values.ts";
import { Money } from "../../components/money.tsx";
import { Panel } from "../../components/panel.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { ACCOUNTS, EXCEPTION_WORDS, EXCEPTIONS, type SettlementException } from "./settlement.ts";

const COLUMNS: Column<SettlementException>[] = [
  {
    header: "What",
    cell: (one) => <TwoLines below={`${one.account}, ${one.value_date}`}>{EXCEPTION_WORDS[one.kind]}</TwoLines>,
    primary: true,
  },
  { header: "At stake", align: "end", cell: (one) => <Money amount={one.amount} currency={one.currency} strong /> },
  {
    header: "Reference",
    long: true,
    cell: (one) => <TwoLines below={one.our_reference}>{one.provider_reference ?? "–"}</TwoLines>,
  },
  {
    header: "Owner",
    cell: (one) => (
      <TwoLines below={one.due_on === null ? null : `Until ${one.due_on}`}>
        {one.owner === null ? "Nobody" : (one.owner_name ?? one.owner)}
      </TwoLines>
    ),
  },
  { header: "Comment", long: true, cell: (one) => one.comment ?? "–" },
];

/** Unmatched lines and movements, the largest first: a person takes one, investigates and resolves it. */
export function ExceptionsPanel() {
  const may = useMay();
  const [act, setAct] = useState<{ one: SettlementException; what: "care" | "resolve" } | null>(null);
  const list = useCursorList(EXCEPTIONS, (page) => api.get("/settlements/exceptions", { query: page }));
  const columns = may("PATCH /settlements/exceptions/{exception_id}")
    ? [
        ...COLUMNS,
        {
          header: "Act",
          hiddenHeader: true,
          align: "end",
          cell: (one) => (
            <Group gap="xs" justify="flex-end" wrap="nowrap">
              <Button size="xs" variant="subtle" onClick={() => setAct({ one, what: "care" })}>
                Assign
              </Button>
              <Button size="xs" variant="default" onClick={() => setAct({ one, what: "resolve" })}>
                Resolve
              </Button>
            </Group>
          ),
        } satisfies Column<SettlementException>,
      ]
    : COLUMNS;
  return (
    <Panel title="Exceptions" flush>
      <ListTable
        label="Settlement exceptions"
        list={list}
        columns={columns}
        keyOf={(one) => one.exception_id}
        empty={
          <EmptyState icon="check" title="No open exceptions">
            Differences between statements and the ledger appear here.
          </EmptyState>
        }
      />
      {act?.what === "care" && <CareForm one={act.one} onClose={() => setAct(null)} />}
      {act?.what === "resolve" && <ResolveForm one={act.one} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function CareForm({ one, onClose }: { one: SettlementException; onClose: () => void }) {
  const { user } = useSession();
  const form = useForm({
    initialValues: {
      owner: one.owner === user.user_id ? "me" : one.owner === null ? "nobody" : "other",
      comment: one.comment ?? "",
      due_on: one.due_on ?? "",
    },
  });
  const save = useWrite({
    write: ({ owner, comment, due_on }: typeof form.values) =>
      api.patch("/settlements/exceptions/{exception_id}", {
        path: { exception_id: one.exception_id },
        body: {
          ...(owner === "other" ? {} : { owner: owner === "me" ? user.user_id : null }),
          comment: textOrNull(comment),
          due_on: textOrNull(due_on),
        },
      }),
    done: "Saved",
    refresh: [EXCEPTIONS],
    onDone: onClose,
  });
  const owners = [
    { value: "me", label: "Me" },
    { value: "nobody", label: "Nobody" },
    ...(one.owner === null || one.owner === user.user_id
      ? []
      : [{ value: "other", label: one.owner_name ?? one.owner }]),
  ];
  return (
    <FormModal
      onClose={onClose}
      title="Who looks after it"
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      <Select label="Owner" data={owners} allowDeselect={false} data-autofocus {...form.getInputProps("owner")} />
      <TextInput type="date" label="Until" {...form.getInputProps("due_on")} />
      <Textarea label="Comment" autosize minRows={2} maxLength={500} {...form.getInputProps("comment")} />
    </FormModal>
  );
}

const CHOICES = [
  { value: "by_hand", label: "It is this payment" },
  { value: "suspense", label: "Book it to suspense" },
  { value: "written_off", label: "Write the amount off (needs two people)" },
];

function ResolveForm({ one, onClose }: { one: SettlementException; onClose: () => void }) {
  const form = useForm({
    initialValues: { resolution: "suspense", reason: "", reference: "" },
    validate: { reason: (value) => (value.trim() === "" ? "Say what you found" : null) },
  });
  const resolve = useWrite({
    write: ({ resolution, reason, reference }: typeof form.values) =>
      api.post("/settlements/exceptions/{exception_id}/resolve", {
        path: { exception_id: one.exception_id },
        body: {
          resolution: resolution as "by_hand" | "suspense" | "written_off",
          reason: reason.trim(),
          reference: textOrNull(reference),
        },
      }),
    done: "Resolved",
    refresh: [EXCEPTIONS, ACCOUNTS],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="Resolve this exception"
      submitLabel="Resolve"
      onSubmit={form.onSubmit((values) => resolve.mutate(values))}
      action={resolve}
    >
      <Text size="sm">
        {EXCEPTION_WORDS[one.kind]}: <Money amount={one.amount} currency={one.currency} /> at {one.account}
      </Text>
      <Select label="How" data={CHOICES} allowDeselect={false} data-autofocus {...form.getInputProps("resolution")} />
      {form.values.resolution === "by_hand" && (
        <TextInput
          label="Reference of the payment"
          description="The provider's reference or ours; a difference between the amounts is posted as a cost"
          {...form.getInputProps("reference")}
        />
      )}
      <Textarea label="What you found" autosize minRows={2} maxLength={500} {...form.getInputProps("reason")} />
    </FormModal>
  );
}
