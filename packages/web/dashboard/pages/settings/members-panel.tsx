import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ROLES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { Breakable } from "../../components/breakable.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { WEBHOOKS } from "../webhooks/webhook.ts";
import { PERMISSION_NAMES, PRESETS, ROLE_DESCRIPTIONS, ROLE_NAMES, type Role } from "./roles.ts";

export type Member = Row<"/organizations/{org_id}/members">;
type Permission = Member["permissions"][number];

const MOST_SHOWN = 100;

export const membersKey = (orgId: string) => ["members", orgId] as const;

export function MembersPanel({ orgId }: { orgId: string }) {
  const may = useMay();
  const { user } = useSession();
  const [editing, setEditing] = useState<Member | null>(null);
  const list = useCursorList(membersKey(orgId), ({ limit }, lastEvaluatedKey) =>
    api.get("/organizations/{org_id}/members", {
      path: { org_id: orgId },
      query: { limit, lastEvaluatedKey },
    }),
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
          <RemoveMember
            orgId={orgId}
            member={member}
            others={list.rows.filter(({ user_id }) => user_id !== member.user_id)}
          />
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

function RemoveMember({ orgId, member, others }: { orgId: string; member: Member; others: readonly Member[] }) {
  const [heir, setHeir] = useState<string | null>(null);
  const remove = useWrite({
    write: () =>
      api.delete("/organizations/{org_id}/members/{user_id}", {
        path: { org_id: orgId, user_id: member.user_id },
        query: heir === null ? {} : { hand_over_to: heir },
      }),
    done: `${member.name} is no longer a member`,
    refresh: [membersKey(orgId), ["api-keys"], WEBHOOKS],
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
      <Stack gap="sm">
        They lose access at once.
        <LeftBehind orgId={orgId} member={member} others={others} onHeir={setHeir} />
      </Stack>
    </ConfirmButton>
  );
}

/** What a member made: keys end with them, because they know the secrets; webhooks are handed over. */
function LeftBehind({
  orgId,
  member,
  others,
  onHeir,
}: {
  orgId: string;
  member: Member;
  others: readonly Member[];
  onHeir: (userId: string | null) => void;
}) {
  const made = useQuery({
    queryKey: ["made-by", orgId, member.user_id],
    queryFn: async () => {
      const query = { org_id: orgId, limit: MOST_SHOWN };
      const [keys, webhooks] = await Promise.all([
        api.get("/public/api-keys", { query }),
        api.get("/public/webhooks", { query }),
      ]);
      return {
        keys: keys.data.filter((key) => key.user_id === member.user_id && key.status === "active"),
        webhooks: webhooks.data.filter((webhook) => webhook.made_by === member.user_id),
      };
    },
    staleTime: 0,
  });
  if (made.data === undefined) return <FailureAlert error={made.error} />;
  const { keys, webhooks } = made.data;
  return (
    <>
      {keys.length > 0 && (
        <Text size="sm">
          API keys that stop working and must be replaced: {keys.map(({ name }) => name).join(", ")}.
        </Text>
      )}
      {webhooks.length > 0 && (
        <>
          <Text size="sm">
            Webhooks that go on; rotate their secrets: {webhooks.map(({ endpoint_url }) => endpoint_url).join(", ")}.
          </Text>
          <Select
            label="Who answers for the webhooks"
            placeholder="You"
            clearable
            data={others.map(({ user_id, name }) => ({ value: user_id, label: name }))}
            onChange={onHeir}
          />
        </>
      )}
      {keys.length + webhooks.length === 0 && <Text size="sm">They leave no API keys or webhooks.</Text>}
    </>
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
      onClose={onClose}
      title={`Change ${member.name}`}
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
      size="lg"
    >
      <RoleFields form={form} />
    </FormModal>
  );
}

type RoleForm = UseFormReturnType<{ role: Role; permissions: Permission[] }>;

/** A preset fills in the role and the permissions, which can then be changed one by one. */
function RoleFields({ form }: { form: RoleForm }) {
  return (
    <>
      <Select
        label="Preset"
        placeholder="Choose, or set role and permissions below"
        data={Object.entries(PRESETS).map(([value, { label }]) => ({ value, label }))}
        onChange={(name) => {
          const preset = name === null ? undefined : PRESETS[name];
          if (preset !== undefined) form.setValues({ role: preset.role, permissions: [...preset.permissions] });
        }}
      />
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
    </>
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
    initialValues: { email: "", role: "org-member" as Role, permissions: [] as Permission[] },
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
      onClose={onClose}
      title="Invite somebody"
      submitLabel="Send the invitation"
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
      action={invite}
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
        <RoleFields form={form as unknown as RoleForm} />
      </Stack>
    </FormModal>
  );
}
