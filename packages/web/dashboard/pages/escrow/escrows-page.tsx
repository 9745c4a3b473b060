import { SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { CurrencySelect } from "../../components/currency-select.tsx";
import type { Column } from "../../components/data-table.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { choiceProps, textOrNull } from "../../components/form-values.ts";
import { Money } from "../../components/money.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { ESCROWS, type Project } from "./escrow.ts";

const COLUMNS: Column<Project>[] = [
  { header: "Project", cell: (project) => project.title, primary: true },
  {
    header: "Amount",
    align: "end",
    cell: (project) => <Money amount={project.total_amount} currency={project.currency} strong />,
  },
  { header: "Status", cell: (project) => <StatusBadge status={project.status} /> },
  { header: "Created", cell: (project) => <Timestamp at={project.created_at} withTime={false} /> },
];

export function EscrowsPage() {
  const may = useMay();
  const { organization } = useSession();
  const [creating, { open, close }] = useDisclosure(false);
  const list = useCursorList([...ESCROWS, organization?.org_id], (page) =>
    api.get("/virtual-accounts/escrow", { query: page }),
  );
  return (
    <ListPage
      title="Escrow"
      description="Money held for a project and released milestone by milestone, shared among its parties."
      label="Escrow projects"
      list={list}
      columns={COLUMNS}
      keyOf={(project) => project.escrow_id}
      linkTo={(project) => `/escrow/${project.escrow_id}`}
      add={
        may("POST /virtual-accounts/escrow") && organization !== null ? { label: "New project", onClick: open } : null
      }
      empty={{
        icon: "escrow",
        title: "No escrow projects yet",
        text: "A project defines payees, milestones and amounts.",
      }}
    >
      {creating && <CreateProject onClose={close} />}
    </ListPage>
  );
}

function CreateProject({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { title: "", description: "", currency: "", total_amount: "" as number | string },
    validate: {
      title: (value) => (value.trim() === "" ? "Say what it is" : null),
      currency: (value) => (value === "" ? "Choose the currency" : null),
      total_amount: (value) => (Number(value) > 0 ? null : "Above zero"),
    },
  });
  const create = useWrite({
    write: (values: typeof form.values) =>
      api.post("/virtual-accounts/escrow", {
        body: {
          title: values.title.trim(),
          description: textOrNull(values.description),
          currency: values.currency,
          total_amount: Number(values.total_amount),
        },
      }),
    refresh: [ESCROWS],
    onDone: (answer) => void navigate({ to: "/escrow/$escrowId", params: { escrowId: answer.data.escrow_id } }),
  });
  return (
    <FormModal
      onClose={onClose}
      title="New escrow project"
      submitLabel="Create the draft"
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      action={create}
    >
      <TextInput label="Title" required withAsterisk={false} data-autofocus {...form.getInputProps("title")} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps("description")} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberField label="Total amount" {...form.getInputProps("total_amount")} />
        <CurrencySelect {...choiceProps(form, "currency")} />
      </SimpleGrid>
    </FormModal>
  );
}
