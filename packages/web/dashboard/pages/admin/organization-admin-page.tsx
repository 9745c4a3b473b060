import { Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { CorridorError } from "corridor-client/error.ts";
import { BackLink } from "../../components/back-link.tsx";
import { LoadFailure } from "../../components/failure-alert.tsx";
import { Page } from "../../components/page.tsx";
import { NotFoundPage } from "../../frame/not-found-page.tsx";
import { PagePending } from "../../frame/page-pending.tsx";
import { Icon } from "../../frame/icons.tsx";
import { useMay } from "../../session/may.ts";
import { AuditLogPanel } from "../settings/audit-log-panel.tsx";
import { ControlsForm } from "../settings/controls-form.tsx";
import { InvitesPanel } from "../settings/invites-panel.tsx";
import { KybPanel } from "../settings/kyb-panel.tsx";
import { InviteForm, MembersPanel } from "../settings/members-panel.tsx";
import { OrganizationForm } from "../settings/organization-form.tsx";
import { organizationQuery } from "../settings/organization.ts";

/** One organization as the platform sees it: the same panels its own people have, and the administrator's decisions. */
export function OrganizationAdminPage() {
  const { orgId } = useParams({ from: "/protected/admin/organizations/$orgId" });
  const may = useMay();
  const [inviting, { open, close }] = useDisclosure(false);
  const organization = useQuery(organizationQuery(orgId));
  if (organization.error instanceof CorridorError && organization.error.status === 404) return <NotFoundPage />;
  const mayInvite = may("POST /organizations/{org_id}/invites");
  return (
    <Page
      title={organization.data?.name ?? "Organization"}
      back={<BackLink to="/admin/organizations">Organizations</BackLink>}
      actions={
        mayInvite ? (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
            Invite somebody
          </Button>
        ) : undefined
      }
    >
      <LoadFailure query={organization} title="Could not load the organization" />
      {organization.isPending && <PagePending />}
      {organization.data !== undefined && (
        <Stack gap="lg">
          <OrganizationForm key={organization.data.updated_at} organization={organization.data} />
          <ControlsForm key={`controls ${organization.data.updated_at}`} organization={organization.data} />
          <KybPanel organization={organization.data} />
          <MembersPanel orgId={orgId} />
          {mayInvite && <InvitesPanel orgId={orgId} />}
          {may("GET /organizations/{org_id}/audit-log") && <AuditLogPanel orgId={orgId} filters={{}} />}
        </Stack>
      )}
      {inviting && <InviteForm orgId={orgId} onClose={close} />}
    </Page>
  );
}
