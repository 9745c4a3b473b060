import { Button, Checkbox, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { pageFrom } from "../../api/pages.ts";
import { CodeBlock } from "../../components/copyable.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { DecisionForm } from "../../components/decision-form.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { OrganizationName } from "../../components/organization-name.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { PAGE_SIZE, useCursorList } from "../../components/use-cursor-list.ts";
import { useLive } from "../../components/use-live.ts";
import { signInOptionsQuery, useSession } from "../../session/session.ts";
import { DISPUTES } from "../disputes/dispute.ts";
import { type Approval, APPROVALS, nameOf } from "./approval.ts";
import classes from "./approvals-page.module.css";

type Decision = Approval["actions"][number];

const REFRESH_MS = 20_000;
/** The owner of approvals that concern no single organization. */
const PLATFORM = "00000000-0000-0000-0000-000000000000";

const WORDS: Record<Decision, { label: string; done: string }> = {
  approve: { label: "Approve", done: "Approved" },
  reject: { label: "Reject", done: "Rejected" },
};

/** What waits, or waited, for a second person. Once approved, the money goes and the change is made by itself. */
export function ApprovalsPage() {
  const { status } = useSearch({ from: "/protected/approvals" });
  const navigate = useNavigate();
  const { user, organization } = useSession();
  const [deciding, setDeciding] = useState<{ approvals: readonly Approval[]; decision: Decision } | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const isPlatform = user.platform_role !== null;
  const { data: options } = useQuery(signInOptionsQuery);
  const list = useCursorList(
    [...APPROVALS, status],
    async (cursor) =>
      pageFrom(
        await api.get("/approvals", {
          query: { status: status === "all" ? undefined : status, limit: PAGE_SIZE, last_evaluated_key: cursor },
        }),
      ),
    useLive(APPROVALS, REFRESH_MS),
  );
  const chosen = list.rows.filter((approval) => selected.has(approval.approval_id) && approval.actions.length > 0);
  const select = (approvalId: string, isSelected: boolean): void =>
    setSelected(new Set(isSelected ? [...selected, approvalId] : [...selected].filter((one) => one !== approvalId)));
  return (
    <Page
      title="Approvals"
      description="Payments and changes that need a second person. The requester cannot decide."
      actions={
        <SegmentedControl
          aria-label="Which approvals"
          value={status}
          onChange={(next) => void navigate({ to: "/approvals", search: { status: next as typeof status } })}
          data={[
            { value: "pending", label: "Waiting" },
            { value: "all", label: "All" },
          ]}
        />
      }
    >
      <Stack gap="lg">
        {isPlatform && options?.second_person === false && (
          <Text size="sm">
            One platform admin can do everything here, as PLATFORM_SECOND_PERSON is off. In production it is always on.
          </Text>
        )}
        <Panel flush>
          {chosen.length > 0 && (
            <Group px="lg" py="sm" gap="sm" role="group" aria-label="Selected approvals">
              <Text size="sm">{chosen.length} selected</Text>
              {(["approve", "reject"] as const).map((decision) => (
                <Button
                  key={decision}
                  size="xs"
                  variant="default"
                  onClick={() => setDeciding({ approvals: chosen, decision })}
                >
                  {WORDS[decision].label} selected
                </Button>
              ))}
            </Group>
          )}
          <ListTable
            label="Approvals"
            list={list}
            columns={columnsFor({
              ofMany: isPlatform && organization === null,
              selected,
              select,
              decide: (approval, decision) => setDeciding({ approvals: [approval], decision }),
            })}
            keyOf={(approval) => approval.approval_id}
            empty={
              <EmptyState
                icon="check"
                title={status === "pending" ? "Nothing waits" : "Nothing needed a second person yet"}
              >
                Payouts, refunds and accepted disputes that a policy holds, loosened controls and new approvers appear
                here.
              </EmptyState>
            }
          />
        </Panel>
      </Stack>
      {deciding !== null && <ApprovalForm {...deciding} onClose={() => setDeciding(null)} />}
    </Page>
  );
}

type Choices = {
  ofMany: boolean;
  selected: ReadonlySet<string>;
  select: (approvalId: string, isSelected: boolean) => void;
  decide: (approval: Approval, decision: Decision) => void;
};

function columnsFor({ ofMany, selected, select, decide }: Choices): Column<Approval>[] {
  return [
    {
      header: "Select",
      hiddenHeader: true,
      cell: (approval) =>
        approval.actions.length === 0 ? null : (
          <Checkbox
            aria-label={`Select: ${approval.title}`}
            checked={selected.has(approval.approval_id)}
            onChange={(event) => select(approval.approval_id, event.currentTarget.checked)}
          />
        ),
    },
    { header: "What for", cell: (approval) => <Subject approval={approval} />, primary: true, long: true },
    ...(ofMany
      ? [
          {
            header: "Organization",
            cell: ({ org_id }: Approval) =>
              org_id === PLATFORM ? "The platform" : <OrganizationName orgId={org_id} />,
          },
        ]
      : []),
    { header: "Why", cell: (approval) => <Why approval={approval} />, long: true },
    {
      header: "Asked by",
      cell: (approval) => (
        <TwoLines below={<Timestamp at={approval.created_at} />}>
          {nameOf(approval, approval.requested_by)}
          {approval.requested_with !== null && " (API key)"}
        </TwoLines>
      ),
    },
    { header: "Status", cell: (approval) => <Progress approval={approval} /> },
    {
      header: "Decision",
      hiddenHeader: true,
      align: "end",
      cell: (approval) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {approval.actions.map((decision) => (
            <Button
              key={decision}
              size="xs"
              variant="default"
              onClick={() => decide(approval, decision)}
              aria-label={`${WORDS[decision].label}: ${approval.title}`}
            >
              {WORDS[decision].label}
            </Button>
          ))}
        </Group>
      ),
    },
  ];
}

/** The policy that requires a second person, and what is unusual about the request. */
function Why({ approval: { reasons, unusual } }: { approval: Approval }) {
  return (
    <div>
      {reasons.join("; ")}
      {unusual.map((text) => (
        <Text key={text} size="xs" mt={4} fw={600} className={classes.unusual}>
          Unusual: {text}
        </Text>
      ))}
    </div>
  );
}

function Subject({ approval }: { approval: Approval }) {
  return <TwoLines below={<SubjectLink approval={approval} />}>{approval.title}</TwoLines>;
}

function SubjectLink({ approval: { payment_id, batch_id } }: { approval: Approval }) {
  if (payment_id !== null) return <TextLink to={`/payments/${payment_id}`}>See the payment</TextLink>;
  return batch_id === null ? null : <TextLink to={`/payout-batches/${batch_id}`}>See the payout batch</TextLink>;
}

/** The state of an approval, and the comments of the people who have decided. */
function Progress({ approval }: { approval: Approval }) {
  const { status, decisions, approvers_needed: needed, outcome } = approval;
  const missing = status === "pending" && needed > 1 ? `${decisions.length} of ${needed} have approved` : null;
  return (
    <div>
      <StatusBadge
        status={outcome?.done === false ? "rejected" : status}
        {...(status === "used" && { label: outcome?.done === false ? "Refused" : "Done" })}
      />
      {missing !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          {missing}
        </Text>
      )}
      {decisions.map(({ user_id, decision, comment }) => (
        <Text key={user_id} size="xs" c="dimmed" mt={4} style={{ overflowWrap: "anywhere" }}>
          {WORDS[decision].done} by {nameOf(approval, user_id)}
          {comment === null ? "" : `: ${comment}`}
        </Text>
      ))}
      {status === "approved" && approval.kind === "change" && (
        <Text size="xs" c="dimmed" mt={4}>
          Not carried out yet: approve it once more
        </Text>
      )}
      {outcome !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          {outcome.message}
        </Text>
      )}
      {outcome?.data != null && (
        <CodeBlock code={JSON.stringify(outcome.data, null, 2)} what="What the request was answered" />
      )}
    </div>
  );
}

async function decideOne({ approval_id }: Approval, decision: Decision, comment: string | null): Promise<unknown> {
  const input = { path: { approval_id }, body: { comment } };
  return decision === "approve"
    ? api.post("/approvals/{approval_id}/approve", input)
    : api.post("/approvals/{approval_id}/reject", input);
}

/** Decides the chosen approvals one after another, so that a refusal is shown and all earlier decisions stand. */
function ApprovalForm({
  approvals,
  decision,
  onClose,
}: {
  approvals: readonly Approval[];
  decision: Decision;
  onClose: () => void;
}) {
  const { label, done } = WORDS[decision];
  const queryClient = useQueryClient();
  return (
    <DecisionForm
      title={approvals.length === 1 ? `${label} this?` : `${label} ${approvals.length}?`}
      submitLabel={label}
      write={async (comment) => {
        try {
          for (const approval of approvals) await decideOne(approval, decision, comment);
        } finally {
          if (approvals.length > 1) void queryClient.invalidateQueries({ queryKey: APPROVALS });
        }
      }}
      done={approvals.length === 1 ? done : `${approvals.length} ${done.toLowerCase()}`}
      refresh={[APPROVALS, ["payments"], ["payout-batches"], DISPUTES]}
      onClose={onClose}
    >
      {approvals.map((approval) => (
        <Stack gap="xs" key={approval.approval_id} mb="sm">
          <Text fw={600}>{approval.title}</Text>
          <Text size="sm">
            {nameOf(approval, approval.requested_by)} asked for it because {approval.reasons.join("; ")}.
            {approval.unusual.length > 0 && ` Unusual: ${approval.unusual.join("; ")}.`}
          </Text>
          {approvals.length === 1 && (
            <CodeBlock code={JSON.stringify(approval.request, null, 2)} what="Details of the request" />
          )}
        </Stack>
      ))}
    </DecisionForm>
  );
}
