import { Button, Group } from "@mantine/core";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { PERMISSION_NAMES, ROLE_NAMES } from "./roles.ts";

type Invite = Row<"/organizations/{org_id}/invites">;

export function InvitesPanel({ orgId }: { orgId: string }) {
  const list = useCursorList(["invites", orgId], ({ limit }, lastEvaluatedKey) =>
    api.get("/organizations/{org_id}/invites", {
      path: { org_id: orgId },
      query: { limit, lastEvaluatedKey },
    }),
  );
  const columns: Column<Invite>[] = [
    { header: "E-mail", cell: (invite) => invite.email, primary: true },
    {
      header: "Role",
      cell: (invite) => (
        <TwoLines below={invite.permissions.map((permission) => PERMISSION_NAMES[permission]).join(", ") || null}>
          {ROLE_NAMES[invite.role]}
        </TwoLines>
      ),
    },
    { header: "Status", cell: (invite) => <StatusBadge status={invite.status} /> },
    { header: "Sent", cell: (invite) => <Timestamp at={invite.created_at} /> },
    { header: "Works until", cell: (invite) => <Timestamp at={invite.expires_at} /> },
    {
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (invite) => <InviteActions orgId={orgId} invite={invite} />,
    },
  ];
  return (
    <Panel title="Invitations" flush>
      <ListTable
        label="Invitations"
        list={list}
        columns={columns}
        keyOf={(invite) => invite.invite_id}
        empty={<EmptyState icon="people" title="No invitations" />}
      />
    </Panel>
  );
}

function InviteActions({ orgId, invite }: { orgId: string; invite: Invite }) {
  const path = { org_id: orgId, invite_id: invite.invite_id };
  const refresh = [["invites", orgId]];
  const resend = useWrite({
    write: () => api.post("/organizations/{org_id}/invites/{invite_id}/resend", { path }),
    done: "The invitation is sent again, with a new link",
    refresh,
  });
  const withdraw = useWrite({
    write: () => api.delete("/organizations/{org_id}/invites/{invite_id}", { path }),
    done: "The invitation is withdrawn",
    refresh,
  });
  if (invite.status !== "pending" && invite.status !== "expired") return null;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        loading={resend.isPending}
        onClick={() => resend.mutate()}
        aria-label={`Send again to ${invite.email}`}
      >
        Send again
      </Button>
      <ConfirmButton
        label="Withdraw"
        title="Withdraw this invitation?"
        confirmLabel="Withdraw"
        danger
        action={withdraw}
        buttonProps={{ "aria-label": `Withdraw the invitation to ${invite.email}` }}
      >
        The link in the mail to {invite.email} stops working.
      </ConfirmButton>
      <FailureAlert error={resend.error} />
    </Group>
  );
}
