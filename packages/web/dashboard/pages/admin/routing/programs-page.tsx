import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { BackLink } from "../../../components/back-link.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { choiceProps, textOrNull } from "../../../components/form-values.ts";
import { ListPage } from "../../../components/list-page.tsx";
import { OrganizationName } from "../../../components/organization-name.tsx";
import { OrganizationSelect } from "../../../components/organization-select.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { useCursorList } from "../../../components/use-cursor-list.ts";
import { useWrite } from "../../../components/use-write.ts";
import { useMay } from "../../../session/may.ts";
import type { Program, Rule } from "./rule-words.ts";

export const PROGRAMS = ["routing-programs"] as const;
const FIRST_RULES: Rule[] = [{ name: "Everything", when: {}, then: { by: "success" } }];

/** The programs of the platform and of organizations, the newest first. */
export function ProgramsPage() {
  const mayWrite = useMay()("POST /payments/routing/programs");
  const [adding, setAdding] = useState(false);
  const list = useCursorList(PROGRAMS, (page) => api.get("/payments/routing/programs", { query: page }));
  return (
    <ListPage
      title="Routing programs"
      description="Rules that order the providers of a payment. The first that matches wins; without one, priorities do."
      back={<BackLink to="/admin/routing">Routing</BackLink>}
      label="Routing programs"
      list={list}
      columns={[
        { header: "Name", cell: ({ name }: Program) => name, primary: true, long: true },
        { header: "Version", cell: ({ version }: Program) => version, align: "end" },
        { header: "For", cell: ({ org_id }) => (org_id === null ? "Everyone" : <OrganizationName orgId={org_id} />) },
        { header: "Status", cell: (program) => <ProgramStatus program={program} /> },
      ]}
      keyOf={({ program_id }) => program_id}
      linkTo={({ program_id }) => `/admin/routing/programs/${program_id}`}
      add={mayWrite ? { label: "New program", onClick: () => setAdding(true) } : null}
      empty={{ icon: "route", title: "No routing programs", text: "Providers are tried by their priorities." }}
    >
      {adding && <NewProgram onClose={() => setAdding(false)} />}
    </ListPage>
  );
}

export function ProgramStatus({ program: { status, share } }: { program: Program }) {
  if (share !== null && status === "published")
    return <StatusBadge status="processing" label={`Compared, ${share} %`} />;
  const [tone, label] = SHOWN[status];
  return <StatusBadge status={tone} label={label} />;
}

const SHOWN = {
  draft: ["draft", "Draft"],
  published: ["active", "Published"],
  archived: ["closed", "Archived"],
} as const;

function NewProgram({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: "", org_id: "" },
    validate: { name: (name) => (name.trim() === "" ? "Give it a name" : null) },
  });
  const create = useWrite({
    write: ({ name, org_id }: typeof form.values) =>
      api.post("/payments/routing/programs", { body: { name, rules: FIRST_RULES, org_id: textOrNull(org_id) } }),
    done: "The draft is made",
    refresh: [PROGRAMS],
    onDone: ({ data }) => void navigate({ to: `/admin/routing/programs/${data.program_id}` }),
  });
  return (
    <FormModal
      onClose={onClose}
      title="New routing program"
      submitLabel="Make a draft"
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      action={create}
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps("name")} />
      <OrganizationSelect
        label="Only for"
        description="If empty: every organization"
        clearable
        {...choiceProps(form, "org_id")}
      />
    </FormModal>
  );
}
