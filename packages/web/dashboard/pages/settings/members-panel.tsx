import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { ROLES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import { pageFrom } from "../../api/pages.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { Breakable } from "../../components/breakable.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { PAGE_SIZE, useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { PERMISSION_NAMES, ROLE_DESCRIPTIONS, ROLE_NAMES, type Role } from "./roles.ts";

export type Member = Row<"/organizations/{org_id}/members">;
type Permission = Member["permissions"][number];

export const membersKey = (orgId: string) => ["members", orgId] as const;

export function MembersPanel({ orgId }: { orgId: string }) {
  const may = useMay();
  const { user } = useSession();
  const [editing, setEditing] = useState<Member | null>(null);
  const list = useCursorList(membersKey(orgId), async (cursor) =>
    pageFrom(
      await api.get("/organizations/{org_id}/members", {
        path: { org_id: orgId },
        query: { limit: PAGE_SIZE, lastEvaluatedKey: cursor },
      }),
    ),
  );
  const columns: Column<Member>[] = [
    {
      header: "Name",
      cell: (member) => (member.user_id === user.user_id ? `${member.name} (you)` : member.name),
      primary: true,
    },
    { header: "E-mail", cell: (member) => <Breakable text={member.email} /> },
    { header: "Role", cell: (member) => ROLE_NAMES[member.role] },
    {
      header: "Extra permissions",
      cell: (member) =>
        member.permissions.length === 0
          ? "–"
          : member.permissions.map((permission) => PERMISSION_NAMES[permission]).join(", "),
    },
    { header: "Since", cell: (member) => <Timestamp at={member.created_at} withTime={false} /> },
  ];
  if (may("PATCH /organizations/{org_id}/members/{user_id}"))
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (member) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button size="xs" variant="default" onClick={() => setEditing(member)} aria-label={`Change ${member.name}`}>
            Change
          </Button>
          <RemoveMember orgId={orgId} member={member} />
        </Group>
      ),
    });
  return (
    <Panel title="Members" flush>
      <ListTable
        label="Members"
        list={list}
        columns={columns}
        keyOf={(member) => member.user_id}
        empty={
          <EmptyState icon="people" title="No members">
            Invite somebody to run this organization.
          </EmptyState>
        }
      />
      {editing !== null && <MemberForm orgId={orgId} member={editing} onClose={() => setEditing(null)} />}
    </Panel>
  );
}

function RemoveMember({ orgId, member }: { orgId: string; member: Member }) {
  const remove = useWrite({
    write: () =>
      api.delete("/organizations/{org_id}/members/{user_id}", { path: { org_id: orgId, user_id: member.user_id } }),
    done: `${member.name} is no longer a member`,
    refresh: [membersKey(orgId)],
  });
  return (
    <ConfirmButton
      label="Remove"
      title={`Remove ${member.name}?`}
      confirmLabel="Remove"
      danger
      action={remove}
      buttonProps={{ "aria-label": `Remove ${member.name}` }}
    >
      They lose access at once, and the API keys that they created stop working.
    </ConfirmButton>
  );
}

function MemberForm({ orgId, member, onClose }: { orgId: string; member: Member; onClose: () => void }) {
  const form = useForm({
    initialValues: { role: member.role as Role, permissions: [...member.permissions] as Permission[] },
  });
  const save = useWrite({
    write: async (values: typeof form.values) => {
      const path = { org_id: orgId, user_id: member.user_id };
      if (values.role !== member.role)
        await api.patch("/organizations/{org_id}/members/{user_id}", { path, body: { role: values.role } });
      const changed = values.permissions.toSorted().join() !== member.permissions.toSorted().join();
      if (changed)
        await api.put("/organizations/{org_id}/members/{user_id}/permissions", {
          path,
          body: { permissions: values.permissions },
        });
    },
    done: "The member is changed",
    refresh: [membersKey(orgId)],
    onDone: onClose,
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={`Change ${member.name}`}
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      error={save.error}
      pending={save.isPending}
      size="lg"
    >
      <RoleSelect {...form.getInputProps("role")} />
      <Checkbox.Group
        label="Permissions beyond the role"
        description="An administrator has all permissions anyway."
        {...form.getInputProps("permissions")}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs" spacing="xs">
          {Object.entries(PERMISSION_NAMES).map(([permission, name]) => (
            <Checkbox key={permission} value={permission} label={name} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </FormModal>
  );
}

export function RoleSelect(props: Omit<React.ComponentProps<typeof Select>, "data">) {
  const role = props.value as Role;
  return (
    <Select
      label="Role"
      allowDeselect={false}
      description={ROLE_DESCRIPTIONS[role]}
      {...props}
      data={ROLES.map((one) => ({ value: one, label: ROLE_NAMES[one] }))}
    />
  );
}

export function InviteForm({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const form = useForm({
    initialValues: { email: "", role: "org-member" as Role },
    validate: { email: (value) => (/^\S+@\S+$/.test(value) ? null : "Enter the e-mail address") },
  });
  const invite = useWrite({
    write: (values: typeof form.values) =>
      api.post("/organizations/{org_id}/invites", { path: { org_id: orgId }, body: values }),
    done: (answer) => `An invitation is on its way to ${answer.data.email}`,
    refresh: [["invites", orgId]],
    onDone: onClose,
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title="Invite somebody"
      submitLabel="Send the invitation"
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
      error={invite.error}
      pending={invite.isPending}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          They get a mail with a link that works once and for a limited time.
        </Text>
        <TextInput
          label="E-mail"
          type="email"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps("email")}
        />
        <RoleSelect {...form.getInputProps("role")} />
      </Stack>
    </FormModal>
  );
}
