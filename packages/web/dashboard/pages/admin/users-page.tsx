import { Button, Group, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { KYC_STATUSES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import type { Body, Row } from "@corridor/shared/operations.ts";
import { Breakable } from "../../components/breakable.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { countryName } from "../../components/plain-words.ts";
import { Identifier } from "../../components/copyable.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { fieldOf } from "../../components/form-values.ts";
import { OrganizationSelect } from "../../components/organization-select.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";

type User = Row<"/users/list">;
type KycStatus = Body<"patch", "/users/{user_id}/kyc">["kyc_status"];

const USERS = ["users"] as const;

export function UsersPage() {
  const may = useMay();
  const search = useSearch({ from: "/protected/admin/users" });
  const navigate = useNavigate();
  const [editing, setEditing] = useState<User | null>(null);
  const list = useCursorList([...USERS, search], (page) =>
    api.get("/users/list", { query: { ...page, org_id: search.org, email: search.email } }),
  );
  const columns: Column<User>[] = [
    {
      header: "Name",
      cell: (user) => (
        <>
          {user.name} {user.disabled_at !== null && <StatusBadge status="disabled" />}
        </>
      ),
      primary: true,
    },
    { header: "E-mail", cell: (user) => <Breakable text={user.email} /> },
    { header: "Platform role", cell: (user) => (user.platform_role === null ? "–" : wordsOf(user.platform_role)) },
    { header: "Identity check", cell: (user) => <StatusBadge status={user.kyc_status} /> },
    { header: "Country", cell: (user) => (user.country === null ? "–" : countryName(user.country)), wide: true },
    { header: "User id", cell: (user) => <Identifier value={user.user_id} what="user id" />, wide: true },
    { header: "Since", cell: (user) => <Timestamp at={user.created_at} withTime={false} /> },
  ];
  if (may("PATCH /users/{user_id}"))
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (user) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button size="xs" variant="default" onClick={() => setEditing(user)} aria-label={`Change ${user.name}`}>
            Change
          </Button>
          <DisableUser user={user} />
        </Group>
      ),
    });
  return (
    <Page title="Users" description="Everybody who can sign in, across organizations.">
      <Panel flush>
        <form
          key={search.email ?? ""}
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            void navigate({ to: "/admin/users", search: { ...search, email: fieldOf(event.currentTarget, "email") } });
          }}
        >
          <Group p="md" align="flex-end">
            <TextInput
              name="email"
              type="email"
              label="E-mail"
              description="In full"
              defaultValue={search.email ?? ""}
            />
            <OrganizationSelect
              placeholder="Any"
              clearable
              value={search.org ?? null}
              onChange={(org) => void navigate({ to: "/admin/users", search: { ...search, org: org ?? undefined } })}
              description="Its members only"
            />
            <Button type="submit" variant="default" mb={21}>
              Find
            </Button>
          </Group>
        </form>
        <ListTable
          label="Users"
          list={list}
          columns={columns}
          keyOf={(user) => user.user_id}
          empty={
            <EmptyState icon="people" title="Nobody">
              No user matches.
            </EmptyState>
          }
        />
      </Panel>
      {editing !== null && <UserForm user={editing} onClose={() => setEditing(null)} />}
    </Page>
  );
}

function DisableUser({ user }: { user: User }) {
  const isDisabled = user.disabled_at !== null;
  const change = useWrite({
    write: () => api.patch("/users/{user_id}", { path: { user_id: user.user_id }, body: { disabled: !isDisabled } }),
    done: isDisabled ? `${user.name} may sign in again` : `${user.name} is disabled`,
    refresh: [USERS],
  });
  return (
    <ConfirmButton
      label={isDisabled ? "Enable" : "Disable"}
      title={isDisabled ? `Let ${user.name} in again?` : `Disable ${user.name}?`}
      confirmLabel={isDisabled ? "Enable the user" : "Disable the user"}
      danger={!isDisabled}
      action={change}
      buttonProps={{ "aria-label": `${isDisabled ? "Enable" : "Disable"} ${user.name}` }}
    >
      {isDisabled
        ? "The person's password, keys and unexpired tokens work again."
        : "The person's sessions, tokens and API keys stop working within a second, and the person cannot sign in " +
          "until enabled again."}
    </ConfirmButton>
  );
}

function UserForm({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      name: user.name,
      platform_role: (user.platform_role ?? "") as string,
      kyc_status: user.kyc_status as KycStatus,
    },
  });
  const save = useWrite({
    write: async (values: typeof form.values) => {
      const path = { user_id: user.user_id };
      const role = values.platform_role === "" ? null : (values.platform_role as "admin" | "staff");
      if (values.name !== user.name || role !== user.platform_role)
        await api.patch("/users/{user_id}", {
          path,
          body: { name: values.name.trim(), ...(role === user.platform_role ? {} : { platform_role: role }) },
        });
      if (values.kyc_status !== user.kyc_status)
        await api.patch("/users/{user_id}/kyc", { path, body: { kyc_status: values.kyc_status } });
    },
    done: "The user is changed",
    refresh: [USERS],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Change ${user.email}`}
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps("name")} />
      <Select
        label="Platform role"
        description="Administrators may do everything in every organization; staff may only read."
        allowDeselect={false}
        data={[
          { value: "", label: "None" },
          { value: "staff", label: "Staff" },
          { value: "admin", label: "Administrator" },
        ]}
        {...form.getInputProps("platform_role")}
      />
      <Select
        label="Identity check"
        allowDeselect={false}
        data={KYC_STATUSES.map((status) => ({ value: status, label: wordsOf(status) }))}
        {...form.getInputProps("kyc_status")}
      />
    </FormModal>
  );
}
