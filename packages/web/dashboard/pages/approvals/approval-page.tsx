import { Alert, Button, Group, List, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { BackLink } from "../../components/back-link.tsx";
import { CodeBlock } from "../../components/copyable.tsx";
import { Facts } from "../../components/facts.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { textOrNull } from "../../components/form-values.ts";
import { OrganizationName } from "../../components/organization-name.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useWrite } from "../../components/use-write.ts";
import { grouped, sentence } from "../../components/plain-words.ts";
import { NotLoadedPage } from "../../frame/not-loaded-page.tsx";
import { useSession } from "../../session/session.ts";
import {
  type Approval,
  approvalQuery,
  APPROVALS,
  decide,
  type Decision,
  nameOf,
  PLATFORM,
  waitingQuery,
  WORDS,
} from "./approval.ts";
import { Progress } from "./approval-parts.tsx";
import classes from "./approvals.module.css";
import { Subject } from "./subject.tsx";

/** Everything that somebody needs to decide one request, and the decision. */
export function ApprovalPage() {
  const { approvalId } = useParams({ from: "/protected/approvals/$approvalId" });
  const approval = useQuery(approvalQuery(approvalId));
  const back = <BackLink to="/approvals">Approvals</BackLink>;
  if (approval.isError || approval.data === undefined)
    return <NotLoadedPage query={approval} title="Approval" back={back} failure="Could not load the approval" />;
  return <ApprovalDetail key={approvalId} approval={approval.data} back={back} />;
}

function ApprovalDetail({ approval, back }: { approval: Approval; back: React.ReactNode }) {
  const { reasons, unusual, request, outcome, org_id: orgId, status } = approval;
  const { organization } = useSession();
  return (
    <Page title={grouped(approval.title)} back={back} description={<Progress approval={approval} />}>
      <Stack gap="lg" maw={860}>
        {unusual.length > 0 && (
          <Alert color="yellow" title="Unusual">
            <List size="sm">
              {unusual.map((text) => (
                <List.Item key={text}>{sentence(text)}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Subject approval={approval} />
        <Panel title={status === "pending" ? "Why it waits" : "Why it waited"}>
          <Facts
            facts={[
              { label: "Because", value: sentence(...reasons) },
              {
                label: "Asked by",
                value: (
                  <>
                    {nameOf(approval, approval.requested_by)}
                    {approval.requested_with !== null && " (API key)"}, <Timestamp at={approval.created_at} />
                  </>
                ),
              },
              { label: "Who may decide", value: decidersOf(approval) },
              organization === null &&
                orgId !== PLATFORM && { label: "Organization", value: <OrganizationName orgId={orgId} /> },
            ]}
          />
        </Panel>
        <details>
          <summary>The request as the API shows it</summary>
          <CodeBlock code={JSON.stringify(request, null, 2)} what="The request as JSON" />
        </details>
        {outcome?.data != null && (
          <details>
            <summary>The answer as the API shows it</summary>
            <CodeBlock code={JSON.stringify(outcome.data, null, 2)} what="What the request was answered" />
          </details>
        )}
        <DecisionBar approval={approval} />
      </Stack>
    </Page>
  );
}

function decidersOf({ approver_role: role, approvers_needed: needed, kind }: Approval): string {
  const who =
    role === "platform-admin"
      ? "a platform administrator"
      : role === "org-admin" || kind === "change"
        ? "an administrator"
        : "anybody who may approve payouts";
  return `${needed === 1 ? "" : `${needed} people: `}${who}, but not the requester`;
}

const CONSEQUENCES: Record<Approval["kind"], string> = {
  payment: "Approving sends it at once.",
  payout_batch: "Approving sends all of it.",
  refund: "Approving sends the money back at once.",
  dispute: "Approving gives the money to the payer.",
  change: "Approving carries out the change.",
};

/** The fresh factor is asked for here when it is needed, so nobody leaves the page. */
function DecisionBar({ approval }: { approval: Approval }) {
  const [comment, setComment] = useState("");
  const { data: waiting = [] } = useQuery(waitingQuery);
  const write = useWrite({
    write: (decision: Decision) => decide(approval, decision, textOrNull(comment)),
    done: (answer) => answer.message,
    refresh: [APPROVALS, ["payment"], ["payments"], ["payout-batches"], ["payout-batch"], ["disputes"], ["dispute"]],
  });
  const next = waiting.find(({ approval_id, actions }) => actions.length > 0 && approval_id !== approval.approval_id);
  if (approval.actions.length === 0)
    return next === undefined ? null : (
      <Text size="sm">
        Next waits: <TextLink to={`/approvals/${next.approval_id}`}>{grouped(next.title)}</TextLink>
      </Text>
    );
  return (
    <div className={classes.decision} role="group" aria-label="Decision">
      <Stack gap="xs">
        <FailureAlert error={write.error} />
        <TextInput
          aria-label="Comment"
          placeholder="Comment (optional)"
          maxLength={2_000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Group gap="sm" wrap="nowrap">
          {approval.actions.map((decision) => (
            <Button
              key={decision}
              variant={decision === "approve" ? "filled" : "default"}
              flex={1}
              loading={write.isPending && write.variables === decision}
              disabled={write.isPending}
              onClick={() => write.mutate(decision)}
            >
              {WORDS[decision].label}
            </Button>
          ))}
        </Group>
        <Text size="xs" c="dimmed">
          {CONSEQUENCES[approval.kind]}
        </Text>
      </Stack>
    </div>
  );
}
