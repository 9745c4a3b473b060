import { useQuery } from "@tanstack/react-query";
import { LoadFailure } from "../../components/failure-alert.tsx";
import { Page } from "../../components/page.tsx";
import { PagePending } from "../../frame/page-pending.tsx";
import { useSession } from "../../session/session.ts";
import { KybPanel } from "./kyb-panel.tsx";
import { organizationQuery } from "./organization.ts";

export function KybPage() {
  const orgId = useSession().organization!.org_id;
  const organization = useQuery(organizationQuery(orgId));
  return (
    <Page title="Verification">
      <LoadFailure query={organization} title="Could not load the organization" />
      {organization.isPending && <PagePending />}
      {organization.data !== undefined && <KybPanel organization={organization.data} />}
    </Page>
  );
}
