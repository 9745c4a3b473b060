import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { LoadFailure } from "../../components/failure-alert.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { PagePending } from "../../frame/page-pending.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { ControlsForm } from "./controls-form.tsx";
import { organizationQuery } from "./organization.ts";

const MOST_READ = 100;

/** What holds or refuses payouts, and who decides. */
export function ControlsPage() {
  const orgId = useSession().organization!.org_id;
  const organization = useQuery(organizationQuery(orgId));
  return (
    <Page
      title="Controls"
      description="What makes a payout wait or be refused. Stricter rules hold at once; a looser rule needs a second person."
    >
      <LoadFailure query={organization} title="Could not load the controls" />
      {organization.isPending && <PagePending />}
      {organization.data !== undefined && (
        <Stack gap="lg">
          <WhoDecides orgId={orgId} />
          <ControlsForm key={organization.data.updated_at} organization={organization.data} />
        </Stack>
      )}
    </Page>
  );
}

function WhoDecides({ orgId }: { orgId: string }) {
  const members = useQuery({
    queryKey: ["members", orgId, "deciders"],
    queryFn: async () =>
      (await api.get("/organizations/{org_id}/members", { path: { org_id: orgId }, query: { limit: MOST_READ } })).data,
    enabled: useMay()("GET /organizations/{org_id}/members"),
  });
  const deciders = members.data?.filter(
    ({ role, permissions }) => role === "org-admin" || permissions.includes("payouts:approve"),
  );
  return (
    <Panel title="Who decides">
      <Text size="sm">
        {deciders !== undefined && deciders.length > 0 && `${deciders.map(({ name }) => name).join(", ")}. `}
        Nobody decides what they asked for themselves. <TextLink to="/settings/roles">What each role may do</TextLink>
      </Text>
    </Panel>
  );
}
