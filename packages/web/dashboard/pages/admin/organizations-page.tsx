import { Button, Checkbox, Group, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FEATURES, KYB_STATUSES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { countryName } from "../../components/plain-words.ts";
import { CountrySelect } from "../../components/country-select.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { choiceProps } from "../../components/form-values.ts";
import { Icon } from "../../frame/icons.tsx";
import { useMay } from "../../session/may.ts";

type Organization = Row<"/organizations">;

const COLUMNS: Column<Organization>[] = [
  { header: "Name", cell: (organization) => organization.name, primary: true },
  { header: "Country", cell: (organization) => countryName(organization.country) },
  { header: "Status", cell: (organization) => <StatusBadge status={organization.status} /> },
  { header: "Verification", cell: (organization) => <StatusBadge status={organization.kyb_status} /> },
  { header: "Features", cell: (organization) => organization.features.map(wordsOf).join(", "), wide: true },
  { header: "Since", cell: (organization) => <Timestamp at={organization.created_at} withTime={false} /> },
];

export function OrganizationsPage() {
  const may = useMay();
  const search = useSearch({ from: "/protected/admin/organizations" });
  const navigate = useNavigate();
  const [creating, { open, close }] = useDisclosure(false);
  const list = useCursorList(["organizations", search], ({ limit }, lastEvaluatedKey) =>
    api.get("/organizations", { query: { limit, lastEvaluatedKey, kyb_status: search.kyb } }),
  );
  return (
    <Page
      title="Organizations"
      actions={
        may("POST /organizations") ? (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
            New organization
          </Button>
        ) : undefined
      }
    >
      <Panel flush>
        <Group p="md">
          <Select
            label="Verification"
            placeholder="Any"
            clearable
            value={search.kyb ?? null}
            onChange={(kyb) =>
              void navigate({ to: "/admin/organizations", search: { kyb: KYB_STATUSES.find((one) => one === kyb) } })
            }
            data={KYB_STATUSES.map((status) => ({ value: status, label: wordsOf(status) }))}
          />
        </Group>
        <ListTable
          label="Organizations"
          list={list}
          columns={COLUMNS}
          keyOf={(organization) => organization.org_id}
          linkTo={(organization) => `/admin/organizations/${organization.org_id}`}
          empty={
            <EmptyState icon="building" title="No organization">
              None matches.
            </EmptyState>
          }
        />
      </Panel>
      {creating && <CreateOrganization onClose={close} />}
    </Page>
  );
}

function CreateOrganization({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: "", country: "", features: [...FEATURES] as (typeof FEATURES)[number][] },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter the name" : null),
      country: (value) => (value === "" ? "Choose the country" : null),
    },
  });
  const create = useWrite({
    write: (values: typeof form.values) =>
      api.post("/organizations", { body: { ...values, name: values.name.trim() } }),
    done: "The organization is created; invite its first administrator",
    refresh: [["organizations"]],
    onDone: (answer) => void navigate({ to: "/admin/organizations/$orgId", params: { orgId: answer.data.org_id } }),
  });
  return (
    <FormModal
      onClose={onClose}
      title="New organization"
      submitLabel="Create"
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      action={create}
    >
      <TextInput label="Name" required withAsterisk={false} data-autofocus {...form.getInputProps("name")} />
      <CountrySelect {...choiceProps(form, "country")} />
      <Checkbox.Group label="Features" {...form.getInputProps("features")}>
        <Group mt="xs">
          {FEATURES.map((feature) => (
            <Checkbox key={feature} value={feature} label={wordsOf(feature)} />
          ))}
        </Group>
      </Checkbox.Group>
    </FormModal>
  );
}
