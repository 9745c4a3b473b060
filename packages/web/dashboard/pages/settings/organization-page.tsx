import { useQuery } from "@tanstack/react-query";
import { LoadFailure } from "../../components/failure-alert.tsx";
import { Page } from "../../components/page.tsx";
import { PagePending } from "../../frame/page-pending.tsx";
import { useSession } from "../../session/session.ts";
import { OrganizationForm } from "./organization-form.tsx";
import { organizationQuery } from "./organization.ts";

export function OrganizationPage() {
  const orgId = useSession().organization!.org_id;
  const organization = useQuery(organizationQuery(orgId));
  return (
    <Page title="Organization">
      <LoadFailure query={organization} title="Could not load the organization" />
      {organization.isPending && <PagePending />}
      {organization.data !== undefined && (
        <OrganizationForm key={organization.data.updated_at} organization={organization.data} />
      )}
    </Page>
  );
}
