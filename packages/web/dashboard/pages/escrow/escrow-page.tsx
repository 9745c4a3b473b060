import { Alert, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { BackLink } from "../../components/back-link.tsx";
import { Facts } from "../../components/facts.tsx";
import { Money } from "../../components/money.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { NotLoadedPage } from "../../frame/not-loaded-page.tsx";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { Disbursements } from "./disbursements.tsx";
import { type Escrow, escrowQuery } from "./escrow.ts";
import { MilestoneBoard } from "./milestone-board.tsx";
import { PartiesPanel } from "./parties-panel.tsx";
import { ProjectActions } from "./project-actions.tsx";

/** One project: its money, the progress of its milestones, its payees. */
export function EscrowPage() {
  const { escrowId } = useParams({ from: "/protected/escrow/$escrowId" });
  const escrow = useQuery(escrowQuery(escrowId));
  const back = <BackLink to="/escrow">Escrow</BackLink>;
  if (escrow.isError || escrow.data === undefined)
    return <NotLoadedPage query={escrow} title="Escrow project" back={back} failure="Could not load the project" />;
  const project = escrow.data;
  return (
    <Page
      title={project.title}
      back={back}
      description={<StatusBadge status={project.status} />}
      actions={<ProjectActions escrow={project} />}
    >
      <Stack gap="lg">
        <PlanNotice escrow={project} />
        <Panel title="Money">
          <ProjectMoney escrow={project} />
        </Panel>
        <MilestoneBoard escrow={project} />
        <PartiesPanel escrow={project} />
        <Disbursements escrow={project} />
      </Stack>
    </Page>
  );
}

function PlanNotice({ escrow }: { escrow: Escrow }) {
  if (escrow.status !== "draft") return null;
  const planned = escrow.milestones.reduce((sum, milestone) => sum + milestone.expected_disbursement, 0);
  const left = Number((escrow.total_amount - planned).toFixed(8));
  return (
    <Alert color="yellow" title="A draft">
      {left === 0
        ? "The milestones add up to the total. Activate the project to accept money."
        : left > 0
          ? `Milestones for ${formatMoney(left, escrow.currency)} are still missing.`
          : `The milestones exceed the total by ${formatMoney(-left, escrow.currency)}.`}
    </Alert>
  );
}

function ProjectMoney({ escrow }: { escrow: Escrow }) {
  const share = escrow.total_amount === 0 ? 0 : (escrow.funded_amount / escrow.total_amount) * 100;
  return (
    <Stack>
      {escrow.description !== null && <Text size="sm">{escrow.description}</Text>}
      <Progress value={share} size="lg" aria-label={`${Math.round(share)} percent funded`} />
      <Facts
        facts={[
          { label: "Total", value: <Money amount={escrow.total_amount} currency={escrow.currency} strong /> },
          { label: "Funded", value: <Money amount={escrow.funded_amount} currency={escrow.currency} /> },
          escrow.pending_funding > 0 && {
            label: "On its way in",
            value: <Money amount={escrow.pending_funding} currency={escrow.currency} />,
          },
          { label: "Not yet released", value: <Money amount={escrow.unspent_amount} currency={escrow.currency} /> },
        ]}
      />
    </Stack>
  );
}
