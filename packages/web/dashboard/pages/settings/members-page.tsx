import { Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { Page } from "../../components/page.tsx";
import { Icon } from "../../frame/icons.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { InvitesPanel } from "./invites-panel.tsx";
import { InviteForm, MembersPanel } from "./members-panel.tsx";
import { ServiceAccountsPanel } from "./service-accounts-panel.tsx";

export function MembersPage() {
  const may = useMay();
  const orgId = useSession().organization!.org_id;
  const [inviting, { open, close }] = useDisclosure(false);
  const mayInvite = may("POST /organizations/{org_id}/invites");
  return (
    <Page
      title="Members"
      description="The people of this organization and their permissions."
      actions={
        <>
          <Button component={Link} to="/settings/roles" variant="default">
            What each role may do
          </Button>
          {mayInvite && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
              Invite somebody
            </Button>
          )}
        </>
      }
    >
      <Stack gap="lg">
        <MembersPanel orgId={orgId} />
        {mayInvite && <InvitesPanel orgId={orgId} />}
        <ServiceAccountsPanel orgId={orgId} />
      </Stack>
      {inviting && <InviteForm orgId={orgId} onClose={close} />}
    </Page>
  );
}
