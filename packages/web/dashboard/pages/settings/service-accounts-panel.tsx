import { Button, Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../api/client.ts";
import type { Body, Row } from "@corridor/shared/operations.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { ROLE_NAMES } from "./roles.ts";

export type ServiceAccount = Row<"/organizations/{org_id}/service-accounts">;
type ServiceRole = Body<"post", "/organizations/{org_id}/service-accounts">["role"];

const SERVICE_ROLES: readonly ServiceRole[] = ["org-member", "org-viewer"];
const keyOf = (orgId: string) => ["service-accounts", orgId] as const;

/** Members that are not people, for keys that keep working when people leave. */
export function useServiceAccounts(orgId: string) {
  return useCursorList(keyOf(orgId), ({ limit }, lastEvaluatedKey) =>
    api.get("/organizations/{org_id}/service-accounts", {
      path: { org_id: orgId },
      query: { limit, lastEvaluatedKey },
    }),
  );
}

export function ServiceAccountsPanel({ orgId }: { orgId: string }) {
  const may = useMay();
  const [creating, setCreating] = useState(false);
  const list = useServiceAccounts(orgId);
  const columns: Column<ServiceAccount>[] = [
    { header: "Name", cell: (account) => account.name, primary: true },
    { header: "Role", cell: (account) => ROLE_NAMES[account.role] },
    { header: "Since", cell: (account) => <Timestamp at={account.created_at} withTime={false} /> },
  ];
  const mayWrite = may("POST /organizations/{org_id}/service-accounts");
  if (mayWrite)
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (account) => <RemoveServiceAccount orgId={orgId} account={account} />,
    });
  return (
    <Panel
      title="Service accounts"
      flush
      actions={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => setCreating(true)}>
            New service account
          </Button>
        )
      }
    >
      <ListTable
        label="Service accounts"
        list={list}
        columns={columns}
        keyOf={(account) => account.user_id}
        empty={
          <EmptyState icon="key" title="No service accounts">
            Keys of a service account keep working when the person who created them leaves.
          </EmptyState>
        }
      />
      {creating && <CreateServiceAccount orgId={orgId} onClose={() => setCreating(false)} />}
    </Panel>
  );
}

function CreateServiceAccount({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const form = useForm({
    initialValues: { name: "", role: "org-member" as ServiceRole },
    validate: { name: (value) => (value.trim() === "" ? "Enter its purpose" : null) },
  });
  const create = useWrite({
    write: ({ name, role }: typeof form.values) =>
      api.post("/organizations/{org_id}/service-accounts", {
        path: { org_id: orgId },
        body: { name: name.trim(), role },
      }),
    done: "The service account was created; create a key for it under API keys",
    refresh: [keyOf(orgId)],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="New service account"
      submitLabel="Create the account"
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      action={create}
    >
      <Text size="sm">Nobody signs in as it; only API keys act as it.</Text>
      <TextInput
        label="Name"
        placeholder="Shop backend"
        data-autofocus
        required
        withAsterisk={false}
        {...form.getInputProps("name")}
      />
      <Select
        label="Role"
        allowDeselect={false}
        data={SERVICE_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
        {...form.getInputProps("role")}
      />
    </FormModal>
  );
}

function RemoveServiceAccount({ orgId, account }: { orgId: string; account: ServiceAccount }) {
  const remove = useWrite({
    write: () =>
      api.delete("/organizations/{org_id}/members/{user_id}", { path: { org_id: orgId, user_id: account.user_id } }),
    done: `${account.name} is removed`,
    refresh: [keyOf(orgId)],
  });
  return (
    <ConfirmButton
      label="Remove"
      title={`Remove ${account.name}?`}
      confirmLabel="Remove"
      danger
      action={remove}
      buttonProps={{ "aria-label": `Remove ${account.name}` }}
    >
      Every API key that acts as it stops working at once.
    </ConfirmButton>
  );
}
